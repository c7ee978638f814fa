"""Splitting HTML at headers with tables, lists and media kept whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter
from chunkwise.adapters.langchain.cutting import KeepSeparator
from chunkwise.adapters.langchain.documents import BaseDocumentTransformer, new_document
from chunkwise.adapters.langchain.html_walk import Section, Walk
from chunkwise.adapters.langchain.needs import needed

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_MEDIA = {"img": "image", "video": "video", "audio": "audio"}
_SPACE = re.compile(r"\s+")


class HTMLSemanticPreservingSplitter(BaseDocumentTransformer):
    """Splits HTML at headers into text of a size, in the order of the page.

    Links and media may become Markdown, and elements may be kept whole: such a chunk may be longer
    than the size. The metadata of a section has its header and the ones above it.
    """

    def __init__(
        self,
        headers_to_split_on: list[tuple[str, str]],
        *,
        max_chunk_size: int = 1000,
        chunk_overlap: int = 0,
        separators: list[str] | None = None,
        elements_to_preserve: list[str] | None = None,
        preserve_links: bool = False,
        preserve_images: bool = False,
        preserve_videos: bool = False,
        preserve_audio: bool = False,
        custom_handlers: dict[str, Callable[[Any], str]] | None = None,
        stopword_removal: bool = False,
        stopword_lang: str = "english",
        normalize_text: bool = False,
        external_metadata: dict[str, str] | None = None,
        allowlist_tags: list[str] | None = None,
        denylist_tags: list[str] | None = None,
        preserve_parent_metadata: bool = False,
        keep_separator: KeepSeparator = True,
    ) -> None:
        """Take the settings.

        Args:
            headers_to_split_on: tags and the key of metadata for each: ``[("h1", "Header 1")]``.
            max_chunk_size: characters that a chunk may hold.
            chunk_overlap: characters that two chunks may have in common.
            separators: those of ``RecursiveCharacterTextSplitter`` for sections that are too long.
            elements_to_preserve: tags of elements that stay whole.
            preserve_links: whether a link becomes ``[text](address)``.
            preserve_images: whether a picture becomes ``![image:address](address)``.
            preserve_videos: the same for videos.
            preserve_audio: the same for sound.
            custom_handlers: tags and functions from the element (a ``bs4.Tag``) to its text.
            stopword_removal: whether frequent words are left out.
            stopword_lang: the language of these words.
            normalize_text: whether text is made lower case, without punctuation.
            external_metadata: metadata of all documents.
            allowlist_tags: tags of the elements to read, all others are left out with what is in them.
            denylist_tags: tags of elements to leave out.
            preserve_parent_metadata: whether ``transform_documents`` keeps a document's metadata.
            keep_separator: whether separators stay in the text, and at which end of a piece.

        Raises:
            MissingExtra: ``beautifulsoup4`` is not installed, or NLTK for the frequent words.
        """
        needed("bs4", "HTMLSemanticPreservingSplitter")
        self._headers = dict(headers_to_split_on)
        self._max_chunk_size = max_chunk_size
        self._preserved = frozenset(elements_to_preserve or ())
        self._preserve_links = preserve_links
        kept = {"img": preserve_images, "video": preserve_videos, "audio": preserve_audio}
        self._media = [tag for tag in _MEDIA if kept[tag]]
        self._custom_handlers = custom_handlers or {}
        self._normalize_text = normalize_text
        self._external_metadata = external_metadata or {}
        self._allowed = {*allowlist_tags, *self._headers} if allowlist_tags else None
        self._denied = [tag for tag in denylist_tags or () if tag not in self._headers]
        self._preserve_parent_metadata = preserve_parent_metadata
        self._recursive_splitter = RecursiveCharacterTextSplitter(
            separators or None,
            keep_separator=keep_separator,
            chunk_size=max_chunk_size,
            chunk_overlap=chunk_overlap,
        )
        self._stopwords = _stopwords(stopword_lang) if stopword_removal else frozenset()

    def split_text(self, text: str) -> list[Document]:
        """Documents of the sections of a page, split to size.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        soup = needed("bs4", "HTMLSemanticPreservingSplitter").BeautifulSoup(text, "html.parser")
        for tag in self._media:
            for element in soup.find_all(tag):
                address = element.get("src", "")
                # An element, so that it stands apart from the text around it.
                medium = soup.new_tag("media-wrapper")
                medium.string = f"![{_MEDIA[tag]}:{address}]({address})"
                element.replace_with(medium)
        if self._preserve_links:
            for link in soup.find_all("a"):
                link.replace_with(f"[{link.get_text(strip=True)}]({link.get('href', '')})")
        self._filter(soup)
        walk = Walk(self._headers, self._preserved, self._custom_handlers, self._cleaned, _marker_for(text))
        walk.read(soup)
        return [document for section in walk.sections for document in self._documents(section, walk)]

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """Documents of the sections of each document, with its metadata if so set.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        return [
            new_document(part.page_content, {**document.metadata, **part.metadata})
            if self._preserve_parent_metadata
            else part
            for document in documents
            for part in self.split_text(document.page_content)
        ]

    def _filter(self, soup: Any) -> None:
        if self._allowed is not None:
            for element in soup.find_all(lambda tag: tag.name not in self._allowed):
                element.decompose()
        for element in soup.find_all(self._denied) if self._denied else ():
            element.decompose()

    def _cleaned(self, text: str) -> str:
        if self._normalize_text:
            text = _SPACE.sub(" ", re.sub(r"[^\w\s]", "", text.lower())).strip()
        if self._stopwords:
            text = " ".join(word for word in text.split() if word not in self._stopwords)
        return text

    def _documents(self, section: Section, walk: Walk) -> list[Document]:
        content = _SPACE.sub(" ", " ".join(section.texts)).strip()
        metadata = {**section.headers, **self._external_metadata}
        if len(content) <= self._max_chunk_size:
            return [new_document(walk.restored(content), metadata)]
        chunks = (walk.restored(chunk).strip() for chunk in self._recursive_splitter.split_text(content))
        return [new_document(chunk, metadata) for chunk in chunks if chunk]


def _marker_for(text: str) -> str:
    """What stands for a preserved element: LangChain's word, unless the page itself has it."""
    marker = "PRESERVED_"
    while marker in text:
        marker = "X" + marker
    return marker


def _stopwords(language: str) -> frozenset[str]:
    nltk = needed("nltk", "stopword_removal")
    nltk.download("stopwords")
    return frozenset(nltk.corpus.stopwords.words(language))

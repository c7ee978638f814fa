"""Splitting HTML into sections, each from a header to the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter
from chunkwise.adapters.langchain.documents import new_document
from chunkwise.adapters.langchain.needs import needed

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_NO_HEADER = "#TITLE#"
"""LangChain's header of what stands before the first one; it reaches no document here."""
_POINTS = re.compile(r"\s*(\d+\.?\d*|\.\d+)\s*")
_LARGE = 20


class HTMLSectionSplitter:
    """Splits HTML at headers, and at text of more than 20 pixels, which counts as ``h1``."""

    def __init__(self, headers_to_split_on: list[tuple[str, str]], **kwargs: Any) -> None:
        """Take the settings.

        Args:
            headers_to_split_on: tags and the key of metadata for each: ``[("h1", "Header 1")]``.
            **kwargs: settings of ``RecursiveCharacterTextSplitter``, by which ``split_documents``
                splits the sections.
        """
        self.headers_to_split_on = dict(headers_to_split_on)
        self.kwargs = kwargs

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """The sections of each document, split to size.

        Raises:
            MissingExtra: ``beautifulsoup4``, ``lxml`` or ``langchain-core`` is not installed.
        """
        given = list(documents)
        sections = self.create_documents([d.page_content for d in given], [d.metadata for d in given])
        return RecursiveCharacterTextSplitter(**self.kwargs).split_documents(sections)

    def split_text(self, text: str) -> list[Document]:
        """Documents of the sections of a page.

        Raises:
            MissingExtra: ``beautifulsoup4``, ``lxml`` or ``langchain-core`` is not installed.
        """
        sections = self.split_html_by_headers(self.convert_possible_tags_to_header(text))
        return [new_document(str(section["content"]), self._metadata(section)) for section in sections]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Documents of the sections of each page, with a deep copy of the page's metadata.

        Raises:
            MissingExtra: ``beautifulsoup4``, ``lxml`` or ``langchain-core`` is not installed.
        """
        metadatas = metadatas or [{}] * len(texts)
        return [
            new_document(section.page_content, {**deepcopy(metadatas[at]), **section.metadata})
            for at, text in enumerate(texts)
            for section in self.split_text(text)
        ]

    def split_text_from_file(self, file: str | IO[str]) -> list[Document]:
        """Documents of the sections of a page in a file, given by its path or open.

        Raises:
            OSError: the file cannot be read.
            MissingExtra: ``beautifulsoup4``, ``lxml`` or ``langchain-core`` is not installed.
        """
        return self.split_text(Path(file).read_text("utf-8") if isinstance(file, str) else file.read())

    def split_html_by_headers(self, html_doc: str) -> list[dict[str, str | None]]:
        """The sections of a page: its ``header``, its ``content``, and the header's ``tag_name``.

        What stands before the first header has the header ``#TITLE#``, as in LangChain.

        Raises:
            MissingExtra: ``beautifulsoup4`` is not installed.
        """
        soup = needed("bs4", "HTMLSectionSplitter").BeautifulSoup(html_doc, "html.parser")
        headers = soup.find_all(["body", *self.headers_to_split_on])
        sections: list[dict[str, str | None]] = []
        for at, header in enumerate(headers):
            following = headers[at + 1] if at + 1 < len(headers) else None
            content = " ".join(_strings_between(header, following)).strip()
            if content:
                title, tag = (header.text.strip(), header.name) if at else (_NO_HEADER, "h1")
                sections.append({"header": title, "content": content, "tag_name": tag})
        return sections

    def convert_possible_tags_to_header(self, html_content: str) -> str:
        """The page with every element of a font size above 20 pixels as ``h1``.

        Raises:
            MissingExtra: ``lxml`` is not installed.
        """
        etree = needed("lxml.etree", "HTMLSectionSplitter")
        if not html_content.strip():
            return html_content  # to lxml an empty page is an error
        # The parser fetches nothing and knows no entities but HTML's own.
        tree = etree.parse(StringIO(html_content), etree.HTMLParser(no_network=True))
        if tree.getroot() is None:
            return ""  # nothing but comments, declarations and stray ends: no element, no text
        for element in tree.iter(etree.Element):
            style = element.get("style") or ""
            size = _POINTS.fullmatch(style.partition("font-size:")[2].partition("px")[0])
            if size and float(size[1]) > _LARGE:
                element.tag = "h1"
        # With line ends between elements, as LangChain's transformation writes them.
        return str(etree.tostring(tree.getroot(), method="html", encoding="unicode", pretty_print=True))

    def _metadata(self, section: dict[str, str | None]) -> dict[str, str | None]:
        if section["header"] == _NO_HEADER:
            return {}
        return {self.headers_to_split_on[str(section["tag_name"])]: section["header"]}


def _strings_between(header: Any, following: Any) -> Iterable[str]:
    """The text from a header on, its own included, up to the next."""
    for element in header.next_elements:
        if element is following:
            return
        if isinstance(element, str):
            yield element

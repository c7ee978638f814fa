"""Splitting HTML at headers into documents with the headers above them as metadata."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from chunkwise.adapters.langchain.documents import new_document
from chunkwise.adapters.langchain.needs import needed

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_HARD_BREAK = "  \n"


@dataclass(frozen=True, slots=True)
class _Header:
    """A header that is open."""

    text: str
    level: int
    depth: int
    """How deep in the page it stands: text less deep is outside of its section."""


class HTMLHeaderTextSplitter:
    """Splits HTML at headers; each header is a document, and so is the text below it.

    An element's own text comes before that of the elements in it, as in LangChain.
    """

    def __init__(self, headers_to_split_on: list[tuple[str, str]], return_each_element: bool = False) -> None:
        """Take the settings.

        Args:
            headers_to_split_on: tags and the key of metadata for each: ``[("h1", "Header 1")]``.
            return_each_element: whether each element with text is a document of its own.
        """
        self.headers_to_split_on = sorted(headers_to_split_on, key=lambda header: int(header[0][1:]))
        self.header_mapping = dict(self.headers_to_split_on)
        self.header_tags = [tag for tag, _ in self.headers_to_split_on]
        self.return_each_element = return_each_element

    def split_text(self, text: str) -> list[Document]:
        """Documents of the parts of a page.

        Raises:
            MissingExtra: ``beautifulsoup4`` or ``langchain-core`` is not installed.
        """
        parts = _joined(self._elements(text)) if not self.return_each_element else self._elements(text)
        return [new_document(content, metadata) for content, metadata, _ in parts]

    def split_text_from_file(self, file: str | IO[str]) -> list[Document]:
        """Documents of the parts of a page in a file, given by its path or open.

        Raises:
            OSError: the file cannot be read.
            MissingExtra: ``beautifulsoup4`` or ``langchain-core`` is not installed.
        """
        return self.split_text(Path(file).read_text("utf-8") if isinstance(file, str) else file.read())

    def split_text_from_url(self, url: str, timeout: int = 10, **kwargs: Any) -> list[Document]:
        """Documents of the parts of a page from the web; deprecated, as in LangChain.

        The page is fetched by LangChain's client, which refuses addresses inside the own network.

        Raises:
            MissingExtra: ``langchain-core`` is not installed, or too old to have that client.
        """
        warnings.warn("Fetch the page and pass it to split_text.", DeprecationWarning, stacklevel=2)
        transport = needed("langchain_core._security._transport", "split_text_from_url")
        with transport.ssrf_safe_client() as client:
            response = client.get(url, timeout=timeout)
            response.raise_for_status()
            return self.split_text(response.text)

    def _elements(self, text: str) -> Iterator[tuple[str, dict[str, str], bool]]:
        """The text of each element, the headers above it, and whether it is a header."""
        open_headers: dict[str, _Header] = {}
        for node, depth in _nodes(text):
            content = _own_text(node)
            if not content:
                continue
            is_header = node.name in self.header_tags
            if is_header:
                level = int(node.name[1:])
                open_headers = {name: h for name, h in open_headers.items() if h.level < level}
                open_headers[self.header_mapping[node.name]] = _Header(content, level, depth)
            elif any(depth < header.depth for header in open_headers.values()):
                open_headers = {name: h for name, h in open_headers.items() if depth >= h.depth}
            yield content, {name: header.text for name, header in open_headers.items()}, is_header


def _joined(
    elements: Iterator[tuple[str, dict[str, str], bool]],
) -> Iterator[tuple[str, dict[str, str], bool]]:
    """The elements with the text below a header as one; its headers are those above the last of it."""
    texts: list[str] = []
    above: dict[str, str] = {}
    for content, metadata, is_header in elements:
        if is_header:
            if texts:
                yield _HARD_BREAK.join(texts), above, False
                texts = []
            yield content, metadata, True
        else:
            texts.append(content)
        above = metadata
    if texts:
        yield _HARD_BREAK.join(texts), above, False


def _nodes(text: str) -> Iterator[tuple[Any, int]]:
    """The elements of a page's body in order, each before those in it, and how deep it stands."""
    soup_class = needed("bs4", "HTMLHeaderTextSplitter").BeautifulSoup
    tag_class = needed("bs4", "HTMLHeaderTextSplitter").Tag
    soup = soup_class(text, "html.parser")
    body = soup.body or soup
    todo = [(body, len(list(body.parents)))]
    while todo:
        node, depth = todo.pop()
        yield node, depth
        todo.extend((child, depth + 1) for child in reversed(node.contents) if isinstance(child, tag_class))


def _own_text(node: Any) -> str:
    """The text that stands in an element itself, and not in one inside it."""
    texts = (str(text).strip() for text in node.find_all(string=True, recursive=False))
    return " ".join(text for text in texts if text)

"""The HTML parser."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.encoding import decode
from chunkwise.parsers.formats import HTML
from chunkwise.parsers.html.reader import PageReader

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.I)
_MAIN = re.compile(r"<main[\s>]", re.I)
_HEAD = 4096


class HtmlParser:
    """Reads web pages: headings, paragraphs, nested lists, tables with merged cells, code, figures.

    Navigation, page headers and footers are kept as furniture. Scripts, styles and controls are no
    text; what a page hides is left out with a warning.
    """

    name = "html"
    version = "1"
    media_types = (HTML, "application/xhtml+xml")
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            OSError: the file cannot be read.
        """
        data = source.read()
        text, warnings = decoded(data)
        reader = read_page(text)
        if reader.hidden:
            warnings = [*warnings, f"{reader.hidden} hidden elements were left out."]
        content, blocks, found = reader.text.finish()
        yield build_document(
            self, source, data, content, blocks,
            media_type=HTML, metadata=reader.metadata, warnings=[*warnings, *found],
        )  # fmt: skip


def read_page(markup: str) -> PageReader:
    """Read a page; where all of it would be furniture (an element was never closed), none is."""
    reader = PageReader(has_main=_MAIN.search(markup) is not None)
    reader.feed(markup)
    reader.close()
    _, blocks, _ = reader.text.finish()
    content = sum(len(block.span) for block in blocks if not block.is_furniture)
    around = sum(len(block.span) for block in blocks if block.is_furniture)
    if around > 4 * content:
        reader = PageReader(keep_furniture=False)
        reader.feed(markup)
        reader.close()
    return reader


def decoded(data: bytes) -> tuple[str, list[str]]:
    """The text of a page, and what could not be decoded.

    A ``<meta charset>`` counts where the bytes are no UTF-8.
    """
    match = _CHARSET.search(data[:_HEAD])
    if match and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            name = match[1].decode("ascii").lower()
            name = "gb18030" if name in ("gb2312", "gbk") else "cp1252" if name == "iso-8859-1" else name
            try:
                return data.decode(name), []
            except (LookupError, UnicodeDecodeError):
                pass
    text, _, warnings = decode(data)
    return text, warnings

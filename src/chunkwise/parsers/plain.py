"""Plain text and source code: the text as it is, a block for each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import Draft, build_document, read_verbatim, tile
from chunkwise.parsers.formats import PROSE, TEXT, XML
from chunkwise.parsers.lines import TextLine, lines_of
from chunkwise.parsers.paragraphs import prose


class PlainParser:
    """Reads plain text (a block for each paragraph or list item) and source code.

    Source code has a ``code`` block for each top-level piece: it ends at a blank line that is
    followed by a line without indentation. No headings are guessed.
    """

    name = "text"
    version = "1"
    media_types = (TEXT, "text/x-*", XML, "text/xml")
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            OSError: the file cannot be read.
        """
        read = read_verbatim(source)
        media_type = source.media_type or TEXT
        language = _language(media_type)
        found = lines_of(read.text)
        drafts = list(_code(found, language)) if language else list(prose(found))
        yield build_document(
            self,
            source,
            read.data,
            read.text,
            tile(read.text, drafts, filler="code" if language else "paragraph"),
            media_type=media_type,
            metadata=read.metadata,
            warnings=read.warnings,
        )


def _language(media_type: str) -> str | None:
    """The name of the programming language; None for prose."""
    if media_type in (XML, "text/xml"):
        return "xml"
    if media_type in PROSE or not media_type.startswith("text/x-"):
        return None
    return media_type.removeprefix("text/x-")


def _code(found: Iterator[TextLine], language: str) -> Iterator[Draft]:
    block: Draft | None = None
    for is_blank, group in groupby(found, key=lambda line: line.is_blank):
        if is_blank:
            continue
        lines = list(group)
        if block is not None and lines[0].indent > 0:
            block.end = lines[-1].end
            continue
        if block is not None:
            yield block
        block = Draft("code", lines[0].start, lines[-1].end, style={"language": language}, keep_indent=True)
    if block is not None:
        yield block

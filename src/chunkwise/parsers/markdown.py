"""Markdown: the text as it is, with the blocks that CommonMark and its common extensions see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import Draft, build_document, read_verbatim, tile
from chunkwise.parsers.formats import MARKDOWN
from chunkwise.parsers.front_matter import read_front_matter
from chunkwise.parsers.lines import lines_of
from chunkwise.parsers.markdown_blocks import Drafts
from chunkwise.parsers.markdown_rules import block_tokens, new_parser
from chunkwise.parsers.paragraphs import prose

_FALLBACK = "The Markdown could not be read ({error}): read as plain paragraphs."
_TOO_DEEP = "Lists or quotes are nested too deeply: the deepest were read as paragraphs."


class MarkdownParser:
    """Reads Markdown: CommonMark, tables, front matter, formulas, footnotes.

    Spans cover the source with its markup; a heading's clean text is ``style["title"]``. Headings
    inside lists and quotes are paragraphs, since they head nothing outside of these. Link
    definitions, rules (``---``), HTML and comments are paragraphs with a ``style["name"]``. A table
    written in HTML is a table; where its tags are broken, one without rows and cells.
    """

    name = "markdown"
    version = "2"
    media_types = (MARKDOWN, "text/x-markdown")
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            OSError: the file cannot be read.
        """
        read = read_verbatim(source)
        body, settings = read_front_matter(read.text)
        top = [Draft("header", 0, body, style={"name": "front matter"})] if body else []
        drafts, warnings = _drafts(read.text, body)
        yield build_document(
            self,
            source,
            read.data,
            read.text,
            tile(read.text, [*top, *drafts], marks=">"),
            media_type=MARKDOWN,
            metadata={**read.metadata, **settings},
            warnings=[*read.warnings, *warnings],
        )


def _drafts(text: str, begin: int) -> tuple[Sequence[Draft], list[str]]:
    """The blocks from an offset on, and what went wrong."""
    # Of the same length, with line ends that markdown-it counts: offsets stay what they are.
    source = _blanked(text, begin).replace("\r\n", " \n").replace("\r", "\n")
    markdown = new_parser()
    try:
        tokens, remarks = block_tokens(markdown, source)
        drafts = Drafts(markdown, source, remarks["references"]).read(tokens)
    except (RecursionError, IndexError, RuntimeError) as error:
        found = list(prose(lines_of(_blanked(text, begin))))
        return found, [_FALLBACK.format(error=type(error).__name__)]
    return drafts, [_TOO_DEEP] if remarks["too_deep"] else []


def _blanked(text: str, begin: int) -> str:
    """The text with everything before an offset made white space, line ends kept."""
    return re.sub(r"[^\r\n]", " ", text[:begin]) + text[begin:] if begin else text

"""Units: the sentences by which passages are ranked.

A unit is a heading, or a sentence of a paragraph; a short sentence goes with its neighbour, a long
one is cut after a clause. Units follow reading order and never reach over a paragraph.

To be told apart from the units of a split step, these are called *sentence units* where both are near.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chunkwise.model.block import FURNITURE_KINDS, Block
from chunkwise.model.document import NO_ALT, Document, heading_level, is_invisible, trimmed
from chunkwise.model.span import Span
from chunkwise.text.boundaries import last_word
from chunkwise.text.graphemes import last_grapheme_end
from chunkwise.text.plain_structure import plain_paragraphs
from chunkwise.text.sentences import last_clause_end, sentences
from chunkwise.text.wrapping import columns

SHORTEST = 30
"""Columns: a sentence of fewer goes with its neighbour in the paragraph."""
LONGEST = 480
"""Columns: a sentence of more is cut after a clause, else after a word."""

_BY_LINES = frozenset({"table", "code", "toc"})
_PLAIN = "text/plain"


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a heading, as ranking sees it."""

    span: Span
    """Where it stands in the document's text."""
    paragraph: int
    """Number of its paragraph, from 0 and rising; units of one paragraph share it."""
    heading: bool = False
    """Whether it is a heading."""
    path: tuple[str, ...] = ()
    """Headings above it, outermost first; a heading's own title is not among them."""


def text_units(text: str) -> list[Unit]:
    """The units of plain text.

    >>> [unit.span.of(text) for text in ["= Tax =\\nIt is due in May. Late payment costs interest of 5 %."]
    ...  for unit in text_units(text)]
    ['= Tax =', 'It is due in May. Late payment costs interest of 5 %.']
    """
    return _numbered(_plain_parts(text, 0, len(text)), text)


def document_units(document: Document) -> list[Unit]:
    """The units of a document: from its blocks, or from its lines where it is plain text.

    Running heads, page numbers, and figures of which nothing can be read have none. Lines of
    tables and code are paragraphs of their own.
    """
    return _numbered(_parts(document), document.text)


@dataclass(frozen=True, slots=True)
class _Part:
    """A heading (level from 0) or a paragraph (-1)."""

    span: Span
    title: str = ""
    level: int = -1


def _parts(document: Document) -> Iterator[_Part]:
    text = document.text
    for block in document.blocks:
        if document.heads_section(block):
            yield _Part(block.span, document.heading_text(block), heading_level(block))
        elif _is_silent(block, text):
            continue
        elif block.kind in _BY_LINES:
            yield from _line_parts(text, block.span)
        elif block.kind == "paragraph" and document.media_type == _PLAIN:
            yield from _plain_parts(text, block.span.start, block.span.end)
        else:
            yield _Part(block.span)


def _is_silent(block: Block, text: str) -> bool:
    if block.kind in FURNITURE_KINDS or is_invisible(text[block.span.start : block.span.end]):
        return True
    return block.kind == "figure" and block.span.of(text) == NO_ALT


def _plain_parts(text: str, start: int, end: int) -> Iterator[_Part]:
    for part in plain_paragraphs(text, start, end):
        yield _Part(part.span, part.title, part.level or -1)


def _line_parts(text: str, span: Span) -> Iterator[_Part]:
    at = span.start
    for line in span.of(text).splitlines(keepends=True):
        bare = trimmed(text, at, at + len(line))
        at += len(line)
        if len(bare):
            yield _Part(bare)


def _numbered(parts: Iterable[_Part], text: str) -> list[Unit]:
    """Units of the parts, with the headings above them."""
    units: list[Unit] = []
    levels: list[int] = []
    path: tuple[str, ...] = ()
    for number, part in enumerate(parts):
        if part.level < 0:
            units += (Unit(span, number, False, path) for span in paragraph_units(text, part.span))
            continue
        while levels and levels[-1] >= part.level:
            levels.pop()
        path = path[: len(levels)]
        units.append(Unit(part.span, number, True, path))
        levels.append(part.level)
        path = (*path, part.title)
    return units


def paragraph_units(text: str, span: Span) -> list[Span]:
    """The spans of the units of one paragraph; they hold all of it but white space.

    >>> text = "He ran. She stood at the window and waited for him."
    >>> [span.of(text) for span in paragraph_units(text, Span(0, len(text)))]
    ['He ran. She stood at the window and waited for him.']
    """
    joined: list[Span] = []
    short = False  # whether the last one is
    for sentence in sentences(text, span.start, span.end):
        for piece in _pieces(text, sentence):
            width = columns(piece.of(text))
            if joined and (short or width < SHORTEST) and len(piece) + len(joined[-1]) <= LONGEST:
                joined[-1] = Span(joined[-1].start, piece.end)
                short = columns(joined[-1].of(text)) < SHORTEST
            else:
                joined.append(piece)
                short = width < SHORTEST
    return joined


def _pieces(text: str, sentence: Span) -> Iterator[Span]:
    """A long sentence cut after clauses, else words, else grapheme clusters."""
    start = sentence.start
    while sentence.end - start > LONGEST // 2 and columns(text[start : start + LONGEST + 1]) > LONGEST:
        high = _reach(text, start, sentence.end)
        if high == sentence.end:
            break
        floor = start + (high - start) // 4
        cut = last_clause_end(text, floor, high)
        if cut <= start:
            cut = last_word(text, floor, high)
        if cut <= start:
            cut = last_grapheme_end(text, start, high)
        cut = cut if cut > start else high
        piece = trimmed(text, start, cut)
        if len(piece):
            yield piece
        start = trimmed(text, cut, sentence.end).start
    if start < sentence.end:
        yield Span(start, sentence.end)


def _reach(text: str, start: int, end: int) -> int:
    """The farthest offset that ``LONGEST`` columns from ``start`` reach."""
    high = min(start + LONGEST, end)
    while columns(text[start:high]) > LONGEST:
        high = start + (high - start) * LONGEST // (columns(text[start:high]) + 1)
    return high

"""What a method did to a document's structure: sentences, tables and headings, and the sizes of chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from chunkwise.model.block import Block
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.quality.ranges import united
from chunkwise.text.sentences import sentences

_PROSE = frozenset({"paragraph", "list_item", "caption", "footnote"})
_LINES = frozenset({"list_item"})
_BETWEEN = frozenset({"header", "footer", "footnote", "toc"})
"""Kinds that may stand between a heading and its text."""


@dataclass(frozen=True, slots=True)
class Structure:
    """Figures of one or several chunkings; they need no questions."""

    chunks: int
    """Leaves: search units."""
    sentences: int
    """Sentences of running text in the documents."""
    sentences_cut: int
    """Of these, sentences of which chunks hold parts, and none the whole."""
    tables: int
    """Tables in the documents."""
    tables_split: int
    """Of these, tables that no chunk holds whole. Cutting between rows is what some methods are for."""
    headings: int
    """Headings in the documents."""
    orphan_headings: int
    """Of these, headings in a chunk that has nothing of the text right below them."""
    over_cap: int
    """Chunks above their cap; each says so in ``reason.oversize``, or is counted to be."""
    sizes: tuple[int, ...]
    """Size of every chunk, in order: tokens of its index text; characters where tokens are unknown."""
    unit: str
    """``tokens`` or ``characters``: what ``sizes`` are in."""

    @property
    def smallest(self) -> int:
        """The smallest size, 0 where there are no chunks."""
        return min(self.sizes, default=0)

    @property
    def typical(self) -> int:
        """The median size, rounded."""
        return round(median(self.sizes)) if self.sizes else 0

    @property
    def largest(self) -> int:
        """The largest size."""
        return max(self.sizes, default=0)


def structure_of(chunkings: Iterable[Chunking]) -> Structure:
    """The figures of one method on some documents, taken together.

    >>> from chunkwise.pipeline.api import chunk_text
    >>> found = structure_of([chunk_text("One two three. Four.", tokenizer="words", max_tokens=2)])
    >>> found.chunks, found.sentences, found.sentences_cut, found.largest
    (2, 2, 1, 2)
    """
    kept = list(chunkings)
    leaves = [chunk for chunking in kept for chunk in chunking]
    tokens = [chunk.tokens for chunk in leaves if chunk.tokens is not None]
    counted = len(tokens) == len(leaves)
    columns = zip((0,) * 7, *map(_figures, kept), strict=True)
    told, cut, tables, split, headings, orphans, above = map(sum, columns)
    return Structure(
        chunks=len(leaves),
        sentences=told,
        sentences_cut=cut,
        tables=tables,
        tables_split=split,
        headings=headings,
        orphan_headings=orphans,
        over_cap=above,
        sizes=tuple(tokens) if counted else tuple(len(chunk.index_text) for chunk in leaves),
        unit="tokens" if counted else "characters",
    )


def sentence_spans(document: Document) -> list[Span]:
    """The sentences of running text, in order; not those of tables, code and headings."""
    return [
        span
        for block in document.blocks
        if block.kind in _PROSE
        for span in sentences(document.text, block.span.start, block.span.end, block.kind in _LINES)
    ]


def _figures(chunking: Chunking) -> tuple[int, int, int, int, int, int, int]:
    document = chunking.document
    cover = _Cover([span for chunk in chunking for span in _whole_spans(document, chunk)])
    told = sentence_spans(document)
    tables = [block.span for block in document.blocks if block.kind == "table"]
    headings = [block for block in document.blocks if block.is_heading]
    cap = chunking.settings.get("max_tokens")
    return (
        len(told),
        sum(cover.cuts(span) for span in told),
        len(tables),
        sum(cover.cuts(span) for span in tables),
        len(headings),
        _orphans(document.blocks, cover),
        sum(_is_above(chunk, cap) for chunk in chunking),
    )


def _whole_spans(document: Document, chunk: Chunk) -> list[Span]:
    """The spans of a chunk, joined where nothing but white space lies between them."""
    joined: list[Span] = []
    for span in chunk.spans:
        if joined and not document.text[joined[-1].end : span.start].strip():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _is_above(chunk: Chunk, cap: object) -> bool:
    return chunk.reason.oversize or (isinstance(cap, int) and chunk.tokens is not None and chunk.tokens > cap)


class _Cover:
    """What the spans of chunks hold whole, and in part."""

    def __init__(self, spans: Sequence[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._farthest: list[int] = []
        for span in ordered:
            self._farthest.append(max(span.end, self._farthest[-1] if self._farthest else 0))
        self._parts = united((span.start, span.end) for span in ordered)

    def holds(self, span: Span) -> bool:
        """Whether one span has all of it."""
        at = bisect_right(self._starts, span.start) - 1
        return at >= 0 and self._farthest[at] >= span.end

    def meets(self, span: Span) -> bool:
        """Whether some span has a character of it."""
        at = bisect_right(self._parts, (span.end, -1)) - 1
        return at >= 0 and self._parts[at][1] > span.start

    def cuts(self, span: Span) -> bool:
        """Whether some have parts of it, and none all."""
        return not self.holds(span) and self.meets(span)


def _orphans(blocks: Sequence[Block], cover: _Cover) -> int:
    """Headings that stand in chunks, and in none together with the first character of what they head."""
    body = [block for block in blocks if block.kind not in _BETWEEN and len(block.span)]
    return sum(
        cover.holds(here.span) and not cover.holds(Span(here.span.start, below.span.start + 1))
        for here, below in pairwise(body)
        if here.is_heading and not below.is_heading
    )

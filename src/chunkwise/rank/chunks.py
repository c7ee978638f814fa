"""Chunks ranked by their best sentence unit, however they were cut."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from chunkwise.model.span import Span
from chunkwise.rank.ranked import RankedUnit


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """A chunk with what it was found by."""

    chunk: int
    """Its place among the chunks that were given."""
    score: float
    """That of its best unit."""
    units: tuple[RankedUnit, ...]
    """The units in it, best first."""


def rank_chunks(
    ranked: Sequence[RankedUnit], chunks: Iterable[tuple[int, Sequence[Span]]]
) -> list[RankedChunk]:
    """The chunks that hold a ranked unit, in the order of their best units.

    A unit counts for every chunk that holds at least half of it, or of which it is at least half. A
    chunk is as good as its best unit: a long one gains nothing by what else it has.

    Args:
        ranked: units, best first.
        chunks: (place of its document among those indexed, its spans) of each chunk; they may overlap.

    Returns:
        Best first; chunks of the same unit in the order given.

    >>> units = [RankedUnit(0, 3, Span(60, 90), 2.0), RankedUnit(0, 0, Span(0, 20), 1.0)]
    >>> [found.chunk for found in rank_chunks(units, [(0, [Span(0, 50)]), (0, [Span(50, 99)])])]
    [1, 0]
    """
    pieces: dict[int, list[tuple[Span, int]]] = {}
    for number, (document, spans) in enumerate(chunks):
        pieces.setdefault(document, []).extend((span, number) for span in spans)
    shelves = {document: _Shelf.of(found) for document, found in pieces.items()}
    found: dict[int, list[RankedUnit]] = {}
    for unit in ranked:
        shelf = shelves.get(unit.document)
        for chunk in sorted(set(shelf.holding(unit.span))) if shelf else ():
            found.setdefault(chunk, []).append(unit)
    return [RankedChunk(chunk, units[0].score, tuple(units)) for chunk, units in found.items()]


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The spans of one document's chunks by their starts."""

    spans: list[tuple[Span, int]]
    reaches: list[int]
    """The farthest end of a span up to here."""

    @classmethod
    def of(cls, spans: list[tuple[Span, int]]) -> _Shelf:
        spans = sorted(spans)
        return cls(spans, list(accumulate((span.end for span, _ in spans), max)))

    def holding(self, unit: Span) -> Iterator[int]:
        """The chunks with a span that shares half with the unit."""
        at = bisect_left(self.spans, unit.end, key=lambda found: found[0].start) - 1
        while at >= 0 and self.reaches[at] > unit.start:
            span, chunk = self.spans[at]
            shared = min(span.end, unit.end) - max(span.start, unit.start)
            if shared > 0 and 2 * shared >= min(len(unit), len(span)):
                yield chunk
            at -= 1

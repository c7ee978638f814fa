"""Which chunks a question gets: one ranking of sentences for all, so that only the cutting differs.

The sentence units of the documents are ranked once for a question (``rank/unit_index.py``, no model). A
chunk is as good as the best unit in it, and is returned as its parent where it has one, as a search does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.span import Span
from chunkwise.rank.unit_index import RankedUnit

UNITS = 300
"""Units that are ranked for a question: enough to fill the largest budget with short chunks."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A chunk that a question gets."""

    chunk: Chunk
    """What is returned: the outermost parent, or the chunk itself."""
    matched: Chunk
    """The leaf that was found in it first."""
    score: float
    """Of the best unit in it; scores of different questions do not compare."""


class ChunkRanking:
    """Ranks the chunks of some documents by units that were ranked before.

    Args:
        chunkings: one a document, in the order of the documents that were indexed.
    """

    def __init__(self, chunkings: Sequence[Chunking]) -> None:
        self._chunkings = chunkings
        self._placed = [_Leaves(chunking) for chunking in chunkings]

    def ranked(self, units: Iterable[RankedUnit]) -> list[Retrieved]:
        """The chunks that hold these units, best first, each once."""
        found: dict[str, Retrieved] = {}
        for unit in units:
            chunking = self._chunkings[unit.document]
            for leaf in self._placed[unit.document].holding(unit.span):
                top = _top(chunking, leaf)
                found.setdefault(top.id, Retrieved(top, leaf, unit.score))
        return list(found.values())


class _Leaves:
    """The leaves of a document by where their spans begin."""

    def __init__(self, chunking: Chunking) -> None:
        placed = sorted(
            ((span, number) for number, leaf in enumerate(chunking) for span in leaf.spans),
            key=lambda one: one[0],
        )
        self._leaves = tuple(chunking)
        self._sizes = [sum(map(len, leaf.spans)) for leaf in chunking]
        self._numbers = [number for _, number in placed]
        self._spans = [span for span, _ in placed]
        self._starts = [span.start for span in self._spans]
        self._farthest: list[int] = []
        for span in self._spans:
            self._farthest.append(max(span.end, self._farthest[-1] if self._farthest else 0))

    def holding(self, unit: Span) -> list[Chunk]:
        """The leaves that share half of the shorter of the two with a unit, those with most of it first.

        Where none does, the one with most of it; none where the unit was left out.
        """
        shared: dict[int, int] = {}
        for at in self._meeting(unit):
            span = self._spans[at]
            length = min(span.end, unit.end) - max(span.start, unit.start)
            shared[self._numbers[at]] = shared.get(self._numbers[at], 0) + length
        ordered = sorted(shared, key=lambda number: (-shared[number], number))
        enough = [n for n in ordered if 2 * shared[n] >= min(len(unit), self._sizes[n])]
        return [self._leaves[number] for number in enough or ordered[:1]]

    def _meeting(self, unit: Span) -> Iterator[int]:
        """The places of the spans that have a character of the unit."""
        at = bisect_left(self._starts, unit.end) - 1
        while at >= 0 and self._farthest[at] > unit.start:
            if self._spans[at].end > unit.start:
                yield at
            at -= 1


def _top(chunking: Chunking, leaf: Chunk) -> Chunk:
    """The outermost parent of a leaf."""
    top = leaf
    while (parent := chunking.parent_of(top)) is not None:
        top = parent
    return top

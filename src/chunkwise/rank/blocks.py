"""The first stage over many units: plain BM25 over blocks of neighbouring units.

A block is some thousand columns of one document. Only the neighbourhoods of the best blocks are
then ranked by the kernel, so that a query costs the same however much text there is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from chunkwise.rank.unit_postings import UnitPostings, Window

_K1, _B = 1.2, 0.75
"""The usual constants of BM25: no result here depends on them."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of units with the impact of each term."""

    windows: tuple[Window, ...]
    """Block → its units."""
    block_of: array[int]
    """Unit → its block."""
    blocks: Mapping[str, array[int]]
    """Term → blocks that have it, rising."""
    impacts: Mapping[str, array[float]]
    """Term → its share of their BM25 scores before its idf, in the same order."""

    def best(self, gains: Mapping[str, float], count: int) -> list[int]:
        """The best blocks for terms with their weights, best first; ties in reading order."""
        scores: dict[int, float] = {}
        seen = scores.get
        for term, gain in gains.items():
            if term in self.blocks:
                for block, impact in zip(self.blocks[term], self.impacts[term], strict=True):
                    scores[block] = seen(block, 0.0) + gain * impact
        return nsmallest(count, scores, key=lambda block: (-scores[block], block))

    def around(self, blocks: Iterable[int], documents: Sequence[int]) -> list[Window]:
        """The units of blocks and of one neighbour on each side, joined where they touch.

        Args:
            blocks: numbers of blocks.
            documents: unit → number of its document; nothing is joined over its end.
        """
        wanted = {near for block in blocks for near in range(block - 1, block + 2)
                  if 0 <= near < len(self.windows) and self._same(block, near, documents)}  # fmt: skip
        found: list[Window] = []
        for block in sorted(wanted):
            first, end = self.windows[block]
            if found and found[-1][1] == first and documents[first - 1] == documents[first]:
                found[-1] = (found[-1][0], end)
            else:
                found.append((first, end))
        return found

    def _same(self, one: int, other: int, documents: Sequence[int]) -> bool:
        return documents[self.windows[one][0]] == documents[self.windows[other][0]]


def blocks_of(postings: UnitPostings, widths: Sequence[int], size: int, path: float) -> Blocks:
    """Blocks of at least ``size`` columns, the last one of a document excepted.

    Args:
        postings: of the units.
        widths: unit → its columns.
        size: columns of a block.
        path: weight of an occurrence in the headings above.
    """
    windows = list(_windows(postings.documents, widths, size))
    block_of = array("I")
    for number, (first, end) in enumerate(windows):
        block_of.extend([number] * (end - first))
    counts: dict[str, dict[int, float]] = {}
    for term, units in postings.units.items():
        there = counts[term] = {}
        for unit, count in zip(units, postings.counts[term], strict=True):
            block = block_of[unit]
            there[block] = there.get(block, 0.0) + count
    for term, by_stretch in postings.path_counts.items():
        there = counts.setdefault(term, {})
        for stretch, count in by_stretch.items():
            first, end = postings.stretches[stretch]
            for block in range(block_of[first], block_of[end - 1] + 1):
                there[block] = there.get(block, 0.0) + path * count
    lengths = [sum(postings.lengths[first:end]) for first, end in windows]
    average = sum(lengths) / max(1, len(lengths)) or 1.0
    damped = [_K1 * (1 - _B + _B * length / average) for length in lengths]
    impacts = {
        term: array(
            "f", (there[block] * (_K1 + 1) / (there[block] + damped[block]) for block in sorted(there))
        )
        for term, there in counts.items()
    }
    blocks = {term: array("I", sorted(there)) for term, there in counts.items()}
    return Blocks(tuple(windows), block_of, blocks, impacts)


def _windows(documents: Sequence[Window], widths: Sequence[int], size: int) -> Iterable[Window]:
    for first, end in documents:
        begin, width = first, 0
        for unit in range(first, end):
            width += widths[unit]
            if width >= size:
                yield begin, unit + 1
                begin, width = unit + 1, 0
        if begin < end:
            yield begin, end

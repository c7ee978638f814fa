"""Kernel BM25 inside the neighbourhoods of candidates: the second stage of a search.

A store finds candidates; here their sentence units, and those of the chunks around them, are ranked
together, from as many bases as were asked. How much a term tells (its idf) is a matter of the whole
collection, where that is known: among candidates, what they were found by seems common. The average
length is that of the pool.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any

from chunkwise.model.block import NOTHING
from chunkwise.rank.kernel import DEFAULT, KernelSettings, TermShare, idf, saturated, weights


@dataclass(frozen=True, slots=True)
class Piece:
    """The sentence units of a chunk, as ranking needs them: parallel lists in reading order."""

    starts: Sequence[int]
    """Where each unit begins in its document."""
    ends: Sequence[int]
    """Where it ends."""
    paragraphs: Sequence[int]
    """Paragraph of each, rising from 0; 0 goes on with the last paragraph of the piece before."""
    headings: Sequence[int]
    """Numbers of the units that are headings."""
    terms: Sequence[str]
    """The terms of each, with a blank between them."""
    path: Sequence[str]
    """Terms of what stands above all of them: titles, a table's header."""

    def __len__(self) -> int:
        return len(self.starts)

    def from_offset(self, offset: int) -> Piece:
        """The units that begin there or later."""
        if not self.starts or self.starts[0] >= offset:
            return self
        at = next((number for number, start in enumerate(self.starts) if start >= offset), len(self))
        headings = [number - at for number in self.headings if number >= at]
        return Piece(
            self.starts[at:], self.ends[at:], self.paragraphs[at:], headings, self.terms[at:], self.path
        )


class Pool:
    """Units of several stretches of text, ranked for the terms of a query.

    Args:
        stretches: pieces that follow each other in a document; the kernel stays inside a stretch.
        terms: term, as ``query_terms`` makes it → factor of its share: 1 for a word of the query,
            less for what only means the same.
        settings: the constants of the kernel.
        containing: term → how many units of the whole collection have it; terms without are in none.
        total: the number of its units; 0: nothing is known of it, and the pool is all there is.

    >>> piece = Piece([0, 20], [19, 40], [0, 0], [], ["tax due", "pay"], ["law"])
    >>> pool = Pool([[piece]], {"tax": 1.0})
    >>> [round(score, 2) for score in pool.scores]
    [0.67, 0.42]
    """

    def __init__(
        self,
        stretches: Iterable[Sequence[Piece]],
        terms: Mapping[str, float],
        settings: KernelSettings = DEFAULT,
        containing: Mapping[str, int] = NOTHING,
        total: int = 0,
    ) -> None:
        self._settings = settings
        self._factors = terms
        self._containing, self._total = containing, total
        self._layout = layout = _Layout()
        for pieces in stretches:
            layout.add(pieces)
        self.size = len(layout.lengths)
        """How many units there are."""
        self._terms = list(terms)
        self._counts, self._above = layout.counts(self._terms)
        near = spread_counts(self._counts, layout.stretches, layout.paragraphs, settings)
        lengths = near[:, -1]
        average = float(lengths.mean()) if self.size else 0.0
        self._damped = settings.k1 * (1 - settings.b + settings.b * lengths / (average or 1.0))
        self._near = near[:, :-1]

    @property
    def vocabulary(self) -> set[str]:
        """Every term of the pool."""
        return self._layout.vocabulary

    @property
    def unknown(self) -> list[str]:
        """The terms of the query that the pool does not have."""
        there = (self._counts[:, :-1].any(axis=0) | self._above.any(axis=0)).tolist()
        return [term for term, known in zip(self._terms, there, strict=True) if not known]

    @cached_property
    def gains(self) -> dict[str, float]:
        """The idf of the query's terms, times their factors."""
        having = (self._counts[:, :-1] > 0).sum(axis=0).tolist()
        total = max(self._total, self.size)
        return {
            term: self._factors[term] * idf(total, max(count, self._containing.get(term, 0)))
            for term, count in zip(self._terms, having, strict=True)
        }

    @cached_property
    def scores(self) -> list[float]:
        """The score of every unit, in order; 0 where nothing of the query is near."""
        settings, numpy = self._settings, _numpy()
        counts = self._near + settings.path * self._above
        gains = numpy.array(list(self.gains.values())) * (settings.k1 + 1)
        found = (counts / (counts + self._damped[:, None])) @ gains
        found[self._layout.headings] *= settings.heading
        scores: list[float] = found.tolist()
        return scores

    def explain(self, unit: int) -> list[TermShare]:
        """What each term gives to a unit's score and from which distances, largest share first."""
        layout, settings = self._layout, self._settings
        own, paragraph = layout.stretches[unit], layout.paragraphs[unit]
        low = max(bisect_left(layout.stretches, own), unit - settings.reach)
        high = min(bisect_right(layout.stretches, own), unit + settings.reach + 1)
        by_distance = weights(settings)
        factor = settings.heading if unit in layout.headings else 1.0
        damped = float(self._damped[unit])
        sources: list[list[tuple[int, float]]] = [[] for _ in self._terms]
        window = self._counts[low:high, :-1]
        for place, term in zip(*(found.tolist() for found in window.nonzero()), strict=True):
            distance = low + place - unit
            weight = by_distance[abs(distance)] * float(window[place, term])
            same = layout.paragraphs[low + place] == paragraph
            sources[term].append((distance, weight if same else weight * settings.paragraph))
        shares = []
        for at, (term, found) in enumerate(zip(self._terms, sources, strict=True)):
            path = settings.path * float(self._above[unit, at])
            count = sum(weight for _, weight in found) + path
            if count:
                score = self.gains[term] * factor * saturated(count, damped, settings)
                found.sort(key=lambda source: (abs(source[0]), source[0]))
                shares.append(TermShare(term, score, tuple(found), path))
        return sorted(shares, key=lambda share: -share.score)


class _Layout:
    """The units of all stretches, one after the other."""

    def __init__(self) -> None:
        self.stretches: list[int] = []
        """Unit → number of its stretch."""
        self.paragraphs: list[int] = []
        """Unit → number of its paragraph, rising inside a stretch."""
        self.lengths: list[int] = []
        """Unit → number of its terms."""
        self.headings: list[int] = []
        """Units that are headings."""
        self._terms: list[str] = []
        self._paths: list[tuple[int, int, Sequence[str]]] = []
        self._last = -1

    def add(self, pieces: Iterable[Piece]) -> None:
        """Take a stretch."""
        self._last += 1
        paragraph = 0
        for piece in pieces:
            first = len(self.lengths)
            self.headings += [first + number for number in piece.headings]
            self.paragraphs += [paragraph + number for number in piece.paragraphs]
            self.stretches += [self._last] * len(piece)
            for text in piece.terms:
                terms = text.split(" ") if text else []
                self._terms += terms
                self.lengths.append(len(terms))
            if len(piece):
                paragraph = self.paragraphs[-1]
                self._paths.append((first, len(self.lengths), piece.path))

    @cached_property
    def vocabulary(self) -> set[str]:
        """Every term of the units and of what stands above them."""
        return set(self._terms).union(*(path for _, _, path in self._paths))

    def counts(self, wanted: Sequence[str]) -> tuple[Any, Any]:
        """How often each unit has each term, its length in one more column; and how often it is above."""
        numpy = _numpy()
        size, number = len(wanted), {term: at for at, term in enumerate(wanted)}
        columns = numpy.fromiter(
            map(number.get, self._terms, repeat(size)), dtype=numpy.int64, count=len(self._terms)
        )
        units = numpy.repeat(numpy.arange(len(self.lengths)), self.lengths)
        flat = numpy.bincount(units * (size + 1) + columns, minlength=len(self.lengths) * (size + 1))
        counts = flat.reshape(len(self.lengths), size + 1).astype(numpy.float64)
        counts[:, -1] = self.lengths
        above = numpy.zeros((len(self.lengths), size))
        for first, end, path in self._paths:
            for term in number.keys() & path:
                above[first:end, number[term]] = path.count(term)
        return counts, above


def spread_counts(
    counts: Any, stretches: Sequence[int], paragraphs: Sequence[int], settings: KernelSettings
) -> Any:
    """What ``kernel.spread`` gives for each column, for all units at once.

    Args:
        counts: an array with a row a unit.
        stretches: unit → number of its stretch.
        paragraphs: unit → number of its paragraph inside the stretch.
        settings: the constants.
    """
    numpy = _numpy()
    spread, by_distance = counts.copy(), weights(settings)
    stretch, paragraph = numpy.array(stretches), numpy.array(paragraphs)
    for distance in range(1, min(settings.reach, len(counts) - 1) + 1):
        same = stretch[distance:] == stretch[:-distance]
        if not same.any():
            break
        factor = numpy.where(paragraph[distance:] == paragraph[:-distance], 1.0, settings.paragraph)
        weight = (by_distance[distance] * same * factor)[:, None]
        spread[distance:] += weight * counts[:-distance]
        spread[:-distance] += weight * counts[distance:]
    return spread


def _numpy() -> Any:
    import numpy

    return numpy

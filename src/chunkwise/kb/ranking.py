"""The second stage of a search: the candidates of all bases, ranked together by their sentence units."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from chunkwise.kb.candidates import Ranking, Reader
from chunkwise.kb.nearby import Stretch, stretches, unit_numbers
from chunkwise.kb.times import Times
from chunkwise.kb.units import ALL_UNITS
from chunkwise.model.hit import Share
from chunkwise.model.span import Span
from chunkwise.rank.fusion import Candidate, fuse
from chunkwise.rank.near_words import is_spelt, near_words
from chunkwise.rank.pool import Piece, Pool

DENSE_WEIGHT = 0.75
"""Of the cosine, beside kernel BM25 that is 1 for the best unit."""
NEAR_WEIGHT = 0.7
"""Of a word that is one letter away from a word of the question that stands nowhere."""

Key = tuple[int, str]
"""(number of the base, id of the chunk)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score."""

    base: int
    """Number of its base."""
    id: str
    score: float
    parts: Mapping[str, float]
    unit: int | None
    """Number of its best unit in the pool; None where it has no units."""


@dataclass(frozen=True, slots=True)
class PooledUnit:
    """A sentence unit with its place and score."""

    base: int
    document: tuple[int, int]
    """Its stretch: number of the base, and of the stretch in it; units of one stretch follow each other."""
    span: Span
    score: float
    chunk: str
    """Id of the leaf that it stands in."""


class Order:
    """Candidates of one or several bases in one order.

    Args:
        readers: the bases.
        found: the rankings of each.
        terms: term → factor.
        mode: how it is searched: ``hybrid``, ``lexical`` or ``dense``.
        most: candidates of each base that are ranked.
        fine: whether words count that are one letter away.
        times: takes the seconds.
    """

    def __init__(
        self,
        readers: Sequence[Reader],
        found: Sequence[Mapping[str, Ranking]],
        terms: Mapping[str, float],
        mode: str,
        most: int,
        fine: bool,
        times: Times,
    ) -> None:
        self._mode = mode
        fused = [fuse(rankings) for rankings in found]
        self.is_whole = all(len(own) <= most for own in fused)
        """Whether all that was found is ranked."""
        self.candidates: list[dict[str, Candidate]] = [
            {candidate.id: candidate for candidate in own[:most]} for own in fused
        ]
        self._floors = [
            min((score for _, score in rankings.get("dense", ())), default=0.0) for rankings in found
        ]
        with times.of("read"):
            self._stretches = [
                stretches(reader, known) for reader, known in zip(readers, self.candidates, strict=True)
            ]
        self._pieces = [piece for made in self._stretches for stretch in made for piece in stretch.pieces]
        self._firsts = [0, *accumulate(map(len, self._pieces))][:-1]
        with times.of("rank"):
            self.pool = _pool(readers, self._stretches, terms, fine)
            self._best_kernel = max(self.pool.scores, default=0.0)
            self.ranked = sorted(self._ranked(), key=lambda one: (-one.score, _place(one), one.base, one.id))

    def _ranked(self) -> Iterator[Ranked]:
        """Every candidate that its version has, as good as its best unit."""
        scores, first = self.pool.scores, 0
        for base, (known, made) in enumerate(zip(self.candidates, self._stretches, strict=True)):
            for id, numbers in _shifted(unit_numbers(made, known), first).items():
                unit = max(numbers, key=lambda number: (scores[number], -number), default=None)
                kernel = scores[unit] if unit is not None else 0.0
                cosine = known[id].parts.get("dense", self._floors[base])
                yield Ranked(
                    base, id, self._score(kernel, cosine), _parts(known[id], kernel, self._mode), unit
                )
            first += sum(len(piece) for stretch in made for piece in stretch.pieces)

    def _score(self, kernel: float, cosine: float) -> float:
        if self._mode == "lexical":
            return kernel
        if self._mode == "dense":
            return cosine
        return (kernel / self._best_kernel if self._best_kernel else 0.0) + DENSE_WEIGHT * cosine

    @property
    def misspelt(self) -> list[str]:
        """Words of the question that stand in no neighbourhood, and may have been mistyped."""
        return [term for term in self.pool.unknown if is_spelt(term)]

    @property
    def has_vectors(self) -> bool:
        """Whether scores have a part of vectors."""
        return self._mode != "lexical"

    def units(self) -> Iterator[PooledUnit | None]:
        """The units of candidates, in order; None for one of another chunk, which a filter may hold back."""
        number = 0
        for base, (known, made) in enumerate(zip(self.candidates, self._stretches, strict=True)):
            for place, stretch in enumerate(made):
                for leaf, piece in zip(stretch.leaves, stretch.pieces, strict=True):
                    candidate = known.get(leaf.id)
                    for start, end in zip(piece.starts, piece.ends, strict=True):
                        if candidate is None:
                            yield None
                        else:
                            cosine = candidate.parts.get("dense", self._floors[base])
                            score = self._score(self.pool.scores[number], cosine)
                            yield PooledUnit(base, (base, place), Span(start, end), score, leaf.id)
                        number += 1

    def span_of(self, unit: int) -> Span:
        """Where a unit of the pool stands in its document."""
        at = bisect_right(self._firsts, unit) - 1
        piece = self._pieces[at]
        return Span(piece.starts[unit - self._firsts[at]], piece.ends[unit - self._firsts[at]])

    def shares(self, unit: int) -> tuple[Share, ...]:
        """What each term gives to a unit."""
        return tuple(
            Share(found.term, found.score, found.sources, found.path) for found in self.pool.explain(unit)
        )


def _pool(
    readers: Sequence[Reader], made: Sequence[Sequence[Stretch]], terms: Mapping[str, float], fine: bool
) -> Pool:
    """All units; words that stand nowhere are looked for one letter away."""
    pieces = [stretch.pieces for some in made for stretch in some]
    pool = _counted(readers, pieces, terms)
    unknown = pool.unknown if fine else []
    near = near_words(unknown, pool.vocabulary) if any(map(is_spelt, unknown)) else {}
    if not near:
        return pool
    more = {word: NEAR_WEIGHT * terms[term] for term, words in near.items() for word in words}
    return _counted(readers, pieces, {**more, **terms})


def _counted(
    readers: Sequence[Reader], pieces: Sequence[Sequence[Piece]], terms: Mapping[str, float]
) -> Pool:
    """A pool whose terms count as much as they tell in all of the bases."""
    counts: Counter[str] = Counter()
    for reader in readers:
        counts.update(reader.base.revisions.term_counts(terms))
    return Pool(pieces, terms, containing=counts, total=counts[ALL_UNITS])


def _shifted(numbers: Mapping[str, Sequence[int]], by: int) -> dict[str, list[int]]:
    return {id: [number + by for number in own] for id, own in numbers.items()}


def _parts(candidate: Candidate, kernel: float, mode: str) -> dict[str, float]:
    return {**candidate.parts} if mode == "dense" else {"kernel": kernel, **candidate.parts}


def _place(one: Ranked) -> float:
    """Where the store saw it first: decides between equal scores."""
    return min(place for name, place in one.parts.items() if name.endswith("_rank"))

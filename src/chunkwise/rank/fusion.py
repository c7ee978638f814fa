"""Several rankings of the same things as one.

Reciprocal rank fusion (Cormack, Clarke, Buettcher: Reciprocal Rank Fusion outperforms Condorcet and
individual Rank Learning Methods, SIGIR 2009): scores of different rankings do not compare, places do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

RRF_K = 60
"""The paper's constant: the larger, the less the first places stand out."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that at least one ranking has."""

    id: str
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)
    """Ranking → its score, and ``RANKING_rank`` → the place, from 1."""


def fuse(rankings: Mapping[str, Sequence[tuple[str, float]]], k: int = RRF_K) -> list[Candidate]:
    """One order out of several rankings; a single one keeps its scores.

    Args:
        rankings: name → (id, score), best first, each id once.
        k: the constant of reciprocal rank fusion.

    Returns:
        Best first; equal scores by id. With more than one ranking that has anything in it, the score
        is the sum of ``1 / (k + place)``.

    >>> [found.id for found in fuse({"lexical": [("a", 9.1), ("b", 3.0)], "dense": [("b", 0.8)]})]
    ['b', 'a']
    """
    parts: dict[str, dict[str, float]] = {}
    sums: dict[str, float] = {}
    filled = {name: ranking for name, ranking in rankings.items() if ranking}
    for name, ranking in filled.items():
        for place, (id, score) in enumerate(ranking, 1):
            parts.setdefault(id, {}).update({name: score, f"{name}_rank": place})
            sums[id] = sums.get(id, 0.0) + (1 / (k + place) if len(filled) > 1 else score)
    candidates = [Candidate(id, sums[id], parts[id]) for id in parts]
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id))

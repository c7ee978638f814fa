"""Where a run of vectors breaks: four rules on the distances between neighbours, and the best partition.

The rules are Greg Kamradt's (5 Levels of Text Splitting, level 4), as LangChain's SemanticChunker
made them known; the partition is that of Brandon Smith and Anton Troynikov (Evaluating Chunking
Strategies for Retrieval, Chroma 2024), found by dynamic programming.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from operator import mul
from statistics import fmean, pstdev
from typing import Literal, TypeAlias, get_args

Rule: TypeAlias = Literal["percentile", "standard_deviation", "interquartile", "gradient", "dynamic"]
RULES: tuple[Rule, ...] = get_args(Rule)
AMOUNTS: dict[str, float] = {
    "percentile": 95, "standard_deviation": 3, "interquartile": 1.5, "gradient": 95, "dynamic": 0,
}  # fmt: skip
"""The amount of each rule where none is given."""

MOST_MEMBERS = 100
"""Vectors of a segment of the best partition at most, so that the work is linear."""


def neighbour_distances(vectors: Sequence[Sequence[float]]) -> list[float]:
    """One minus the cosine of each vector and the next one.

    >>> neighbour_distances([[1, 0], [2, 0], [0, 3]])
    [0.0, 1.0]
    """
    units = [unit(vector) for vector in vectors]
    return [1 - _dot(left, right) for left, right in pairwise(units)]


def likeness_around(vectors: Sequence[Sequence[float]], reach: int = 3) -> list[float]:
    """For each place before a vector, the cosine of the sums on both sides, as deviations from the mean.

    The idea is that of TextTiling (Hearst, Computational Linguistics 1997), with vectors in place of words.

    Args:
        vectors: of the sentences, in order.
        reach: how many are taken on each side.

    Returns:
        As many as there are vectors; 0 for the first one, and for all where they do not differ.

    >>> [round(value, 1) for value in likeness_around([[1, 0], [1, 0], [0, 1], [0, 1]], 1)]
    [0.0, 0.7, -1.4, 0.7]
    """
    units = [unit(vector) for vector in vectors]
    found = [
        _dot(unit(_sum(units[max(0, at - reach) : at])), unit(_sum(units[at : at + reach])))
        for at in range(1, len(units))
    ]
    deviation = pstdev(found) if found else 0.0
    if deviation < 1e-9:
        return [0.0] * len(units)
    middle = fmean(found)
    return [0.0, *((value - middle) / deviation for value in found)]


def breaks(distances: Sequence[float], rule: Rule, amount: float) -> list[int]:
    """Indexes of distances that are a break: a new segment begins behind them.

    Args:
        distances: between neighbours, in order.
        rule: ``percentile``: above this percentile of them; ``standard_deviation``: above the mean by so
            many deviations; ``interquartile``: above the mean by so many interquartile ranges;
            ``gradient``: where their gradient is above this percentile of the gradients.
        amount: the rule's number.

    >>> breaks([0.1, 0.9, 0.2, 0.1], "percentile", 75)
    [1]
    """
    if not distances:
        return []
    values = gradient(distances) if rule == "gradient" else list(distances)
    if rule in ("percentile", "gradient"):
        threshold = percentile(values, amount)
    elif rule == "standard_deviation":
        threshold = fmean(values) + amount * pstdev(values)
    else:
        threshold = fmean(values) + amount * (percentile(values, 75) - percentile(values, 25))
    return [at for at, value in enumerate(values) if value > threshold]


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie, interpolated linearly, as numpy does by default.

    >>> percentile([1, 2, 3, 4], 50)
    2.5
    """
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def gradient(values: Sequence[float]) -> list[float]:
    """Half the difference of the neighbours, of one neighbour at the ends; a lone value has none.

    >>> gradient([1, 2, 4, 7])
    [1.0, 1.5, 2.5, 3.0]
    """
    last = len(values) - 1
    return [
        (values[min(at + 1, last)] - values[max(at - 1, 0)]) / max(1, min(at + 1, last) - max(at - 1, 0))
        for at in range(len(values))
    ]


def best_partition(
    vectors: Sequence[Sequence[float]], sizes: Sequence[float], most: float | None, amount: float
) -> list[int]:
    """Indexes at which a segment begins, 0 left out, so that the members of each are alike.

    The reward of a segment is the sum over its pairs of their cosine less the average cosine of
    vectors that could share a segment, moved towards 1 by ``amount`` of what is left.

    Args:
        vectors: of the sentences, in order.
        sizes: how long each sentence is, in the unit of ``most``.
        most: how long a segment may be, where more than one is in it; None: ``MOST_MEMBERS``.
        amount: 0 to 1: the more, the more segments.
    """
    alike = _alike([unit(vector) for vector in vectors], sizes, most)
    known = [value for row in alike for value in row]
    if not known:
        return list(range(1, len(vectors)))
    level = fmean(known)
    level += (1 - level) * amount
    count = len(vectors)
    best = [0.0] + [float("-inf")] * count
    begin = [0] * (count + 1)
    behind = [0.0] * count  # for each member, its pairs with those behind it up to the end
    for end in range(count):
        best[end + 1], begin[end + 1] = best[end], end
        reward = 0.0
        for back, cosine in enumerate(alike[end], 1):
            start = end - back
            behind[start] += cosine - level
            reward += behind[start]
            if best[start] + reward > best[end + 1]:
                best[end + 1], begin[end + 1] = best[start] + reward, start
    cuts = []
    at = count
    while begin[at] > 0:
        at = begin[at]
        cuts.append(at)
    return cuts[::-1]


def unit(vector: Sequence[float]) -> list[float]:
    """The vector at length 1; one of zeros stays what it is."""
    length = sqrt(_dot(vector, vector))
    return [value / length for value in vector] if length else list(vector)


def _sum(vectors: Sequence[Sequence[float]]) -> list[float]:
    return [sum(values) for values in zip(*vectors, strict=True)]


def _alike(units: Sequence[Sequence[float]], sizes: Sequence[float], most: float | None) -> list[list[float]]:
    """For each vector its cosines with those before it, nearest first, as far as they fit one segment."""
    found: list[list[float]] = []
    for at, own in enumerate(units):
        row: list[float] = []
        size = sizes[at]
        for before in range(at - 1, max(-1, at - MOST_MEMBERS), -1):
            size += sizes[before]
            if most is not None and size > most:
                break
            row.append(_dot(own, units[before]))
        found.append(row)
    return found


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return float(sum(map(mul, left, right)))

"""Kernel BM25: a unit is as good as the words in it and, less and less, in the units around it.

For unit i and term t::

    tf'(i, t) = sum over |d| <= reach in the same document of w(d) * p * tf(i + d, t)
    w(0) = 1, w(d) = leak * exp(-(|d| - 1) / length)
    p = 1 in the same paragraph, else ``paragraph``

    score = sum of idf(t) * f * (k1 + 1) / (f + k1 * (1 - b + b * len' / avg len'))
    f = tf' + path * (count of t in the headings above)

``len'`` is the same sum over the numbers of terms. So a sentence beside the words of a question,
under a heading that names its subject, is found although it repeats neither. The saturation is
Robertson's (Robertson, Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond, 2009); low
k1 makes it a count of *which* words are near rather than of how many times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from operator import add


@dataclass(frozen=True, slots=True)
class KernelSettings:
    """The constants of kernel BM25. The results are flat around these, in English and Chinese alike."""

    leak: float = 0.3
    """Weight of an occurrence in the next unit; in the unit itself it is 1."""
    length: float = 6.0
    """Units over which that weight falls to 1/e."""
    reach: int = 32
    """Units, in both directions, beyond which nothing is seen."""
    k1: float = 0.5
    """Saturation: the lower, the less repetitions count."""
    b: float = 0.6
    """How much a long neighbourhood is held against a unit, from 0 to 1."""
    paragraph: float = 0.7
    """Factor for an occurrence in another paragraph."""
    heading: float = 0.9
    """Factor of the score of a unit that is a heading."""
    path: float = 0.6
    """Weight of an occurrence in the headings above."""


DEFAULT = KernelSettings()


@lru_cache(maxsize=64)
def weights(settings: KernelSettings) -> tuple[float, ...]:
    """Weights by distance, from 0 to ``reach``.

    >>> [round(weight, 3) for weight in weights(DEFAULT)[:4]]
    [1.0, 0.3, 0.254, 0.215]
    """
    decay = (settings.leak * exp(-at / settings.length) for at in range(settings.reach))
    return (1.0, *decay)


def idf(units: int, containing: int) -> float:
    """How much a term tells that ``containing`` of all ``units`` have; never negative."""
    return log(1 + (units - containing + 0.5) / (containing + 0.5))


@lru_cache(maxsize=64)
def _both_sides(settings: KernelSettings) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """For distances from ``-reach`` to ``reach``: weights from another paragraph, and what the own adds."""
    after = weights(settings)
    whole = (*after[:0:-1], *after)
    other = tuple(weight * settings.paragraph for weight in whole)
    return other, tuple(weight - less for weight, less in zip(whole, other, strict=True))


def spread(
    occurrences: Iterable[tuple[int, float]],
    window: tuple[int, int],
    paragraphs: Sequence[int],
    settings: KernelSettings = DEFAULT,
) -> list[float]:
    """Kernel counts tf' of one term, for each unit of a window.

    Args:
        occurrences: (unit, count) of units of one document; those farther than ``reach`` from the
            window do nothing.
        window: half-open range of unit numbers inside that document.
        paragraphs: unit number → number of its paragraph, rising.
        settings: the constants.

    >>> [round(count, 2) for count in spread([(1, 1)], (0, 4), [0, 0, 0, 1])]
    [0.3, 1.0, 0.3, 0.18]
    """
    reach = settings.reach
    other, own = _both_sides(settings)
    first, end = window
    counts = [0.0] * (end - first)
    for unit, count in occurrences:
        low, high = max(first, unit - reach), min(end, unit + reach + 1)
        if low >= high:
            continue
        shift = reach - unit
        leaked = other[low + shift : high + shift]
        if count != 1:
            leaked = tuple(weight * count for weight in leaked)
        counts[low - first : high - first] = map(add, counts[low - first : high - first], leaked)
        begin, stop = _same_paragraph(paragraphs, unit, low, high)
        for near in range(begin, stop):
            counts[near - first] += own[near + shift] * count
    return counts


def _same_paragraph(paragraphs: Sequence[int], unit: int, low: int, high: int) -> tuple[int, int]:
    """The units from ``low`` to ``high`` in the paragraph of ``unit``, which may stand outside."""
    number = paragraphs[unit]
    begin = stop = min(max(unit, low), high - 1)
    if paragraphs[begin] != number:
        return begin, begin
    while begin > low and paragraphs[begin - 1] == number:
        begin -= 1
    while stop < high and paragraphs[stop] == number:
        stop += 1
    return begin, stop


def spread_lengths(
    lengths: Sequence[int], paragraphs: Sequence[int], settings: KernelSettings = DEFAULT
) -> list[float]:
    """Kernel lengths len' of the units of one document, in linear time.

    The decay is carried from unit to unit instead of being summed anew; what leaves the reach is
    taken off. The sum over all units and the sum inside the paragraph are carried apart.

    Args:
        lengths: number of terms of each unit.
        paragraphs: number of the paragraph of each unit, rising.
        settings: the constants.
    """
    backwards = _one_sided(lengths[::-1], paragraphs[::-1], settings)
    backwards.reverse()
    forwards = _one_sided(lengths, paragraphs, settings)
    return [own + left + right for own, left, right in zip(lengths, forwards, backwards, strict=True)]


def _one_sided(lengths: Sequence[int], paragraphs: Sequence[int], settings: KernelSettings) -> list[float]:
    """What each unit gets from those before it."""
    reach, factor, ratio = settings.reach, settings.paragraph, exp(-1 / settings.length)
    lost = settings.leak * ratio**reach
    everywhere = inside = 0.0
    sums: list[float] = []
    for at in range(len(lengths)):
        if at:
            fresh = settings.leak * lengths[at - 1]
            everywhere = everywhere * ratio + fresh
            inside = inside * ratio + fresh if paragraphs[at] == paragraphs[at - 1] else 0.0
        if at > reach:
            gone = lost * lengths[at - 1 - reach]
            everywhere -= gone
            if paragraphs[at - 1 - reach] == paragraphs[at]:
                inside -= gone
        sums.append(factor * everywhere + (1 - factor) * inside)
    return sums


def damping(length: float, average: float, settings: KernelSettings = DEFAULT) -> float:
    """What is added below the fraction of BM25 for a unit of kernel length ``length``."""
    return settings.k1 * (1 - settings.b + settings.b * (length / average if average else 1.0))


def saturated(count: float, damped: float, settings: KernelSettings = DEFAULT) -> float:
    """A term's share of the score before its idf: from 0 to ``k1 + 1``."""
    return count * (settings.k1 + 1) / (count + damped)


@dataclass(frozen=True, slots=True)
class TermShare:
    """What one term gives to a unit's score, and from where."""

    term: str
    """The term, stemmed."""
    score: float
    """Its share; the shares of all terms sum to the unit's score."""
    sources: tuple[tuple[int, float], ...]
    """(distance in units, weight of the occurrences there), nearest first; -2: two units before."""
    path: float = 0.0
    """Weight of its occurrences in the headings above."""


def explain(
    unit: int,
    occurrences: Mapping[str, Sequence[tuple[int, float]]],
    paths: Mapping[str, float],
    gains: Mapping[str, float],
    damped: float,
    paragraphs: Sequence[int],
    settings: KernelSettings = DEFAULT,
) -> list[TermShare]:
    """Each term's share of a unit's score and the distances that it came from, largest share first.

    Args:
        unit: number of the unit.
        occurrences: term → (unit, count) in the same document within reach.
        paths: term → how often it stands in the headings above; terms without may be left out.
        gains: term → its idf times whatever the query and the kind of unit multiply it with.
        damped: ``damping`` of the unit.
        paragraphs: unit number → number of its paragraph.
        settings: the constants.
    """
    shares = []
    for term, places in occurrences.items():
        sources = tuple(
            (place - unit, weight)
            for place, count in sorted(places, key=lambda found: (abs(found[0] - unit), found[0]))
            for weight in spread([(place, count)], (unit, unit + 1), paragraphs, settings)
            if weight
        )
        path = settings.path * paths.get(term, 0.0)
        count = sum(weight for _, weight in sources) + path
        if count:
            share = gains[term] * saturated(count, damped, settings)
            shares.append(TermShare(term, share, sources, path))
    return sorted(shares, key=lambda share: -share.score)

"""Kernel scores of units that are numbered through, and what they are made of."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from chunkwise.rank.kernel import (
    KernelSettings,
    TermShare,
    damping,
    explain,
    idf,
    spread,
    spread_lengths,
)
from chunkwise.rank.unit_postings import UnitPostings, Window


class UnitScores:
    """Scores the units of any windows; a score does not depend on which windows are looked at."""

    __slots__ = ("_damped", "_headings", "_places", "_settings")

    def __init__(self, places: UnitPostings, headings: Sequence[bool], settings: KernelSettings) -> None:
        """Measure the neighbourhoods of all units.

        Args:
            places: where the terms stand.
            headings: for each unit, whether it is a heading.
            settings: the constants of the kernel.
        """
        self._places, self._headings, self._settings = places, headings, settings
        lengths = [
            length
            for first, end in places.documents
            for length in spread_lengths(places.lengths[first:end], places.paragraphs[first:end], settings)
        ]
        average = sum(lengths) / len(lengths) if lengths else 0.0
        self._damped = array("d", (damping(length, average, settings) for length in lengths))

    def gains(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The idf of the terms that stand anywhere, times their factors."""
        places = self._places
        return {
            term: factor * idf(len(places.lengths), len(places.units.get(term, ())))
            for term, factor in terms.items()
            if term in places.units or term in places.path_counts
        }

    def of(self, gains: Mapping[str, float], windows: Iterable[Window]) -> dict[int, float]:
        """The scores of the units in some windows, by their numbers; units without one are left out."""
        scores: dict[int, float] = {}
        factor, headings = self._settings.heading, self._headings
        for window in windows:
            for unit, score in enumerate(self._in_window(gains, window), window[0]):
                if score:
                    scores[unit] = score * factor if headings[unit] else score
        return scores

    def _in_window(self, gains: Mapping[str, float], window: Window) -> list[float]:
        """The score of each unit of a window, headings as others; sums are over lists since that is fast."""
        places, settings = self._places, self._settings
        damped = self._damped[window[0] : window[1]]
        stretches = list(places.stretches_in(window))
        scores = [0.0] * len(damped)
        for term, gain in gains.items():
            near = places.near(term, window, settings.reach)
            above = places.path_counts.get(term, {})
            inside = [(above[number], part) for number, part in stretches if number in above]
            if not near and not inside:
                continue
            counts = spread(near, window, places.paragraphs, settings)
            for count, (first, end) in inside:
                for at in range(first - window[0], end - window[0]):
                    counts[at] += settings.path * count
            most = gain * (settings.k1 + 1)
            scores = [
                score + most * count / (count + damp) if count else score
                for score, count, damp in zip(scores, counts, damped, strict=True)
            ]
        return scores

    def explain(self, terms: Mapping[str, float], unit: int) -> list[TermShare]:
        """What each term gives to the score of a unit, largest share first.

        Args:
            terms: term → factor of its share.
            unit: its number among all.
        """
        places, settings = self._places, self._settings
        factor = settings.heading if self._headings[unit] else 1.0
        gains = {term: gain * factor for term, gain in self.gains(terms).items()}
        stretch = places.stretch_of[unit]
        return explain(
            unit,
            {term: places.near(term, (unit, unit + 1), settings.reach) for term in gains},
            {term: places.path_counts.get(term, {}).get(stretch, 0) for term in gains},
            gains,
            self._damped[unit],
            places.paragraphs,
            settings,
        )

"""From ranked units to what is read: as many as a query deserves, or as many as a budget allows.

A fixed number of units is far worse than a share of the best score: some questions have one good
sentence, others forty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from chunkwise.errors import InvalidOption, UnknownName
from chunkwise.model.span import Span
from chunkwise.rank.ranked import Passage, RankedUnit

MODES: Mapping[str, float] = MappingProxyType({"wide": 0.7, "balanced": 0.8, "focused": 0.85})
"""Share of the best score that a unit needs: the less, the more is found and the more is read for it."""
MOST_UNITS = 60
"""Units that are looked at."""
GAP = 1
"""Units that may lie between two that are joined."""
LONGEST = 1500
"""Code points of a passage."""


def share_of(mode: str | float) -> float:
    """The share of the best score that a mode, or a number from 0 to 1, stands for.

    Raises:
        UnknownName: there is no such mode.
        InvalidOption: the number is not from 0 to 1.
    """
    if isinstance(mode, str):
        if mode not in MODES:
            raise UnknownName("mode of spans", mode, MODES)
        return MODES[mode]
    if not 0 <= mode <= 1:
        raise InvalidOption(f"The share of the best score is a number from 0 to 1, not {mode!r}.")
    return mode


def set_cut(ranked: Sequence[RankedUnit], mode: str | float = "balanced", limit: int = 5) -> list[Passage]:
    """The passages made of all units that are good enough, best first.

    Units that score at least a share of the best score are kept, and joined where at most ``GAP``
    others lie between them.

    Args:
        ranked: units, best first; the first ``MOST_UNITS`` are looked at. Scores with a vector part
            have to be relative to the query's median, as ``UnitIndex`` gives them.
        mode: ``wide``, ``balanced``, ``focused``, or the share itself.
        limit: the most passages to return.

    Raises:
        UnknownName: there is no such mode.
        InvalidOption: the share is not from 0 to 1.

    >>> units = [RankedUnit(0, 4, Span(90, 120), 2.0), RankedUnit(0, 2, Span(40, 60), 1.7),
    ...          RankedUnit(0, 9, Span(300, 330), 1.0)]
    >>> [passage.span for passage in set_cut(units)]
    [Span(start=40, end=120)]
    """
    share = share_of(mode)
    if not ranked:
        return []
    best = ranked[0].score
    least = min(share * best, best)  # a best score below 0 is still the best
    return _joined([unit for unit in ranked[:MOST_UNITS] if unit.score >= least], GAP)[:limit]


def budget_cut(ranked: Sequence[RankedUnit], budget: int, limit: int | None = None) -> list[Passage]:
    """The passages made of the best units that fit a budget, best first.

    Args:
        ranked: units, best first.
        budget: code points that all units together may have.
        limit: the most passages to return; None: any number.

    Returns:
        The units up to the first that does not fit, joined where they are neighbours. A best unit
        that alone is above the budget is cut.

    Raises:
        InvalidOption: the budget is below 1.

    >>> units = [RankedUnit(0, 1, Span(20, 40), 2.0), RankedUnit(0, 0, Span(0, 19), 1.7),
    ...          RankedUnit(0, 9, Span(300, 330), 1.0)]
    >>> [passage.span for passage in budget_cut(units, 50)]
    [Span(start=0, end=40)]
    """
    if budget < 1:
        raise InvalidOption(f"The budget is a number of characters from 1, not {budget!r}.")
    chosen: list[RankedUnit] = []
    left = budget
    for unit in ranked:
        if len(unit.span) > left:
            if not chosen:
                cut = Span(unit.span.start, unit.span.start + left)
                chosen.append(RankedUnit(unit.document, unit.unit, cut, unit.score))
            break
        chosen.append(unit)
        left -= len(unit.span)
    return _joined(chosen, 0)[:limit]


def _joined(units: Sequence[RankedUnit], gap: int) -> list[Passage]:
    """Units as passages, ordered by their best unit; ties as the units stand in the ranking."""
    places = {(unit.document, unit.unit): place for place, unit in enumerate(units)}
    runs: list[list[RankedUnit]] = []
    for unit in sorted(units, key=lambda unit: (unit.document, unit.unit)):
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.document == unit.document
            and unit.unit - last.unit <= gap + 1
            and unit.span.end - runs[-1][0].span.start <= LONGEST
        ):
            runs[-1].append(unit)
        else:
            runs.append([unit])
    runs.sort(key=lambda run: min(places[unit.document, unit.unit] for unit in run))
    return [
        Passage(
            run[0].document,
            Span(run[0].span.start, run[-1].span.end),
            max(unit.score for unit in run),
            tuple(unit.unit for unit in run),
        )
        for run in runs
    ]

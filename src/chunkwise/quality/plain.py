"""Intervals and measures as plain values for JSON; shares are rounded to six digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chunkwise.quality.intervals import Interval

_DIGITS = 6


def interval_to_dict(interval: Interval) -> dict[str, float]:
    """``mean``, ``low`` and ``high``.

    >>> interval_to_dict(Interval(0.5, 0.25, 2 / 3))
    {'mean': 0.5, 'low': 0.25, 'high': 0.666667}
    """
    return {name: round(getattr(interval, name), _DIGITS) for name in ("mean", "low", "high")}


def intervals_to_dict(intervals: Mapping[str, Interval]) -> dict[str, Any]:
    """Measure → its interval."""
    return {name: interval_to_dict(interval) for name, interval in intervals.items()}


def values_to_dict(values: Mapping[str, float]) -> dict[str, float]:
    """Measure → its value."""
    return {name: round(value, _DIGITS) for name, value in values.items()}

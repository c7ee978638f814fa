"""Character ranges: what they have in common, united and measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span

Range: TypeAlias = "Span | tuple[int, int]"
"""Half-open range of code points, as a ``Span`` or as (start, end)."""


def as_pairs(ranges: Iterable[Range]) -> list[tuple[int, int]]:
    """The ranges as (start, end).

    Raises:
        InvalidOption: a range ends before it begins.
    """
    pairs = [(r.start, r.end) if isinstance(r, Span) else (r[0], r[1]) for r in ranges]
    for start, end in pairs:
        if end < start:
            raise InvalidOption(f"A range cannot end before it begins: ({start}, {end}).")
    return pairs


def united(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, joined where they overlap or touch.

    >>> united([(5, 9), (0, 3), (3, 4), (6, 7)])
    [(0, 4), (5, 9)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def total(ranges: Iterable[tuple[int, int]]) -> int:
    """The sum of the lengths; what is in two ranges counts twice."""
    return sum(end - start for start, end in ranges)


def common(ranges: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> int:
    """How many characters are in both of two lists, each of them ``united``.

    >>> common([(0, 4), (6, 9)], [(3, 7)])
    2
    """
    length = at = 0
    for start, end in ranges:
        while at < len(others) and others[at][1] <= start:
            at += 1
        here = at
        while here < len(others) and others[here][0] < end:
            length += min(end, others[here][1]) - max(start, others[here][0])
            here += 1
        at = max(here - 1, at)
    return length

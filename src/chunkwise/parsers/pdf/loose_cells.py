"""Tables that lines divide only in part: cells and rows that the lines do not show."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from chunkwise.model.table import Merge
from chunkwise.parsers.pdf.grids import Grid, Place, with_merges
from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.parsers.pdf.segments import WIDEST_GAP, Segment

NUMBER = re.compile(r"[\s(]*[-+−<>≈~$€£¥]?\s*\d[\d\s.,:/%()*–-]*")
"""A cell that is a number."""
_INSIDE = 1.0
_LEAST_LINES = 3
_SAME_BASE = 2.5
_MOSTLY = 2 / 3


def without_false_merges(grid: Grid, cells: Mapping[Place, Sequence[Segment]]) -> Grid:
    """The grid without merges over columns whose text stands in these columns all the same.

    Many tables have lines between the columns in their headers alone.
    """
    kept: list[Merge] = []
    for merge in grid.merges:
        if merge.column_span > 1 and _stands_in_columns(cells.get((merge.row, merge.column), ()), grid.xs):
            columns = range(merge.column, merge.column + merge.column_span)
            kept += [Merge(merge.row, column, merge.row_span, 1) for column in columns if merge.row_span > 1]
        else:
            kept.append(merge)
    return grid if len(kept) == len(grid.merges) else with_merges(grid, kept)


def _stands_in_columns(segments: Sequence[Segment], xs: Sequence[float]) -> bool:
    """Whether no segment crosses a border, and two of one line stand in different columns."""
    ordered = sorted(segments, key=lambda s: (round(s.base), s.x0))
    places = [(bisect_right(xs, s.x0 + _INSIDE), bisect_right(xs, s.x1 - _INSIDE)) for s in ordered]
    if any(first != last for first, last in places):
        return False
    apart = 0
    for at, (one, other) in enumerate(pairwise(ordered)):
        same_line = round(one.base) == round(other.base)
        if same_line and places[at] != places[at + 1]:
            if other.x0 - one.x1 < WIDEST_GAP * one.style.size:
                return False
            apart += 1
    return apart > 0


def split_rows(
    cells: Mapping[Place, list[PageLine]], rows: int, merges: Sequence[Merge]
) -> tuple[dict[Place, list[PageLine]], int, tuple[Merge, ...]]:
    """Cells, number of rows and merges, with one row a line where a row holds columns of numbers."""
    by_row: list[dict[int, list[PageLine]]] = [{} for _ in range(rows)]
    for (row, column), lines in cells.items():
        by_row[row][column] = lines
    fixed = {row for merge in merges for row in range(merge.row, merge.row + merge.row_span)}
    starts: list[int] = []
    result: dict[Place, list[PageLine]] = {}
    total = 0
    for row, columns in enumerate(by_row):
        starts.append(total)
        bases = [] if row in fixed else _bases_of_rows(list(columns.values()))
        for column, lines in columns.items():
            if bases:
                result.update({(total + _nearest(bases, line), column): [line] for line in lines})
            else:
                result[total, column] = lines
        total += max(1, len(bases))
    return result, total, tuple(replace(merge, row=starts[merge.row]) for merge in merges)


def _bases_of_rows(cells: Sequence[Sequence[PageLine]]) -> list[float]:
    """The baselines of the rows that a row holds: its lines stand side by side, some are numbers.

    Empty for a row that is one: it has few lines, or they are text that is wrapped.
    """
    longest = max(cells, key=len, default=())
    bases = [line.base for line in longest]
    if len(cells) < 2 or len(bases) < _LEAST_LINES or not any(_are_numbers(cell) for cell in cells):
        return []
    for cell in cells:
        places = [_nearest(bases, line) for line in cell]
        far = any(abs(bases[at] - line.base) > _SAME_BASE for at, line in zip(places, cell, strict=True))
        if far or len(set(places)) < len(cell) or len(cell) < _MOSTLY * len(bases):
            return []
    return bases


def _nearest(bases: Sequence[float], line: PageLine) -> int:
    """Which of some ascending baselines is nearest to that of a line."""
    at = bisect_left(bases, line.base)
    return min(
        (near for near in (at - 1, at) if 0 <= near < len(bases)), key=lambda n: abs(bases[n] - line.base)
    )


def _are_numbers(lines: Sequence[PageLine]) -> bool:
    return sum(NUMBER.fullmatch(line.text) is not None for line in lines) >= _MOSTLY * len(lines)

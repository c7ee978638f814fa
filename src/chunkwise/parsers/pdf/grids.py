"""Grids: where drawn lines make the cells of a table."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from chunkwise.model.table import Merge
from chunkwise.parsers.pdf.frame import Box
from chunkwise.parsers.pdf.rulings import Ruling

_TOUCH = 3.0
SLIT = 2.5
"""Points: lines that are nearer to each other make no cell between them."""
_OVERHANG = 12.0
"""Points: lines that reach so far over the outermost crossing line have an open side there."""
_MOST_CELLS = 20_000


Place: TypeAlias = tuple[int, int]
"""Row and column, from 0."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a table."""

    xs: tuple[float, ...]
    """Borders of the columns."""
    ys: tuple[float, ...]
    """Borders of the rows."""
    merges: tuple[Merge, ...]
    """Cells without a line between them."""
    origins: Mapping[Place, Place]
    """Where each place that a merged cell covers is written."""

    @property
    def box(self) -> Box:
        """The whole table."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    def cell(self, x: float, y: float) -> Place | None:
        """Row and column at a point, of a merged cell its origin; None outside."""
        row, column = bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1
        if not (0 <= row < len(self.ys) - 1 and 0 <= column < len(self.xs) - 1):
            return None
        return self.origins.get((row, column), (row, column))


def with_merges(grid: Grid, merges: Sequence[Merge]) -> Grid:
    """The grid with these merged cells in the place of its own."""
    origins = {
        (merge.row + r, merge.column + c): (merge.row, merge.column)
        for merge in merges
        for r in range(merge.row_span)
        for c in range(merge.column_span)
    }
    return replace(grid, merges=tuple(merges), origins=origins)


def find_grids(horizontal: Sequence[Ruling], vertical: Sequence[Ruling], slit: float = SLIT) -> list[Grid]:
    """The tables of at least two rows and two columns that lines make, from top to bottom.

    Args:
        horizontal: lines from left to right, sorted by height.
        vertical: lines from top to bottom.
        slit: lines that are no further apart, in points, make no cell between them.
    """
    grids = []
    for flat, upright in _clusters(horizontal, vertical, max(_TOUCH, slit)):
        grid = _grid(flat, upright, slit)
        if grid is not None:
            grids.append(grid)
    return sorted(grids, key=lambda grid: (grid.ys[0], grid.xs[0]))


def _clusters(
    horizontal: Sequence[Ruling], vertical: Sequence[Ruling], touch: float
) -> list[tuple[list[Ruling], list[Ruling]]]:
    """Groups of lines that cross or almost touch each other."""
    parents = list(range(len(horizontal) + len(vertical)))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    places = [ruling.at for ruling in horizontal]  # ascending, as ``rulings`` gives them
    for number, line in enumerate(vertical, len(horizontal)):
        first, last = bisect_left(places, line.start - touch), bisect_right(places, line.end + touch)
        for at in range(first, last):
            if horizontal[at].start - touch <= line.at <= horizontal[at].end + touch:
                parents[root(at)] = root(number)
    groups: dict[int, tuple[list[Ruling], list[Ruling]]] = defaultdict(lambda: ([], []))
    for at, ruling in enumerate([*horizontal, *vertical]):
        groups[root(at)][at >= len(horizontal)].append(ruling)
    return [group for group in groups.values() if len(group[0]) >= 2 and group[1]]


def _grid(flat: Sequence[Ruling], upright: Sequence[Ruling], slit: float) -> Grid | None:
    """The grid of a group of lines; None if it has fewer than two rows or columns."""
    xs = _borders(upright, flat, slit)
    ys = _borders(flat, upright, slit)
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 2 or columns < 2 or rows * columns > _MOST_CELLS:
        return None
    right = _separators(upright, xs, ys)
    below = _separators(flat, ys, xs)
    merges = _merges(rows, columns, right, below)
    return with_merges(Grid(tuple(xs), tuple(ys), (), {}), merges)


def _borders(lines: Sequence[Ruling], crossing: Sequence[Ruling], slit: float) -> list[float]:
    """Where lines stand, and where the crossing lines end if they reach far over the outermost."""
    groups: list[list[float]] = []
    for at in sorted(line.at for line in lines):
        if groups and at - groups[-1][-1] <= slit:
            groups[-1].append(at)
        else:
            groups.append([at])
    borders = [(group[0] + group[-1]) / 2 for group in groups]
    starts, ends = sorted(line.start for line in crossing), sorted(line.end for line in crossing)
    first, last = starts[len(starts) // 2], ends[len(ends) // 2]
    if first < borders[0] - _OVERHANG:
        borders.insert(0, first)
    if last > borders[-1] + _OVERHANG:
        borders.append(last)
    return borders


def _separators(
    lines: Sequence[Ruling], borders: Sequence[float], others: Sequence[float]
) -> set[tuple[int, int]]:
    """Which stretches of which borders are drawn: (number of the border, number of the stretch)."""
    middles = [(one + other) / 2 for one, other in pairwise(others)]
    drawn: set[tuple[int, int]] = set()
    for line in lines:
        near = bisect_left(borders, line.at)
        border = min(
            range(max(near - 1, 0), min(near + 1, len(borders))), key=lambda n: abs(borders[n] - line.at)
        )
        first, last = bisect_left(middles, line.start), bisect_right(middles, line.end)
        drawn.update((border, stretch) for stretch in range(first, last))
    return drawn


def _merges(rows: int, columns: int, right: set[tuple[int, int]], below: set[tuple[int, int]]) -> list[Merge]:
    """Rectangles of cells without lines between them."""
    taken: set[tuple[int, int]] = set()
    merges = []
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            wide = 1
            while column + wide < columns and _is_open(row, column + wide, right, taken):
                wide += 1
            high = 1
            while row + high < rows and _row_is_open(row + high, column, wide, right, below, taken):
                high += 1
            if wide * high > 1:
                merges.append(Merge(row, column, high, wide))
                taken.update((row + r, column + c) for r in range(high) for c in range(wide))
    return merges


def _is_open(row: int, column: int, right: set[tuple[int, int]], taken: set[tuple[int, int]]) -> bool:
    """Whether no line stands on the left side of a cell that is still free."""
    return (column, row) not in right and (row, column) not in taken


def _row_is_open(
    row: int,
    column: int,
    wide: int,
    right: set[tuple[int, int]],
    below: set[tuple[int, int]],
    taken: set[tuple[int, int]],
) -> bool:
    """Whether no line stands above or between these cells of a row."""
    return all(
        (row, at) not in below and (row, at) not in taken and (at == column or (at, row) not in right)
        for at in range(column, column + wide)
    )

"""Cuts a sheet into regions: cells that stand together, apart from others by blank rows or columns."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from chunkwise.parsers.xlsx.cells import Area, Row

_DEEPEST = 12
_ENOUGH_ROWS = 0.5
"""Share of a table's rows that a column beside it must fill to belong to it."""


@dataclass(slots=True)
class Line:
    """A row of a region: its cells, and the columns that merged cells fill in it."""

    row: Row
    spans: list[tuple[int, int]] = field(default_factory=list)

    def intervals(self) -> Iterator[tuple[int, int]]:
        """The columns that are not blank, as ranges with both ends inside."""
        yield from ((column, column) for column in self.row.cells)
        yield from self.spans


Region = list[Line]
"""Lines in order; none at the ends is blank."""


def lines_of(rows: Sequence[Row], areas: Sequence[Area]) -> list[Line]:
    """The lines of some rows of a sheet, with lines of their own for rows that only merges fill.

    Args:
        rows: in order.
        areas: merged cells whose origin is among the rows and not blank, inside the rows' bounds.
    """
    lines = {row.number: Line(row) for row in rows}
    for area in areas:
        for number in range(area.first_row, area.last_row + 1):
            if number not in lines:
                lines[number] = Line(Row(number))
            if number > area.first_row or area.last_column > area.first_column:
                lines[number].spans.append((area.first_column, area.last_column))
    return [lines[number] for number in sorted(lines)]


def regions(lines: Sequence[Line], depth: int = 0) -> Iterator[Region]:
    """The regions of a sheet, from top to bottom, those beside each other from left to right."""
    for band in _bands(lines):
        for half in _diagonal_halves(band):
            groups = _column_groups(half)
            if len(groups) == 1 or depth >= _DEEPEST:
                yield list(half)
                continue
            for part in _divided(half, groups):
                yield from regions(part, depth + 1)


def extent(region: Sequence[Line]) -> tuple[int, int]:
    """The first and the last column of a region."""
    intervals = [interval for line in region for interval in line.intervals()]
    return min(first for first, _ in intervals), max(last for _, last in intervals)


def _bands(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of rows without a blank one between them, or with one inside a table that goes on."""
    band: list[Line] = []
    for line in lines:
        if band:
            gap = line.row.number - band[-1].row.number - 1
            if gap > 1 or (gap == 1 and not _goes_on(band[-1], line)):
                yield band
                band = []
        band.append(line)
    if band:
        yield band


def _goes_on(above: Line, below: Line) -> bool:
    """Whether a table goes on after a blank row: values stand in the same columns as before it."""
    if len(above.row.cells) < 2 or not above.row.typed & below.row.typed:
        return False
    return extent([above]) == extent([below])


def _diagonal_halves(band: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The band, cut where all that is above stands beside all that is below."""
    extents = [extent([line]) for line in band]
    below = list(accumulate(reversed(extents), _union))[::-1]
    start, above = 0, extents[0]
    for number in range(1, len(band)):
        if above[1] < below[number][0] or below[number][1] < above[0]:
            yield band[start:number]
            start, above = number, extents[number]
        above = _union(above, extents[number])
    yield band[start:]


def _union(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def _column_groups(region: Sequence[Line]) -> list[tuple[int, int]]:
    """The columns of the tables that stand beside each other."""
    blocks: list[tuple[int, int]] = []
    for first, last in sorted({interval for line in region for interval in line.intervals()}):
        if blocks and first <= blocks[-1][1] + 1:
            blocks[-1] = (blocks[-1][0], max(blocks[-1][1], last))
        else:
            blocks.append((first, last))
    if len(blocks) == 1:
        return blocks
    rows = _rows_of(region, blocks)
    groups = [blocks[0]]
    span = rows[0]
    for block, own in zip(blocks[1:], rows[1:], strict=True):
        if _belongs(groups[-1], span, block, own):
            groups[-1] = (groups[-1][0], block[1])
            span = _union(span, own)
        else:
            groups.append(block)
            span = own
    return groups


def _divided(region: Sequence[Line], groups: Sequence[tuple[int, int]]) -> list[Region]:
    """The parts of a region in each group of columns."""
    starts = [first for first, _ in groups]
    parts: list[Region] = [[] for _ in groups]
    for line in region:
        for group, piece in _pieces(line, starts).items():
            parts[group].append(piece)
    return parts


def _pieces(line: Line, starts: Sequence[int]) -> dict[int, Line]:
    """Group → what the line has in it; groups begin at these columns."""
    pieces: dict[int, Line] = defaultdict(lambda: Line(Row(line.row.number, hidden=line.row.hidden)))
    for column, text in line.row.cells.items():
        pieces[bisect_right(starts, column) - 1].row.cells[column] = text
    for column in line.row.typed:
        pieces[bisect_right(starts, column) - 1].row.typed.add(column)
    for span in line.spans:
        pieces[bisect_right(starts, span[0]) - 1].spans.append(span)
    return pieces


def _rows_of(region: Sequence[Line], blocks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and the last row, as places in the region, in which each block has something."""
    starts = [first for first, _ in blocks]
    found = [(len(region), -1)] * len(blocks)
    for place, line in enumerate(region):
        for first, _ in line.intervals():
            block = bisect_right(starts, first) - 1
            found[block] = (min(found[block][0], place), place)
    return found


def _belongs(
    left: tuple[int, int], left_rows: tuple[int, int], right: tuple[int, int], right_rows: tuple[int, int]
) -> bool:
    """Whether blocks with blank columns between them are one table: one is a lone column beside the other."""
    if left[0] != left[1] and right[0] != right[1]:
        return False
    first, last = max(left_rows[0], right_rows[0]), min(left_rows[1], right_rows[1])
    shared = last - first + 1
    heights = [rows[1] - rows[0] + 1 for rows in (left_rows, right_rows)]
    return shared > 0 and shared >= _ENOUGH_ROWS * max(heights)

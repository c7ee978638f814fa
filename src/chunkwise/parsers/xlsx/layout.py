"""What the regions of a sheet are: titles, notes, and tables with their header rows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from chunkwise.model.table import Merge
from chunkwise.parsers.ooxml.headers import header_rows, looks_typed
from chunkwise.parsers.xlsx.cells import Area, Row
from chunkwise.parsers.xlsx.regions import Line, Region, extent, lines_of, regions

_MOST_LONE_ROWS = 3
_HEADER_SAMPLE = 100
_WIDE = 2 / 3
_DEEPEST = 12
_PERIOD = re.compile(r"(?:19|20)[0-9]{2}(?:年|[-/年](?:0?[1-9]|1[0-2])月?)?(?:-01)?|(?:0?[1-9]|1[0-2])月")


Areas: TypeAlias = Mapping[int, Sequence[Area]]
"""First row → the merged cells that begin in it."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a sheet, as ``RenderedText.table`` takes it."""

    rows: list[list[str]]
    merges: list[Merge]
    header_rows: int
    header: Header
    """Its header, to be carried to the next part of a sheet that is cut."""
    first: tuple[int, int]
    """Row, from 1, and column, from 0, of its first cell."""
    last: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Header:
    """The header rows of a table, for a part of a sheet that begins in its middle."""

    rows: tuple[Row, ...] = ()
    areas: tuple[Area, ...] = ()
    last_row: int = 0
    """Last row of the table: it goes on if the next part begins right below."""


def read_layout(
    rows: Sequence[Row], areas: Sequence[Area], carried: Header | None = None
) -> Iterator[str | SheetTable]:
    """The titles, notes and tables of some rows of a sheet, in reading order.

    Args:
        rows: not empty, in order.
        areas: the merged cells of the sheet.
        carried: the header of the last table in the rows before these.
    """
    forced = 0
    if carried is not None and carried.rows and rows[0].number == carried.last_row + 1:
        forced = len(carried.rows)
        shift = rows[0].number - forced
        top = carried.rows[0].number
        moved = [replace(row, number=shift + number) for number, row in enumerate(carried.rows)]
        areas = [*areas, *(_shifted(area, shift - top) for area in carried.areas)]
        rows = [*moved, *rows]
    kept = areas_in(rows, areas)
    by_row = {row: list(group) for row, group in groupby(kept, key=attrgetter("first_row"))}
    for region in regions(lines_of(rows, kept)):
        if forced:
            yield _table(region, by_row, forced)
            forced = 0
        else:
            yield from _read_region(region, by_row)


def areas_in(rows: Sequence[Row], areas: Sequence[Area]) -> list[Area]:
    """The merged cells whose text is among the rows, cut at the rows' bounds; none that overlap much."""
    by_number = {row.number: row for row in rows}
    last_row = rows[-1].number
    last_column = max(max(row.cells) for row in rows if row.cells)
    budget = 10_000 + 4 * sum(len(row.cells) for row in rows)
    found = []
    for area in sorted(areas):
        row = by_number.get(area.first_row)
        if row is None or area.first_column not in row.cells:
            continue
        cut = replace(
            area, last_row=min(area.last_row, last_row), last_column=min(area.last_column, last_column)
        )
        budget -= cut.last_row - cut.first_row + 1
        if budget < 0:
            break
        found.append(cut)
    return found


def _shifted(area: Area, by: int) -> Area:
    return replace(area, first_row=area.first_row + by, last_row=area.last_row + by)


def _read_region(region: Region, areas: Areas, depth: int = 0) -> Iterator[str | SheetTable]:
    """Titles above, the table, notes below."""
    first, last = extent(region)
    if first == last and len(region) <= _MOST_LONE_ROWS and not region[-1].row.typed:
        yield from (text for line in region for text in line.row.cells.values())
        return
    start = 0
    while start < len(region) - 1 and _is_title(region[start], region[start + 1], first, last):
        start += 1
    end = len(region)
    while end > start + 1 and _spans_all(region[end - 1], first, last):
        end -= 1
    yield from (text for line in region[:start] for text in line.row.cells.values())
    body = region[start:end]
    if any(line.row.cells for line in body):
        if start and depth < _DEEPEST:  # what the titles held together may be several tables
            parts = list(regions(body))
            for part in parts if len(parts) > 1 else ():
                yield from _read_region(part, areas, depth + 1)
            body = body if len(parts) == 1 else []
        if body:
            yield _table(body, areas)
    yield from (text for line in region[end:] for text in line.row.cells.values())


def _is_title(line: Line, below: Line, first: int, last: int) -> bool:
    """Whether a row holds one text only: merged over most of the width, at the left, or above a full row."""
    if len(line.row.cells) != 1 or line.row.typed or first == last:
        return False
    column = next(iter(line.row.cells))
    if any(span[0] <= column <= span[1] for span in line.spans):
        widest = max(span[1] - span[0] + 1 for span in line.spans)
        return len(line.spans) == 1 and widest >= _WIDE * (last - first + 1)
    is_above_header = len(below.row.cells) >= _WIDE * (last - first + 1) and not below.row.typed
    return not line.spans and (column == first or is_above_header)


def _spans_all(line: Line, first: int, last: int) -> bool:
    return len(line.row.cells) == 1 and line.spans == [(first, last)]


def _table(region: Region, areas: Areas, forced_header: int | None = None) -> SheetTable:
    columns = sorted({column for line in region for column in line.row.cells})
    place = {column: number for number, column in enumerate(columns)}
    numbers = [line.row.number for line in region]
    rows = [[line.row.cells.get(column, "") for column in columns] for line in region]
    merges = list(_merges(areas, numbers, columns, place, rows))
    head = forced_header
    if head is None:
        typed = [
            [c in line.row.typed or looks_typed(text) for c, text in zip(columns, row, strict=True)]
            for line, row in zip(region[:_HEADER_SAMPLE], rows, strict=False)
        ]
        head = _header_rows(rows[:_HEADER_SAMPLE], typed, merges)
    header = Header(
        tuple(line.row for line in region[:head]),
        tuple(area for number in numbers[:head] for area in areas.get(number, ())),
        numbers[-1],
    )
    return SheetTable(rows, merges, head, header, (numbers[0], columns[0]), (numbers[-1], columns[-1]))


def _merges(
    areas: Areas,
    numbers: Sequence[int],
    columns: Sequence[int],
    place: dict[int, int],
    rows: Sequence[Sequence[str]],
) -> Iterator[Merge]:
    """The merged cells of a table by places in it; none overlap, and none is a single cell."""
    covered: set[tuple[int, int]] = set()
    budget = 10_000 + 4 * len(rows) * len(columns)
    here = ((row, area) for row, number in enumerate(numbers) for area in areas.get(number, ()))
    for row, area in here:
        column = place.get(area.first_column)
        if column is None or not rows[row][column]:
            continue
        down = bisect_right(numbers, area.last_row) - row
        along = bisect_right(columns, area.last_column) - column
        budget -= down * along
        if down * along == 1 or budget < 0:
            continue
        cells = {(r, c) for r in range(row, row + down) for c in range(column, column + along)}
        if covered.isdisjoint(cells):
            covered |= cells
            yield Merge(row, column, down, along)


def _header_rows(rows: Sequence[Sequence[str]], typed: list[list[bool]], merges: Sequence[Merge]) -> int:
    if len(rows) < 2:
        return 0
    if _names_periods(rows, typed):
        typed = [[False] * len(typed[0]), *typed[1:]]
    found = header_rows(rows, typed, merges)
    return found or (1 if len(rows[0]) > 1 and not any(map(any, typed[:1])) and _names_columns(rows) else 0)


def _names_periods(rows: Sequence[Sequence[str]], typed: Sequence[Sequence[bool]]) -> bool:
    """Whether the values of the first row are years or months above values of another kind."""
    values = [column for column, is_typed in enumerate(typed[0]) if is_typed]
    if not values or len(values) == len(typed[0]):
        return False
    are_periods = all(_PERIOD.fullmatch(rows[0][column]) for column in values)
    return are_periods and not any(_PERIOD.fullmatch(rows[1][column]) for column in values)


def _names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has different texts, none missing but the first, that never recur below."""
    names = [name.strip() for name in rows[0]]
    if not all(names[1:]) or len(set(names)) < len(names):
        return False
    return not any(
        name and cell.strip() == name for row in rows[1:] for name, cell in zip(names, row, strict=True)
    )

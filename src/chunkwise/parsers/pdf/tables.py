"""Ruled tables: the text in the cells of a grid."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from chunkwise.model.table import Merge
from chunkwise.parsers.pdf.frame import SLANTED, Box
from chunkwise.parsers.pdf.grids import Grid, Place, find_grids
from chunkwise.parsers.pdf.lines import PageLine, lines_of
from chunkwise.parsers.pdf.loose_cells import NUMBER, split_rows, without_false_merges
from chunkwise.parsers.pdf.reading import RawPage
from chunkwise.parsers.pdf.rulings import rulings_of
from chunkwise.parsers.pdf.segments import Segment

_LEAST_CELLS, _LEAST_SHARE = 4, 0.2
"""Cells with text that a table has at least: a chart has lines too."""
_LEAST_SHARE_OF_BOXES = 0.6
"""The same where filled boxes make the table: diagrams and layouts have boxes too."""
_SLIT_OF_BOXES = 7.0
_MOST_TABLES = 60
_INSIDE = 1.0
_LONGEST_HEADER = 60


@dataclass(frozen=True, slots=True, eq=False)
class RuledTable:
    """A table that lines draw."""

    page: int
    """Page number, from 1."""
    box: Box
    """In the frame of the page's text."""
    cells: dict[Place, list[PageLine]]
    """The lines of each cell that has some, from top to bottom."""
    rows: int
    columns: int
    merges: tuple[Merge, ...]
    header_rows: int


def take_tables(page: RawPage) -> list[RuledTable]:
    """Take the ruled tables out of a page's segments, from top to bottom.

    Filled boxes are cells as well, where lines alone make no table.
    """
    lines = rulings_of(page.drawn.lines, page.frame, page.turn)
    tables = _take(page, find_grids(*lines), [], _LEAST_SHARE)
    if page.drawn.sides:
        lines = rulings_of(page.drawn.lines + page.drawn.sides, page.frame, page.turn)
        tables += _take(page, find_grids(*lines, _SLIT_OF_BOXES), tables, _LEAST_SHARE_OF_BOXES)
    return sorted(tables, key=lambda table: table.box[1])


def _take(
    page: RawPage, grids: Sequence[Grid], known: Sequence[RuledTable], least: float
) -> list[RuledTable]:
    """The tables beside those that are known, with text in this share of their cells at least."""
    tables: list[RuledTable] = []
    for grid in grids[:_MOST_TABLES]:
        if any(_overlap(grid.box, table.box) for table in known):
            continue
        cells, used = _cells(grid, page)
        divided = without_false_merges(grid, cells)
        if divided is not grid:
            grid, (cells, used) = divided, _cells(divided, page)
        if _is_filled(grid, cells, least):
            tables.append(_table(grid, cells, page.page.number))
            page.segments = [segment for segment in page.segments if id(segment) not in used]
    return tables


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _cells(grid: Grid, page: RawPage) -> tuple[dict[Place, list[Segment]], set[int]]:
    """The pieces of text in each cell of a grid, and the segments that they are of."""
    cells: dict[Place, list[Segment]] = defaultdict(list)
    used: set[int] = set()
    for segment in page.segments:
        x0, y0, x1, y1 = _upright(segment, page)
        y = (y0 + y1) / 2
        place = grid.cell((x0 + x1) / 2, y)
        if place is None:
            continue
        used.add(id(segment))
        if segment.turn != page.turn:
            cells[place].append(segment)
            continue
        for piece in _pieces(segment, grid, y):
            cells[grid.cell((piece.x0 + piece.x1) / 2, y) or place].append(piece)
    return cells, used


def _upright(segment: Segment, page: RawPage) -> Box:
    """The box of a segment in the frame of the page's text."""
    box = (segment.x0, segment.y0, segment.x1, segment.y1)
    return box if segment.turn == page.turn else page.frame.from_turn(segment.turn, page.turn, box)


def _pieces(segment: Segment, grid: Grid, y: float) -> Iterator[Segment]:
    """A segment cut where it crosses the border between two cells."""
    borders = [
        x for x in grid.xs[1:-1]
        if segment.x0 + _INSIDE < x < segment.x1 - _INSIDE
        and grid.cell(x - _INSIDE / 2, y) != grid.cell(x + _INSIDE / 2, y)
    ]  # fmt: skip
    if segment.edges is not None and not segment.rtl:
        for border in borders:
            middles = [(one + other) / 2 for one, other in pairwise(segment.edges or [])]
            left, right = segment.split(bisect_left(middles, border))
            if left is not None:
                yield left
            if right is None:
                return
            segment = right
    yield segment


def _is_filled(grid: Grid, cells: Mapping[Place, Sequence[Segment]], least: float) -> bool:
    """Whether there is text in enough cells, and in more than one column and row."""
    covered = sum(merge.row_span * merge.column_span - 1 for merge in grid.merges)
    cells_in_all = (len(grid.ys) - 1) * (len(grid.xs) - 1) - covered
    return (
        len(cells) >= max(_LEAST_CELLS, least * cells_in_all)
        and len({row for row, _ in cells}) > 1
        and len({column for _, column in cells}) > 1
    )


def _table(grid: Grid, cells: Mapping[Place, Sequence[Segment]], page: int) -> RuledTable:
    """The table; where it is written from right to left, its first column is the rightmost."""
    lines = {place: list(_lines(found, page)) for place, found in cells.items()}
    columns = len(grid.xs) - 1
    lines, rows, merges = split_rows(lines, len(grid.ys) - 1, grid.merges)
    all_lines = [line for found in lines.values() for line in found]
    if 2 * sum(line.rtl for line in all_lines) > len(all_lines):
        spans = {(merge.row, merge.column): merge.column_span for merge in merges}
        lines = {
            (row, columns - column - spans.get((row, column), 1)): found
            for (row, column), found in lines.items()
        }
        merges = tuple(replace(m, column=columns - m.column - m.column_span) for m in merges)
    return RuledTable(page, grid.box, lines, rows, columns, merges, _header_rows(lines, rows, columns))


def _lines(segments: Sequence[Segment], page: int) -> Iterator[PageLine]:
    """The lines of a cell; those that run another way come last."""
    ordered = sorted(segments, key=lambda s: s.turn)
    for turn, group in groupby(ordered, key=lambda s: s.turn):
        if turn == SLANTED:
            for segment in group:
                yield from lines_of([segment], page)
        else:
            yield from lines_of(group, page)


def _header_rows(cells: Mapping[Place, Sequence[PageLine]], rows: int, columns: int) -> int:
    """How many rows at the top are headers: bold ones, else one of words above numbers or of labels."""
    by_row: dict[int, list[Sequence[PageLine]]] = defaultdict(list)
    for (row, _), lines in cells.items():
        by_row[row].append(lines)
    bold = 0
    while bold < rows and by_row[bold] and all(line.bold for cell in by_row[bold] for line in cell):
        bold += 1
    if bold:
        return bold if bold < rows else 1  # all bold says nothing
    first = [" ".join(line.text for line in cell) for cell in by_row[0]]
    if len(first) < max(2, columns - 1) or any(NUMBER.fullmatch(text) for text in first):
        return 0
    return int(rows > 2 and all(len(text) <= _LONGEST_HEADER for text in first))

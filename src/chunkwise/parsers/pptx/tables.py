"""Tables on slides, with the box of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from chunkwise.model.position import Position
from chunkwise.model.table import Merge
from chunkwise.parsers.ooxml.xml import A, Element, integer, value
from chunkwise.parsers.pptx.paragraphs import body_text
from chunkwise.parsers.pptx.shapes import Box

_ON = ("1", "true", "on")
_MOST_SPAN = 1_000


@dataclass(slots=True)
class SlideTable:
    """A table as ``RenderedText.table`` takes it."""

    rows: list[list[str]] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    header_rows: int = 0
    positions: dict[tuple[int, int], Position] = field(default_factory=dict)


def read_table(table: Element, box: Box, page: int) -> SlideTable:
    """The texts, merged cells and boxes of an ``a:tbl``.

    Args:
        table: the element.
        box: of the frame around it.
        page: number of the slide, from 1.
    """
    found = SlideTable()
    for number, row in enumerate(table.findall(f"{A}tr")):
        found.rows.append([])
        for column, cell in enumerate(row.findall(f"{A}tc")):
            covered = cell.get("hMerge") in _ON or cell.get("vMerge") in _ON
            found.rows[-1].append("" if covered else body_text(cell.find(f"{A}txBody")))
            merge = Merge(number, column, _span(cell, "rowSpan"), _span(cell, "gridSpan"))
            if not covered and (merge.row_span > 1 or merge.column_span > 1):
                found.merges.append(merge)
    first_row = value(table, f"{A}tblPr", "firstRow") in _ON
    found.header_rows = 1 if first_row and len(found.rows) > 1 else 0
    found.positions = _positions(table, found, box, page)
    return found


def _span(cell: Element, attribute: str) -> int:
    return min(max(integer(cell.get(attribute)) or 1, 1), _MOST_SPAN)


def _positions(table: Element, found: SlideTable, box: Box, page: int) -> dict[tuple[int, int], Position]:
    """The boxes of the cells with text: the frame divided as the rows and columns say."""
    heights = [integer(row.get("h")) or 0 for row in table.findall(f"{A}tr")]
    widths = [integer(column.get("w")) or 0 for column in table.findall(f"{A}tblGrid/{A}gridCol")]
    x, y = _edges(box[0], box[2], widths), _edges(box[1], box[3], heights)
    spans = {(merge.row, merge.column): merge for merge in found.merges}
    positions = {}
    for row, texts in enumerate(found.rows):
        for column, text in enumerate(texts):
            if not text or column + 1 >= len(x):
                continue
            merge = spans.get((row, column), Merge(row, column))
            right = min(column + merge.column_span, len(x) - 1)
            bottom = min(row + merge.row_span, len(y) - 1)
            positions[row, column] = Position(page, x[column], y[row], x[right], y[bottom])
    return positions


def _edges(start: float, end: float, sizes: Sequence[int]) -> list[float]:
    """Where the rows or columns begin and end, in points."""
    total = sum(sizes) or 1
    return [round(start + (end - start) * part / total, 2) for part in accumulate(sizes, initial=0)]

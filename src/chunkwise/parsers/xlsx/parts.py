"""Sheets become documents: one each, or one for each 20,000 rows, and their blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from chunkwise.model.block import Block
from chunkwise.parsers.rendered import RenderedText
from chunkwise.parsers.xlsx.cells import Extras, Row, Sheet, column_letters
from chunkwise.parsers.xlsx.layout import Header, SheetTable, read_layout

ROWS_PER_PART = 20_000
"""A sheet with more rows than this becomes several documents."""
_TOLD = 10


@dataclass(slots=True)
class Part:
    """One document in the making: a sheet, or 20,000 rows of it."""

    sheet: Sheet
    rows: list[Row]
    cut: bool
    """Whether it is a part of its sheet only."""
    extras: Extras = field(default_factory=Extras)
    """Of the whole sheet, with its last part."""

    @property
    def name(self) -> str:
        """What stands behind ``#`` in the document's id."""
        return (
            f"{self.sheet.name}!{self.rows[0].number}-{self.rows[-1].number}" if self.cut else self.sheet.name
        )


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text and blocks of a part."""

    text: str
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...]
    header: Header | None
    """The header of its last table, for the part that follows."""


def sheet_parts(sheets: Sequence[Sheet]) -> Iterator[Part]:
    """The parts of all sheets that hold anything."""
    for sheet in sheets:
        rows = sheet.rows()
        part = Part(sheet, list(islice(rows, ROWS_PER_PART)), cut=False)
        while following := list(islice(rows, ROWS_PER_PART)):
            part.cut = True
            yield part
            part = Part(sheet, following, cut=True)
        part.extras = sheet.extras()
        if part.rows or part.extras.pictures or part.extras.texts:
            yield part


def render(part: Part, header: Header | None) -> Rendered:
    """Write a part.

    Args:
        part: what to write.
        header: of the last table in the part of the same sheet before it.
    """
    out = RenderedText()
    carried = None
    for item in read_layout(part.rows, part.sheet.merges(), header) if part.rows else ():
        carried = None
        if isinstance(item, SheetTable):
            place = {"range": _range(item)}
            out.table(item.rows, header_rows=item.header_rows, merges=item.merges, style=place)
            carried = item.header
        else:
            out.add("paragraph", item)
    for text in part.extras.texts:
        out.add("paragraph", text)
    for figure in part.extras.pictures:
        out.figure(figure)
    text, blocks, found = out.finish()
    return Rendered(text, blocks, (*_warnings(part), *found), carried)


def _range(table: SheetTable) -> str:
    (top, left), (bottom, right) = table.first, table.last
    return f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"


def _warnings(part: Part) -> Iterator[str]:
    if part.sheet.hidden:
        yield "The sheet is hidden; it was read as well."
    rows = [str(row.number) for row in part.rows if row.hidden]
    if rows:
        yield f"Hidden rows, read as well: {_listed(rows)}."
    ranges = part.sheet.hidden_columns()
    if ranges:
        used = sorted({column for row in part.rows for column in row.cells})
        hidden = [column_letters(c) for c in used if any(first <= c <= last for first, last in ranges)]
        if hidden:
            yield f"Hidden columns, read as well: {_listed(hidden)}."
    yield from part.extras.warnings


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_TOLD]) + (f" and {len(names) - _TOLD} more" if len(names) > _TOLD else "")

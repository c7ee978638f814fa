"""Units by table row: ``header: value`` lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.model.table import Table
from chunkwise.steps.base import Notes, Unit


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes a unit of each body row of each table; its body has one ``header: value`` line a cell.

    Several header rows are joined by `` / ``; a merged cell's text stands for every column that it
    reaches. Header rows are in every body, so they are no chunk of their own (and reported).
    """

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        for unit in units:
            data = document.blocks[unit.block].data if unit.block >= 0 else None
            if unit.kind == "table" and isinstance(data, Table) and _has_body(document.text, data):
                yield from with_captions(unit, data, self._rows(document, unit, data, notes))
            else:
                yield unit

    def _rows(self, document: Document, unit: Unit, table: Table, notes: Notes) -> Iterator[Unit]:
        headers = column_names(document.text, table)
        notes.dropped += [
            Dropped(row, "header row, in every row's body") for row in table.rows[: table.header_rows]
        ]
        origins = table.origins()
        sheet = document.metadata.get("sheet")
        for at in range(table.header_rows, len(table.rows)):
            span = table.rows[at]
            if not span.of(document.text).strip():
                continue
            if not any(cell.of(document.text).strip() for cell in table.cells(at)):
                notes.dropped.append(Dropped(span, "empty row"))
                continue
            metadata = {"row": at + 1, **({"sheet": sheet} if sheet else {})}
            body = row_body(document.text, table, at, headers, origins) or None
            yield replace(
                unit,
                spans=(span,),
                begins="row",
                rows=(),
                header_rows=0,
                whole=True,
                body=body,
                metadata=metadata,
            )


def with_captions(unit: Unit, table: Table, units: Iterable[Unit]) -> Iterator[Unit]:
    """The units of a table's rows, with its captions before and after them as units of text."""
    bare = replace(unit, kind="text", rows=(), header_rows=0, block=-1, stops=())
    captions = [span for span in unit.spans if not any(span.overlaps(row) for row in table.rows)]
    yield from (replace(bare, spans=(span,)) for span in captions if span.end <= table.rows[0].start)
    yield from units
    yield from (replace(bare, spans=(span,)) for span in captions if span.start >= table.rows[-1].end)


def _has_body(text: str, table: Table) -> bool:
    body = range(table.header_rows, len(table.rows))
    return any(cell.of(text).strip() for row in body for cell in table.cells(row))


def cell_text(text: str, cell: Span) -> str:
    """What a cell says: between the quotes of a CSV file two of them stand for one.

    >>> cell_text('a,"say ""hi"" now"', Span(3, 17))
    'say "hi" now'
    """
    said = cell.of(text)
    quoted = cell.start > 0 and text[cell.start - 1] == '"' and text[cell.end : cell.end + 1] == '"'
    return said.replace('""', '"') if quoted else said


def column_names(text: str, table: Table) -> list[str]:
    """What each column is called: its header cells, outer ones first; ``Column 3`` where it has none."""
    names = []
    origins = table.origins()
    for column in range(table.columns):
        places = [origins.get((row, column), (row, column)) for row in range(table.header_rows)]
        parts = [" ".join(cell_text(text, table.cell(*place)).split()) for place in places]
        distinct = list(dict.fromkeys(part for part in parts if part))
        names.append(" / ".join(distinct) or f"Column {column + 1}")
    return names


def row_body(
    text: str, table: Table, row: int, names: list[str], origins: Mapping[tuple[int, int], tuple[int, int]]
) -> str:
    """The row as ``header: value`` lines, each cell once, empty cells left out."""
    lines = []
    for column, name in enumerate(names):
        value = " ".join(cell_text(text, table.cell(row, column)).split())
        origin = origins.get((row, column))
        if not value and origin and origin[0] != row:  # merged from the rows above
            value = " ".join(cell_text(text, table.cell(*origin)).split())
        if value:
            lines.append(f"{name}: {value}")
    return "\n".join(lines)

"""CSV and its relatives: the text as it is, one table over it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.model.span import Span
from chunkwise.model.table import Table
from chunkwise.parsers.base import Draft, Verbatim, build_document, read_verbatim, tile
from chunkwise.parsers.csv_scan import Record, records, sniff
from chunkwise.parsers.formats import CSV, TSV

ROWS_PER_PART = 20_000
"""A sheet with more rows than this becomes several documents."""
_SNIFFED = 65_536
_HEADER_SAMPLE = 100
_PADDING = 4
"""Empty cells that may be added for each real one, so that one wide row cannot blow up the table."""
_WARNED_ROWS = 5
_VALUE = re.compile(r"[-+($€£¥]*\s*[0-9][0-9.,:/\s%eE+-]*[)%]?|[0-9]+[年月日.].*", re.DOTALL)
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


@dataclass(slots=True)
class _Part:
    """Some rows of a sheet: their text, and where a row of the whole stands in it."""

    text: str
    rows: list[Record]
    first_row: int
    """Number of the first data row, from 1."""


class CsvParser:
    """Reads delimited text: one table block; every 20,000 rows a document of its own.

    A part is named ``id#rows-1-20000``; from the second on its text is the header record, a line
    end, and the rows as they are. Cells keep doubled quotation marks as they are written.
    """

    name = "csv"
    version = "1"
    media_types = (CSV, TSV)
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The documents of the source: one, or one for each 20,000 rows.

        Raises:
            OSError: the file cannot be read.
        """
        read = read_verbatim(source)
        text = read.text
        named = _SEPARATOR_LINE.match(text)
        start = named.end() if named else 0
        delimiter = named[1] if named else _delimiter(text, source)
        found = list(_sample(text, delimiter, start))
        header = found[0] if _has_header(text, found) else None
        parts = _parts(text, records(text, delimiter, start), header)
        pending: _Part | None = None
        for part in parts:
            if pending is not None:
                yield self._document(source, read, pending, header, several=True)
            pending = part
        if pending is not None:
            several = pending.first_row > 1
            yield self._document(source, read, pending, header, several=several)

    def _document(
        self, source: Source, read: Verbatim, part: _Part, header: Record | None, several: bool
    ) -> Document:
        table, warnings = _table(part, header_rows=0 if header is None else 1)
        drafts = []
        if table.rows:
            drafts.append(Draft("table", table.rows[0].start, table.rows[-1].end, data=table))
        last = part.first_row + len(part.rows) - (0 if header is None else 1) - 1
        place = {"part_of": source.id, "first_row": part.first_row, "last_row": last} if several else {}
        return build_document(
            self,
            source,
            read.data,
            part.text,
            tile(part.text, drafts),
            id=f"{source.id}#rows-{part.first_row}-{last}" if several else None,
            media_type=CSV,
            metadata={**read.metadata, **place},
            warnings=[*(read.warnings if part.first_row == 1 else ()), *warnings],
        )


def _delimiter(text: str, source: Source) -> str:
    expected = "\t" if source.media_type == TSV or source.suffix in (".tsv", ".tab") else ","
    return sniff(_head(text), expected).delimiter


def _head(text: str) -> str:
    if len(text) <= _SNIFFED:
        return text
    end = max(text.rfind("\n", 0, _SNIFFED), text.rfind("\r", 0, _SNIFFED)) + 1
    return text[: end or _SNIFFED]


def _sample(text: str, delimiter: str, start: int) -> Iterator[Record]:
    for number, record in enumerate(records(text, delimiter, start)):
        if number == _HEADER_SAMPLE:
            return
        yield record


def _has_header(text: str, rows: Sequence[Record]) -> bool:
    """Whether the first row names the columns: texts, all different, that never recur below."""
    if len(rows) < 2:
        return False
    names = [text[a:b].strip() for a, b in zip(rows[0].starts, rows[0].ends, strict=True)]
    given = [name for name in names if name]
    if 2 * len(given) <= len(names) or len(set(given)) < len(given):
        return False
    if any(_VALUE.fullmatch(name) for name in given):
        return False
    for row in rows[1:]:
        cells = zip(names, row.starts, row.ends, strict=False)
        if any(name and text[a:b].strip() == name for name, a, b in cells):
            return False
    return True


def _parts(text: str, rows: Iterator[Record], header: Record | None) -> Iterator[_Part]:
    """The sheet in parts of 20,000 data rows; there is one part even if there are no rows."""
    gathered: list[Record] = []
    first, begin = 1, 0
    skip = 0 if header is None else 1
    for number, row in enumerate(rows, start=1 - skip):
        if number >= first + ROWS_PER_PART:
            yield _part(text[begin : gathered[-1].end], gathered, first, begin, text, header)
            gathered, first, begin = [], number, row.start
        gathered.append(row)
    yield _part(text[begin:], gathered, first, begin, text, header)


def _part(piece: str, rows: list[Record], first: int, begin: int, text: str, header: Record | None) -> _Part:
    if first == 1:
        return _Part(piece, rows, first)
    if header is None:
        return _Part(piece, [_shifted(row, -begin) for row in rows], first)
    line_end = re.compile(r"\r\n|\n|\r").search(text, header.end)
    top = text[header.start : header.end] + (line_end.group() if line_end else "\n")
    moved = [_shifted(row, len(top) - begin) for row in rows]
    return _Part(top + piece, [_shifted(header, -header.start), *moved], first)


def _shifted(row: Record, by: int) -> Record:
    starts, ends = [at + by for at in row.starts], [at + by for at in row.ends]
    return Record(row.start + by, row.end + by, starts, ends, row.unclosed)


def _table(part: _Part, header_rows: int) -> tuple[Table, list[str]]:
    """The rows as a table: short rows padded, the last cell of too long ones runs to their end."""
    widths = [len(row.starts) for row in part.rows]
    columns = _columns(widths)
    starts: list[int] = []
    ends: list[int] = []
    ragged: list[int] = []
    usual = widths[0] if header_rows else _commonest(widths)
    for number, row in enumerate(part.rows):
        width = len(row.starts)
        if width != usual:
            ragged.append(part.first_row + number - header_rows)
        starts += row.starts[:columns]
        ends += row.ends[:columns]
        if width > columns:
            ends[-1] = row.end
        elif width < columns:
            starts += [row.end] * (columns - width)
            ends += [row.end] * (columns - width)
    rows = tuple(Span(row.start, row.end) for row in part.rows)
    table = Table(rows, columns, tuple(starts), tuple(ends), min(header_rows, len(rows)))
    return table, _warnings(part, ragged, usual)


def _commonest(widths: Sequence[int]) -> int:
    return Counter(widths).most_common(1)[0][0] if widths else 0


def _columns(widths: Sequence[int]) -> int:
    """The widest row's cells, unless that would add too many empty ones."""
    if not widths:
        return 0
    allowed = 1_000 + (1 + _PADDING) * sum(widths)
    return max(1, min(max(widths), allowed // len(widths)))


def _warnings(part: _Part, ragged: Sequence[int], usual: int) -> list[str]:
    warnings = []
    if ragged:
        shown = ", ".join(map(str, ragged[:_WARNED_ROWS])) + (", …" if len(ragged) > _WARNED_ROWS else "")
        warnings.append(f"Rows with more or fewer than {usual} cells: {len(ragged)} (row {shown}).")
    unclosed = sum(1 for row in part.rows if row.unclosed)
    if unclosed:
        warnings.append(f"Quotation marks without an end, read as text: {unclosed}.")
    return warnings

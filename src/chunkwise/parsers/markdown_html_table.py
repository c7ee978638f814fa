"""Tables written in HTML inside Markdown: rows and cells as stretches of the source, in one pass."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from chunkwise.model.span import Span
from chunkwise.model.table import Merge, Table

_TAG = re.compile(r"<!--|<(/?)(table|thead|tbody|tfoot|tr|td|th)(?=[\s/>])", re.I)
_REST = re.compile(r"([^\"'<>]*(?:(?:\"[^\"]*\"|'[^']*')[^\"'<>]*)*)>")
_REACH = re.compile(r"(?<![\w-])(row|col)span\s*=\s*[\"']?\s*(\d{1,5})", re.I)
_ONLY_TAGS = re.compile(r"(?:\s|>(?=\s)|</?(?!table\b)\w[^<>]*>|(?><!--.*?-->))*+", re.I | re.S)
"""What may stand behind the table; a ``>`` before a blank is the mark of a quote."""
_WIDEST = 1000
"""Columns that one cell may reach over, as in HTML."""


class _BrokenTable(Exception):
    """The tags do not make a table, or not only one."""


def html_table(text: str, start: int, end: int) -> Table | None:
    """The table whose source is ``text[start:end]``, or None where its tags are broken or tables nested.

    Its rows tile the source: a row is ``<tr>…</tr>`` whatever the line breaks, with the tags before
    the first and behind the last one. A cell's span is what stands between its tags, inner markup
    included. Header rows are those of ``<thead>``, else the first ones of ``<th>`` only. Closing
    tags of cells and rows may be missing, as HTML allows.

    >>> source = "<table><tr><th>A</th></tr><tr><td>1</td></tr></table>"
    >>> table = html_table(source, 0, len(source))
    >>> [row.of(source) for row in table.rows], table.header_rows
    (['<table><tr><th>A</th></tr>', '<tr><td>1</td></tr></table>'], 1)
    """
    try:
        return _Scan(text, start, end).table()
    except _BrokenTable:
        return None


@dataclass(slots=True)
class _Cell:
    """A cell of the source."""

    span: Span
    is_header: bool
    rows: int
    columns: int


@dataclass(slots=True)
class _Row:
    """A row of the source."""

    in_head: bool
    end: int = -1
    """Where it ends, -1 as long as it is open."""
    cells: list[_Cell] = field(default_factory=list)

    @property
    def is_header(self) -> bool:
        """Whether it heads the rows below."""
        return self.in_head or (bool(self.cells) and all(cell.is_header for cell in self.cells))


class _Scan:
    """Reads the tags of one table, each once."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        self._rows: list[_Row] = []
        self._head = False
        self._cell: tuple[int, bool, int, int] | None = None

    def table(self) -> Table:
        """The table.

        Raises:
            _BrokenTable: there is no such table.
        """
        at, depth = self._start, 0
        while match := _TAG.search(self._text, at, self._end):
            if match.group() == "<!--":
                at = self._text.find("-->", match.end(), self._end)
                if at < 0:
                    raise _BrokenTable
                continue
            rest = _REST.match(self._text, match.end(), self._end)
            if rest is None:
                raise _BrokenTable
            name, at = match[2].lower(), rest.end()
            if name == "table":
                depth += -1 if match[1] else 1
                if depth > 1:
                    raise _BrokenTable
                if match[1]:
                    self._close_row(match.start(), match.start())
                    break
            elif match[1]:
                self._closes(name, match.start(), at)
            else:
                self._opens(name, match.start(), at, rest[1])
        if depth or not self._rows or _ONLY_TAGS.fullmatch(self._text, at, self._end) is None:
            raise _BrokenTable
        return self._made()

    def _opens(self, name: str, start: int, end: int, attributes: str) -> None:
        """A part, a row or a cell begins; what is open and cannot hold it ends."""
        if name in ("td", "th"):
            if not self._rows or self._rows[-1].end >= 0:
                raise _BrokenTable
            self._close_cell(start)
            reach = {kind.lower(): int(number) for kind, number in _REACH.findall(attributes)}
            columns = min(max(1, reach.get("col", 1)), _WIDEST)
            self._cell = end, name == "th", max(1, reach.get("row", 1)), columns
            return
        self._close_row(start, start)
        if name == "tr":
            self._rows.append(_Row(self._head))
        else:
            self._head = name == "thead"

    def _closes(self, name: str, start: int, end: int) -> None:
        """A part, a row or a cell ends."""
        if name in ("td", "th"):
            if self._cell is None:
                raise _BrokenTable
            self._close_cell(start)
            return
        self._close_row(start, end)
        if name != "tr":
            self._head = False
            if self._rows:
                self._rows[-1].end = end

    def _close_cell(self, end: int) -> None:
        if self._cell is not None:
            start, is_header, rows, columns = self._cell
            piece = self._text[start:end]
            start += len(piece) - len(piece.lstrip())
            span = Span(start, max(start, start + len(piece.strip())))
            self._rows[-1].cells.append(_Cell(span, is_header, rows, columns))
            self._cell = None

    def _close_row(self, start: int, end: int) -> None:
        self._close_cell(start)
        if self._rows and self._rows[-1].end < 0:
            self._rows[-1].end = end

    def _made(self) -> Table:
        """The rows over the whole source, the cells at their places."""
        borders = [self._start, *(row.end for row in self._rows[:-1]), self._end]
        rows = tuple(self._trimmed(begin, end) for begin, end in pairwise(borders))
        places, columns, merges = self._grid()
        starts: list[int] = []
        ends: list[int] = []
        for number, row in enumerate(rows):
            last = row.start
            for column in range(columns):
                cell = places.get((number, column))
                last = last if cell is None else cell.span.end
                starts.append(last if cell is None else cell.span.start)
                ends.append(last)
        return Table(rows, columns, tuple(starts), tuple(ends), self._header_rows(), tuple(merges))

    def _grid(self) -> tuple[dict[tuple[int, int], _Cell], int, list[Merge]]:
        """Which cell stands where: each goes to the next place that no cell above reaches over."""
        places: dict[tuple[int, int], _Cell] = {}
        taken: dict[int, int] = {}  # column → the last row that is taken by a cell above
        work = self._end - self._start  # more places than that are no table that anybody wrote
        for number, row in enumerate(self._rows):
            column = 0
            for cell in row.cells:
                while taken.get(column, -1) >= number:
                    column, work = column + 1, work - 1
                    _check(work)
                places[number, column] = cell
                last = min(number + cell.rows, len(self._rows)) - 1
                if last > number:
                    work -= cell.columns
                    _check(work)
                    taken |= dict.fromkeys(range(column, column + cell.columns), last)
                column += cell.columns
        columns = 1 + max((column for _, column in places), default=0)
        _check(self._end - self._start - columns * len(self._rows))
        return places, columns, self._merges(places, columns)

    def _merges(self, places: dict[tuple[int, int], _Cell], columns: int) -> list[Merge]:
        """The merged cells, as far as the table reaches; none of them overlap."""
        merges = []
        reached: set[tuple[int, int]] = set()
        for (row, column), cell in places.items():
            rows = min(cell.rows, len(self._rows) - row)
            wide = min(cell.columns, columns - column)
            if rows > 1 or wide > 1:
                area = {(r, c) for r in range(row, row + rows) for c in range(column, column + wide)}
                if not reached.isdisjoint(area) or len(area & places.keys()) > 1:
                    raise _BrokenTable
                reached |= area
                merges.append(Merge(row, column, rows, wide))
        return merges

    def _header_rows(self) -> int:
        headers = [row.is_header for row in self._rows]
        return headers.index(False) if False in headers else len(headers)

    def _trimmed(self, start: int, end: int) -> Span:
        piece = self._text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        return Span(left, left + len(piece.strip()))


def _check(work: int) -> None:
    if work < 0:
        raise _BrokenTable

"""A table while its cells come in."""

from __future__ import annotations

from dataclasses import dataclass, field

from chunkwise.model.table import Merge
from chunkwise.parsers.html.inline import fold

_WIDEST = 1000
"""Columns; a span of more is cut, since a hostile page may say 100 million."""


@dataclass(slots=True)
class Grid:
    """Rows of texts, and merged cells, by the rules of HTML: a cell goes to the next free place."""

    rows: list[list[str]] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    header_rows: int = 0
    caption: str = ""
    in_head: bool = False
    _taken: set[tuple[int, int]] = field(default_factory=set)
    _all_headers: bool = True
    _column: int = 0

    def begin_row(self) -> None:
        """Begin a row; the one before may turn out to be a header row."""
        self._end_row()
        self.rows.append([])
        self._column = 0
        self._all_headers = True

    def end_head(self) -> None:
        """The head ends: its last row is a header row."""
        self._end_row()
        self.in_head = False

    def cell(self, text: str, is_header: bool, row_span: int, column_span: int) -> None:
        """Put a cell at the next free place of the row."""
        if not self.rows:
            self.begin_row()
        row = len(self.rows) - 1
        while (row, self._column) in self._taken and self._column < _WIDEST:
            self._put("")
        column = self._column
        column_span = max(1, min(column_span, _WIDEST - column))
        row_span = max(1, min(row_span, 65_534))
        self._all_headers = self._all_headers and is_header
        self._put(fold(text))
        for _ in range(column_span - 1):
            self._put("")
        if row_span > 1 or column_span > 1:
            self.merges.append(Merge(row, column, row_span, column_span))
            below = range(row + 1, row + min(row_span, 2000))
            self._taken.update((r, c) for r in below for c in range(column, column + column_span))

    def close(self) -> None:
        """The table is complete: spans end with it."""
        self._end_row()
        while self.rows and not self.rows[-1]:
            self.rows.pop()
        count = len(self.rows)
        self.merges = [
            Merge(m.row, m.column, min(m.row_span, count - m.row), m.column_span)
            for m in self.merges
            if m.row < count and (m.column_span > 1 or min(m.row_span, count - m.row) > 1)
        ]

    def _put(self, text: str) -> None:
        self.rows[-1].append(text)
        self._column += 1

    def _end_row(self) -> None:
        at = len(self.rows) - 1
        if at >= 0 and at == self.header_rows and self.rows[-1] and (self.in_head or self._all_headers):
            self.header_rows += 1

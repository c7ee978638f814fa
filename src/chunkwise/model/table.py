"""Tables and figures: the data behind blocks of those kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.model.span import Span


@dataclass(frozen=True, slots=True, order=True)
class Merge:
    """A merged cell: its origin (row and column, from 0) and how far it reaches."""

    row: int
    column: int
    row_span: int = 1
    column_span: int = 1

    def covers(self, row: int, column: int) -> bool:
        """Whether the merged cell reaches over this place."""
        return (
            self.row <= row < self.row + self.row_span
            and self.column <= column < self.column + self.column_span
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A table as spans into the document's text. HTML and Markdown are renderings, never stored.

    Cells are kept by row (``row * columns + column``) in two flat tuples, so a sheet of 20,000
    rows costs two tuples and not 100,000 objects.
    """

    rows: tuple[Span, ...]
    """The span of each row: its line, in reading order, header rows first."""
    columns: int
    """Number of columns."""
    starts: tuple[int, ...]
    """Start of each cell's text, by row; ``len(rows) * columns`` numbers."""
    ends: tuple[int, ...]
    """End of each cell's text; equal to the start where a cell is empty or covered by a merge."""
    header_rows: int = 0
    """How many leading rows are header rows."""
    merges: tuple[Merge, ...] = ()
    """Merged cells only; every other cell is one by one."""

    def cell(self, row: int, column: int) -> Span:
        """The span written at this place (empty where a merge covers it)."""
        at = row * self.columns + column
        return Span(self.starts[at], self.ends[at])

    def origin(self, row: int, column: int) -> tuple[int, int]:
        """Where the cell that is seen at this place is written: itself, or the origin of its merge."""
        for merge in self.merges:
            if merge.covers(row, column):
                return merge.row, merge.column
        return row, column

    def origins(self) -> dict[tuple[int, int], tuple[int, int]]:
        """(row, column) → where it is written, for every place that a merge covers and does not begin at."""
        return {
            (row, column): (merge.row, merge.column)
            for merge in self.merges
            for row in range(merge.row, min(merge.row + merge.row_span, len(self.rows)))
            for column in range(merge.column, min(merge.column + merge.column_span, self.columns))
            if (row, column) != (merge.row, merge.column)
        }

    def value(self, text: str, row: int, column: int) -> str:
        """What a reader sees at this place: a merged cell's text is seen everywhere it reaches."""
        return self.cell(*self.origin(row, column)).of(text)

    def cells(self, row: int) -> Iterator[Span]:
        """The cells of one row, as written."""
        return (self.cell(row, column) for column in range(self.columns))


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: the image by reference, never by value."""

    image: str | None = None
    """Where the image is: a path, a URL, or ``#name`` of a part of the source file."""
    alt: str = ""
    """Text that stands for the picture."""
    width: float | None = None
    """Width in the source's own unit (points on pages, pixels in images)."""
    height: float | None = None
    """Height in the same unit."""

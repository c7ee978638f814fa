"""Rows of cells whose widths are known: printed one by one, so that the first appears at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from chunkwise.cli.render.console import Screen

GAP = 2
"""Cells between columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name and a text for each row, which may have several lines."""

    name: str
    cells: Sequence[Text]
    right: bool = False
    """Whether it stands at the right, as numbers do."""

    @property
    def width(self) -> int:
        """Cells of the terminal that it needs."""
        return max(cell_len(self.name), *map(_width, self.cells)) if self.cells else cell_len(self.name)


def used_width(columns: Iterable[Column]) -> int:
    """Cells that these columns take, with the gap after each."""
    return sum(column.width + GAP for column in columns)


def print_grid(screen: Screen, columns: Sequence[Column], row_styles: Sequence[str] = ()) -> None:
    """Print a header, a line, and the rows.

    Args:
        screen: where to.
        columns: all with the same number of cells.
        row_styles: a style for each row, if any.
    """
    widths = [column.width for column in columns]
    header = _join([Text(column.name, "bold") for column in columns], columns, widths)
    screen.print(header, soft_wrap=True)
    line = "─" if screen.is_unicode else "-"
    screen.print(Text(line * (sum(widths) + GAP * (len(widths) - 1)), "dim"), soft_wrap=True)
    for number, cells in enumerate(zip(*(column.cells for column in columns), strict=True)):
        for row in _lines(cells):
            text = _join(row, columns, widths)
            if row_styles:
                text.stylize(row_styles[number])
            screen.print(text, soft_wrap=True)


def _lines(cells: Sequence[Text]) -> Iterable[Sequence[Text]]:
    """The lines of a row: its cells are as high as the highest of them."""
    if not any("\n" in cell.plain for cell in cells):
        return [cells]
    parts = [cell.split("\n") for cell in cells]
    height = max(map(len, parts))
    return [[part[at] if at < len(part) else Text() for part in parts] for at in range(height)]


def _join(cells: Sequence[Text], columns: Sequence[Column], widths: Sequence[int]) -> Text:
    """One line: each cell filled up to its column's width, nothing behind the last."""
    text = Text()
    owed = 0
    for cell, column, width in zip(cells, columns, widths, strict=True):
        free = width - cell_len(cell.plain)
        before = free if column.right else 0
        if cell.plain:
            text.append(" " * (owed + before)).append_text(cell)
            owed = free - before + GAP
        else:
            owed += width + GAP
    return text


def _width(cell: Text) -> int:
    return max(map(cell_len, cell.plain.split("\n")))

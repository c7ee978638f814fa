"""The console that tables are printed to, and what they have in common."""

from __future__ import annotations

from typing import NoReturn, TextIO

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table

_ASCII_HEAD = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


class Screen(Console):
    """A console that leaves it to the command line to end when nobody reads any more."""

    def on_broken_pipe(self) -> NoReturn:
        """Called by rich while it handles a BrokenPipeError."""
        raise BrokenPipeError

    @property
    def arrow(self) -> str:
        """An arrow to the right."""
        return "→" if self.is_unicode else "->"

    @property
    def ellipsis(self) -> str:
        """Three dots."""
        return "…" if self.is_unicode else "..."

    @property
    def is_unicode(self) -> bool:
        """Whether the other end takes any character."""
        return self.encoding.startswith("utf")


def open_screen(stream: TextIO) -> Screen:
    """A console on a stream. Text is printed as it is: no markup, no emoji codes, no guessed colours."""
    return Screen(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=False)


def plain_table(screen: Screen) -> Table:
    """An empty table in the house style: a header, a line below it, columns two cells apart."""
    return Table(
        box=SIMPLE_HEAD if screen.is_unicode else _ASCII_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
        border_style="dim",
    )

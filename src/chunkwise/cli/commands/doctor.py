"""``chunkwise doctor``: whether this installation works."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

import click

from chunkwise.cli.checks import Row, examine
from chunkwise.cli.main import COMMANDS, FAILED, OK
from chunkwise.cli.output import open_output, pick_format, write_rows
from chunkwise.cli.params import format_option
from chunkwise.cli.session import session_options

if TYPE_CHECKING:
    from rich.text import Text

    from chunkwise.cli.render.console import Screen

_FORMATS = ("table", "jsonl", "json")
_STYLES = {"ok": "green", "missing": "yellow", "broken": "red"}


@click.command("doctor", short_help=COMMANDS["doctor"])
@format_option(_FORMATS)
@session_options
def command(format_: str | None) -> int:
    """Check this installation: versions, packages, parsers, steps, methods, tokenizers, settings.

    Ends with exit code 1 if something that comes with chunkwise does not work. Plugins that fail
    are reported with the package that they come from.
    """
    format_ = pick_format(format_, None, _FORMATS)
    rows = list(examine())
    with open_output(None) as out:
        if format_ != "table":
            write_rows(out, format_, map(asdict, rows))
        else:
            from chunkwise.cli.render.console import open_screen

            _show(open_screen(out.stream), rows)
    return FAILED if any(row.status == "broken" and row.builtin for row in rows) else OK


def _show(screen: Screen, rows: list[Row]) -> None:
    """A paragraph a section: what works and has no more to say shares a line."""
    from rich.table import Table
    from rich.text import Text

    for section, group in groupby(rows, key=lambda row: row.section):
        found = list(group)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(min_width=9)
        quiet = [row.name for row in found if row.status == "ok" and not row.detail]
        if quiet:
            table.add_row(Text("  ok", "green"), Text(", ".join(quiet)))
        for row in found:
            if row.name not in quiet:
                table.add_row(Text(f"  {row.status}", _STYLES[row.status]), _said(row))
        screen.print(Text(section, "bold"))
        screen.print(table)
    broken = [row for row in rows if row.status == "broken"]
    told = f"{len(broken)} of {len(rows)} do not work." if broken else "Everything works."
    screen.print(Text(f"\n{told}", "red" if broken else "green"))


def _said(row: Row) -> Text:
    from rich.text import Text

    from chunkwise.cli.render.text import visible

    return Text(f"{row.name}  ").append(visible(row.detail), "dim")

"""``chunkwise config``: the settings and where they come from."""

from __future__ import annotations

from typing import Any

import click

from chunkwise.cli.main import COMMANDS
from chunkwise.cli.method_flags import as_text
from chunkwise.cli.output import Output, open_output, pick_format, write_rows
from chunkwise.cli.params import DefaultGroup, format_option
from chunkwise.cli.session import session_options
from chunkwise.config import load_settings, project_files, user_file

_FORMATS = ("table", "jsonl", "json")


@click.group("config", cls=DefaultGroup, default="show", short_help=COMMANDS["config"])
def command() -> None:
    """Show the settings and where they come from.

    \b
    From the weakest to the strongest: defaults; the user's file; [tool.chunkwise] in pyproject.toml;
    chunkwise.toml, both in the nearest folder upwards; variables CHUNKWISE_*; flags.
    """


@command.command("show", short_help="Show every setting (also without 'show').")
@click.option("--origin", is_flag=True, help="Say where each value comes from.")
@format_option(_FORMATS)
@session_options
def show(origin: bool, format_: str | None) -> None:
    """Show every setting that holds in this folder.

    options.NAME holds for every method that has the option, methods.METHOD.NAME for one method.
    """
    settings = load_settings()
    format_ = pick_format(format_, settings["format"], _FORMATS)
    rows = [
        {"key": key, "value": setting.value, **({"origin": setting.origin} if origin else {})}
        for key, setting in settings.effective().items()
    ]
    with open_output(None) as out:
        _write(out, format_, rows)


@command.command("path", short_help="Show which settings files are read.")
@format_option(_FORMATS)
@session_options
def path(format_: str | None) -> None:
    """Show which settings files are read from here, the strongest last."""
    format_ = pick_format(format_, None, _FORMATS)
    rows = [{"file": str(user_file()), "exists": user_file().is_file(), "whose": "user"}]
    rows += [{"file": str(found), "exists": True, "whose": "project"} for found in project_files()]
    with open_output(None) as out:
        _write(out, format_, rows)


def _write(out: Output, format_: str, rows: list[dict[str, Any]]) -> None:
    if format_ != "table":
        write_rows(out, format_, rows)
    else:
        from rich.text import Text

        from chunkwise.cli.render.console import open_screen, plain_table
        from chunkwise.cli.render.text import visible

        screen = open_screen(out.stream)
        table = plain_table(screen)
        for name in rows[0]:
            table.add_column(name, overflow="fold")
        for row in rows:
            table.add_row(*(Text(visible(as_text(value))) for value in row.values()))
        screen.print(table)

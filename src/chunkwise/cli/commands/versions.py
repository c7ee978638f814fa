"""``chunkwise versions``: the history of a knowledge base."""

from __future__ import annotations

from dataclasses import asdict

import click

from chunkwise.cli.bases import kb_option, opened
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import open_output, pick_format, write_rows
from chunkwise.cli.params import format_option, output_option
from chunkwise.cli.session import session_options
from chunkwise.config import load_settings

_FORMATS = ("table", "jsonl", "json")


@click.command("versions", short_help=COMMANDS["versions"])
@kb_option
@format_option(_FORMATS)
@output_option
@session_options
def command(kb: str | None, format_: str | None, output: str | None) -> int:
    """List the versions of a knowledge base, the newest first.

    Every add that changes something makes one. The head is the newest; searches read the released
    version, or the head if nothing was ever released.
    """
    settings = load_settings(flags={"kb": kb})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    with opened(settings) as base:
        versions, head, released = base.versions(), base.head_seq, base.released_seq
    with open_output(output) as out:
        if format_ == "table":
            from chunkwise.cli.render.console import open_screen
            from chunkwise.cli.render.versions import show_versions

            show_versions(open_screen(out.stream), versions, head, released)
        else:
            rows = (
                {
                    **asdict(version),
                    "is_head": version.seq == head,
                    "is_read": version.seq == (released or head),
                }
                for version in versions
            )
            write_rows(out, format_, rows)
    return 0

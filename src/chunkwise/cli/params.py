"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def format_option(choices: Sequence[str]) -> Callable[[F], F]:
    """``--format`` with the formats of a command, the one for people first."""
    return click.option(
        "--format", "format_", type=click.Choice(choices),
        help=f"How to print; {choices[0]} on a terminal and JSON lines elsewhere unless you say.",
    )  # fmt: skip


def input_options(command: F) -> F:
    """Files, and how to take them."""
    for add in reversed(_INPUT_OPTIONS):
        command = add(command)
    return command


output_option = click.option(
    "-o", "--output", metavar="FILE",
    help="Write to this file, which is replaced when all is done; its suffix decides the format.",
)  # fmt: skip

set_option = click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="Set a key of a step, as in pack.min_tokens=20.",
)  # fmt: skip

_INPUT_OPTIONS = (
    click.argument("files", nargs=-1, required=True, metavar="FILE..."),
    click.option("--name", metavar="NAME", help="Name of standard input: its suffix says what it is."),
    click.option(
        "--type", "type_", metavar="TYPE", help="What the files are (md, text/csv …), instead of detection."
    ),
    click.option("--root", metavar="FOLDER", help="Make document ids relative to this folder."),
    click.option("--parser", metavar="NAME", help="The parser to use (chunkwise doctor lists them)."),
    click.option(
        "--timeout-s", type=float, metavar="SECONDS",
        help="Parse each file in a process of its own and give it up after so long.",
    ),
)  # fmt: skip


class DefaultGroup(click.Group):
    """A group that runs one of its commands where none is named."""

    def __init__(self, *args: Any, default: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in where the first argument is an option, or there is none."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = [self._default, *args]
        return super().parse_args(ctx, args)

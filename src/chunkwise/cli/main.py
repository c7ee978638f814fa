"""The entry: the commands by name, loaded when they run, and what happens to their errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from chunkwise import __version__
from chunkwise.cli.output import close_quietly, prepare_streams
from chunkwise.cli.session import Session, session_options
from chunkwise.errors import ChunkwiseError, UnknownName, UsageError

COMMANDS = {
    "parse": "Show what a file is read as: its blocks, with spans.",
    "chunk": "Cut files into chunks.",
    "compare": "Compare methods on your own files and questions.",
    "add": "Add files to a knowledge base, or bring it up to date.",
    "search": "Ask a knowledge base.",
    "synonyms": "List or change the synonyms of a knowledge base.",
    "eval": "Measure how well a knowledge base answers questions.",
    "versions": "List the versions of a knowledge base.",
    "methods": "List the methods, or show one with its options.",
    "config": "Show the settings and where they come from.",
    "doctor": "Check this installation.",
}
"""Name → summary; the module of that name in ``commands`` has the command."""

OK, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130

_EPILOG = """\b
Examples:
  chunkwise chunk report.md
  chunkwise chunk docs/ -m laws --max-tokens 300 -o chunks.jsonl
  cat notes.txt | chunkwise chunk - --explain
  chunkwise add docs/ --kb docs.kb && chunkwise search "how do I start?" --kb docs.kb

Tables on a terminal, JSON lines when piped. Exit codes: 0 done, 1 failed, 2 wrong use,
3 some of the inputs failed, 4 a gate said no, 130 interrupted."""


class Commands(click.Group):
    """Loads a command's module when the command is run, so that help and errors are quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"chunkwise.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, or an error that names the nearest one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = f" Did you mean: chunkwise chunk {name}" if os.path.exists(name) else ""
            message = (
                f"There is no command {name!r}." if hint else str(UnknownName("command", name, COMMANDS))
            )
            raise click.UsageError(message + hint, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away is no error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            close_quietly()
            return OK
        return result


@click.command(
    cls=Commands,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
@session_options
def group() -> None:
    """Turn documents into retrieval-ready chunks with exact offsets."""


def run(args: Sequence[str]) -> int:
    """Run a command line (without the program's name) and return its exit code."""
    session = Session()
    prepare_streams()
    try:
        return group.main(list(args), "chunkwise", standalone_mode=False, obj=session) or OK
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        session.say("Interrupted.")
        return INTERRUPTED
    except ChunkwiseError as error:
        session.fail(error)
        return WRONG_USE if isinstance(error, UsageError) else FAILED
    except Exception as error:
        session.fail(error)
        return FAILED


def main(args: Sequence[str] | None = None) -> None:
    """Run a command line, by default that of this process, and end the process."""
    sys.exit(run(sys.argv[1:] if args is None else args))


if __name__ == "__main__":
    main()

"""What one run of the command line knows: how much to say, and how."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def _to_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


@dataclass(slots=True)
class Session:
    """Everything but data goes to standard error, through this."""

    quiet: bool = False
    """No warnings and no progress."""
    debug: bool = field(default_factory=lambda: os.environ.get("CHUNKWISE_DEBUG", "0") not in ("", "0"))
    """Tracebacks of everything that fails."""
    say: Callable[[str], None] = _to_stderr
    """Prints a line; a progress bar puts its own here while it runs."""

    def warn(self, message: str) -> None:
        """Say what a user should know, unless told to be quiet."""
        if not self.quiet:
            self.say(f"Warning: {message}")

    def error(self, message: str, trace: str = "") -> None:
        """Say what went wrong, with its traceback if asked for."""
        if self.debug and trace:
            self.say(trace.rstrip())
        self.say(f"Error: {message}")

    def fail(self, error: BaseException) -> None:
        """Say what an exception says; one that nobody meant to raise is called an internal error."""
        self.error(describe(error), "".join(traceback.format_exception(error)))


def describe(error: BaseException) -> str:
    """What an exception tells a user."""
    from chunkwise.errors import ChunkwiseError

    if isinstance(error, ChunkwiseError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fspath(error.filename)}: {error.strerror}" if error.filename else error.strerror
    said = f"{type(error).__name__}: {error}".rstrip(": ").replace("\n", " ")
    return f"internal error: {said:.300} (run again with --debug to see where)"


def session_options(command: F) -> F:
    """Add the options that every command has."""
    quiet = click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, is_eager=True, callback=_switch,
        help="No warnings and no progress, errors only.",
    )  # fmt: skip
    debug = click.option(
        "--debug", is_flag=True, expose_value=False, is_eager=True, callback=_switch,
        help="Show the traceback of what fails (also CHUNKWISE_DEBUG=1).",
    )  # fmt: skip
    return quiet(debug(command))


def _switch(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    session = context.ensure_object(Session)
    if value and parameter.name:
        setattr(session, parameter.name, True)

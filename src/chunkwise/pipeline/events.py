"""What long work tells while it runs, and a bar that shows it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class InputDone:
    """One input of ``chunk_many`` is done, whether it could be read or not."""

    source: Any
    """The input, as it was given."""
    done: int
    """Inputs that are done, with this one."""
    total: int | None
    """Inputs that there are; None where nobody knows, as with a generator."""
    chunks: int
    """Chunks of all inputs so far."""


OnProgress: TypeAlias = Callable[[InputDone], None]


@contextmanager
def watched(progress: bool | OnProgress, total: int | None) -> Iterator[OnProgress]:
    """The function to be called after each input: the caller's own, a bar on standard error, or nothing.

    Args:
        progress: a function; True: a bar, where standard error is a terminal; False: nothing.
        total: number of inputs, if it is known.
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda event: None
        return
    from rich.console import Console
    from rich.control import strip_control_codes
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)

        def show(event: InputDone) -> None:
            name = os.path.basename(event.source) if isinstance(event.source, str | os.PathLike) else ""
            shown = escape(strip_control_codes(name))
            bar.update(task, completed=event.done, description=f"{event.chunks:,} chunks {shown}")

        yield show

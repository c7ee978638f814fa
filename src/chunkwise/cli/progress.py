"""A progress bar on standard error, where somebody can see it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chunkwise.cli.session import Session


@contextmanager
def progress(session: Session, total: int, to_file: bool) -> Iterator[Callable[[str], None]]:
    """Show how many of several inputs are done, as long as the context lasts.

    Args:
        session: its messages go above the bar while there is one.
        total: number of inputs.
        to_file: whether the output goes to a file, and not to standard output.

    Yields:
        A function to be called with an input's name when it is done.
    """
    if not is_shown(session, total, to_file):
        yield lambda name: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    from chunkwise.cli.render.text import visible

    console = Console(stderr=True, highlight=False)
    columns = (BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    before = session.say
    with Progress(*columns, console=console, transient=True) as bar:
        session.say = lambda message: console.print(Text(message), soft_wrap=True)
        task = bar.add_task("", total=total)

        def done(name: str) -> None:
            bar.update(task, advance=1, description=visible(os.path.basename(name)).replace("[", "\\["))

        try:
            yield done
        finally:
            session.say = before


def is_shown(session: Session, total: int, to_file: bool) -> bool:
    """Whether a bar helps: several inputs, a terminal to draw on, and no tables in its way."""
    drawable = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return total > 1 and drawable and not session.quiet and (to_file or not sys.stdout.isatty())

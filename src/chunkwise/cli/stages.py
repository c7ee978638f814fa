"""The stages of an ``add`` on standard error, where somebody can see them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chunkwise.cli.session import Session
from chunkwise.kb.report import Progress, Watcher

_WORDS = {
    "wait": "Waiting until another add is done",
    "look": "Looking for what changed",
    "store": "Adding",
    "index": "Bringing indexes up to date",
}


@contextmanager
def stages(session: Session) -> Iterator[Watcher]:
    """Show what a job does, as long as the context lasts; without a terminal, only that it waits.

    Yields:
        What the job tells of every step.
    """
    if session.quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda step: _say_waiting(session, step)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    from chunkwise.cli.render.text import visible

    console = Console(stderr=True, highlight=False)
    columns = (
        TextColumn("{task.fields[stage]}"), BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )  # fmt: skip
    before = session.say
    with Bar(*columns, console=console, transient=True) as bar:
        session.say = lambda message: console.print(Text(message), soft_wrap=True)
        shown: list[Any] = ["", None]  # the stage, and its line

        def show(step: Progress) -> None:
            name = visible(os.path.basename(step.name)).replace("[", "\\[")
            if step.stage != shown[0]:
                if shown[1] is not None:
                    bar.remove_task(shown[1])
                words = _WORDS.get(step.stage, step.stage)
                shown[:] = step.stage, bar.add_task("", total=step.total or None, stage=words)
            bar.update(shown[1], completed=step.done, description=name)

        try:
            yield show
        finally:
            session.say = before


def _say_waiting(session: Session, step: Progress) -> None:
    if step.stage == "wait" and not session.quiet:
        session.say(f"{_WORDS['wait']} …")

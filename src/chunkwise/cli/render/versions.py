"""The versions of a knowledge base on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from chunkwise.cli.render.console import Screen, plain_table
from chunkwise.kb.catalogue import Version

_COLUMNS = ("added", "changed", "removed")


def show_versions(screen: Screen, versions: Sequence[Version], head: int, released: int | None) -> None:
    """Print a row for each version, marked where it is the head or the released one."""
    if not versions:
        screen.print("There is no version yet: nothing was ever added.")
        return
    table = plain_table(screen)
    table.add_column("version", justify="right")
    table.add_column("state", no_wrap=True)
    table.add_column("made (UTC)", no_wrap=True)
    for name in _COLUMNS:
        table.add_column(name, justify="right")
    table.add_column("chunks", justify="right", no_wrap=True)
    table.add_column("")
    for version in versions:
        summary = version.summary
        marks = [word for word, seq in (("head", head), ("released", released)) if seq == version.seq]
        chunks = f"+{summary.get('chunks_added', 0):,} -{summary.get('chunks_removed', 0):,}"
        table.add_row(
            str(version.seq),
            version.state,
            version.created_at[:19].replace("T", " "),
            *(f"{summary.get(name, 0):,}" for name in _COLUMNS),
            chunks,
            Text(", ".join(marks), "green"),
        )
    screen.print(table)

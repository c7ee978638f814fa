"""What an ``add`` did, on a terminal: what is new first, and nothing about what stayed but its number."""

from __future__ import annotations

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.text import count, visible
from chunkwise.kb.report import AddReport

_SHOWN = 10
"""Files named of each kind."""


def show_report(screen: Screen, report: AddReport, path: str) -> None:
    """Print a line of result, and below it the files by what became of them."""
    screen.print(_headline(report, path), soft_wrap=True)
    for word, names, style in (
        ("added", report.added, "green"),
        ("changed", report.changed, "yellow"),
        ("removed", report.removed, "red"),
        ("gone, still in the base: add --prune to take them out", report.gone, "yellow"),
        ("skipped, nothing here reads them", report.skipped, "dim"),
    ):
        if names:
            shown = ", ".join(map(visible, names[:_SHOWN]))
            more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
            screen.print(
                Text(f"  {len(names):,} {word}: ", style).append(f"{shown}{more}", "default"), soft_wrap=True
            )
    if report.unchanged:
        screen.print(Text(f"  {count(len(report.unchanged), 'file')} unchanged", "dim"))
    if report.failed:
        screen.print(Text(f"  {count(len(report.failed), 'input')} failed", "bold red"))


def _headline(report: AddReport, path: str) -> Text:
    name = visible(path)
    if not report.did_anything:
        at = f"version {report.seq}" if report.seq else "empty"
        return Text(f"Nothing to do: {name} is {'up to date, ' if report.seq else ''}{at}.", "bold")
    chunks = [f"{report.chunks_added:,} new"]
    if report.chunks_changed:
        chunks.append(f"{report.chunks_changed:,} changed")
    if report.chunks_removed:
        chunks.append(f"{report.chunks_removed:,} ended")
    if report.chunks_kept:
        chunks.append(f"{report.chunks_kept:,} kept")
    if report.embedded:
        chunks.append(f"{report.embedded:,} embedded")
    return Text(f"{name} is at version {report.seq}.", "bold").append(
        f"  Chunks: {', '.join(chunks)}", "not bold"
    )

"""Reads the documents of ``examples/documents``, cuts them with ``auto``, and shows what became of each."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import chunkwise as cw

DOCUMENTS = Path(__file__).parent / "documents"


def main() -> None:
    """Print a line for each document, then one chunk of each."""
    console = Console()
    chunkings = [cw.chunk(path, "auto") for path in sorted(DOCUMENTS.iterdir())]
    console.print(overview(chunkings))
    for chunking in chunkings:
        console.print(one_chunk(chunking))
    console.print(
        "Try your own: [bold].venv/bin/chunkwise chunk FILE -m auto[/]; add [bold]--explain[/] to see"
    )
    console.print("for each chunk the places where it could have ended.")


def overview(chunkings: list[cw.Chunking]) -> Table:
    """What was read, by which method it was cut and why, and what came out."""
    table = Table(title=f"{len(chunkings)} documents, cut with auto", title_justify="left", expand=True)
    table.add_column("document", no_wrap=True)
    table.add_column("method", style="cyan", no_wrap=True)
    table.add_column("why", ratio=1)
    table.add_column("chunks", justify="right")
    table.add_column("tokens", justify="right")
    for chunking in chunkings:
        table.add_row(
            name_of(chunking),
            str(chunking.settings["method"]),
            str(chunking.settings["why"]),
            str(len(chunking)),
            str(sum(chunk.tokens or 0 for chunk in chunking)),
        )
    for chunking in chunkings:
        for warning in chunking.warnings:
            table.add_row("", "", f"[yellow]{name_of(chunking)}: {warning}[/]", "", "")
    return table


def one_chunk(chunking: cw.Chunking) -> Panel:
    """The chunk with the most to show: its reason, what is added to it, where it stands, what it says."""
    chunk = max(chunking[1:] or chunking, key=lambda chunk: (len(chunk.heading_path), chunk.tokens or 0))
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("why here", f"begins at {chunk.reason.begins}, ends at {chunk.reason.ends}")
    if chunk.context.titles:
        facts.add_row("titles", " > ".join(chunk.context.titles))
    if chunk.context.table_header:
        facts.add_row("header", chunk.context.table_header)
    parent = chunking.parent_of(chunk)
    if parent is not None:
        facts.add_row("returns", parent.content)
    facts.add_row("stands", stands(chunking, chunk))
    if chunk.media:
        facts.add_row("pictures", ", ".join(chunk.media))
    title = f"{name_of(chunking)}, chunk {chunk.ordinal + 1} of {len(chunking)}, {chunk.tokens} tokens"
    return Panel(Group(facts, "", Text(shortened(chunk.content))), title=title, title_align="left")


def stands(chunking: cw.Chunking, chunk: cw.Chunk) -> str:
    """Offsets, and boxes where the document has pages."""
    spans = ", ".join(f"{span.start}-{span.end}" for span in chunk.spans[:3])
    where = f"characters {spans} of {len(chunking.document.text)}"
    if chunk.positions:
        first = chunk.positions[0]
        box = f"({first.x0:.0f}, {first.y0:.0f})"
        where += f"; page {first.page}, {len(chunk.positions)} boxes, the first at {box}"
    return where


def shortened(text: str, most: int = 420) -> str:
    """The beginning of a long text."""
    return text if len(text) <= most else text[:most].rstrip() + " …"


def name_of(chunking: cw.Chunking) -> str:
    """The document's file name."""
    return Path(chunking.document.source).name


if __name__ == "__main__":
    main()

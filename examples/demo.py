"""Chunks the documents of ``examples/documents`` and shows what became of them."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

import chunkwise as cw

DOCUMENTS = Path(__file__).parent / "documents"
MAX_TOKENS = 160


def main() -> None:
    """Print every example document as a table of chunks."""
    console = Console()
    for path in sorted(DOCUMENTS.iterdir()):
        chunking = cw.chunk(path, "general", max_tokens=MAX_TOKENS)
        console.print(table_of(path.name, chunking))
        for warning in chunking.warnings:
            console.print(Text(f"warning: {warning}", style="yellow"))
        console.print()


def table_of(name: str, chunking: cw.Chunking) -> Table:
    """The chunks of one document: size, where they stand, why they end, how they begin."""
    total = sum(chunk.tokens or 0 for chunk in chunking)
    title = (
        f"{name}: {len(chunking)} chunks by {chunking.settings['method']}, {total} tokens, cap {MAX_TOKENS}"
    )
    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim", expand=True)
    for column, ratio in (
        ("#", None),
        ("kind", None),
        ("tokens", None),
        ("under", 3),
        ("begins → ends", None),
        ("text", 4),
    ):
        table.add_column(
            column, ratio=ratio, no_wrap=True, justify="right" if column in ("#", "tokens") else "left"
        )
    for chunk in chunking:
        table.add_row(
            str(chunk.ordinal),
            chunk.kind,
            str(chunk.tokens),
            Text(" > ".join(chunk.heading_path[-2:]), style="cyan"),
            f"{chunk.reason.begins} → {chunk.reason.ends}",
            " ".join(chunk.text.split()),
        )
    return table


if __name__ == "__main__":
    main()

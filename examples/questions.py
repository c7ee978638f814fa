"""Puts the documents of ``examples/documents`` into a knowledge base and asks it four questions."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import chunkwise as cw

DOCUMENTS = Path(__file__).parent / "documents"
BASE = Path("demo.kb")
QUESTIONS = [
    "How do I reset the machine?",
    "How much did the titles raise recall?",
    "对处罚决定不服怎么办？",
    "捡到的手机要保管多久？",
]


def main() -> None:
    """Add, ask, print the two best hits of each question."""
    console = Console()
    with cw.open_kb(BASE, create=True) as kb:
        report = kb.add([DOCUMENTS])
        console.print(
            f"[bold]{BASE}[/], version {report.seq}: {len(report.added)} files added, "
            f"{len(report.changed)} changed, {len(report.unchanged)} unchanged"
        )
        for question in QUESTIONS:
            hits = kb.search(question, 2)
            console.print(Panel(Group(*map(one_hit, hits)), title=f"[bold]{question}[/]", title_align="left"))
    console.print('Ask yourself: [bold].venv/bin/chunkwise search "…" --kb demo.kb[/]; change a document,')
    console.print("run this again, and only what has changed is indexed anew.")


def one_hit(hit: cw.Hit) -> Group:
    """Where it stands and why it was found; then what a reader gets."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("document", Text(hit.chunk.document_id))
    if hit.chunk.heading_path:
        facts.add_row("headings", Text(" > ".join(hit.chunk.heading_path), "cyan"))
    if hit.chunk.positions:
        facts.add_row("page", str(hit.chunk.positions[0].page))
    facts.add_row("score", f"{hit.score:.1f}, by words: place {hit.parts['lexical_rank']:.0f}")
    if hit.matched != (hit.chunk,):
        facts.add_row("found in", Text(hit.matched[0].content, "bold"))
        facts.add_row("returns", Text("its parent:", "dim"))
    return Group(facts, Text(shortened(hit.chunk.content)), "")


def shortened(text: str, most: int = 300) -> str:
    """The beginning of a long text."""
    return text if len(text) <= most else text[:most].rstrip() + " …"


if __name__ == "__main__":
    main()

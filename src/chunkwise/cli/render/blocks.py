"""A document on a terminal: its blocks under their headings."""

from __future__ import annotations

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.grid import Column, print_grid, used_width
from chunkwise.cli.render.text import clip, count, head, visible
from chunkwise.model.block import Block
from chunkwise.model.document import Document, heading_level
from chunkwise.model.table import Figure, Table

_STYLES = {"title": "bold", "heading": "bold", "header": "dim", "footer": "dim", "toc": "dim"}
_DEEPEST = 8
"""Levels of indentation that are shown: deeper ones would leave no room for the words."""
_LEAST = 24
"""Cells for the words, however narrow the terminal."""


def show_blocks(screen: Screen, document: Document) -> None:
    """Print what the document is, and a line for each block."""
    screen.print(_title(screen, document))
    if document.blocks:
        print_grid(screen, _columns(screen, document))
    screen.print()


def _columns(screen: Screen, document: Document) -> list[Column]:
    blocks = document.blocks
    columns = [Column("kind", [Text(_kind(block), "cyan") for block in blocks])]
    if any(line.position for block in blocks for line in block.lines):
        columns.append(Column("page", [Text(_page(block)) for block in blocks], right=True))
    spans = [Text(f"{block.span.start}-{block.span.end}", "dim") for block in blocks]
    columns.append(Column("span", spans, right=True))
    width = max(screen.width - used_width(columns), _LEAST)
    depth, words = 0, []
    for block in blocks:
        depth = heading_level(block) if block.is_heading else depth
        words.append(_words(screen, document, block, depth, width))
    return [*columns, Column("text", words)]


def _title(screen: Screen, document: Document) -> Text:
    facts = [document.media_type, document.parser, count(len(document.blocks), "block")]
    facts.append(count(len(document.text), "character"))
    if document.pages:
        facts.append(count(len(document.pages), "page"))
    title = Text(visible(document.source), "bold")
    if not document.source.replace("\\", "/").endswith(document.id):
        facts.insert(0, f"id {clip(visible(document.id), 24, screen.ellipsis)}")
    return title.append("  " + " · ".join(facts), "not bold dim")


def _kind(block: Block) -> str:
    return block.kind if block.level is None else f"{block.kind} {block.level}"


def _page(block: Block) -> str:
    pages = [line.position.page for line in block.lines if line.position]
    return str(pages[0]) if pages else ""


def _words(screen: Screen, document: Document, block: Block, depth: int, width: int) -> Text:
    """The block's first words, indented by its depth."""
    if block.is_heading:
        level, words = depth, head(document.heading_text(block))
    else:
        level, words = depth + 1 if depth else 0, head(document.text, block.span.start, block.span.end)
        level += (block.level or 1) - 1
    indent = "  " * min(max(level - 1, 0), _DEEPEST)
    words = clip(indent + _shape(block) + words, width, screen.ellipsis)
    return Text(words, _STYLES.get(block.kind, ""))


def _shape(block: Block) -> str:
    """What stands in front of the words of a table or picture."""
    if isinstance(block.data, Table):
        return f"[{len(block.data.rows)} x {block.data.columns}] "
    if isinstance(block.data, Figure) and block.data.image:
        return f"[{visible(block.data.image)}] "
    return ""

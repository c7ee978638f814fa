"""Chunks on a terminal: a row each, or their contents."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.grid import GAP, Column, print_grid, used_width
from chunkwise.cli.render.text import clip, clip_path, count, head, safe, size_of, visible
from chunkwise.model.chunk import Chunk, Chunking

_ROOMY = 100
"""Cells from which on a row also says where a chunk begins: the row above says it too."""
_HEADINGS_SHARE = 0.4
"""Of the room beside the fixed columns."""
_LEAST = 24
"""Cells for headings and words, however narrow the terminal."""


def show_chunks(screen: Screen, chunking: Chunking, chunks: Sequence[Chunk]) -> None:
    """Print what was cut, and a row for each chunk.

    Args:
        screen: where to.
        chunking: all of it, for the first line.
        chunks: the rows; parents may be among them.
    """
    screen.print(title(screen, chunking))
    if chunks:
        styles = ["bold" if chunk.id in chunking.parents else "" for chunk in chunks]
        print_grid(screen, _columns(screen, chunking, chunks), styles)
    screen.print()


def title(screen: Screen, chunking: Chunking) -> Text:
    """One line: the document, the method, how many chunks of how many tokens."""
    method = str(chunking.settings.get("method", ""))
    if why := chunking.settings.get("why"):
        method += f" ({why})"
    facts = [method, count(len(chunking), "chunk")]
    if chunking.parents:
        facts.append(count(len(chunking.parents), "parent"))
    facts.append(_total(chunking))
    if chunking.dropped:
        reasons = ", ".join(dict.fromkeys(dropped.reason.partition(",")[0] for dropped in chunking.dropped))
        facts.append(f"{count(len(chunking.dropped), 'place')} left out: {reasons}")
    name = chunking.document.source
    if "#" in chunking.document.id and chunking.document.metadata.get("part_of"):
        name = chunking.document.id
    return Text(visible(name), "bold").append("  " + " · ".join(facts), "not bold dim")


def _total(chunking: Chunking) -> str:
    counts = [chunk.tokens for chunk in chunking if chunk.tokens is not None]
    if len(counts) < len(chunking):
        return count(sum(len(chunk.index_text) for chunk in chunking), "character")
    return count(sum(counts), "token")


def _columns(screen: Screen, chunking: Chunking, chunks: Sequence[Chunk]) -> list[Column]:
    """Columns of numbers and kinds as wide as they need; headings and words share what is left."""
    roomy = screen.width >= _ROOMY
    counted = all(chunk.tokens is not None for chunk in chunks)
    columns = [
        Column("#", [Text(_number(chunking, chunk)) for chunk in chunks], right=True),
        Column("kind", [Text(chunk.kind, "cyan") for chunk in chunks]),
        Column("tokens" if counted else "chars", [_size(chunk, counted) for chunk in chunks], right=True),
        Column(
            "begins and ends at" if roomy else "ends at", [_reason(screen, chunk, roomy) for chunk in chunks]
        ),
    ]
    room = max(screen.width - used_width(columns), _LEAST)
    words = [head(chunk.content) for chunk in chunks]
    longest = min(max(map(cell_len, words)), room)
    share = max(int(room * _HEADINGS_SHARE), room - longest - GAP)
    paths = [clip_path(chunk.heading_path, share, screen.ellipsis) for chunk in chunks]
    if any(paths):
        columns.append(Column("headings", [Text(path, "dim") for path in paths]))
        room -= columns[-1].width + GAP
    columns.append(Column("content", [Text(clip(said, room, screen.ellipsis)) for said in words]))
    return columns


def _number(chunking: Chunking, chunk: Chunk) -> str:
    return f"{'P' if chunk.id in chunking.parents else ''}{chunk.ordinal + 1}"


def _size(chunk: Chunk, counted: bool) -> Text:
    size = chunk.tokens if counted else len(chunk.index_text)
    return Text(f"{size:,}", "yellow" if chunk.reason.oversize else "")


def _reason(screen: Screen, chunk: Chunk, roomy: bool) -> Text:
    """The kinds of places at its ends, and below them what it had to give up."""
    reason = chunk.reason
    cell = Text(f"{reason.begins} {screen.arrow} {reason.ends}" if roomy else reason.ends, "green")
    if reason.oversize:
        cell.append("\nabove the cap", "yellow")
    if reason.shed:
        cell.append("".join(f"\nwithout {part.replace('_', ' ')}" for part in reason.shed), "yellow")
    return cell


def show_texts(screen: Screen, chunking: Chunking, chunks: Sequence[Chunk]) -> None:
    """Print the contents, each under a line that says where it is from."""
    for chunk in chunks:
        facts = [
            f"{visible(chunking.document.source)} {_number(chunking, chunk)}/{len(chunking)}",
            size_of(chunk),
        ]
        if chunk.heading_path:
            facts.append(" > ".join(map(head, chunk.heading_path)))
        screen.print(Text(f"--- {' · '.join(facts)}", "dim"), soft_wrap=True)
        screen.print(Text(safe(chunk.content)), soft_wrap=True)
        screen.print()

"""Chunks on a terminal: a row each, or their contents."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from chunkwise.cli.render.console import Screen, plain_table
from chunkwise.cli.render.text import clip, clip_path, count, head, safe, size_of, visible
from chunkwise.model.chunk import Chunk, Chunking

_ROOMY = 100
"""Cells from which on a row also says where a chunk begins: the row above says it too."""
_GAP = 2
"""Cells between columns."""
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
        screen.print(_table(screen, chunking, chunks))
    screen.print()


def title(screen: Screen, chunking: Chunking) -> Text:
    """One line: the document, the method, how many chunks of how many tokens."""
    method = str(chunking.settings.get("method", ""))
    facts = [method, count(len(chunking), "chunk")]
    if chunking.parents:
        facts.append(count(len(chunking.parents), "parent"))
    facts.append(_total(chunking))
    if chunking.dropped:
        facts.append(f"{count(len(chunking.dropped), 'place')} left out")
    name = chunking.document.source
    if "#" in chunking.document.id and chunking.document.metadata.get("part_of"):
        name = chunking.document.id
    rest = "  " + " · ".join(facts)
    return Text(clip(visible(name), screen.width - len(rest), screen.ellipsis), "bold").append(
        rest, "not bold dim"
    )


def _total(chunking: Chunking) -> str:
    counts = [chunk.tokens for chunk in chunking if chunk.tokens is not None]
    if len(counts) < len(chunking):
        return count(sum(len(chunk.index_text) for chunk in chunking), "character")
    return count(sum(counts), "token")


def _table(screen: Screen, chunking: Chunking, chunks: Sequence[Chunk]) -> Table:
    """Fixed columns as wide as they need, headings up to a share of the rest, words in what is left."""
    roomy = screen.width >= _ROOMY
    counted = all(chunk.tokens is not None for chunk in chunks)
    fixed = {
        "#": [Text(_number(chunking, chunk), justify="right") for chunk in chunks],
        "kind": [Text(chunk.kind, "cyan") for chunk in chunks],
        "tokens" if counted else "chars": [_size(chunk, counted) for chunk in chunks],
        "begins and ends at" if roomy else "ends at": [_reason(screen, chunk, roomy) for chunk in chunks],
    }
    used = sum(_GAP + max(cell_len(name), *map(_width, cells)) for name, cells in fixed.items())
    room = max(screen.width - used, _LEAST)
    columns: dict[str, list[Text]] = dict(fixed)
    paths = [clip_path(chunk.heading_path, int(room * _HEADINGS_SHARE), screen.ellipsis) for chunk in chunks]
    if any(paths):
        columns["headings"] = [Text(path, "dim") for path in paths]
        room -= _GAP + max(map(cell_len, ["headings", *paths]))
    columns["content"] = [Text(clip(head(chunk.content), room, screen.ellipsis)) for chunk in chunks]
    table = plain_table(screen)
    for name in columns:
        table.add_column(name, justify="right" if name in ("#", "tokens", "chars") else "left", no_wrap=True)
    for chunk, cells in zip(chunks, zip(*columns.values(), strict=True), strict=True):
        table.add_row(*cells, style="bold" if chunk.id in chunking.parents else "")
    return table


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
        cell.append("\nwithout " + ("\nwithout ").join(reason.shed), "yellow")
    return cell


def _width(cell: Text) -> int:
    return max(cell_len(line) for line in cell.plain.split("\n"))


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

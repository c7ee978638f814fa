"""Why hits were found: what each word gave and from where; passages; how long each stage took."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.text import clip_left, clip_path, folded, safe, visible
from chunkwise.model.hit import Hit, Hits, Passage, Share

_INDENT = "   "
_MOST_SHARES = 8
_MOST_SOURCES = 3
_WORD = 16
"""Cells for a word."""


def base_name(folder: str) -> str:
    """The last part of the folder of a base."""
    return PurePath(folder).name


def show_shares(screen: Screen, hit: Hit) -> None:
    """Print what each word gave to a hit, and the nearest places that it stands at."""
    total = sum(share.score for share in hit.shares)
    for share in hit.shares[:_MOST_SHARES]:
        word = visible(share.term)[:_WORD]
        room = max(screen.width - len(_INDENT) - _WORD - 14, 20)
        line = f"{_INDENT}{word:<{_WORD}} {share.score:>6.2f} {share.score / (total or 1):>4.0%}  "
        screen.print(Text(line + ", ".join(_places(share))[:room], "dim"))
    if len(hit.shares) > _MOST_SHARES:
        rest = sum(share.score for share in hit.shares[_MOST_SHARES:])
        screen.print(Text(f"{_INDENT}{len(hit.shares) - _MOST_SHARES} more words: {rest:.2f}", "dim"))


def _places(share: Share) -> list[str]:
    """Where a word stands, seen from the best sentence."""
    near = [_place(distance) for distance, _ in share.sources]
    found = near[:_MOST_SOURCES]
    if len(near) > _MOST_SOURCES:
        found.append(f"{len(near) - _MOST_SOURCES} farther")
    return [*found, *(["titles"] if share.path else [])]


def _place(distance: int) -> str:
    if not distance:
        return "here"
    return f"{abs(distance)} {'before' if distance < 0 else 'after'}"


def show_passages(screen: Screen, passages: Sequence[Passage]) -> None:
    """Print the passages, best first."""
    width = max(screen.width - len(_INDENT) - 1, 20)
    for number, passage in enumerate(passages, 1):
        where = f"{passage.document_id} [{passage.span.start}, {passage.span.end})"
        line = Text(f"{number:>2} ", "dim").append(
            clip_left(visible(where), max(screen.width - 4, 20), screen.ellipsis), "bold"
        )
        path = clip_path(passage.heading_path, max(screen.width - 4, 20), screen.ellipsis)
        if path:
            line.append(f"\n{_INDENT}{path}", "cyan")
        screen.print(line)
        text = safe(passage.text)
        lines = [Text(_INDENT + text[low:high].rstrip()) for low, high in folded(text, width)]
        screen.print(Text("\n").join(lines), no_wrap=True, crop=False, overflow="ignore")
        screen.print()


def show_times(screen: Screen, hits: Hits) -> None:
    """Print how long each stage took, in milliseconds."""
    stages = ", ".join(f"{stage} {1000 * seconds:.0f}" for stage, seconds in hits.times.items())
    screen.print(Text(f"{1000 * sum(hits.times.values()):.0f} ms: {stages}", "dim"))

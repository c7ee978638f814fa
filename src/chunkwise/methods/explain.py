"""Why each chunk ends where it ends: the places that could have been taken, and the rule that won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.steps.base import Window
from chunkwise.steps.pack.layout import block_stops
from chunkwise.text.boundaries import candidates

_RULES = {
    "document": "the document begins",
    "heading": "a heading begins a new section",
    "article": "an article begins",
    "media": "a table or picture stands here",
    "page": "a page ends",
    "row": "the next row does not fit",
    "delimiter": "a delimiter cuts here",
    "topic": "the topic changes",
    "cap": "the cap is passed",
    "end": "the document ends",
    "paragraph": "a paragraph ends",
    "sentence": "a sentence ends",
    "clause": "a clause ends",
    "word": "a word ends",
    "grapheme": "nothing better is in reach",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where the chunk could have ended."""

    level: str
    """Kind of place: ``block``, ``blank_line``, ``sentence`` …"""
    at: int | None
    """Offset of the last such place in the window, or None."""
    wins: bool = False
    """Whether the chunk ends there."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One chunk and why it ends where it ends."""

    chunk: Chunk
    rule: str
    """The rule that won, in words."""
    window: tuple[int, int] | None = None
    """From where the chunk begins to the farthest offset that fits; None: nothing was searched."""
    candidates: tuple[Candidate, ...] = ()
    """Kinds of places in the order of preference."""


def explanations(chunking: Chunking, windows: Mapping[tuple[int, int], Window]) -> Iterator[Explanation]:
    """An explanation for each leaf.

    Args:
        chunking: the chunks.
        windows: (start, end) of a chunk → where its end was searched.
    """
    text = chunking.document.text
    for chunk in chunking:
        window = windows.get((chunk.spans[0].start, chunk.spans[-1].end))
        if window is None or chunk.reason.ends in ("row", "end", "heading", "media"):
            yield Explanation(chunk, _RULES[chunk.reason.ends])
            continue
        found = candidates(text, window.start, window.high, window.order, block_stops(window.unit))
        yield Explanation(
            chunk,
            _RULES[chunk.reason.ends],
            (window.start, window.high),
            tuple(_with_winner(found, window.start)),
        )


def _with_winner(found: Sequence[tuple[str, int]], start: int) -> Iterator[Candidate]:
    won = False
    for level, at in found:
        wins = at > start and not won
        won = won or wins
        yield Candidate(level, at if at > start else None, wins)

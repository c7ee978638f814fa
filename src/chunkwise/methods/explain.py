"""Why each chunk ends where it ends: the places that could have been taken, and the rule that won."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.steps.base import Window
from chunkwise.steps.pack.layout import block_stops
from chunkwise.steps.trim import content_end, first_nonblank
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
    """Whether the chunk ends there; of several kinds that end there, the first one."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One chunk and why it ends where it ends."""

    chunk: Chunk
    rule: str
    """The rule that won, in words."""
    window: tuple[int, int] | None = None
    """From where the chunk begins to the farthest offset that fits; None: nothing was searched, since
    the split step ended the chunk."""
    candidates: tuple[Candidate, ...] = ()
    """Kinds of places in the order of preference."""


def explanations(chunking: Chunking, windows: Mapping[tuple[int, int], Window]) -> Iterator[Explanation]:
    """An explanation for each leaf.

    Args:
        chunking: the chunks.
        windows: (start, end) of a chunk → where its end was searched.
    """
    text = chunking.document.text
    rules = _Rules(chunking)
    for chunk, following in pairwise([*chunking, None]):
        assert chunk is not None
        end = chunk.spans[-1].end
        window = windows.get((chunk.spans[0].start, end))
        if window is not None and _ends_unit(text, end, window):
            window = None
        if window is None or chunk.reason.ends in ("row", "end"):
            yield Explanation(chunk, rules.of(chunk, following))
            continue
        found = candidates(text, window.start, window.high, window.order, block_stops(window.unit))
        yield Explanation(
            chunk,
            _RULES[chunk.reason.ends],
            (window.start, window.high),
            tuple(_with_winner(text, found, window.start, end)),
        )


def _ends_unit(text: str, end: int, window: Window) -> bool:
    """Whether a chunk ends because its unit does, however far it could have reached."""
    return end >= content_end(text, end, window.unit.end)


class _Rules:
    """What the split steps' ends are called."""

    def __init__(self, chunking: Chunking) -> None:
        document = chunking.document
        self._text = document.text
        self._starts = [block.span.start for block in document.blocks]
        self._are_code = [block.kind == "code" for block in document.blocks]
        self._headings = [block.span.start for block in document.blocks if document.heads_section(block)]

    def of(self, chunk: Chunk, following: Chunk | None) -> str:
        """Why a chunk ends that is as long as its unit; in code also which definition ends or begins."""
        ends = chunk.reason.ends
        if following is None or ends not in ("heading", "paragraph") or not self._is_code(chunk, following):
            return _RULES[ends]
        path, other = chunk.heading_path, following.heading_path
        if path == other:
            return "a definition begins" if ends == "heading" else _RULES[ends]
        return "a definition ends" if path[: len(other)] == other else "a definition begins"

    def _is_code(self, chunk: Chunk, following: Chunk) -> bool:
        """Whether the chunk is code, and no heading stands between it and what follows."""
        end, start = chunk.spans[-1].end, following.spans[0].start
        begin = first_nonblank(self._text, start, following.spans[0].end)
        at = bisect_left(self._headings, end)
        if at < len(self._headings) and self._headings[at] <= begin:
            return False
        block = bisect_right(self._starts, end - 1) - 1
        return block >= 0 and self._are_code[block]


def _with_winner(text: str, found: Sequence[tuple[str, int]], start: int, end: int) -> Iterator[Candidate]:
    """The candidates; the one wins at which the chunk ends but for white space, if there is one.

    There is none where the size was estimated too low, and the chunk was made smaller afterwards.
    """
    won = False
    for level, at in found:
        wins = not won and at > start and content_end(text, start, at) == end
        won = won or wins
        yield Candidate(level, at if at > start else None, wins)

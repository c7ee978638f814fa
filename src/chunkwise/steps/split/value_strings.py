"""Cutting a long JSON string: at line breaks, sentences and words, never inside an escape."""

from __future__ import annotations

from collections.abc import Iterator

from chunkwise.model.chunk import Boundary
from chunkwise.steps.pack.piece import Index
from chunkwise.text.boundaries import Level, best_cut, levels
from chunkwise.text.graphemes import first_grapheme_end

_HIGH = ("\\ud8", "\\ud9", "\\uda", "\\udb")
_LOW = ("\\udc", "\\udd", "\\ude", "\\udf")


def _last_mark(mark: str) -> Level:
    def find(text: str, low: int, high: int) -> int:
        at = text.rfind(mark, max(0, low + 1 - len(mark)), high)
        return at + len(mark) if at >= 0 else -1

    return Level("line", "delimiter", find, earliest=0.4)


# A line break inside a string is written as an escape.
_ORDER = (_last_mark("\\n\\n"), _last_mark("\\n"), *levels(("sentence", "clause", "word")))


def cut_string(
    text: str, index: Index, start: int, end: int, room: float
) -> Iterator[tuple[int, int, Boundary]]:
    """The parts of ``text[start:end]``, the inside of a string, that should each fit the room.

    Yields:
        (start, end, kind of place at the end); together they are all of the string.
    """
    while start < end:
        high = index.reach(start, room, end)
        if high >= end:
            yield start, end, "delimiter"
            return
        cut = best_cut(text, start, max(high, start + 1), _ORDER, lambda low, high: -1)
        at, boundary = (cut.at, cut.boundary) if cut else (first_grapheme_end(text, start, end), "grapheme")
        at = min(end, _outside_escape(text, start, at, end))
        if at >= end:
            boundary = "delimiter"
        yield start, at, boundary
        start = at


def _outside_escape(text: str, start: int, at: int, end: int) -> int:
    """The place itself, or that before (else after) an escape which it is inside of."""
    begin = _escape_before(text, start, at)
    if begin + _length(text, begin) > at:
        at = begin if begin > start else begin + _length(text, begin)
    if text[at : at + 4].lower().startswith(_LOW):  # both halves of a surrogate pair stay together
        half = at - 6
        if half >= start and text[half:at].lower().startswith(_HIGH):
            at = half if half > start else min(end, at + 6)
    return at


def _escape_before(text: str, start: int, at: int) -> int:
    """Where the last escape begins that begins before ``at``, or ``at`` where none reaches as far."""
    back = text.rfind("\\", max(start, at - 5), at)
    if back < 0:
        return at
    first = back
    while first > start and text[first - 1] == "\\":
        first -= 1
    # Of a run of backslashes every other one begins an escape, from the first one on.
    return back if (back - first) % 2 == 0 else back - 1


def _length(text: str, at: int) -> int:
    if text[at : at + 1] != "\\":
        return 0
    return 6 if text[at + 1 : at + 2] == "u" else 2

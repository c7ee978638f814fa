"""Grapheme clusters: what a reader sees as one character."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any


def last_grapheme_end(text: str, low: int, high: int) -> int:
    """The last boundary between grapheme clusters p with ``low < p <= high``, or -1.

    ``low`` has to be such a boundary itself. The cost is linear in ``high - low``, and constant in
    Latin and Chinese text.

    >>> last_grapheme_end("ae\\u0301i", 0, 2)
    1
    """
    if high >= len(text):
        return len(text) if len(text) > low else -1
    if high <= low:
        return -1
    if _breaks(text, high):
        return high
    start = high - 1
    while start > low and not _breaks(text, start):
        start -= 1
    last = -1 if start <= low else start
    # A slice and not ``pos``: the engine looks back from ``pos``, through a whole run of flags.
    for match in _clusters().finditer(text[start : high + 2]):
        if start + match.end() > high:
            break
        last = start + match.end()
    return last


def first_grapheme_end(text: str, low: int, limit: int | None = None) -> int:
    """The end of the cluster that begins at ``low``, at most ``limit`` or the end of the text."""
    if limit is not None:
        return min(limit, low + int(_clusters().match(text[low : limit + 1] or "x").end()))
    width = 32
    while True:
        end: int = low + _clusters().match(text[low : low + width] or "x").end()
        if end < low + width or end >= len(text):
            return min(end, len(text))
        width *= 4


def is_inside_cluster(text: str, place: int) -> bool:
    """Whether a cut at ``place`` could break a cluster, by the two characters that it would part.

    They are enough wherever nobody cuts between the halves of a flag, or inside a Hangul syllable
    that is written in letters.

    >>> is_inside_cluster("ae\u0301", 2), is_inside_cluster("中ำ", 1), is_inside_cluster("\u0600第", 1)
    (True, True, True)
    """
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before < "\u0300" and after < "\u0300":
        return before == "\r" and after == "\n"
    return _extends(after) or _joins_next(before)


@lru_cache(maxsize=4096)
def _extends(char: str) -> bool:
    """Whether it belongs to the cluster before it: a combining mark, a joiner, a variant, a vowel sign."""
    return char >= "\u0300" and _kinds()[0].match(char) is not None


@lru_cache(maxsize=4096)
def _joins_next(char: str) -> bool:
    """Whether what follows belongs to its cluster: a sign that is written first, a joiner."""
    return char >= "\u0300" and _kinds()[1].match(char) is not None


def _breaks(text: str, at: int) -> bool:
    """Whether a cluster surely begins at ``at``: plain characters or ideographs on both sides."""
    return _is_plain(text[at - 1]) and _is_plain(text[at]) and not (text[at] == "\n" and text[at - 1] == "\r")


def _is_plain(char: str) -> bool:
    return char < "\u0300" or "\u3001" <= char <= "\u3029" or "\u4e00" <= char <= "\u9fff"


@cache
def _clusters() -> Any:
    import regex

    return regex.compile(r"\X")


@cache
def _kinds() -> tuple[Any, Any]:
    """What extends a cluster, and what begins one that goes on; all marks are counted to the first."""
    import regex

    return (
        regex.compile(r"[\p{M}\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}]"),
        regex.compile(r"[\p{GCB=Prepend}\u200d]"),
    )

"""Grapheme clusters: what a reader sees as one character."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any
from unicodedata import category

_ALONE = 0x0300
"""Below this code point every character but CR before LF is a cluster of its own, if its neighbour is too."""


# What extends a cluster and is no mark: joiners, halfwidth kana marks, skin tones, tags.
_EXTENDING = frozenset(
    chain("\u200c\u200d\uff9e\uff9f", map(chr, range(0x1F3FB, 0x1F400)), map(chr, range(0xE0020, 0xE0080)))
)


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


def extends_cluster(char: str) -> bool:
    """Whether the character belongs to the cluster before it: a combining mark, a joiner, a variant.

    >>> extends_cluster("\u0301"), extends_cluster("\U0001f3fd"), extends_cluster("a")
    (True, True, False)
    """
    return char >= "\u0300" and (char in _EXTENDING or category(char) in ("Mn", "Me", "Mc"))


def _breaks(text: str, at: int) -> bool:
    """Whether a cluster surely begins at ``at``: plain characters or ideographs on both sides."""
    return _is_plain(text[at - 1]) and _is_plain(text[at]) and not (text[at] == "\n" and text[at - 1] == "\r")


def _is_plain(char: str) -> bool:
    return char < "\u0300" or "\u3001" <= char <= "\u3029" or "\u4e00" <= char <= "\u9fff"


@cache
def _clusters() -> Any:
    import regex

    return regex.compile(r"\X")

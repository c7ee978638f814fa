"""Where token counts add up: rules of places that every pre-tokenizer of a family cuts at.

A *safe cut* is a place where the count of a text is the sum of the counts of its two sides, in
whatever text the place stands. The rules were derived from the pre-tokenization patterns of the
vocabularies, and property tests compare sums with wholes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

CutRule = Callable[[str, int], list[int]]
"""(text, longest) → safe cuts; stretches over ``longest`` characters are cut finer where possible."""

_AFTER_NEWLINE = re.compile(r"\n(?=\S)")
_AFTER_ANY_LINE = re.compile(r"[\n\r](?=\S)")
_AFTER_NEWLINE_NOT_SLASH = re.compile(r"\n(?=[^\s/])")
_AFTER_ANY_LINE_NOT_SLASH = re.compile(r"[\n\r](?=[^\s/])")
_AFTER_LONE_LINE = re.compile(r"(?<=\S)\n(?=\S)")
_BEFORE_PLAIN_BLANK = re.compile(r"(?<=\S)(?=[ \t\n\r])")
_BEFORE_BLANK = re.compile(r"(?<=\S)(?=\s)")
# Before a space or tab that follows a non-blank, or between a Han character and CJK punctuation.
_INSIDE_LINE = re.compile(
    r"(?<=\S)(?=[ \t])|(?<=[\u4e00-\u9fff])(?=[\u3001-\u3003\u3008-\u3011\uff0c\uff1a\uff1b])"
)


def line_cuts(text: str, longest: int) -> list[int]:
    """Safe for cl100k and its like: before a non-blank that follows a line break; long lines finer."""
    pattern = _AFTER_ANY_LINE if "\r" in text else _AFTER_NEWLINE
    return _finer(text, [match.end() for match in pattern.finditer(text)], _INSIDE_LINE, longest)


def line_cuts_not_slash(text: str, longest: int) -> list[int]:
    """Safe for o200k, whose pattern takes ``/`` after a line break: never before a ``/``."""
    pattern = _AFTER_ANY_LINE_NOT_SLASH if "\r" in text else _AFTER_NEWLINE_NOT_SLASH
    return _finer(text, [match.end() for match in pattern.finditer(text)], _INSIDE_LINE, longest)


def lone_line_cuts(text: str, longest: int) -> list[int]:
    r"""Safe for GPT-2 and its like, whose pattern has ``\s+(?!\S)``: only around single line breaks."""
    return [match.end() for match in _AFTER_LONE_LINE.finditer(text)]


def word_cuts(text: str, longest: int) -> list[int]:
    """Safe where words between white space are counted one by one: after each line, finer in long lines."""
    return _finer(text, [match.end() for match in _AFTER_NEWLINE.finditer(text)], _BEFORE_BLANK, longest)


def blank_cuts(text: str, longest: int) -> list[int]:
    """Safe for WordPiece, which looks at each stretch between spaces, tabs and line ends by itself."""
    return _finer(
        text, [match.end() for match in _AFTER_NEWLINE.finditer(text)], _BEFORE_PLAIN_BLANK, longest
    )


def _finer(text: str, cuts: list[int], pattern: re.Pattern[str], longest: int) -> list[int]:
    """Add the pattern's places in stretches longer than ``longest``, a quarter of that apart."""
    if max(map(int.__sub__, [*cuts, len(text)], [0, *cuts])) <= longest:
        return cuts
    result: list[int] = []
    start = 0
    for end in [*cuts, len(text)]:
        if end - start > longest:
            result.extend(_spaced(pattern, text, start, end, longest // 4))
        if end < len(text):
            result.append(end)
        start = end
    return result


def _spaced(pattern: re.Pattern[str], text: str, start: int, end: int, apart: int) -> list[int]:
    """Places at least ``apart`` characters from each other; what lies between is not looked at."""
    places: list[int] = []
    last = start
    while match := pattern.search(text, last + max(1, apart), end - 1):
        last = match.start()
        places.append(last)
    return places

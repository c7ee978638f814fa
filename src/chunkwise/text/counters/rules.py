"""Where token counts add up: rules of places that every pre-tokenizer of a family cuts at.

A *safe cut* is a place where the count of a text is the sum of the counts of its two sides, in
whatever text the place stands. The rules were derived from the pre-tokenization patterns of the
vocabularies, and property tests compare sums with wholes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, compress, count, pairwise
from operator import sub

CutRule = Callable[[str, int], list[int]]
"""(text, longest) → safe cuts; stretches over ``longest`` characters are cut finer where possible."""

UnitRule = Callable[[str, int, bool, int, int], list[str]]
"""(text, longest, whether paragraphs stay whole, start, end) → that stretch in the pieces between cuts."""

_BREAKS = frozenset("\n\r")
_AFTER_NEWLINE = re.compile(r"\n(?=\S)")
_AFTER_LONE_LINE = re.compile(r"(?<=\S)\n(?=\S)")
_BEFORE_PLAIN_BLANK = re.compile(r"(?<=\S)(?=[ \t\n\r])")
_BEFORE_BLANK = re.compile(r"(?<=\S)(?=\s)")
# Before a space or tab that follows a non-blank, or between a Han character and CJK punctuation.
_INSIDE_LINE = re.compile(
    r"(?<=\S)(?=[ \t])|(?<=[\u4e00-\u9fff])(?=[\u3001-\u3003\u3008-\u3011\uff0c\uff1a\uff1b])"
)


def line_cuts(text: str, longest: int) -> list[int]:
    """Safe for cl100k and its like: before a non-blank that follows a line break; long lines finer."""
    return _ends(line_units(text, longest))


def line_cuts_not_slash(text: str, longest: int) -> list[int]:
    """Safe for o200k, whose pattern takes ``/`` after a line break: never before a ``/``."""
    return _ends(line_units_not_slash(text, longest))


def line_units(
    text: str, longest: int, paragraphs: bool = False, start: int = 0, end: int | None = None
) -> list[str]:
    """``text[start:end]`` between ``line_cuts``; paragraphs whole, if asked and not too long."""
    return _line_units(text, start, end, longest, r"\S", paragraphs)


def line_units_not_slash(
    text: str, longest: int, paragraphs: bool = False, start: int = 0, end: int | None = None
) -> list[str]:
    """The same between ``line_cuts_not_slash``."""
    return _line_units(text, start, end, longest, r"[^\s/]", paragraphs)


def at_paragraphs(text: str, cuts: Sequence[int], longest: int) -> list[int]:
    """Those of the cuts that follow a blank line; in stretches that would be too long more, well apart."""
    kept: list[int] = []
    done = start = 0
    after_blank = [at for at, cut in enumerate(cuts) if text[cut - 2 : cut - 1] in _BREAKS]
    for at in [*after_blank, len(cuts)]:
        end = cuts[at] if at < len(cuts) else len(text)
        if end - start > longest:
            for cut in cuts[done:at]:
                if cut - start >= longest // 4:
                    kept.append(cut)
                    start = cut
        kept += cuts[at : at + 1]
        done, start = at + 1, end
    return kept


def _line_units(
    text: str, start: int, end: int | None, longest: int, first: str, paragraphs: bool
) -> list[str]:
    # One pass that makes the strings: to find the places and to slice between them takes twice as long.
    end = len(text) if end is None else end
    breaks = "\n\r" if text.find("\r", start, end) >= 0 else "\n"
    if not paragraphs:
        return _split_long(_lines(breaks, first).findall(text, start, end), longest, _INSIDE_LINE)
    units = _paragraphs(breaks, first).findall(text, start, end)
    return _split_long(units, longest, _line_starts(breaks, first), _INSIDE_LINE)


def _split_long(units: list[str], longest: int, *patterns: re.Pattern[str]) -> list[str]:
    """The units; those that are too long cut at places of the first pattern, then of the others."""
    while units and not units[-1]:
        units.pop()
    if not patterns:
        return units
    finer: list[str] = []
    done = 0
    for at in compress(count(), map(longest.__lt__, map(len, units))):
        unit = units[at]
        places = _spaced(patterns[0], unit, 0, len(unit), longest // 4)
        parts = [unit[start:end] for start, end in pairwise([0, *places, len(unit)])]
        finer += units[done:at]
        finer += _split_long(parts, longest, *patterns[1:])
        done = at + 1
    return finer + units[done:] if done else units


def _ends(units: Sequence[str]) -> list[int]:
    """Where the pieces end, the last one left out."""
    return list(accumulate(map(len, units[:-1])))


@cache
def _lines(breaks: str, first: str) -> re.Pattern[str]:
    """Pieces that end where a line ends whose next one begins with such a character."""
    return re.compile(rf"[^{breaks}]*+(?:[{breaks}](?!{first})[^{breaks}]*+)*+[{breaks}]?")


@cache
def _line_starts(breaks: str, first: str) -> re.Pattern[str]:
    """What stands before these pieces."""
    return re.compile(rf"[{breaks}](?={first})")


@cache
def _paragraphs(breaks: str, first: str) -> re.Pattern[str]:
    """Likewise, with another line break directly before."""
    return re.compile(rf"[^{breaks}]*+(?:[{breaks}](?![{breaks}]{first})[^{breaks}]*+)*+(?:[{breaks}]{{2}})?")


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
    bounds = [0, *cuts, len(text)]
    long = [at for at, length in enumerate(map(sub, bounds[1:], bounds)) if length > longest]
    if not long:
        return cuts
    result: list[int] = []
    done = 0
    for at in long:
        result.extend(cuts[done:at])
        result.extend(_spaced(pattern, text, bounds[at], bounds[at + 1], longest // 4))
        done = at
    return result + cuts[done:]


def _spaced(pattern: re.Pattern[str], text: str, start: int, end: int, apart: int) -> list[int]:
    """Places at least ``apart`` characters from each other; what lies between is not looked at."""
    places: list[int] = []
    last = start
    while match := pattern.search(text, last + max(1, apart), end - 1):
        last = match.end()
        places.append(last)
    return places

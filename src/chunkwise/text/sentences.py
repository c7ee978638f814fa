"""Sentence and clause ends in any language, found by their punctuation.

A sentence ends after ``. ! ?`` (unless a guard says that it goes on), ``。！？；…`` and the marks
of other scripts, each with the quotes and brackets closed after it; at a blank line; and, in Thai,
Lao and Khmer, at a space. Whether an offset is a sentence end depends on the text around it alone,
never on where the search began, so that the searches below always agree.

Offsets are code points into ``text``; an end stands before the white space that follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from chunkwise.model.span import Span
from chunkwise.text.language import CJK_PUNCTUATION, HAN, HANGUL, KANA
from chunkwise.text.sentence_guards import NEWLINES, PARAGRAPH_BREAK, confirm

_TERMINATORS = ".!?…。｡︒！？；．︕︖︔﹗﹖﹔‼⁇⁈⁉‽\u037e؟۔।॥።፧։။។៕"
_CLOSING = "\"'”’»›)\\]}）］｝」』】〉》〕〗〙〛﹂﹄＂＇*_"
# « and “ open in most languages and close in some: they close where white space follows.
_CLOSED = rf"(?:[{_CLOSING}]|[ \u00a0\u202f]?»|[“‘«](?=\s))"
_NOTES = r"(?:\[\^?\w{1,4}\]|[\u00b9\u00b2\u00b3\u2070-\u2079†‡])"
_SPACED = (
    "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e45\u0e47-\u0e4e\u0e81-\u0ec5\u0ec8-\u0ece\u0edc-\u0edf\u1780-\u17d3"
)


def _candidate(line_end: str) -> re.Pattern[str]:
    return re.compile(
        rf"[{_TERMINATORS}{NEWLINES}{_SPACED}]"
        rf"(?:(?<=[{_TERMINATORS}]){_CLOSED}{{0,8}}{_NOTES}{{0,8}}(?![{_TERMINATORS}{_CLOSING}])"
        rf"|{line_end}\s*+"
        rf"|(?<=[{_SPACED}])(?=\s))"
    )


_WITH_LINES = _candidate(f"(?<=[{NEWLINES}])")
# Without these, only a line break that more white space follows may be a paragraph's end.
_CANDIDATE = _candidate(f"(?:(?<=\u2029)|(?<=[{NEWLINES}])(?=\\s))")
_SPACE_IN_SPACED = re.compile(rf"[^\S{NEWLINES}]*+(?:[{NEWLINES}]|(?<=\s)[{_SPACED}])")
# No candidate is longer: eight closing marks of two characters, eight notes of seven.
_REACH = 96

_CLAUSE_CLOSED = "[”’»›）］｝」』】〉》〕]"
_CLAUSE = re.compile(
    rf"[,;:)\]}}\u060c\u061b\u1363\u104a](?:{_CLAUSE_CLOSED}|[\"')\]}}]){{0,8}}"
    rf"(?=[\s{HAN}{KANA}{HANGUL}]|\Z)"
    rf"|[，、；：）］｝」』】〉》〕—]{_CLAUSE_CLOSED}{{0,8}}"
    rf"(?![{_TERMINATORS}{CJK_PUNCTUATION}”’»›—,;:])|[，、；：](?=[「『（《【〈〔])"
)

_WINDOW = 128


def sentence_ends(text: str, start: int = 0, end: int | None = None, newlines: bool = False) -> Iterator[int]:
    """Offsets ``p`` with ``start < p <= end`` at which a sentence ends, ascending.

    Text outside of ``start`` and ``end`` is looked at only to judge the ends inside.

    Args:
        text: the text.
        start: search after this offset.
        end: search up to and including this offset; None: the end of the text.
        newlines: every line end is a sentence end, as in lists, headings and verse.

    >>> list(sentence_ends("Dr. Lee paid $3.50. “Why?” he asked. 他走了。我没走。"))
    [19, 36, 41, 45]
    """
    end = len(text) if end is None else min(end, len(text))
    previous = start
    pattern = _WITH_LINES if newlines else _CANDIDATE
    for match in pattern.finditer(text, max(start - _REACH, 0), end + _REACH):
        if match.start() >= end:
            break
        position = _judge(text, match, start, newlines)
        if previous < position <= end:
            yield position
            previous = position
    # The line end that closes the last line may lie beyond the range.
    end = _before_space(text, start, end)
    if previous < end and _line_ends(text, end, newlines):
        yield end


def first_sentence_end(text: str, low: int, high: int, newlines: bool = False) -> int:
    """The first sentence end ``p`` with ``low < p <= high``, or -1.

    >>> first_sentence_end("One. Two. Three.", 4, 16)
    9
    """
    return next(sentence_ends(text, low, high, newlines), -1)


def last_sentence_end(text: str, low: int, high: int, newlines: bool = False) -> int:
    """The last sentence end ``p`` with ``low < p <= high``, or -1.

    Searches backwards, so its cost is the distance from ``high`` to what it finds. The text after
    ``high`` is taken into account: it never cuts ``3.|14`` or in front of a closing quote.

    >>> last_sentence_end("One. Two. It costs 3.14.", 0, 21)
    9
    """
    high = _before_space(text, low, min(high, len(text)))
    if low < high and _line_ends(text, high, newlines):
        return high
    pattern = _WITH_LINES if newlines else _CANDIDATE
    for start, stop in _windows(low, high, _REACH):
        found = pattern.finditer(text, start, stop + _REACH)
        for match in reversed(_starting_before(found, stop)):
            position = _judge(text, match, low, newlines)
            if low < position <= high:
                return position
    return -1


def sentences(text: str, start: int = 0, end: int | None = None, newlines: bool = False) -> Iterator[Span]:
    """The sentences of ``text[start:end]`` without the white space around them.

    Every character that is not white space lies in exactly one of the spans.

    >>> [span.of("Hello!  Is it 3.14? 是。") for span in sentences("Hello!  Is it 3.14? 是。")]
    ['Hello!', 'Is it 3.14?', '是。']
    """
    end = len(text) if end is None else min(end, len(text))
    begin = start
    for stop in chain(sentence_ends(text, start, end, newlines), (end,)):
        content = text[begin:stop]
        span = Span(begin + len(content) - len(content.lstrip()), begin + len(content.rstrip()))
        begin = stop
        if span.start < span.end:
            yield span


def last_clause_end(text: str, low: int, high: int) -> int:
    """The last offset ``p`` with ``low < p <= high`` after a comma, colon or the like, or -1.

    That is after ``, ; : ，、；：—`` or a closing bracket, with the quotes closed there; never inside
    ``1,000``, ``12:30`` or a URL.

    >>> last_clause_end("He paid 1,000 dollars, then 2,000", 0, 33)
    22
    """
    high = min(high, len(text))
    for start, stop in _windows(low, high, _REACH):
        found = _CLAUSE.finditer(text, start, stop + _REACH)
        for match in reversed(_starting_before(found, stop)):
            if low < match.end() <= high and not _inside_number(text, match):
                return match.end()
    return -1


def _judge(text: str, match: re.Match[str], floor: int, newlines: bool) -> int:
    """The sentence end that a candidate stands for, or -1; not before ``floor``."""
    mark = match.start()
    if text[mark] in _TERMINATORS:
        return confirm(text, mark, match.end())
    if not text[mark].isspace():
        return mark + 1 if _SPACE_IN_SPACED.match(text, mark + 1) else -1
    mark = _before_space(text, floor, mark)
    return mark if mark > floor and _line_ends(text, mark, newlines) else -1


def _line_ends(text: str, position: int, newlines: bool) -> bool:
    """Whether ``position`` stands after a line's last character and the line ends a sentence."""
    if text[position - 1].isspace() or not text[position : position + 1].isspace():
        return False
    return (_LINE_BREAK if newlines else PARAGRAPH_BREAK).match(text, position) is not None


def _before_space(text: str, floor: int, position: int) -> int:
    """``position`` moved back over white space, at most to ``floor``."""
    while position > floor and text[position - 1].isspace():
        position -= 1
    return position


def _inside_number(text: str, match: re.Match[str]) -> bool:
    return text[match.start() - 1 : match.start()].isdigit() and text[match.end() : match.end() + 1].isdigit()


def _starting_before(found: Iterator[re.Match[str]], stop: int) -> list[re.Match[str]]:
    matches = []
    for match in found:
        if match.start() >= stop:
            break
        matches.append(match)
    return matches


def _windows(low: int, high: int, reach: int) -> Iterator[tuple[int, int]]:
    """Stretches of growing size that cover ``(low - reach, high)`` from its end backwards."""
    floor, size = max(low - reach, 0), _WINDOW
    while high > floor:
        start = max(high - size, floor)
        yield start, high
        high, size = start, size * 2


_LINE_BREAK = re.compile(rf"[^\S{NEWLINES}]*+[{NEWLINES}]")

"""JSON without its white space, with the way back to the source: what bodies are sliced from.

Values are never decoded: numbers, escapes and double keys stay as they are written. Nothing here
is recursive, so the depth of a text does not matter.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from chunkwise.text.json_scan import JsonSyntaxError, skip_blank, value_end

_STRINGS = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_VISIBLE = re.compile(rf'(?:[^" \t\r\n]++|{_STRINGS})++', re.S)
# Matches at every place, so that the search never starts again one character further.
_BRACKET = re.compile(rf'(?:[^{{}}\[\]"]++|{_STRINGS})*+([{{}}\[\]]?)', re.S)
_KEY = re.compile(rf"{_STRINGS}:", re.S)
_STRING = re.compile(_STRINGS, re.S)
_PLAIN = re.compile(r"[^,\]}]++")
_LINE = re.compile(r"[^\r\n]+")
_FIRST = frozenset('{["-0123456789tfnNI')


@dataclass(frozen=True, slots=True)
class Child:
    """A member of an object or an element of an array."""

    index: int
    """Which one, from 0."""
    start: int
    """Where its key, or else its value, begins in the compact text."""
    value: int
    """Where its value begins."""
    end: int
    """One past its value."""


@dataclass(slots=True)
class JsonText:
    """One JSON value, or the values of JSON lines joined by commas, without white space around tokens."""

    text: str = ""
    """The compact text: what is not white space, in order; a comma between two lines."""
    is_lines: bool = False
    """Whether it holds several values, each from a line of its own."""
    strays: list[tuple[int, int]] = field(default_factory=list)
    """Lines that are no JSON: (start, end) in the source."""
    breaks: set[int] = field(default_factory=set)
    """Where the strays stand in the compact text: offsets of the commas around them."""
    _at: list[int] = field(default_factory=list)
    _shift: list[int] = field(default_factory=list)
    _ends: dict[int, int] = field(default_factory=dict)

    def source(self, offset: int) -> int:
        """Where in the source the character stands that the compact text has at ``offset``."""
        at = bisect_right(self._at, offset) - 1
        return offset + self._shift[at] if at >= 0 else offset

    def value_end(self, start: int) -> int:
        """One past the value that begins at ``start``."""
        first = self.text[start]
        if first in "{[":
            return self._ends[start]
        match = (_STRING if first == '"' else _PLAIN).match(self.text, start)
        assert match is not None
        return match.end()

    def children(self, start: int, end: int, keyed: bool) -> Iterator[Child]:
        """What stands between two offsets, separated by commas: the inside of a container."""
        at, index = start, 0
        while at < end:
            value = at
            if keyed:
                match = _KEY.match(self.text, at)
                assert match is not None
                value = match.end()
            stop = self.value_end(value)
            yield Child(index, at, value, stop)
            at, index = stop + 1, index + 1

    def append(self, source: str, start: int, end: int, parts: list[str], size: int) -> int:
        """Add the visible parts of a stretch of the source to ``parts``; the new size of all parts."""
        spans = [match.span() for match in _VISIBLE.finditer(source, start, end)]
        parts += [source[first:last] for first, last in spans]
        sizes = list(accumulate((last - first for first, last in spans), initial=size))
        self._at += sizes[:-1]
        self._shift += [first - at for (first, _), at in zip(spans, sizes, strict=False)]
        return sizes[-1]

    def append_comma(self, source: int, parts: list[str], size: int) -> int:
        """The same for a comma that stands for the line break at ``source``."""
        self._at.append(size)
        self._shift.append(source - size)
        parts.append(",")
        return size + 1

    def close(self, parts: list[str]) -> None:
        """Take the parts as the text."""
        self.text = "".join(parts)
        open_at: list[int] = []
        for match in _BRACKET.finditer(self.text):
            bracket, end = match[1], match.end()
            if bracket in ("{", "["):
                open_at.append(end - 1)
            elif bracket:
                self._ends[open_at.pop()] = end


def read_json(source: str) -> JsonText | None:
    r"""The compact text of a JSON value, or of JSON lines; None where the source is neither.

    JSON lines are objects and arrays, each in a line of its own. Lines that are none are let
    through where most are: they are the ``strays``.

    >>> read_json('{"a": [1.0, 2]}').text, read_json("[1]\n[2]").text, read_json("no")
    ('{"a":[1.0,2]}', '[1],[2]', None)
    """
    made = JsonText()
    parts: list[str] = []
    if is_json(source):
        made.append(source, 0, len(source), parts, 0)
    elif not _read_lines(made, source, parts):
        return None
    made.close(parts)
    return made


def is_json(text: str) -> bool:
    """Whether the text is one JSON value, white space around it allowed (NaN and Infinity too)."""
    if text[skip_blank(text, 0) :][:1] not in _FIRST:
        return False
    try:
        json.loads(text, strict=False, parse_int=float)
    except RecursionError:  # nested too deep for Python's own reader, which is the faster one
        try:
            return skip_blank(text, value_end(text, 0)) == len(text)
        except JsonSyntaxError:
            return False
    except ValueError:
        return False
    return True


def _read_lines(made: JsonText, source: str, parts: list[str]) -> bool:
    """Take the lines that are containers; whether they are most of the lines."""
    size = good = last = 0
    for match in _LINE.finditer(source):
        start, end = match.span()
        first = skip_blank(source, start)
        if first >= end:
            continue
        if source[first] not in "{[" or not is_json(source[first:end]):
            made.strays.append((first, end))
            made.breaks.add(size)
            if len(made.strays) > good + 2:
                return False
            continue
        if good:
            size = made.append_comma(last, parts, size)
        size = made.append(source, first, end, parts, size)
        good, last = good + 1, end
    made.is_lines = True
    return good > len(made.strays)

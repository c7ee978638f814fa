"""Places to cut at: each level of boundary finds its last place inside a window.

A cut is found by searching backwards from the farthest place that fits. Only the window is read,
never the whole text, so a document costs what it is long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_letters, digits
from typing import NamedTuple

from chunkwise.errors import UnknownName
from chunkwise.model.chunk import Boundary
from chunkwise.text.delimiters import Delimiters
from chunkwise.text.graphemes import is_inside_cluster, last_grapheme_end
from chunkwise.text.sentence_guards import PARAGRAPH_BREAK
from chunkwise.text.sentences import last_clause_end, last_sentence_end

Finder = Callable[[str, int, int], int]
"""(text, low, high) → the last place p with low < p <= high, or -1."""

_BLANKS = (" ", "\n", "\t", "\r", "\u3000", "\u00a0")
_WORD_START = re.compile("\\s(?=\\S)|[\u3041-\u30ff\u3400-\u9fff]")
_INSIDE_SENTENCE = frozenset(ascii_letters + digits + ",;:-")
"""What no sentence ends with, unless a blank line follows."""
_NEVER_FIRST = frozenset("，。、；：？！）》」』】〕〉”’…—,.;:?!)]}%‰℃·々ー")
_CLOSING = frozenset("”’」』）】》〉)]}\"'")
_NEVER_LAST = frozenset("（《「『【〔〈“‘([{¥$£€#@")


@dataclass(frozen=True, slots=True)
class Level:
    """One kind of place to cut at."""

    name: str
    """Name in presets and in ``--explain``."""
    boundary: Boundary
    """What ``Reason`` calls it."""
    find: Finder
    """Finds the last place in a window."""
    earliest: float = 0.5
    """How much of the window has to be filled, as a share, for such a place to be taken."""
    behind: Callable[[str, int], int] | None = None
    """(text, place) → where the text goes on, if what stands at the place is left out."""

    def low(self, start: int, high: int) -> int:
        """Where the search of the window ends."""
        return start + int((high - start) * self.earliest)


class Cut(NamedTuple):
    """A place where a text is cut."""

    at: int
    """Offset."""
    boundary: Boundary
    """The kind of place."""
    level: str = ""
    """The level's name."""
    behind: int = -1
    """Where the text goes on, if what stands at the place is left out; -1: at the place."""


def last_blank_line(text: str, low: int, high: int) -> int:
    """After the last blank line."""
    place = text.rfind("\n\n", max(0, low - 1), high) + 2
    place = place if place > 1 else -1
    if text.find("\r", max(0, low - 2), high) < 0:
        return place
    return max(place, _after(text, "\n\r\n", low, high), _after(text, "\r\r", low, high))


def last_line(text: str, low: int, high: int) -> int:
    """After the last line break."""
    return max(text.rfind("\n", low, high), text.rfind("\r", low, high)) + 1 or -1


def last_sentence_line(text: str, low: int, high: int) -> int:
    """After the last line break that ends a sentence."""
    place = last_line(text, low, high)
    for _ in range(8):
        if place < 0:
            return -1
        end = place
        while end > low and text[end - 1].isspace():
            end -= 1
        if text[end - 1] in _INSIDE_SENTENCE and not PARAGRAPH_BREAK.match(text, end):
            place = last_line(text, low, end)
            continue
        if last_sentence_end(text, end - 1, end) == end:
            return place
        place = last_line(text, low, end)
    return -1


def last_word(text: str, low: int, high: int) -> int:
    """After the last white space, or between two ideographs where neither clings to the other."""
    blank = max(_after(text, blank, low, high) for blank in _BLANKS)
    for place in range(high, max(low, blank, high - 24), -1):
        if place < len(text) and _between_ideographs(text[place - 1], text[place]):
            return place
    return blank


def first_word(text: str, low: int, high: int) -> int:
    """The first place p with ``low < p <= high`` where a word begins, or -1."""
    for place in range(low + 1, high + 1):
        if text[place - 1].isspace() and (place == len(text) or not text[place].isspace()):
            return place
        if place < len(text) and _between_ideographs(text[place - 1], text[place]):
            return place
    return -1


def has_word_start(text: str, low: int, high: int) -> bool:
    """Whether a word begins somewhere in ``(low, high]``."""
    return _WORD_START.search(text, low, high) is not None


def levels(
    names: Sequence[str], delimiters: Delimiters | None = None, separators: Sequence[Level] = ()
) -> tuple[Level, ...]:
    """The levels of these names, in the order of preference, and ``grapheme`` last.

    Args:
        names: names of levels. ``block`` (where a block begins) comes first unless it is named;
            ``delimiter`` and ``separator`` stand for what is given, and for nothing if nothing is.
        delimiters: what the level ``delimiter`` is.
        separators: what the level ``separator`` is.

    Raises:
        UnknownName: there is no level of a name.
    """
    known: dict[str, tuple[Level, ...]] = {name: (level,) for name, level in _LEVELS.items()}
    known["separator"] = tuple(separators)
    known["delimiter"] = ()
    if delimiters and delimiters.single:
        known["delimiter"] = (Level("delimiter", "delimiter", _delimiter_finder(delimiters.single)),)
    for name in names:
        if name not in known:
            raise UnknownName("level", name, known)
    chosen = names if "block" in names else ("block", *names)
    return (*(level for name in chosen for level in known[name]), _GRAPHEME)


def best_cut(
    text: str, start: int, high: int, order: Sequence[Level], stops: Callable[[int, int], int]
) -> Cut | None:
    """The place to cut at in ``(start, high]``: the first level that has one far enough into it.

    Args:
        text: the document's text.
        start: where the piece begins; a boundary between grapheme clusters.
        high: the farthest place that fits.
        order: the levels, best first.
        stops: finder of the last block boundary in (low, high], or -1: what ``BLOCK`` finds.

    Returns:
        None where not even one grapheme cluster ends in the window.
    """
    for level in order:
        if level is BLOCK:
            place = stops(level.low(start, high), high)
            if place > 0:
                return Cut(place, level.boundary, level.name)
            continue
        place = level.find(text, start + int((high - start) * level.earliest), high)
        if place > start and not is_inside_cluster(text, place):
            behind = place if level.behind is None else level.behind(text, place)
            if behind == place or not is_inside_cluster(text, behind):
                return Cut(place, level.boundary, level.name, behind)
    return None


def candidates(
    text: str, start: int, high: int, order: Sequence[Level], stops: Callable[[int, int], int]
) -> list[tuple[str, int]]:
    """For ``--explain``: every level with its last place in the window (-1: none)."""
    return [
        (level.name, (stops if level is BLOCK else partial(level.find, text))(level.low(start, high), high))
        for level in order
    ]


def _after(text: str, mark: str, low: int, high: int) -> int:
    """The end of the last ``mark`` that ends in (low, high], or -1."""
    length = len(mark)
    at = text.rfind(mark, max(0, low + 1 - length), high)
    return at + length if at >= 0 else -1


def _delimiter_finder(single: Sequence[str]) -> Finder:
    marks = tuple(dict.fromkeys(mark for one in single for mark in (("\n", "\r") if one == "\n" else (one,))))

    def find(text: str, low: int, high: int) -> int:
        limit = high
        while True:
            place = max(_after(text, mark, low, limit) for mark in marks)
            if place <= low:
                return -1
            # Quotes and brackets that close behind a mark stay with it.
            end = place
            while end <= high and end < len(text) and text[end] in _CLOSING and text[end - 1] != "\n":
                end += 1
            if end <= high:
                return end
            limit = place - 1  # the mark and what closes behind it do not both fit: look before it

    return find


def _between_ideographs(left: str, right: str) -> bool:
    if left in _NEVER_LAST or right in _NEVER_FIRST:
        return False
    return _is_ideographic(left) or _is_ideographic(right)


def _is_ideographic(char: str) -> bool:
    return "\u3001" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uff01" <= char <= "\uff60"


def _last_plain_blank_line(text: str, low: int, high: int) -> int:
    at = text.rfind("\n\n", low - 1 if low else 0, high)
    return at + 2 if at >= 0 else -1


WITHOUT_RETURNS: Mapping[Finder, Finder] = {
    last_blank_line: _last_plain_blank_line,
    last_line: lambda text, low, high: text.rfind("\n", low, high) + 1 or -1,
}
"""What finds the same in a text without carriage returns, sooner."""

BLOCK = Level("block", "paragraph", lambda text, low, high: -1, earliest=0.4)
"""Where a block begins. A text says nothing of blocks: whoever looks for places has to know them."""
_GRAPHEME = Level("grapheme", "grapheme", last_grapheme_end, earliest=0)

_LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        BLOCK,
        Level("blank_line", "paragraph", last_blank_line, earliest=0.4),
        Level("sentence_line", "sentence", last_sentence_line, earliest=0.4),
        Level("line", "delimiter", last_line),
        # A sentence that fits is not cut, even where the one before it fills little.
        Level("sentence", "sentence", last_sentence_end, earliest=0.2),
        Level("any_sentence", "sentence", last_sentence_end, earliest=0),
        Level("clause", "clause", last_clause_end),
        Level("word", "word", last_word, earliest=0),
        _GRAPHEME,
    )
}

"""Bookmarks: which lines they name, and how deep."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.text.numbering import find_marker

MOST_BOOKMARKS = 50_000
_MOST_ON_PAGE, _MOST_PLACES = 1_000, 50
_MOST_LINES = 4
_LONGEST_TITLE = 500
_KEY = 4
_NUMBER = re.compile(r"\s*(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[.)]?\s+")
_IGNORED = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    title: str
    level: int
    """Depth, from 1."""
    page: int
    """Page number, from 1."""


def read_outline(document: Any) -> list[Bookmark]:
    """The bookmarks of a document that name a page, in order. The lock must be held."""
    found = []
    for entry in islice(document.get_toc(), MOST_BOOKMARKS):
        target = entry.get_dest()
        index = None if target is None else target.get_index()
        title = (entry.get_title() or "").strip()[:_LONGEST_TITLE]
        if title and index is not None and index >= 0:
            found.append(Bookmark(title, entry.level + 1, index + 1))
    return found


def mark_lines(pages: Sequence[Sequence[PageLine]], outline: Sequence[Bookmark]) -> dict[int, int]:
    """Mark the lines that bookmarks name with the bookmark's number.

    Args:
        pages: the lines of each page in reading order.
        outline: the bookmarks.

    Returns:
        Number of the mark → level, for each bookmark that was found.
    """
    wanted: dict[int, list[tuple[int, Bookmark]]] = defaultdict(list)
    for number, bookmark in enumerate(outline):
        wanted[bookmark.page].append((number, bookmark))
    levels: dict[int, int] = {}
    for lines in pages:
        marks = wanted.get(lines[0].page, [])[:_MOST_ON_PAGE] if lines else []
        starts = _starts(lines) if marks else {}
        for number, bookmark in marks:
            match = next(_matches(lines, starts, bookmark.title), None)
            if match is not None:
                levels[number] = bookmark.level
                for line in match:
                    line.mark = number
    return levels


def _starts(lines: Sequence[PageLine]) -> dict[str, list[int]]:
    """Which lines begin with these letters and digits, with and without their numbers."""
    starts: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        for form in set(_forms(line.text[:_LONGEST_TITLE])):
            starts[form[:_KEY]].append(at)
    return starts


def _matches(
    lines: Sequence[PageLine], starts: dict[str, list[int]], title: str
) -> Iterator[Sequence[PageLine]]:
    """The runs of one to four lines with this title that are not marked yet."""
    wanted = _forms(title)
    keys = {form[:length] for form in wanted for length in range(1, _KEY + 1)}
    longest = 2 * len(title) + 40
    for at in sorted({at for key in keys for at in starts.get(key, ())})[:_MOST_PLACES]:
        text = ""
        for count, line in enumerate(lines[at : at + _MOST_LINES], 1):
            text = f"{text} {line.text}".strip()
            if line.mark is not None or len(text) > longest:
                break
            if _is_same(wanted, _forms(text)):
                yield lines[at : at + count]
                break


def _is_same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two titles are equal; only one of them may lack its number."""
    return one[0] == other[0] or one[0] == other[1] or one[1] == other[0]


def _forms(text: str) -> tuple[str, str]:
    """A title as letters and digits alone, with and without its number."""
    bare = _bare(text)
    marker, number = find_marker(text), _NUMBER.match(text)
    end = marker.end if marker else number.end() if number else 0
    return bare, _bare(text[end:]) or bare


def _bare(text: str) -> str:
    return _IGNORED.sub("", text).casefold()

"""Where list items begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.text.numbering import find_marker

_BULLET = re.compile(
    "[\x01-\x1f\x7f-\x9f•‣▪●○◦∙·⁃■□◆◇❖➢➤►▶▸▹✓✔✗☐☑★☆→⇒*\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06e\uf071\uf02d\uf0a8\uf06c–—-]"
    r"(?=[\s\u3000]+\S)"
)
_TIGHT_BULLET = re.compile("[–—](?=[“「『《（])|[•‣▪●◦■◆❖➢➤►▶✓✔\uf0b7\uf0a7\uf0d8\uf0fc\uf06e\uf06c](?=\\S)")
_REFERENCE = re.compile(r"\[(\d{1,4})\](?=\s*\S)")
_LETTER_BULLET = "o"  # Word's bullet of the second level
_SAME_PLACE = 3.0
_FURTHEST = 40
"""Lines: numbers further apart are not of one list."""
_HANGING = 0.5


def is_bullet(line: PageLine) -> bool:
    """Whether a line begins with a bullet."""
    return (
        _BULLET.match(line.text) is not None
        or _TIGHT_BULLET.match(line.text) is not None
        or (line.head == _LETTER_BULLET and line.text.startswith("o "))
        or (line.dingbat and len(line.text) > 2)
    )


class ItemFinder:
    """Finds list items in one region after the other; a list may go on in the next one.

    Bullets always begin an item; numbers only where they count up by one at the same indentation,
    or where the lines below hang: a wrapped line may begin with "1984.".
    """

    def __init__(self) -> None:
        self._last: dict[tuple[str, str, int], _Numbered] = {}
        self._count = 0

    def starts(self, lines: Sequence[PageLine]) -> list[bool]:
        """For each line of the next region whether a list item begins with it."""
        starts = [is_bullet(line) for line in lines]
        for at, line in enumerate(lines):
            number = None if starts[at] else _number(line)
            if number is not None:
                self._follow(number, line, starts, at, _hangs(lines, at))
        self._count += len(lines)
        return starts

    def _follow(
        self, number: tuple[str, str, int], line: PageLine, starts: list[bool], at: int, hangs: bool
    ) -> None:
        """Mark the line, and the one with the number before, if they are of one list."""
        family, unit, value = number
        place = round(line.lead / _SAME_PLACE)
        keys = [(family, unit, place + step) for step in (0, -1, 1)]
        before = next((self._last[key] for key in keys if key in self._last), None)
        where = self._count + at
        if before is not None and value == before.value + 1 and where - before.where <= _FURTHEST:
            starts[at] = True
            before.starts[before.at] = True
        elif value == 1 and hangs:
            starts[at] = True
        self._last[family, unit, place] = _Numbered(value, where, starts, at)


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A line with a number in front."""

    value: int
    where: int
    """Counts the lines of the document."""
    starts: list[bool]
    """What was found in its region."""
    at: int
    """Its index there."""


def _number(line: PageLine) -> tuple[str, str, int] | None:
    """Kind and value of the number in front of a line, if it may be one of a list."""
    reference = _REFERENCE.match(line.text)
    if reference is not None:
        return "reference", "[1]", int(reference[1])
    marker = find_marker(line.text[:200])
    if marker is None or marker.family == "legal" or not marker.number or len(marker.number) > 1:
        return None
    if marker.family == "decimal" and line.text[marker.end - 1 : marker.end] not in ".．":
        return None  # "1 Introduction" is a heading, if it is anything
    return marker.family, marker.unit, marker.number[0]


def _hangs(lines: Sequence[PageLine], at: int) -> bool:
    """Whether the next line is indented further than this one."""
    if at + 1 >= len(lines):
        return False
    line, below = lines[at], lines[at + 1]
    return below.lead - line.lead > _HANGING * line.size and below.base - line.base < 2 * line.size

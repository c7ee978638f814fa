"""What stands on one side of a gutter: a column of running text, or cells of a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from chunkwise.parsers.pdf.endings import ends_sentence
from chunkwise.parsers.pdf.frame import Box
from chunkwise.parsers.pdf.pictures import Picture
from chunkwise.parsers.pdf.segments import Segment
from chunkwise.parsers.pdf.tables import RuledTable
from chunkwise.text.language import is_cjk

FULL = 0.55
"""How much of a column's width the middle line of running text fills at least."""
_FEWEST_LINES = 2
_LEAST_WIDTH = 0.18
"""Share of the text's width: a narrower column is none."""
_LEAST_CHARS, _LEAST_WORDS = 12, 2.5
"""Of the middle line, CJK characters counting as two characters and half a word."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that has a place in reading order: a segment, a picture or a table."""

    box: Box
    """In the frame in which the page's text is upright."""
    thing: Segment | Picture | RuledTable

    @property
    def is_text(self) -> bool:
        """Whether it is a piece of a line."""
        return isinstance(self.thing, Segment)


@dataclass(frozen=True, slots=True)
class Side:
    """The lines on one side of a gutter."""

    x0: float
    y0: float
    x1: float
    y1: float
    rows: frozenset[int]
    """The baselines of its lines, in points."""
    full: float
    """How much of the side's width the middle line fills."""
    chars: float
    words: float
    """Of the middle line."""
    size: float
    goes_on: bool
    """Whether most lines go on with the sentence of the line above."""

    def is_column(self, width: float) -> bool:
        """Whether the lines are as long as those of running text.

        Args:
            width: of all text of the page.
        """
        return (
            len(self.rows) >= _FEWEST_LINES
            and self.x1 - self.x0 >= _LEAST_WIDTH * width
            and self.chars >= _LEAST_CHARS
            and self.words >= _LEAST_WORDS
        )


def side_of(items: Sequence[Item]) -> Side | None:
    """What the items on one side are like; None if there is no text."""
    segments = [item.thing for item in items if isinstance(item.thing, Segment)]
    if not segments:
        return None
    rows: dict[int, list[Segment]] = defaultdict(list)
    for segment in segments:
        row = round(segment.base)
        rows[next((near for near in (row, row - 1, row + 1) if near in rows), row)].append(segment)
    x0, x1 = min(s.x0 for s in segments), max(s.x1 for s in segments)
    size = median(s.style.size for s in segments)
    middle = median(sum(s.x1 - s.x0 for s in row) for row in rows.values())
    return Side(
        x0, min(s.y0 for s in segments), x1, max(s.y1 for s in segments), frozenset(rows),
        middle / ((x1 - x0) or 1.0), 2 * middle / (size or 1.0),
        median(sum(_words(s.text) for s in row) for row in rows.values()), size, _goes_on(rows),
    )  # fmt: skip


def _goes_on(rows: dict[int, list[Segment]]) -> bool:
    """Whether at least half of the lines begin in lower case in the middle of a sentence."""
    ordered = [rows[base] for base in sorted(rows)]
    steps = [
        not ends_sentence(above[-1].text) and below[0].text[0].islower() for above, below in pairwise(ordered)
    ]
    return 2 * sum(steps) >= len(steps) > 0


def _words(text: str) -> float:
    """Words of a text; two ideographs count as one."""
    return text.count(" ") + 1 + (0.0 if text.isascii() else sum(map(is_cjk, text)) / 2)

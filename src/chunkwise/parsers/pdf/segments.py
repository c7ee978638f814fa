"""Segments: stretches of characters in one style that stand close together on one baseline."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from chunkwise.parsers.pdf.chars import Char, boundaries
from chunkwise.parsers.pdf.frame import SLANTED
from chunkwise.parsers.pdf.right_to_left import (
    add_letter,
    changes_script,
    is_close,
    is_early_mark,
    stands_over,
)
from chunkwise.parsers.pdf.styles import Style
from chunkwise.text.language import is_cjk

WIDEST_GAP = 0.8
"""In sizes: a wider gap ends a segment. Lines put segments together again that belong together."""
_MOST_SHIFT = 0.3
_STEP_BACK = 0.5
# In sizes: PDFium sees spaces in narrower gaps beside CJK characters, which only justify the line.
_CJK_GAP, _HALF_CJK_GAP = 0.5, 0.35
_CODE_GAP = 0.3
_MADE_UP = "\0"


@dataclass(slots=True, eq=False)
class Segment:
    """A stretch of text, in the frame in which it is upright."""

    text: str
    """Without white space at its ends."""
    edges: list[float] | None
    """x of the boundaries of its characters, one more than ``text`` has; None in mixed direction."""
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    """y of the baseline."""
    style: Style
    turn: int
    """Quarters, or ``SLANTED``."""
    rtl: bool
    """Whether it has characters that are written from right to left."""
    before: str
    """White space in front of it: nothing, or one character."""
    after: str
    """White space behind it."""
    order: int
    """Its number on the page in PDFium's order."""

    def split(self, at: int) -> tuple[Segment | None, Segment | None]:
        """Cut a segment that runs from left to right before a character; None for a part without text."""
        return self._part(0, at), self._part(at, len(self.text))

    def _part(self, start: int, end: int) -> Segment | None:
        piece = self.text[start:end]
        bare = piece.strip()
        if not bare or self.edges is None:
            return None
        start += len(piece) - len(piece.lstrip())
        edges = self.edges[start : start + len(bare) + 1]
        return replace(self, text=bare, edges=edges, x0=edges[0], x1=edges[-1], before="", after="")


def is_spacing(left: str, right: str, gap: float, size: float) -> bool:
    """Whether a gap between two characters is no space, since it only justifies CJK text."""
    wide = is_cjk(left) + is_cjk(right)
    return wide > 0 and gap < (_CJK_GAP if wide == 2 else _HALF_CJK_GAP) * size


@dataclass(slots=True)
class SegmentBuilder:
    """Takes the characters of a page one by one and cuts them into segments."""

    done: list[Segment] = field(default_factory=list)
    _chars: list[Char] = field(default_factory=list)
    _blank: str = ""
    _before: str = ""
    _rtl: bool = False
    _marks: list[Char] = field(default_factory=list)
    """Vowel signs that wait for their letter."""

    def add(self, char: Char) -> None:
        """The next character in PDFium's order."""
        last = self._chars[-1] if self._chars else None
        if is_early_mark(char, None if self._blank else last):
            self._marks.append(char)
            return
        marks, self._marks = self._marks, []
        if not marks:
            self._add(char)
        elif char.rtl and all(stands_over(mark, char) for mark in marks):
            if self._blank == _MADE_UP and last is not None and is_close(last, char):
                self._blank = ""  # PDFium took the way to the sign for a gap
            self._add(char)
            self._chars[-1].text += "".join(mark.text for mark in reversed(marks))
        else:
            for one in (*marks, char):
                self._add(one)

    def _add(self, char: Char) -> None:
        blank, last = self._blank, self._chars[-1] if self._chars else None
        if last is not None and self._breaks(last, char):
            self._end()
            last = None
        self._blank = ""
        if last is None:
            self._before = blank
        elif blank:
            self._add_blank(last, char, blank)
        elif char.x0 == last.x0 and char.x1 == last.x1 and char.y0 == last.y0:
            add_letter(last, char)  # PDFium gives the letters of one glyph the same box
            return
        elif changes_script(last.text[-1], last.rtl, char.text[0], char.rtl):
            self._add_blank(last, char, " ")
        self._rtl = self._rtl or char.rtl
        self._chars.append(char)

    def add_blank(self, text: str = _MADE_UP) -> None:
        """White space: a character, or nothing for a space that PDFium makes of a gap."""
        self._end_marks()
        if self._blank in ("", _MADE_UP):  # a space in the file says more than one that is made up
            self._blank = text

    def end(self) -> None:
        """End the segment: a line ends here, or the page."""
        self._end_marks()
        self._end()

    def _end_marks(self) -> None:
        """Write the vowel signs whose letter did not come."""
        marks, self._marks = self._marks, []
        for mark in marks:
            self._add(mark)

    def _end(self) -> None:
        if self._chars:
            self.done.append(self._segment())
        self._chars, self._blank, self._rtl = [], "", False

    def _breaks(self, last: Char, char: Char) -> bool:
        """Whether the character begins a new segment."""
        if char.turn != last.turn or char.style is not last.style:
            return True
        if char.turn == SLANTED:
            return False
        size = char.style.size
        if abs(char.base - last.base) > _MOST_SHIFT * size:
            return True
        if self._rtl or char.rtl:
            return False
        return char.x0 < last.x0 - _STEP_BACK * size or char.x0 - last.x1 > WIDEST_GAP * size

    def _add_blank(self, last: Char, char: Char, blank: str) -> None:
        start, end = (last.x0, char.x1) if self._rtl else (last.x1, char.x0)
        if blank == _MADE_UP:
            gap, size = abs(end - start), char.style.size
            if is_spacing(last.text[-1], char.text[0], gap, size) or (
                char.style.mono and gap < _CODE_GAP * size
            ):
                return
            blank = " "
        left, right = min(start, end), max(start, end)
        self._chars.append(
            Char(blank, left, last.y0, right, last.y1, last.base, last.style, last.turn, False)
        )

    def _segment(self) -> Segment:
        chars, first = self._chars, self._chars[0]
        return Segment(
            "".join(char.text for char in chars),
            None if first.turn == SLANTED else boundaries(chars, self._rtl),
            min(char.x0 for char in chars),
            min(char.y0 for char in chars),
            max(char.x1 for char in chars),
            max(char.y1 for char in chars),
            first.base,
            first.style,
            first.turn,
            self._rtl,
            self._before.replace(_MADE_UP, " "),
            self._blank.replace(_MADE_UP, " "),
            len(self.done),
        )

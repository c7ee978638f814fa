"""Characters: what is mapped in the canonical text, and where the boundaries of characters are."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkwise.parsers.pdf.styles import Style

_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
    "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
# Fonts without a proper map give Kangxi radicals for the ideographs that look the same.
_KANGXI = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
HYPHEN = "-"
# PDFium gives U+0002 for a hyphen that it sees at a line end; U+FFFE is what it gave before.
_HYPHENS = {"\x02": HYPHEN, "\ufffe": HYPHEN, "\u00ad": "\u00ad"}
_MAPPED = {**_LIGATURES, **_KANGXI, **_HYPHENS, "\0": ""}
_KEPT_BLANKS = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
)
UNMAPPED = "\ufffd"
"""Stands for a glyph of which the file does not say what it shows."""
_SLACK = 1.0  # points by which boundaries may step back: kerning


@dataclass(slots=True)
class Char:
    """A character with its box, in the frame in which its text is upright."""

    text: str
    """Usually one code point; the letters of a ligature; a soft hyphen as it is."""
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    """y of the baseline."""
    style: Style
    turn: int
    rtl: bool
    """Whether it is written from right to left."""


def mapped(code: int) -> str:
    """The text of a character code of PDFium: itself but for ligatures, Kangxi radicals and controls.

    >>> mapped(0xFB01), mapped(0x2F00) == chr(0x4E00), mapped(0), mapped(2), mapped(3) == UNMAPPED
    ('fi', True, '', '-', True)
    """
    char = chr(code)
    return _MAPPED.get(char, UNMAPPED if is_control(code) else char)


def is_control(code: int) -> bool:
    """Whether a code is a control character: the font does not say what the glyph shows.

    >>> is_control(1), is_control(0x80), is_control(65)
    (True, True, False)
    """
    return code < 0x20 or 0x7F <= code < 0xA0


def blank_text(char: str) -> str:
    """The white space that stands for a white space character: spaces as they are, else U+0020."""
    return char if char in _KEPT_BLANKS else " "


def boundaries(chars: Sequence[Char], rtl: bool) -> list[float] | None:
    """X of the boundaries of the code points; None where they step back and forth (mixed direction).

    They grow from left to right, and fall in text that runs from right to left.
    """
    if not rtl:
        edges = [edge for char in chars for edge in _starts(char.text, char.x0, char.x1)]
        return _rising([*edges, chars[-1].x1])
    edges = [edge for char in chars for edge in _starts(char.text, char.x1, char.x0)]
    edges.append(chars[-1].x0)
    if any(after - before > _SLACK for before, after in pairwise(edges)):
        return None
    return [-edge for edge in _rising([-edge for edge in edges])]


def _starts(text: str, start: float, end: float) -> list[float]:
    """Where the letters of one glyph begin: it is cut into equal parts."""
    if len(text) == 1:
        return [start]
    return [start + (end - start) * at / len(text) for at in range(len(text))]


def _rising(edges: list[float]) -> list[float]:
    most = edges[0]
    for at, edge in enumerate(edges):
        if edge < most:
            edges[at] = most
        else:
            most = edge
    return edges

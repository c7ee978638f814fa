"""Glyphs of scripts that run from right to left, which PDFium reads in the order in which they stand."""

from __future__ import annotations

import unicodedata

from chunkwise.parsers.pdf.chars import Char

_LAM = "\u0644"
_ALEFS = frozenset("\u0622\u0623\u0625\u0627\u0671")
_FIRST, _LAST = "\u0591", "\u08ff"
"""Hebrew, Arabic and their kin."""
_CLOSE = 0.15
"""In sizes: letters that stand closer have no space between them."""


def add_letter(glyph: Char, char: Char) -> None:
    """Add a letter to the glyph that shows it too.

    PDFium turns the letters of a glyph around with the rest of the line, but for those that it finds
    in a presentation form: no glyph shows an alef before a lam, so that pair tells.

    >>> from chunkwise.parsers.pdf.styles import Style
    >>> look = Style("", 10.0, False, False, False)
    >>> alef, lam = (Char(text, 0, 0, 6, 10, 8, look, 0, True) for text in "\u0627\u0644")
    >>> add_letter(alef, lam)
    >>> alef.text == "\u0644\u0627"
    True
    """
    if char.rtl and char.text == _LAM and glyph.text in _ALEFS:
        glyph.text = char.text + glyph.text
    else:
        glyph.text += char.text


def is_early_mark(char: Char, last: Char | None) -> bool:
    """Whether a character is a vowel sign that PDFium gives before its letter: not one over the last one."""
    if not _FIRST <= char.text[0] <= _LAST or unicodedata.category(char.text[0]) != "Mn":
        return False
    return last is None or not stands_over(char, last)


def stands_over(mark: Char, letter: Char) -> bool:
    """Whether a mark stands over or under a letter of the same style."""
    middle = (mark.x0 + mark.x1) / 2
    return mark.style is letter.style and mark.turn == letter.turn and letter.x0 <= middle <= letter.x1


def is_close(last: Char, char: Char) -> bool:
    """Whether two letters that run from right to left have no room for a space between them."""
    return last.rtl and abs(last.x0 - char.x1) < _CLOSE * char.style.size


def changes_script(left: str, left_rtl: bool, right: str, right_rtl: bool) -> bool:
    """Whether two neighbouring letters belong to words of different direction.

    >>> changes_script("n", False, "\u0645", True), changes_script("3", False, "\u0645", True)
    (True, False)
    """
    return left_rtl != right_rtl and left.isalpha() and right.isalpha()

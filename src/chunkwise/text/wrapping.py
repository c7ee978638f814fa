"""Whether line ends were made by wrapping, or stand between paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TERMINAL = frozenset(".!?:;。！？：；…।॥؟۔”’\"'」』）)]")
_WIDE = re.compile("[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
_STAMP = re.compile(r"[\[(<]?\d[\d:./T,\-\s]{5,}|[\[<(]\w")
_LONGEST_WRAPPED = 130
"""Columns: nobody wraps lines wider than this."""
_WIDEST_VERSE, _LONGEST_VERSE = 60, 40
"""Columns and lines: short lines that are more than this are a list of things, not a poem or address."""


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether lines without a blank one between them are one paragraph: wrapped by width, or by a poet.

    Args:
        lines: at least one, none blank, without white space at their ends.

    >>> is_wrapped(["The clerk wrote the whole", "night, until the candle", "went out."])
    True
    >>> is_wrapped(["Eggs.", "Milk.", "Bread."])
    False
    """
    widths = [columns(line) for line in lines]
    widest, inner = max(widths), lines[:-1]
    if widest > _LONGEST_WRAPPED:
        return False
    if sum(1 for line in lines if _COLUMNS.search(line)) * 2 > len(lines):
        return True  # an aligned table: its lines mean nothing apart
    if sum(1 for line in lines if _STAMP.match(line)) * 5 >= len(lines) * 4:
        return False  # a log
    full = sum(1 for width in widths[:-1] if width >= 0.75 * widest)
    ended = sum(1 for line in inner if line[-1] in _TERMINAL)
    continued = sum(1 for line in lines[1:] if line[0].islower())
    if 3 * continued >= len(inner):
        return True
    if 5 * ended >= 3 * len(inner):
        return False
    # Chinese has no lower case: wrapped lines are all equally full, and end anywhere.
    return 5 * full >= 4 * len(inner) or (widest <= _WIDEST_VERSE and len(lines) <= _LONGEST_VERSE)


def columns(text: str) -> int:
    """Columns on a screen: ideographs and full-width signs are two wide.

    >>> columns("税务 tax")
    8
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))

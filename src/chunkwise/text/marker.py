"""What a recogniser of numbered headings finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Family: TypeAlias = Literal["legal", "decimal", "chinese", "letter"]


@dataclass(frozen=True, slots=True)
class Marker:
    """The number in front of a heading, an article or a list item."""

    family: Family
    """Which kind of numbering."""
    unit: str
    """``article``, ``chapter`` … of ``legal``; else the style, named by its first marker: ``（一）``."""
    number: tuple[int, ...] | None
    """Its value, outermost first: ``(3, 1, 2)``; ``(1, 2)`` of 第一条之二 and of ``Article 1b``."""
    label: str
    """The marker as written, without white space around it."""
    end: int
    """Offset in the line just after the marker and the full stop or colon that belongs to it."""
    level: int
    """Depth inside the family, from 1."""


def letter_value(letter: str) -> int:
    """1 for ``a`` or ``A``, 2 for ``b`` …

    >>> letter_value("C")
    3
    """
    return ord(letter.lower()) - ord("a") + 1

"""A stretch of a document's text."""

from __future__ import annotations

from dataclasses import dataclass

from chunkwise.model.quick import quick


@quick
@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of Unicode code points into ``Document.text``.

    >>> Span(3, 7).of("the text")
    ' tex'
    """

    start: int
    """First code point, counted from 0."""
    end: int
    """One past the last code point."""

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The text of this span; offsets are carried, so this is a slice and never a search."""
        return text[self.start : self.end]

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies inside this span (touching ends allowed)."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

"""The lines of a text with their offsets and indentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_TAB = 4


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line."""

    start: int
    """First code point of the line in the text."""
    end: int
    """One past its last code point that is not white space (``start`` for a blank line)."""
    indent: int
    """Width of the white space at its start: a tab is 4 wide, an ideographic space 2."""
    text: str
    """The line without white space at its ends."""
    ends_page: bool
    """Whether a form feed ends it."""

    @property
    def is_blank(self) -> bool:
        """Whether it has nothing but white space."""
        return not self.text


def lines_of(text: str) -> Iterator[TextLine]:
    """The lines of a text, whatever ends them: ``\\n``, ``\\r\\n``, ``\\r``, form feed, U+2028 …

    >>> [(line.start, line.text, line.indent) for line in lines_of("a\\r\\n  b")]
    [(0, 'a', 0), (3, 'b', 2)]
    """
    start = 0
    for piece in text.splitlines(keepends=True):
        bare = piece.strip()
        lead = len(piece) - len(piece.lstrip()) if bare else 0
        indent = _width(piece[:lead]) if lead else 0
        end = start + lead + len(bare)
        yield TextLine(start, end, indent, bare, piece[-1] == "\f")
        start += len(piece)


def _width(white: str) -> int:
    return len(white) + (_TAB - 1) * white.count("\t") + white.count("\u3000")

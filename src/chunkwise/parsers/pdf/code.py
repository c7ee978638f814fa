"""Program text: lines in a font of fixed width."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkwise.parsers.pdf.body import Body
from chunkwise.parsers.pdf.lines import PageLine

_MOST_WIDE = 0.3
_ADDRESS = re.compile(r"\S*(?:://|www\.|@)\S*")


def is_code(line: PageLine, body: Body) -> bool:
    """Whether a line is set like code: all of it in a fixed width that the running text does not have.

    Many CJK fonts call themselves fixed-width, so most of the line has to be ASCII.
    """
    if not line.mono or body.mono or _ADDRESS.fullmatch(line.text):
        return False
    return sum(not char.isascii() for char in line.text) <= _MOST_WIDE * len(line.text)


def indents(lines: Sequence[PageLine]) -> list[int]:
    """How many spaces each line of code is indented against the leftmost."""
    left = min(line.x0 for line in lines)
    widths = sorted((line.x1 - line.x0) / len(line.text) for line in lines)
    width = widths[len(widths) // 2] or 1.0
    return [round((line.x0 - left) / width) for line in lines]

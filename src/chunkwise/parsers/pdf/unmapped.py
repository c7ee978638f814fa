"""Lines of glyphs of which the file does not say what they show."""

from __future__ import annotations

import re

from chunkwise.parsers.pdf.chars import UNMAPPED
from chunkwise.parsers.pdf.lines import PageLine

BULLET = "•"
_NO_CHARACTER = re.compile(f"[{UNMAPPED}\ue000-\uf8ff]")
_LEAST_SHARE = 0.5
# A glyph of one font may be drawn as a letter and a control character, or as one of them.
_SIGN = re.compile(rf"[^\W\d_]?{UNMAPPED}(?=\s)|{UNMAPPED}[^\W\d_]?(?=\s)")


def without_unmapped(lines: list[PageLine]) -> tuple[list[PageLine], int, int]:
    """The lines that say something, how many do not, and how many lone signs became bullets.

    A line says nothing that has neither letters nor digits, and of which most are unmapped glyphs or
    private-use characters.
    """
    kept = [line for line in lines if not _says_nothing(line.text)]
    bullets = sum(_name_bullet(line) for line in kept)
    return kept, len(lines) - len(kept), bullets


def _says_nothing(text: str) -> bool:
    unmapped = len(_NO_CHARACTER.findall(text))
    if not unmapped or any(char.isalnum() for char in text):
        return False
    return unmapped > _LEAST_SHARE * sum(not char.isspace() for char in text)


def _name_bullet(line: PageLine) -> bool:
    """Make the sign in front a bullet, if all glyphs behind it are mapped."""
    sign = _SIGN.match(line.text)
    if sign is None or _NO_CHARACTER.search(line.text, sign.end()):
        return False
    end = sign.end()
    line.text = BULLET + line.text[end:]
    if line.edges is not None:
        line.edges = [line.edges[0], *line.edges[end:]]
    return True

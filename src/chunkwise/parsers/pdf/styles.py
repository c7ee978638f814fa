"""Fonts: how text looks, once for each object that draws text."""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass
from typing import Any

from chunkwise.parsers.pdf.frame import SLANTED

_BOLD = re.compile(
    r"[Bb]old|BOLD|Black|Heavy|Semi[Bb]|Demi|[a-z-]Bd(?![a-z])|(?i:^(?:cm|sf|ec|lm|ptm)b[xc]?\d)"
)
_ITALIC = re.compile(r"ital|obli|slant|kursiv", re.IGNORECASE)
_MONO = re.compile(
    r"mono(?!type)|courier|consol|menlo|typewriter|cmtt|lucidacon|sourcecode|terminal", re.IGNORECASE
)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD_WEIGHT = 600
_FIXED_PITCH, _ITALIC_FLAG, _FORCE_BOLD = 1, 1 << 6, 1 << 18  # PDF 32000-1, table 123
_MOST_SKEW = math.radians(10)
_LONGEST_NAME = 256


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text looks."""

    font: str
    """Name of the font without the mark of a subset."""
    size: float
    """True size in points: font size times the scale of the text matrix, to a tenth."""
    bold: bool = False
    """By weight, flag or name."""
    italic: bool = False
    """By flag or name."""
    mono: bool = False
    """Whether all characters are equally wide, by flag or name."""


class StyleReader:
    """Asks PDFium for style and direction, once for each text object of a page."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._flags = ctypes.c_int()
        self._matrix = raw.FS_MATRIX()
        self._styles: dict[Style, Style] = {}

    def read(self, textpage: Any, index: int) -> tuple[Style, int]:
        """Style and turn of the text object that the character belongs to."""
        raw = self._raw
        matrix = self._matrix
        raw.FPDFText_GetMatrix(textpage, index, matrix)
        scale = math.hypot(matrix.c, matrix.d) or 1.0
        size = round(raw.FPDFText_GetFontSize(textpage, index) * scale, 1)
        length = raw.FPDFText_GetFontInfo(textpage, index, self._name, _LONGEST_NAME, self._flags)
        full_name = self._name.raw[: max(length - 1, 0)].decode("utf-8", "replace") if length else ""
        name = _SUBSET.sub("", full_name)
        flags = self._flags.value
        weight = raw.FPDFText_GetFontWeight(textpage, index)
        style = Style(
            name,
            size,
            bold=weight >= _BOLD_WEIGHT or bool(flags & _FORCE_BOLD) or _BOLD.search(name) is not None,
            italic=bool(flags & _ITALIC_FLAG) or _ITALIC.search(name) is not None,
            mono=bool(flags & _FIXED_PITCH) or is_mono(name),
        )
        return self._styles.setdefault(style, style), turn_of(matrix.a, matrix.b)


def is_mono(font: str) -> bool:
    """Whether a font's name says that all its characters are equally wide.

    >>> is_mono("DejaVuSansMono"), is_mono("CourierNewPSMT"), is_mono("MonotypeCorsiva")
    (True, True, False)
    """
    return _MONO.search(font) is not None


def turn_of(a: float, b: float) -> int:
    """Which way text with this matrix runs, in quarters counter-clockwise; ``SLANTED`` otherwise.

    >>> turn_of(1, 0), turn_of(0, 12), turn_of(-1, 0), turn_of(0, -1), turn_of(1, 1)
    (0, 1, 2, 3, 4)
    """
    angle = math.atan2(b, a)
    quarters = round(angle / (math.pi / 2))
    if abs(angle - quarters * math.pi / 2) > _MOST_SKEW:
        return SLANTED
    return quarters % 4

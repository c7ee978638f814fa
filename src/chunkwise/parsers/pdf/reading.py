"""Reading one page: its size, its characters as segments, its pictures."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chunkwise.model.position import Page
from chunkwise.parsers.pdf.chars import UNMAPPED, Char, blank_text, is_control, mapped
from chunkwise.parsers.pdf.frame import SLANTED, Frame
from chunkwise.parsers.pdf.objects import page_objects
from chunkwise.parsers.pdf.pictures import Picture, read_pictures
from chunkwise.parsers.pdf.rulings import Drawn, read_rulings
from chunkwise.parsers.pdf.segments import Segment, SegmentBuilder
from chunkwise.parsers.pdf.styles import Style, StyleReader
from chunkwise.text.language import is_rtl

MOST_CHARS = 300_000
"""Characters that are read of one page; no page that people read has more."""
_PRIVATE = range(0xE000, 0xF900)
_HYPHEN = 2  # what PDFium gives for a hyphen at a line end
# Fonts claim odd heights: a line's box reaches no further than this from its baseline, in sizes.
_ASCENT, _DESCENT = 1.1, 0.4


@dataclass(slots=True)
class RawPage:
    """What is on a page, before any analysis."""

    page: Page
    frame: Frame
    turn: int = 0
    """How most of its text runs."""
    segments: list[Segment] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    drawn: Drawn = field(default_factory=Drawn)
    """Lines, in user space."""
    chars: int = 0
    """Characters that are no white space."""
    unmapped: int = 0
    """Those of them for which the file does not say which character they are."""
    replaced: int = 0
    """Those of them that stand in the text as U+FFFD."""
    left_out: int = 0
    """Lines that were left out since they show nothing but such characters."""
    warnings: list[str] = field(default_factory=list)


class PageReader:
    """Reads the pages of one document. The lock of ``engine`` must be held."""

    def __init__(self, document: Any, raw: Any) -> None:
        self._document = document
        self._raw = raw
        # The handle as a number: to compare PDFium's typed pointers costs more than all the rest.
        self._object: Callable[[Any, int], int | None] = ctypes.cast(
            raw.FPDFText_GetTextObject, ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
        )

    def read(self, index: int) -> RawPage:
        """The page with this index (from 0).

        Raises:
            PdfiumError: PDFium cannot load the page.
        """
        page = self._document[index]
        try:
            result = _empty_page(page, index + 1)
            drawn = list(page_objects(page.raw, self._raw))
            result.pictures = read_pictures(drawn, self._raw, result.frame, index + 1)
            result.drawn = read_rulings(drawn, self._raw, result.frame)
            textpage = page.get_textpage()
            try:
                self._read_text(textpage.raw, result)
            finally:
                textpage.close()
        finally:
            page.close()
        result.turn = _main_turn(result)
        return result

    def _read_text(self, handle: Any, result: RawPage) -> None:
        get_code, get_object = self._raw.FPDFText_GetUnicode, self._object
        text = _TextReader(self._raw, handle, result)
        count = self._raw.FPDFText_CountChars(handle)
        if count > MOST_CHARS:
            result.warnings.append(
                f"Page {result.page.number} has {count:,} characters: only {MOST_CHARS:,} were read."
            )
        for index in range(min(count, MOST_CHARS)):
            code, drawn = get_code(handle, index), get_object(handle, index)
            if drawn:
                text.add(index, code, drawn)
            else:
                text.add_generated(code)
        text.end()


class _TextReader:
    """Turns the characters of a page into segments."""

    def __init__(self, raw: Any, handle: Any, result: RawPage) -> None:
        self._raw, self._handle, self._result = raw, handle, result
        self._box = raw.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._reader = StyleReader(raw)
        self._styles: dict[int, tuple[Style, int]] = {}
        self._builder = SegmentBuilder()
        self._skipped = -1  # the second half of a surrogate pair, where PDFium counts in UTF-16

    def add(self, index: int, code: int, drawn: int) -> None:
        """A character that the file draws."""
        if index == self._skipped:
            return
        if 0xD800 <= code < 0xDC00:
            low = self._raw.FPDFText_GetUnicode(self._handle, index + 1)
            if 0xDC00 <= low < 0xE000:
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                self._skipped = index + 1
        char = chr(code)
        if char.isspace():
            self._builder.add_blank(blank_text(char))
            return
        look = self._styles.get(drawn)
        if look is None:
            look = self._styles[drawn] = self._reader.read(self._handle, index)
        self._add_visible(index, code, *look)

    def add_generated(self, code: int) -> None:
        """A character that PDFium makes up: a space for a gap, or a line end."""
        if code in (10, 13):
            self._builder.end()
        else:
            self._builder.add_blank()

    def end(self) -> None:
        """The page ends."""
        self._builder.end()
        self._result.segments = self._builder.done

    def _add_visible(self, index: int, code: int, style: Style, turn: int) -> None:
        result, box = self._result, self._box
        text = UNMAPPED if code == _HYPHEN and not self._is_hyphen(index) else mapped(code)
        self._raw.FPDFText_GetLooseCharBox(self._handle, index, box)
        self._raw.FPDFText_GetCharOrigin(self._handle, index, self._x, self._y)
        x, y = self._x.value, self._y.value
        frame = result.frame
        x0, y0, x1, y1 = frame.turned(turn, box.left, box.bottom, box.right, box.top)
        if not frame.shows(box.left, box.bottom, box.right, box.top):
            return
        result.chars += 1
        if text == UNMAPPED or _is_unmapped(code):
            result.unmapped += 1
        result.replaced += text == UNMAPPED
        if not text:
            return
        base = frame.turned(turn, x, y, x, y)[1]
        if turn != SLANTED:
            y0 = max(y0, base - _ASCENT * style.size)
            y1 = min(y1, base + _DESCENT * style.size)
        self._builder.add(Char(text, x0, y0, x1, y1, base, style, turn, _from_right(code)))

    def _is_hyphen(self, index: int) -> bool:
        """Whether PDFium sees a hyphen at a line end, and the font does not map a glyph to U+0002."""
        return bool(self._raw.FPDFText_IsHyphen(self._handle, index) == 1)


def _is_unmapped(code: int) -> bool:
    """Whether a code is no character that anybody writes: the font does not say what it shows."""
    return (is_control(code) and code != _HYPHEN) or code in _PRIVATE or code == 0xFFFD


def _from_right(code: int) -> bool:
    if code < 0x590 or 0x900 <= code < 0xFB1D:
        return False
    return is_rtl(chr(code))


def _empty_page(page: Any, number: int) -> RawPage:
    left, bottom, right, top = page.get_bbox()
    width, height = right - left, top - bottom
    size = Page(number, round(width, 2), round(height, 2), page.get_rotation())
    return RawPage(size, Frame(left, bottom, width, height))


def _main_turn(result: RawPage) -> int:
    """How most of the text runs; upright as it is shown where there is none."""
    counts: Counter[int] = Counter()
    for segment in result.segments:
        counts[segment.turn] += len(segment.text)
    del counts[SLANTED]
    return counts.most_common(1)[0][0] if counts else result.page.rotation // 90

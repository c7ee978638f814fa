"""Small PDF files with a known right answer, written with reportlab."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

WIDTH, HEIGHT = 420.0, 595.0
LEFT, RIGHT, TOP, BOTTOM = 60.0, 360.0, 535.0, 70.0
Truth = tuple[str, str]
"""Kind and text of a block."""


def new_canvas(buffer: io.BytesIO, size: tuple[float, float] = (WIDTH, HEIGHT), **settings: Any) -> Any:
    from reportlab.pdfgen.canvas import Canvas

    return Canvas(buffer, pagesize=size, invariant=1, **settings)


def chinese_font() -> str:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    return "STSong-Light"


def text_width(text: str, font: str, size: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font, size))


def wrapped(text: str, font: str, size: float, width: float, first: float = 0.0) -> list[str]:
    """The lines of a paragraph; words may be broken at a soft hyphen, Chinese anywhere."""
    lines: list[str] = []
    line, room = "", width - first
    for word in pieces(text):
        grown = line + word.replace("\u00ad", "")
        if text_width(grown.rstrip(), font, size) <= room:
            line = grown
            continue
        head, _, tail = word.partition("\u00ad")
        if tail and text_width(line + head + "-", font, size) <= room:
            lines.append(line + head + "-")
            line = tail
        else:
            lines.append(line.rstrip())
            line = word.replace("\u00ad", "")
        room = width
    return [*lines, line.rstrip()]


def pieces(text: str) -> Iterator[str]:
    """Words with the space behind them; Chinese characters one by one."""
    word = ""
    for char in text:
        word += char
        if char == " " or ord(char) > 0x2E80:
            yield word
            word = ""
    if word:
        yield word


@dataclass
class Typesetter:
    """Sets blocks on pages of one or more columns, with running heads, and notes the truth."""

    font: str = "Helvetica"
    bold: str = "Helvetica-Bold"
    size: float = 10.0
    leading: float = 13.0
    columns: int = 1
    gutter: float = 24.0
    head: str = ""
    foot: str = "{page}"
    buffer: io.BytesIO = field(default_factory=io.BytesIO)
    truth: list[Truth] = field(default_factory=list)
    page: int = 0
    column: int = 0
    y: float = 0.0
    top: float = TOP

    def __post_init__(self) -> None:
        self.canvas = new_canvas(self.buffer)
        self.canvas.setTitle("A test")
        self._new_page()

    @property
    def width(self) -> float:
        return (RIGHT - LEFT - (self.columns - 1) * self.gutter) / self.columns

    @property
    def x(self) -> float:
        return LEFT + self.column * (self.width + self.gutter)

    def heading(self, text: str, level: int, *, bookmark: bool = True, kind: str = "heading") -> None:
        size = {0: 20.0, 1: 16.0, 2: 13.0}[level]
        self._room(3 * self.leading + size)
        self.y -= 0.8 * size
        self._line(text, self.x, self.bold, size)
        if bookmark:
            key = f"h{len(self.truth)}"
            self.canvas.bookmarkPage(key)
            self.canvas.addOutlineEntry(text, key, level - 1, closed=False)
        self.y -= size * 1.2
        self.truth.append((kind, text))

    def paragraph(self, text: str, *, indent: float = 0.0, gap: float = 6.0, kind: str = "paragraph") -> None:
        lines = wrapped(text, self.font, self.size, self.width, indent)
        for number, line in enumerate(lines):
            self._room(self.leading)
            shift = indent if number == 0 else 0.0
            last = number == len(lines) - 1
            self._line(line, self.x + shift, self.font, self.size, None if last else self.width - shift)
            self.y -= self.leading
        self.y -= gap
        self.truth.append((kind, text.replace("\u00ad", "")))

    def item(self, marker: str, text: str, hang: float = 14.0) -> None:
        lines = wrapped(text, self.font, self.size, self.width - hang)
        for number, line in enumerate(lines):
            self._room(self.leading)
            if number == 0:
                self._line(marker, self.x, self.font, self.size)
            self._line(line, self.x + hang, self.font, self.size)
            self.y -= self.leading
        self.truth.append(("list_item", f"{marker} {text}"))

    def code(self, lines: Sequence[str]) -> None:
        self._room(self.leading * len(lines))
        for line in lines:
            if line.strip():
                self._line(line.lstrip(), self.x + 5.4 * (len(line) - len(line.lstrip())), "Courier", 9.0)
            self.y -= 11.0
        self.y -= 8.0
        self.truth.append(("code", "\n".join(line for line in lines if line.strip())))

    def picture(self, width: float, height: float) -> None:
        self._room(height + 6)
        self.canvas.drawImage(small_image(), self.x, self.y - height + self.size, width, height)
        self.y -= height + 6
        self.truth.append(("figure", "[image]"))

    def finish(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self.buffer.getvalue()

    def _line(self, text: str, x: float, font: str, size: float, width: float | None = None) -> None:
        """A line, justified to a width where one is given."""
        drawn = self.canvas.beginText(x, self.y)
        drawn.setFont(font, size)
        blanks = text.count(" ")
        spare = width - text_width(text, font, size) if width is not None and blanks else 0.0
        drawn.setWordSpace(spare / (blanks or 1))
        drawn.textOut(text)
        self.canvas.drawText(drawn)

    def _room(self, height: float) -> None:
        if self.y - height > BOTTOM - self.leading:
            return
        if self.column + 1 < self.columns:
            self.column += 1
            self.y = self.top
        else:
            self.canvas.showPage()
            self._new_page()

    def _new_page(self) -> None:
        self.page += 1
        self.column, self.y, self.top = 0, TOP, TOP
        self.canvas.setFont(self.font, 8)
        if self.head:
            self.canvas.drawString(LEFT, HEIGHT - 30, self.head.format(page=self.page))
        if self.foot:
            self.canvas.drawCentredString(WIDTH / 2, 30, self.foot.format(page=self.page))


def small_image() -> Any:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    return ImageReader(Image.new("RGB", (8, 8), (40, 90, 160)))

"""One page on which strings, lines and boxes are put by hand; y is counted from above."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pdf_cases.pdf_builders import HEIGHT, WIDTH, new_canvas, small_image


class Sheet:
    """Strings at places; ``data`` is the file."""

    def __init__(self, width: float = WIDTH, height: float = HEIGHT) -> None:
        self._buffer = io.BytesIO()
        self._height = height
        self._size = (width, height)
        self.canvas = new_canvas(self._buffer, self._size)

    def text(self, x: float, y: float, text: str, size: float = 10, font: str = "Helvetica") -> Sheet:
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self._height - y, text)
        return self

    def lines(self, x: float, y: float, texts: Sequence[str], step: float = 12, size: float = 10) -> Sheet:
        for at, text in enumerate(texts):
            self.text(x, y + at * step, text, size)
        return self

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> Sheet:
        self.canvas.grid(xs, [self._height - y for y in ys])
        return self

    def line(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        self.canvas.line(x0, self._height - y0, x1, self._height - y1)
        return self

    def box(self, x: float, y: float, width: float, height: float) -> Sheet:
        self.canvas.rect(x, self._height - y - height, width, height)
        return self

    def image(self, x: float, y: float, width: float, height: float) -> Sheet:
        self.canvas.drawImage(small_image(), x, self._height - y - height, width, height)
        return self

    def new_page(self) -> Sheet:
        self.canvas.showPage()
        return self

    @property
    def data(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self._buffer.getvalue()

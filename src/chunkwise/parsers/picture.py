"""Pictures: a figure, and the text in it where OCR is installed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from chunkwise.errors import ParseError
from chunkwise.model.block import Line
from chunkwise.model.document import Document
from chunkwise.model.position import Page, Position
from chunkwise.model.source import Source
from chunkwise.model.span import Span
from chunkwise.model.table import Figure
from chunkwise.parsers.base import build_document
from chunkwise.parsers.rendered import RenderedText

_MOST_PIXELS = 80_000_000


class PictureParser:
    """Reads pictures: one page with one figure, and a paragraph for each line of text that OCR finds.

    Positions are in pixels. OCR is the extra ``ocr``; without it the document says so.
    """

    name = "picture"
    version = "1"
    media_types = ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/tiff", "image/gif")
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: it is no picture that can be read.
            OSError: the file cannot be read.
        """
        data = source.read()
        text = RenderedText()
        warnings: list[str] = []
        pages: tuple[Page, ...] = ()
        figure = Figure(f"#{source.name}")
        image = _opened(data, source.name, warnings)
        position = None
        if image is not None:
            width, height = map(float, image.size)
            pages = (Page(1, width, height),)
            position = Position(1, 0.0, 0.0, width, height)
            figure = Figure(f"#{source.name}", "", width, height)
        text.figure(figure, position=position)
        for line, box in _recognised(image, warnings):
            text.add("paragraph", line, lines=[Line(Span(0, len(line)), box)])
        content, blocks, found = text.finish()
        yield build_document(
            self, source, data, content, blocks,
            media_type=source.media_type or "image/png", pages=pages, warnings=[*warnings, *found],
        )  # fmt: skip


def _opened(data: bytes, name: str, warnings: list[str]) -> Any:
    """The picture, or None where the library for it is not installed."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        warnings.append('The picture was not looked at. Install what it takes: pip install "chunkwise[ocr]"')
        return None
    try:
        image = Image.open(io.BytesIO(data))
        if image.size[0] * image.size[1] > _MOST_PIXELS:
            raise ParseError(f"it has {image.size[0]} x {image.size[1]} pixels, which is too many", name)
        return image.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise ParseError(f"the picture is damaged: {error}", name) from error


def _recognised(image: Any, warnings: list[str]) -> Iterator[tuple[str, Position]]:
    """The lines of text in a picture, from top to bottom."""
    if image is None:
        return
    try:
        import numpy
        from rapidocr import RapidOCR
    except ImportError:
        warnings.append('Text in the picture was not read. Install OCR: pip install "chunkwise[ocr]"')
        return
    result = RapidOCR(params={"Global.log_level": "error"})(numpy.asarray(image)[:, :, ::-1])
    texts, boxes = getattr(result, "txts", None) or (), getattr(result, "boxes", None)
    for line, corners in zip(texts, boxes if boxes is not None else (), strict=False):
        if str(line).strip():
            xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
            yield str(line), Position(1, min(xs), min(ys), max(xs), max(ys))

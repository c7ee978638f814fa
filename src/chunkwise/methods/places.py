"""Where chunks stand on pages, and which pictures they hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunkwise.model.block import Line
from chunkwise.model.document import Document
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure
from chunkwise.steps.base import Draft


class Places:
    """The lines and pictures of a document, by offset."""

    def __init__(self, document: Document) -> None:
        lines = [line for block in document.blocks for line in block.lines if line.position is not None]
        self._lines = sorted(lines, key=lambda line: line.span.start)
        self._starts = [line.span.start for line in self._lines]
        pictures = [block for block in document.blocks if isinstance(block.data, Figure) and block.data.image]
        self._pictures = [
            (block.span.start, str(block.data.image)) for block in pictures if isinstance(block.data, Figure)
        ]
        self._picture_starts = [start for start, _ in self._pictures]

    @property
    def any(self) -> bool:
        """Whether there is anything to find."""
        return bool(self._lines or self._pictures)

    def of(self, draft: Draft) -> tuple[tuple[Position, ...], tuple[str, ...]]:
        """Positions and pictures of a draft."""
        where = draft.spans if draft.positions_from is None else draft.positions_from
        positions = dict.fromkeys(box for span in where for box in self._boxes(span))
        media = dict.fromkeys(image for span in draft.spans for image in self._images(span))
        return tuple(positions), tuple(media)

    def _boxes(self, span: Span) -> Iterator[Position]:
        """The boxes of the lines that the span touches, the first and last clipped."""
        at = bisect_left(self._starts, span.start)
        if at and self._lines[at - 1].span.end > span.start:
            at -= 1
        while at < len(self._lines) and self._starts[at] <= max(span.start, span.end - 1):
            line = self._lines[at]
            if line.span.overlaps(span) or (not len(line.span) and span.contains(line.span)):
                yield clipped(line, span)
            at += 1

    def _images(self, span: Span) -> Sequence[str]:
        first, last = (
            bisect_left(self._picture_starts, span.start),
            bisect_right(self._picture_starts, span.end - 1),
        )
        return [image for _, image in self._pictures[first:last]]


def clipped(line: Line, span: Span) -> Position:
    """The box of the part of a line that lies in the span, as exactly as the line's edges allow."""
    position = line.position
    assert position is not None
    edges = line.edges
    if edges is None or len(edges) != len(line.span) + 1:
        return position
    inside = edges[max(0, span.start - line.span.start) : min(len(line.span), span.end - line.span.start) + 1]
    return replace(position, x0=min(inside), x1=max(inside))

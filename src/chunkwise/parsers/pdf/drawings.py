"""Drawings made of many strokes: what is written in them are labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from chunkwise.parsers.pdf.frame import Box
from chunkwise.parsers.pdf.paragraphs import Paragraph
from chunkwise.parsers.pdf.reading import RawPage

_CELL = 12.0
"""Points: strokes that are closer belong to one drawing."""
_MOST_CELLS = 100
"""Cells along a side of the page; they are larger on a large page."""
_LEAST_STROKES = 12
"""A frame has four, also a banner behind a heading."""
_LARGEST = 0.5
"""Share of the page: what is larger decorates the page."""
_SLACK = 2.0


def mark_labels(page: RawPage, paragraphs: Sequence[Paragraph]) -> None:
    """Mark the paragraphs of a page that stand inside of a drawing."""
    drawings = list(_drawings(page))
    for paragraph in paragraphs if drawings else ():
        paragraph.is_label = paragraph.first.turn == page.turn and any(
            all(_is_inside((line.x0, line.y0, line.x1, line.y1), box) for line in paragraph.lines)
            for box in drawings
        )


def _drawings(page: RawPage) -> Iterator[Box]:
    """The boxes around strokes that lie together, in the frame in which the page's text is upright."""
    strokes = [page.frame.turned(page.turn, *one) for one in (*page.drawn.lines, *page.drawn.sides)]
    if len(strokes) < _LEAST_STROKES:
        return
    width, height = page.frame.size(page.turn)
    cell = max(_CELL, width / _MOST_CELLS, height / _MOST_CELLS)
    clusters = _clusters({place for stroke in strokes for place in _cells(stroke, cell)})
    numbers = [clusters[next(_cells(stroke, cell))] for stroke in strokes]
    counts = Counter(numbers)
    boxes: dict[int, Box] = {}
    for number, (x0, y0, x1, y1) in zip(numbers, strokes, strict=True):
        left, top, right, bottom = boxes.get(number, (x0, y0, x1, y1))
        boxes[number] = min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)
    for number, box in boxes.items():
        area = (box[2] - box[0]) * (box[3] - box[1])
        if counts[number] >= _LEAST_STROKES and area <= _LARGEST * width * height:
            yield box


def _cells(box: Box, size: float) -> Iterator[tuple[int, int]]:
    """The cells that a stroke passes; one far outside of the page passes no more than the page has."""
    first, last = int(box[0] // size), int(box[2] // size)
    upper, lower = int(box[1] // size), int(box[3] // size)
    for column in range(first, min(last, first + _MOST_CELLS) + 1):
        for row in range(upper, min(lower, upper + _MOST_CELLS) + 1):
            yield column, row


def _clusters(cells: set[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Cell → number of the group of neighbouring cells that it is in."""
    numbers: dict[tuple[int, int], int] = {}
    for number, start in enumerate(sorted(cells)):
        waiting = [start]
        while waiting:
            column, row = place = waiting.pop()
            if place in numbers or place not in cells:
                continue
            numbers[place] = number
            waiting += [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return numbers


def _is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )

"""Drawn lines: what may be the rules of a table."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chunkwise.parsers.pdf.frame import Bounds, Box, Frame
from chunkwise.parsers.pdf.objects import PATH, Matrix, PageObject, bounds, moved, object_matrix

MOST_RULINGS = 3_000
"""Lines that are kept of one page; a drawing may have far more."""
_THICKEST = 3.0
"""Points: a filled box that is thinner is a line."""
_SHORTEST = 6.0
_TICK_BOX = 15.0
"""Points: a smaller box is one to tick, no cell."""
_STRAIGHT = 0.75
_MOST_POINTS = 400
"""Paths with more points are drawings."""
_LINE_TO, _MOVE_TO = 0, 2  # FPDF_SEGMENT_LINETO, FPDF_SEGMENT_MOVETO
_NEAR = 1.5
_BRIDGED = 3.0


@dataclass(frozen=True, slots=True)
class Ruling:
    """A horizontal or vertical line, in the frame in which the page's text is upright."""

    at: float
    """y of a horizontal line, x of a vertical one."""
    start: float
    """Where it begins in the other direction."""
    end: float


@dataclass(slots=True)
class Drawn:
    """What a page draws that may be lines of a table, as boxes in user space."""

    lines: list[Bounds] = field(default_factory=list)
    """Straight lines and thin boxes."""
    sides: list[Bounds] = field(default_factory=list)
    """Sides of filled boxes."""


def read_rulings(found: Sequence[PageObject], raw: Any, frame: Frame) -> Drawn:
    """The lines of a page, at most ``MOST_RULINGS`` of each kind."""
    drawn = Drawn()
    for path in found:
        place = bounds(raw, path) if path.kind == PATH else None
        if place is not None and frame.shows(*place):
            _add_lines(drawn, raw, path, place)
    return Drawn(drawn.lines[:MOST_RULINGS], drawn.sides[:MOST_RULINGS])


def rulings_of(lines: Sequence[Bounds], frame: Frame, turn: int) -> tuple[list[Ruling], list[Ruling]]:
    """Horizontal and vertical lines, pieces of one line joined.

    Args:
        lines: boxes in user space.
        frame: the page.
        turn: how most of its text runs.
    """
    boxes = [frame.turned(turn, *line) for line in lines]
    flat = [_horizontal(box) for box in boxes if box[2] - box[0] >= box[3] - box[1]]
    upright = [_vertical(box) for box in boxes if box[2] - box[0] < box[3] - box[1]]
    return _merged(flat), _merged(upright)


def _add_lines(drawn: Drawn, raw: Any, path: PageObject, place: Bounds) -> None:
    """The lines of one path: itself if it is a thin box, else what is straight along it."""
    width, height = place[2] - place[0], place[3] - place[1]
    if min(width, height) <= _THICKEST:
        if max(width, height) >= _SHORTEST:
            drawn.lines.append(place)
        return
    count = raw.FPDFPath_CountSegments(path.handle)
    if max(width, height) <= _TICK_BOX or not 2 <= count <= _MOST_POINTS:
        return
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path.handle, fill, stroke)
    wanted = drawn.lines if stroke.value else drawn.sides
    if len(wanted) < MOST_RULINGS:
        wanted += _strokes(raw, path, count)


def _strokes(raw: Any, path: PageObject, count: int) -> Iterator[Bounds]:
    """The straight strokes of a path along the sides of the page."""
    matrix: Matrix = object_matrix(raw, path)
    x, y = ctypes.c_float(), ctypes.c_float()
    start = last = (0.0, 0.0)
    for at in range(count):
        segment = raw.FPDFPath_GetPathSegment(path.handle, at)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = moved(matrix, x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == _MOVE_TO:
            start = point
        elif kind == _LINE_TO:
            yield from _stroke(last, point)
        if raw.FPDFPathSegment_GetClose(segment):
            yield from _stroke(point, start)
        last = point


def _stroke(one: tuple[float, float], other: tuple[float, float]) -> Iterator[Bounds]:
    left, right = sorted((one[0], other[0]))
    bottom, top = sorted((one[1], other[1]))
    if min(right - left, top - bottom) <= _STRAIGHT and max(right - left, top - bottom) >= _SHORTEST:
        yield left, bottom, right, top


def _horizontal(box: Box) -> Ruling:
    return Ruling((box[1] + box[3]) / 2, box[0], box[2])


def _vertical(box: Box) -> Ruling:
    return Ruling((box[0] + box[2]) / 2, box[1], box[3])


def _merged(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Lines whose pieces lie on one another or almost touch are one line."""
    groups: list[list[Ruling]] = []
    for ruling in sorted(rulings, key=lambda r: r.at):
        if groups and ruling.at - groups[-1][0].at <= _NEAR:
            groups[-1].append(ruling)
        else:
            groups.append([ruling])
    return [ruling for group in groups for ruling in _joined(group)]


def _joined(group: Sequence[Ruling]) -> Iterator[Ruling]:
    ordered = sorted(group, key=lambda r: r.start)
    at, start, end = ordered[0].at, ordered[0].start, ordered[0].end
    for ruling in ordered[1:]:
        if ruling.start > end + _BRIDGED:
            yield Ruling(at, start, end)
            start, end = ruling.start, ruling.end
        else:
            end = max(end, ruling.end)
    yield Ruling(at, start, end)

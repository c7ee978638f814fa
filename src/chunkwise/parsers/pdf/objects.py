"""What a page draws beside text, also inside of forms."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from chunkwise.parsers.pdf.frame import Bounds

MOST_OBJECTS = 60_000
"""Page objects that are looked at; a map may have a million."""
PATH, IMAGE, FORM = 2, 3, 5
"""Kinds of objects that matter here, by PDFium's numbers."""
_DEEPEST_FORM = 8

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""The matrix that leaves a point where it is."""


@dataclass(frozen=True, slots=True)
class PageObject:
    """Something that a page draws."""

    kind: int
    handle: Any
    matrix: Matrix
    """From the space of the form that holds it to user space."""


def page_objects(page: Any, raw: Any) -> Iterator[PageObject]:
    """The paths and images of a page, in the order in which they are drawn, at most ``MOST_OBJECTS``."""
    count = raw.FPDFPage_CountObjects(page)
    handles = (raw.FPDFPage_GetObject(page, at) for at in range(count))
    for number, found in enumerate(_inside(raw, handles, IDENTITY, 0)):
        if number >= MOST_OBJECTS:
            return
        if found.kind in (PATH, IMAGE):
            yield found


def bounds(raw: Any, found: PageObject) -> Bounds | None:
    """Where an object stands; None if PDFium cannot tell."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(found.handle, left, bottom, right, top):
        return None
    return around(found.matrix, left.value, bottom.value, right.value, top.value)


def around(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Bounds:
    """The smallest upright box around a box that a matrix has moved.

    >>> around((0, 1, -1, 0, 0, 0), 0, 0, 10, 5)
    (-5, 0, 0, 10)
    """
    if matrix == IDENTITY:
        return left, bottom, right, top
    corners = [moved(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point that a matrix has moved."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def object_matrix(raw: Any, found: PageObject) -> Matrix:
    """The matrix from the object's own space to user space."""
    own = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(found.handle, own):
        return found.matrix
    return _after((own.a, own.b, own.c, own.d, own.e, own.f), found.matrix)


def _inside(raw: Any, handles: Iterator[Any], matrix: Matrix, depth: int) -> Iterator[PageObject]:
    for handle in handles:
        found = PageObject(raw.FPDFPageObj_GetType(handle), handle, matrix)
        yield found
        if found.kind == FORM and depth < _DEEPEST_FORM:
            count = raw.FPDFFormObj_CountObjects(handle)
            inner = (raw.FPDFFormObj_GetObject(handle, at) for at in range(max(count, 0)))
            yield from _inside(raw, inner, object_matrix(raw, found), depth + 1)


def _after(first: Matrix, then: Matrix) -> Matrix:
    """One matrix for two, the first of which is applied first."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u

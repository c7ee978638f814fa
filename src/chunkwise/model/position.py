"""Where text stands on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A box on a page: points (1/72 inch), origin top left, on the unrotated page."""

    page: int
    """Page number, from 1."""
    x0: float
    """Left edge."""
    y0: float
    """Upper edge."""
    x1: float
    """Right edge."""
    y1: float
    """Lower edge."""


@dataclass(frozen=True, slots=True)
class Page:
    """Size of one page in points, before rotation."""

    number: int
    """Page number, from 1."""
    width: float
    """Width in points."""
    height: float
    """Height in points."""
    rotation: int = 0
    """Clockwise rotation in degrees at which viewers show the page: 0, 90, 180 or 270."""

"""From PDFium's coordinates to a page that is read from left to right and from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from chunkwise.model.position import Position

Box: TypeAlias = tuple[float, float, float, float]
"""Left, upper, right and lower edge; y grows downwards."""
Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, lower, right and upper edge in PDFium's user space; y grows upwards."""

SLANTED = 4
"""The turn of text that runs along neither side of the page."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible part of a page (its CropBox), in PDFium's user space: origin below, y upwards.

    Text that runs along a side of the page is read in a turned frame in which it is upright. The
    turn counts quarters, counter-clockwise: 0 upright, 1 upwards, 2 upside down, 3 downwards.
    """

    left: float
    """Left edge of the CropBox in user space."""
    bottom: float
    """Lower edge."""
    width: float
    """Width in points, before rotation."""
    height: float
    """Height in points, before rotation."""

    def turned(self, turn: int, left: float, bottom: float, right: float, top: float) -> Box:
        """A box of user space in the frame in which text with this turn is upright.

        >>> Frame(10, 10, 200, 100).turned(0, 20, 90, 50, 100)
        (10, 10, 40, 20)
        """
        x0, x1 = left - self.left, right - self.left
        y0, y1 = bottom - self.bottom, top - self.bottom
        if turn == 1:
            return y0, x0, y1, x1
        if turn == 2:
            return self.width - x1, y0, self.width - x0, y1
        if turn == 3:
            return self.height - y1, self.width - x1, self.height - y0, self.width - x0
        return x0, self.height - y1, x1, self.height - y0

    def shows(self, left: float, bottom: float, right: float, top: float) -> bool:
        """Whether a box of user space is on the page, at least in part."""
        return (
            right > self.left
            and left < self.left + self.width
            and top > self.bottom
            and bottom < self.bottom + self.height
        )

    def clipped(self, left: float, bottom: float, right: float, top: float) -> Bounds:
        """The part of a box of user space that is on the page."""
        return (
            max(left, self.left),
            max(bottom, self.bottom),
            min(right, self.left + self.width),
            min(top, self.bottom + self.height),
        )

    def from_turn(self, turn: int, wanted: int, box: Box) -> Box:
        """A box of one turned frame in another one."""
        place = self.position(0, turn, box)
        left, top = self.left + place.x0, self.bottom + self.height - place.y0
        right, bottom = self.left + place.x1, self.bottom + self.height - place.y1
        return self.turned(wanted, left, bottom, right, top)

    def position(self, page: int, turn: int, box: Box) -> Position:
        """Where a box of a turned frame stands on the unrotated page, cut at the page's edges."""
        x0, y0, x1, y1 = box
        if turn == 1:
            x0, y0, x1, y1 = y0, self.height - x1, y1, self.height - x0
        elif turn == 2:
            x0, y0, x1, y1 = self.width - x1, self.height - y1, self.width - x0, self.height - y0
        elif turn == 3:
            x0, y0, x1, y1 = self.width - y1, x0, self.width - y0, x1
        return Position(
            page,
            _inside(x0, self.width),
            _inside(y0, self.height),
            _inside(x1, self.width),
            _inside(y1, self.height),
        )

    def edges(self, turn: int, edges: list[float]) -> tuple[float, ...] | None:
        """Character boundaries of a turned frame as x on the unrotated page; None for other lines."""
        if turn == 0:
            return tuple(_inside(x, self.width) for x in edges)
        if turn == 2:
            return tuple(_inside(self.width - x, self.width) for x in edges)
        return None

    def size(self, turn: int) -> tuple[float, float]:
        """Width and height in a turned frame."""
        return (self.height, self.width) if turn in (1, 3) else (self.width, self.height)


def _inside(value: float, most: float) -> float:
    """A coordinate on the page, to a hundredth of a point."""
    return round(min(max(value, 0.0), most), 2)

"""The images of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chunkwise.parsers.pdf.frame import Bounds, Frame
from chunkwise.parsers.pdf.objects import IMAGE, PageObject, bounds

_SMALLEST = 40.0
"""Points: images that are not wider and higher than this are ornaments."""
_FULL_PAGE = 0.85
"""Share of the page from which on an image is the page's scan or background."""
_LEAST_PAGES, _LEAST_SHARE = 3, 0.3
_SCAN = 0.5
"""Share of a page without text that images cover if it is a scan."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image on a page."""

    page: int
    """Page number, from 1."""
    number: int
    """Counts all images of the page in the order in which they are drawn, from 1; 0 for a whole page."""
    bounds: Bounds
    """What can be seen of it, in user space."""

    @property
    def width(self) -> float:
        """Width in points."""
        return self.bounds[2] - self.bounds[0]

    @property
    def height(self) -> float:
        """Height in points."""
        return self.bounds[3] - self.bounds[1]

    @property
    def is_large(self) -> bool:
        """Whether it is more than an ornament."""
        return self.width > _SMALLEST and self.height > _SMALLEST

    @property
    def reference(self) -> str:
        """The name of the image inside of the file: ``#page-N-image-M``, or ``#page-N`` for a scan."""
        return f"#page-{self.page}-image-{self.number}" if self.number else f"#page-{self.page}"


def read_pictures(found: Sequence[PageObject], raw: Any, frame: Frame, page: int) -> list[Picture]:
    """All images of a page that can be seen, also the smallest."""
    pictures = []
    images = (one for one in found if one.kind == IMAGE)
    for number, image in enumerate(images, 1):
        place = bounds(raw, image)
        if place is not None and frame.shows(*place):
            pictures.append(Picture(page, number, frame.clipped(*place)))
    return pictures


def drop_repeated(pages: Sequence[list[Picture]]) -> None:
    """Take out images that stand at the same place on many pages: logos of running heads, backgrounds."""
    places = [{_place(picture): picture for picture in pictures} for pictures in pages]
    counts = Counter(place for page in places for place in page)
    least = max(_LEAST_PAGES, _LEAST_SHARE * len(pages))
    for pictures in pages:
        if len(pages) > _LEAST_PAGES:
            pictures[:] = [one for one in pictures if counts[_place(one)] < least]


def _place(picture: Picture) -> tuple[int, ...]:
    return tuple(round(edge) for edge in picture.bounds)


def content_pictures(pictures: Sequence[Picture], frame: Frame, has_text: bool) -> list[Picture]:
    """The images that tell something: no ornaments, no backgrounds; one for a page that is a scan."""
    area = frame.width * frame.height
    if not has_text and sum(one.width * one.height for one in pictures) >= _SCAN * area:
        whole = (frame.left, frame.bottom, frame.left + frame.width, frame.bottom + frame.height)
        return [Picture(pictures[0].page, 0, whole)]
    return [one for one in pictures if one.is_large and one.width * one.height < _FULL_PAGE * area]

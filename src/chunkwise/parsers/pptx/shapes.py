"""The shapes of a slide with their boxes: inherited from the layout, moved by the groups around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chunkwise.parsers.ooxml.xml import MC, A, Element, P, integer, value
from chunkwise.parsers.pptx.deck import EMU_PER_POINT, Sheet

Box: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points, from the slide's upper left corner."""

_KINDS = {f"{P}sp": "text", f"{P}pic": "picture", f"{P}graphicFrame": "frame"}
_LABELS = (f"{P}nvSpPr", f"{P}nvPicPr", f"{P}nvGraphicFramePr", f"{P}nvGrpSpPr")
_TITLES = frozenset({"title", "ctrTitle"})
_ALIKE = {
    "ctrTitle": "title",
    "subTitle": "body",
    "obj": "body",
    "tbl": "body",
    "chart": "body",
    "pic": "body",
}
_QUARTER_TURN = 5_400_000


@dataclass(frozen=True, slots=True)
class Placeholder:
    """The part that a shape plays in its layout."""

    kind: str
    """``title``, ``body``, ``sldNum`` …; ``obj`` where none is given."""
    index: str

    @property
    def is_title(self) -> bool:
        """Whether it is the slide's title."""
        return self.kind in _TITLES


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape."""

    kind: str
    """``text``, ``picture`` or ``frame`` (table, chart, diagram …)."""
    element: Element
    box: Box | None
    placeholder: Placeholder | None
    ancestors: tuple[Element, ...]
    """The placeholders that it inherits from, nearest first."""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are moved together."""

    members: tuple[Node, ...]
    box: Box | None


Node: TypeAlias = "Shape | Group"


@dataclass(frozen=True, slots=True)
class _Transform:
    """From the coordinates inside a group to points on the slide."""

    scale_x: float = 1 / EMU_PER_POINT
    scale_y: float = 1 / EMU_PER_POINT
    move_x: float = 0.0
    move_y: float = 0.0

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        left, top = self.move_x + x * self.scale_x, self.move_y + y * self.scale_y
        return left, top, left + width * self.scale_x, top + height * self.scale_y

    def inside(self, group: Element | None) -> _Transform:
        """The transform of what stands inside a group with this ``a:xfrm``."""
        numbers = [_numbers(group, name) for name in ("off", "ext", "chOff", "chExt")]
        if any(pair is None for pair in numbers):
            return self
        (x, y), (width, height), (inner_x, inner_y), (inner_width, inner_height) = (
            p or (0, 0) for p in numbers
        )
        stretch_x = width / inner_width if inner_width else 1.0
        stretch_y = height / inner_height if inner_height else 1.0
        return _Transform(
            self.scale_x * stretch_x,
            self.scale_y * stretch_y,
            self.move_x + (x - inner_x * stretch_x) * self.scale_x,
            self.move_y + (y - inner_y * stretch_y) * self.scale_y,
        )


def read_shapes(sheet: Sheet, parents: Sequence[Sheet], hidden: list[Element]) -> list[Node]:
    """The shapes of a slide, in the order of the file.

    Args:
        sheet: the slide.
        parents: its layout and master.
        hidden: hidden shapes are put here instead.
    """
    return list(_nodes(sheet.tree, parents, _Transform(), hidden))


def placeholder(element: Element) -> Placeholder | None:
    """The placeholder that a shape stands in, if any."""
    for name in _LABELS:
        found = element.find(f"{name}/{P}nvPr/{P}ph")
        if found is not None:
            return Placeholder(found.get("type", "obj"), found.get("idx", "0"))
    return None


def label(element: Element) -> Element | None:
    """The ``p:cNvPr`` of a shape, with its name and its description."""
    return next((found for name in _LABELS if (found := element.find(f"{name}/{P}cNvPr")) is not None), None)


def _nodes(
    tree: Element, parents: Sequence[Sheet], transform: _Transform, hidden: list[Element]
) -> Iterator[Node]:
    for element in tree:
        if element.tag == f"{MC}AlternateContent":
            branches = (*element.findall(f"{MC}Choice"), *element.findall(f"{MC}Fallback"))
            shown = (list(_nodes(branch, parents, transform, hidden)) for branch in branches)
            yield from next(filter(None, shown), ())
            continue
        own = label(element)
        if own is not None and own.get("hidden") in ("1", "true"):
            hidden.append(element)
        elif element.tag == f"{P}grpSp":
            inner = transform.inside(element.find(f"{P}grpSpPr/{A}xfrm"))
            members = tuple(_nodes(element, parents, inner, hidden))
            if members:
                yield Group(members, _around([member.box for member in members]))
        elif element.tag in _KINDS:
            yield _shape(element, parents, transform)


def _shape(element: Element, parents: Sequence[Sheet], transform: _Transform) -> Shape:
    own = placeholder(element)
    ancestors = () if own is None else tuple(_ancestors(own, parents))
    box = None
    for number, one in enumerate((element, *ancestors)):
        box = _box(one, transform if number == 0 else _Transform())
        if box is not None:
            break
    return Shape(_KINDS[element.tag], element, box, own, ancestors)


def _ancestors(own: Placeholder, parents: Sequence[Sheet]) -> Iterator[Element]:
    """The shapes of layout and master that stand in the same placeholder: by number, else by kind."""
    for depth, sheet in enumerate(parents):
        shapes = [(placeholder(shape), shape) for shape in sheet.tree.iter(f"{P}sp")]
        same = [
            shape for found, shape in shapes if found is not None and _same(found, own, by_kind=depth > 0)
        ]
        if not same and depth == 0:
            same = [shape for found, shape in shapes if found is not None and _same(found, own, by_kind=True)]
        yield from same[:1]


def _same(one: Placeholder, other: Placeholder, by_kind: bool) -> bool:
    if by_kind or (one.is_title and other.is_title):
        return _ALIKE.get(one.kind, one.kind) == _ALIKE.get(other.kind, other.kind)
    return one.index == other.index and not one.is_title


def _box(element: Element, transform: _Transform) -> Box | None:
    frame = element.find(f"{P}spPr/{A}xfrm")
    frame = element.find(f"{P}xfrm") if frame is None else frame
    place, size = _numbers(frame, "off"), _numbers(frame, "ext")
    if frame is None or place is None or size is None:
        return None
    (x, y), (width, height) = place, size
    turn = (integer(frame.get("rot")) or 0) / _QUARTER_TURN
    if round(turn) % 2:  # on its side: the same middle, width and height changed
        x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
    return transform.box(x, y, width, height)


def _numbers(frame: Element | None, name: str) -> tuple[float, float] | None:
    """The two numbers of ``a:off``, ``a:ext``, ``a:chOff`` or ``a:chExt``."""
    names = ("x", "y") if name.lower().endswith("off") else ("cx", "cy")
    first, second = (integer(value(frame, f"{A}{name}", attribute)) for attribute in names)
    return None if first is None or second is None else (float(first), float(second))


def _around(boxes: Sequence[Box | None]) -> Box | None:
    """The box around boxes."""
    known = [box for box in boxes if box is not None]
    if not known:
        return None
    return (
        min(b[0] for b in known),
        min(b[1] for b in known),
        max(b[2] for b in known),
        max(b[3] for b in known),
    )

"""Reading order on a slide: bands from top to bottom, columns inside them from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkwise.parsers.pptx.shapes import Box, Group, Node, Shape

_MOST_CUT = 1_000
"""With more shapes than this they are sorted and no longer cut into bands."""
_OVERLAP = 0.25
"""Share of the lower one of two neighbours by which they may overlap and still be apart."""
_COVERS = 0.9


def in_order(nodes: Sequence[Node]) -> Iterator[Shape]:
    """The shapes in reading order, those of a group together; shapes without a place come last."""
    placed = [(node, node.box) for node in nodes if node.box is not None]
    for index in _order([box for _, box in placed]):
        yield from _flat(placed[index][0])
    for node in nodes:
        if node.box is None:
            yield from _flat(node)


def _flat(node: Node) -> Iterator[Shape]:
    if isinstance(node, Group):
        yield from in_order(node.members)
    else:
        yield node


def _order(boxes: Sequence[Box]) -> list[int]:
    """The boxes' places in reading order."""
    found: list[int] = []
    pending = [list(range(len(boxes)))]
    while pending:
        group = pending.pop()
        parts = (
            _cut(group, boxes)
            if 1 < len(group) <= _MOST_CUT
            else [sorted(group, key=lambda i: _corner(boxes[i]))]
        )
        if len(parts) == 1:
            found += parts[0]
        else:
            pending += reversed(parts)
    return found


def _corner(box: Box) -> tuple[float, float]:
    return box[1], box[0]


def _cut(group: list[int], boxes: Sequence[Box]) -> list[list[int]]:
    """The group in bands, else in columns, else with what lies behind the others first, else sorted."""
    for axis in (1, 0):
        parts = _runs(group, boxes, axis)
        if len(parts) > 1:
            return parts
    widest = max(group, key=lambda i: _size(boxes[i]))
    if len(group) > 2 and _size(boxes[widest]) >= _COVERS * _size(_hull([boxes[i] for i in group])):
        return [[widest], [i for i in group if i != widest]]
    return [sorted(group, key=lambda i: _corner(boxes[i]))]


def _runs(group: list[int], boxes: Sequence[Box], axis: int) -> list[list[int]]:
    """The group cut where nothing reaches across; 0 cuts from left to right, 1 from top to bottom."""
    runs: list[list[int]] = []
    end = length = 0.0
    for index in sorted(group, key=lambda i: boxes[i][axis]):
        first, last = boxes[index][axis], boxes[index][axis + 2]
        room = _OVERLAP * min(last - first, length)
        if runs and first < end - room:
            runs[-1].append(index)
            end, length = max(end, last), max(length, last - first)
        else:
            runs.append([index])
            end, length = last, last - first
    return runs


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _hull(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )

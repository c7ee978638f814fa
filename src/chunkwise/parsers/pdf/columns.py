"""Columns: the regions of a page, in the order in which people read them.

A gutter is a place x at which many lines begin and that no line crosses over some height. The page
is cut at the best gutter into what stands above, the left and right column, and what stands below;
each part is looked at again, a few times at most. Nothing is tried and taken back, so the work
grows with the number of items alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkwise.parsers.pdf.segments import Segment
from chunkwise.parsers.pdf.sides import FULL, Item, side_of

_DEEPEST = 4
_CANDIDATES = 6
_BIN = 3.0
"""Points: lines that begin closer together begin at the same gutter."""
_OUTDENT = 45.0
_LEAST_LINES = 4
"""Columns of fewer lines need better evidence."""
_FEWEST_LINES = 2
_LEAST_WIDTH = 0.18
"""Share of the text's width between its left edge and the first gutter."""
_LEAST_GUTTER, _WIDE_GUTTER = 0.5, 2.0
"""In sizes; columns of few lines need a wide one."""
_MOST_COMMON = 0.6
"""How many lines of the shorter column may stand on a baseline with one of the other column."""
_LEAST_ABREAST = 0.5
"""How much of the shorter column stands beside the longer one."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A stretch of items (by their order from above) that a gutter cuts in two."""

    first: int
    last: int
    """One past the last item."""
    left: list[Item]
    right: list[Item]


def regions(items: Sequence[Item]) -> list[list[Item]]:
    """The items of a page in regions; each is read to its end before the next begins."""
    ordered = sorted(items, key=lambda item: (item.box[1], item.box[0]))
    return [region for region in _cut(ordered, _DEEPEST) if region]


def _cut(items: list[Item], depth: int) -> Iterator[list[Item]]:
    cut = _best_cut(items) if depth else None
    if cut is None:
        yield items
        return
    yield from _cut(items[: cut.first], depth - 1)
    for side in (cut.right, cut.left) if _is_rtl(items) else (cut.left, cut.right):
        yield from _cut(side, depth - 1)
    yield from _cut(items[cut.last :], depth - 1)


def _is_rtl(items: Sequence[Item]) -> bool:
    """Whether most of the text is written from right to left: so are its columns."""
    segments = [item.thing for item in items if isinstance(item.thing, Segment)]
    return 2 * sum(segment.rtl for segment in segments) > len(segments)


def _best_cut(items: Sequence[Item]) -> _Cut | None:
    """The cut at the gutter at which most lines begin that makes two columns; None if there is none."""
    text = [item for item in items if item.is_text]
    if len(text) < 2 * _FEWEST_LINES:
        return None
    left, right = min(item.box[0] for item in text), max(item.box[2] for item in text)
    best: _Cut | None = None
    for gutter in _candidates(text, left, right):
        for cut in _runs(items, gutter):
            if _are_columns(cut, right - left) and (best is None or _size(cut) > _size(best)):
                best = cut
    return best


def _size(cut: _Cut) -> int:
    return min(len(cut.left), len(cut.right))


def _candidates(text: Sequence[Item], left: float, right: float) -> list[float]:
    """Places at which many lines begin, the most frequent first."""
    width = right - left
    inner = [item.box[0] for item in text if left + _LEAST_WIDTH * width < item.box[0]]
    bins = Counter(int(x // _BIN) for x in inner if x < right - _LEAST_WIDTH * width / 2)
    # Two neighbouring bins count together: a margin may lie on their border.
    scores = {at: count + bins[at + 1] for at, count in bins.items()}
    best = sorted(scores, key=lambda at: (-scores[at], at))[:_CANDIDATES]
    frequent = [at * _BIN for at in best if scores[at] >= _FEWEST_LINES]
    # A few lines of the column may begin further left than most: numbers of headings, bullets.
    furthest = [min((x for x in inner if place - _OUTDENT < x), default=place) for place in frequent]
    return list(dict.fromkeys(frequent + furthest))


def _runs(items: Sequence[Item], gutter: float) -> Iterator[_Cut]:
    """The stretches of items none of which crosses the gutter."""
    first = 0
    left: list[Item] = []
    right: list[Item] = []
    for at, item in enumerate(items):
        if item.box[0] >= gutter - 0.01:
            right.append(item)
        elif item.box[2] <= gutter:
            left.append(item)
        else:
            if left and right:
                yield _Cut(first, at, left, right)
            first, left, right = at + 1, [], []
    if left and right:
        yield _Cut(first, len(items), left, right)


def _are_columns(cut: _Cut, width: float) -> bool:
    """Whether both sides of a gutter look like columns of running text that stand side by side."""
    left, right = side_of(cut.left), side_of(cut.right)
    if left is None or right is None:
        return False
    gutter = min(item.box[0] for item in cut.right) - left.x1
    if gutter < _LEAST_GUTTER * min(left.size, right.size):
        return False
    abreast = min(left.y1, right.y1) - max(left.y0, right.y0)
    if abreast < _LEAST_ABREAST * min(left.y1 - left.y0, right.y1 - right.y0):
        return False
    if not (left.is_column(width) and right.is_column(width)):
        return False
    if min(len(left.rows), len(right.rows)) < _LEAST_LINES:
        return gutter >= _WIDE_GUTTER * max(left.size, right.size) and left.goes_on and right.goes_on
    # The rows of a table stand on common baselines, and its cells seldom fill their column.
    common = len(left.rows & right.rows) / min(len(left.rows), len(right.rows))
    return common <= _MOST_COMMON or min(left.full, right.full) >= FULL

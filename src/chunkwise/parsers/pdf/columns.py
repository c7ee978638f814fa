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
from typing import TypeAlias

from chunkwise.parsers.pdf.lines import rows_of
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


Row: TypeAlias = list[Item]
"""The items on one baseline, superscripts among them; a picture or table is a row of its own."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A stretch of rows that a gutter cuts in two."""

    first: int
    last: int
    """One past the last row."""
    left: list[Row]
    right: list[Row]


def regions(items: Sequence[Item]) -> list[list[Item]]:
    """The items of a page in regions; each is read to its end before the next begins."""
    return [_flat(region) for region in _cut(_rows(items), _DEEPEST) if region]


def _rows(items: Sequence[Item]) -> list[Row]:
    """The rows of a page from top to bottom. A row is never torn apart, but at a gutter."""
    texts = {id(item.thing): item for item in items if item.is_text}
    placed = [(item.box[1], [item]) for item in items if not item.is_text]
    placed += [
        (max(segment.base for segment in row), [texts[id(segment)] for segment in row])
        for row in rows_of(item.thing for item in items if isinstance(item.thing, Segment))
    ]
    return [row for _, row in sorted(placed, key=lambda pair: pair[0])]


def _cut(rows: list[Row], depth: int) -> Iterator[list[Row]]:
    cut = _best_cut(rows) if depth else None
    if cut is None:
        yield rows
        return
    yield from _cut(rows[: cut.first], depth - 1)
    for side in (cut.right, cut.left) if _is_rtl(rows) else (cut.left, cut.right):
        yield from _cut(side, depth - 1)
    yield from _cut(rows[cut.last :], depth - 1)


def _is_rtl(rows: Sequence[Row]) -> bool:
    """Whether most of the text is written from right to left: so are its columns."""
    segments = [item.thing for row in rows for item in row if isinstance(item.thing, Segment)]
    return 2 * sum(segment.rtl for segment in segments) > len(segments)


def _best_cut(rows: Sequence[Row]) -> _Cut | None:
    """The cut at a gutter that makes the two largest columns; None if there is none."""
    text = [item for row in rows for item in row if item.is_text]
    if len(text) < 2 * _FEWEST_LINES:
        return None
    left, right = min(item.box[0] for item in text), max(item.box[2] for item in text)
    best: _Cut | None = None
    for gutter in _candidates(text, left, right):
        for cut in _runs(rows, gutter):
            if _are_columns(cut, right - left) and (best is None or _size(cut) > _size(best)):
                best = cut
    return best


def _size(cut: _Cut) -> tuple[int, float]:
    """How good a cut is: lines of the shorter column, then width of the gutter."""
    gutter = min(item.box[0] for item in _flat(cut.right)) - max(item.box[2] for item in _flat(cut.left))
    return min(len(cut.left), len(cut.right)), gutter


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


def _runs(rows: Sequence[Row], gutter: float) -> Iterator[_Cut]:
    """The stretches of rows none of which crosses the gutter."""
    first = 0
    left: list[Row] = []
    right: list[Row] = []
    for at, row in enumerate(rows):
        before = [item for item in row if item.box[2] <= gutter]
        behind = [item for item in row if item.box[0] >= gutter - 0.01]
        if len(before) + len(behind) < len(row) or not _leave_gutter(before, behind):
            if left and right:
                yield _Cut(first, at, left, right)
            first, left, right = at + 1, [], []
            continue
        left += [before] if before else []
        right += [behind] if behind else []
    if left and right:
        yield _Cut(first, len(rows), left, right)


def _leave_gutter(before: Row, behind: Row) -> bool:
    """Whether more than a space between words is between the two parts of a row."""
    if not before or not behind:
        return True
    gap = min(item.box[0] for item in behind) - max(item.box[2] for item in before)
    sizes = [item.thing.style.size for item in before if isinstance(item.thing, Segment)]
    return gap >= _LEAST_GUTTER * max(sizes, default=0.0)


def _are_columns(cut: _Cut, width: float) -> bool:
    """Whether both sides of a gutter look like columns of running text that stand side by side."""
    left, right = side_of(_flat(cut.left)), side_of(_flat(cut.right))
    if left is None or right is None:
        return False
    gutter = min(item.box[0] for item in _flat(cut.right)) - left.x1
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


def _flat(rows: Sequence[Row]) -> list[Item]:
    return [item for row in rows for item in row]

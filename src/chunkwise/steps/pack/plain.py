"""The short way for what most texts are: units of text without context, overlap or atoms.

It takes the places that ``lay_out`` takes, without the calls for what such units do not have: on plain
text these cost more than to count it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chunkwise.model.chunk import NO_CONTEXT, Boundary
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.layout import block_stops
from chunkwise.steps.pack.piece import Index, Piece
from chunkwise.steps.trim import content_end, content_start, first_nonblank
from chunkwise.text.boundaries import BLOCK, WITHOUT_RETURNS, Level
from chunkwise.text.graphemes import first_grapheme_end, is_inside_cluster


def is_plain(unit: Unit) -> bool:
    """Whether the unit is one stretch of text that nothing is added to."""
    return (
        len(unit.spans) == 1
        and unit.context is NO_CONTEXT
        and unit.body is None
        and not (unit.whole or unit.rows or unit.atoms or unit.headed)
    )


def plain_pieces(
    text: str, index: Index, unit: Unit, budget: int, order: Sequence[Level], slack: float = 0
) -> list[Piece]:
    """The pieces of a plain unit, as ``lay_out`` makes them where nothing has to be left free."""
    end, begins = unit.end, unit.begins
    reach, cutter = index.reach, _cutter(text, unit, order)
    exact = index.exact
    room = max(1, budget - slack)
    pieces: list[Piece] = []
    start = content_start(text, unit.start, end)
    while start < end:
        first = first_nonblank(text, start, end) if text[start].isspace() else start
        high = reach(start, room, end)
        if high < end and text[high].isspace():
            high = first_nonblank(text, high, end)
        if high <= first:  # the indentation alone is too much
            start = first
            high = first_nonblank(text, reach(start, room, end), end)
        if slack and index.estimate(start, end) <= budget:
            high = end
        at, boundary = cutter(first, high) if high < end else (end, "end")
        if at >= end:
            pieces.append(
                Piece(unit, start, end, begins, "end", high=high, stop=content_end(text, start, end))
            )
            break
        stop = at
        while text[stop - 1].isspace():
            stop -= 1
        size = stop - start if exact and stop - start <= budget else -1  # what is exact is not counted
        pieces.append(Piece(unit, start, at, begins, boundary, size=size, high=high, stop=stop))
        begins, start = boundary, at
        while text[start] == "\n" and start + 1 < end:  # nearly always all that stands between
            start += 1
        if text[start].isspace():
            start = content_start(text, at, end)
    return pieces


def _cutter(text: str, unit: Unit, order: Sequence[Level]) -> Callable[[int, int], tuple[int, Boundary]]:
    """As ``best_cut``, prepared for one unit: (start, farthest) → place and its kind."""
    last_stop = block_stops(unit)
    shorter = {} if "\r" in text else WITHOUT_RETURNS

    def block(text: str, low: int, high: int) -> int:
        return last_stop(low, high)

    finders = [
        (block if level is BLOCK else shorter.get(level.find, level.find), level.earliest, level.boundary)
        for level in order
        if level is not BLOCK or unit.stops
    ]
    length = len(text)

    def cut(start: int, high: int) -> tuple[int, Boundary]:
        width = high - start
        for find, earliest, boundary in finders:
            at = find(text, start + int(width * earliest), high)
            if at <= start:
                continue
            if at >= length or find is block or not is_inside_cluster(text, at):
                return at, boundary
        return first_grapheme_end(text, start, unit.end), "grapheme"

    return cut

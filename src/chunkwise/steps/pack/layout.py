"""Where a unit is cut: greedy, by estimate, best kind of place first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from chunkwise.model.chunk import NO_CONTEXT, Boundary, Context
from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.steps.trim import content_start, first_nonblank, touching
from chunkwise.text.boundaries import Cut, Level, best_cut
from chunkwise.text.graphemes import first_grapheme_end
from chunkwise.text.token_index import Piece as Counted


class Index(Protocol):
    """What packing needs to know of sizes: ``TokenIndex`` or ``CharacterIndex``."""

    def estimate(self, start: int, end: int) -> float:
        """Estimated size of a span."""
        ...

    def reach(self, start: int, budget: float, limit: int) -> int:
        """The farthest offset that should fit."""
        ...

    def count(self, pieces: Sequence[Counted]) -> list[int]:
        """Exact sizes."""
        ...


@dataclass(slots=True)
class Piece:
    """A stretch of a unit on its way to be a draft."""

    unit: Unit
    start: int
    end: int
    begins: Boundary
    ends: Boundary
    context: Context = NO_CONTEXT
    overlap_start: int = -1
    """Where the overlap begins, or -1 where there is none."""
    shed: tuple[str, ...] = ()
    size: int = -1
    """Exact size of the index text, or -1 as long as it is not counted."""
    high: int = -1
    """The farthest place at which it could have ended, or -1 where none was searched."""
    final: bool = False
    """Whether it is above the cap and nothing can be done about it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How units are cut."""

    order: tuple[Level, ...]
    """Kinds of places, best first."""
    overlap: int = 0
    """Most that is repeated of the previous piece."""
    minimum: int = 0
    """A last piece smaller than this is evened out with the one before."""


def lay_out(
    text: str,
    index: Index,
    unit: Unit,
    start: int,
    end: int,
    budget: float,
    rules: Rules,
    begins: Boundary,
    later: int = 0,
) -> list[Piece]:
    """Cut ``[start, end)`` of a unit into pieces whose own text should fit the budget.

    The first piece begins as ``begins`` says; the last one ends with the unit (reason ``end``).
    ``later`` is what all pieces but the first have to leave free of the budget.
    """
    if unit.whole:
        return [Piece(unit, start, end, begins, "end")]
    cutter = _row_cutter(unit) if unit.rows else _text_cutter(text, unit, rules.order)
    pieces: list[Piece] = []
    start = resume(text, unit, start, end)
    while start < end:
        room = budget - (later if pieces else 0)
        first = first_nonblank(text, start, end)
        high = _farthest(text, index, start, end, max(1.0, room), rules.minimum)
        if high <= first:  # the indentation alone is too much
            start = first
            high = _farthest(text, index, start, end, max(1.0, room), rules.minimum)
        cut = Cut(end, "end") if high >= end else cutter(first, high, end)
        if cut.at >= end:
            cut = Cut(end, "end")
        pieces.append(Piece(unit, start, cut.at, begins, cut.boundary, high=high))
        begins = cut.boundary
        start = resume(text, unit, cut.at, end)
    return pieces


def resume(text: str, unit: Unit, at: int, end: int) -> int:
    """Where the unit's content goes on at or behind ``at``, gaps between its spans left out; or ``end``."""
    for span in touching(unit.spans, at, end):
        limit = min(span.end, end)
        start = content_start(text, max(at, span.start), limit)
        if start < limit:
            return start
    return end


def repeat_header(text: str, pieces: Sequence[Piece]) -> None:
    """Give the pieces of a table that begin below its header rows those rows as context."""
    for piece in pieces:
        unit = piece.unit
        if unit.header_rows and piece.start >= unit.rows[unit.header_rows - 1].end:
            piece.context = replace(piece.context, table_header=header_span(unit).of(text))


def header_span(unit: Unit) -> Span:
    """Where the header rows of a table stand."""
    return Span(unit.rows[0].start, unit.rows[unit.header_rows - 1].end)


Cutter = Callable[[int, int, int], Cut]
"""(start, farthest, end) → the cut; at least one unit of text is always taken."""


def _farthest(text: str, index: Index, start: int, end: int, room: float, minimum: int) -> int:
    """The farthest place at which a piece that begins at ``start`` may end."""
    high = index.reach(start, room, end)
    if high >= end:
        return end
    if minimum and index.estimate(high, end) < minimum:
        high = max(start + 1, index.reach(start, index.estimate(start, end) / 2 + 1, end))
    # White space behind the last word that fits is trimmed and costs nothing.
    return first_nonblank(text, high, end)


def _row_cutter(unit: Unit) -> Cutter:
    ends = [row.end for row in unit.rows]

    def cut(start: int, high: int, end: int) -> Cut:
        at = bisect_right(ends, high) - 1
        if at < 0 or ends[at] <= start:
            at = bisect_right(ends, start)
        return Cut(ends[at], "row") if at + 1 < len(ends) else Cut(unit.end, "end")

    return cut


def _text_cutter(text: str, unit: Unit, order: Sequence[Level]) -> Cutter:
    stops = block_stops(unit)

    def cut(start: int, high: int, end: int) -> Cut:
        found = best_cut(text, start, high, order, stops)
        return found or Cut(first_grapheme_end(text, start, end), "grapheme")

    return cut


def block_stops(unit: Unit) -> Callable[[int, int], int]:
    """Finds the last place in (low, high] where a block of the unit begins, or -1."""
    stops = unit.stops
    if not stops:
        return lambda low, high: -1

    def last(low: int, high: int) -> int:
        at = bisect_right(stops, high) - 1
        return stops[at] if at >= 0 and stops[at] > low else -1

    return last

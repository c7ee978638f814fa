"""Where a unit is cut: greedy, by estimate, best kind of place first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from chunkwise.model.chunk import Boundary
from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.atoms import spare_atoms
from chunkwise.steps.pack.overlap import sentences_before
from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.trim import content_start, first_nonblank, touching
from chunkwise.text.boundaries import BLOCK, Cut, best_cut
from chunkwise.text.graphemes import first_grapheme_end


def lay_out(
    text: str,
    index: Index,
    unit: Unit,
    start: int,
    end: int,
    budget: float,
    rules: Rules,
    begins: Boundary,
    later: float = 0,
    whole: float = 0,
) -> list[Piece]:
    """Cut ``[start, end)`` of a unit into pieces whose own text should fit the budget.

    The first piece begins as ``begins`` says; the last one ends with the unit (reason ``end``).
    ``later`` is what all pieces but the first have to leave free of the budget, or, where overlap
    is in sentences, the most that it may take. An atom up to the size ``whole`` is not cut.
    """
    if unit.whole:
        return [Piece(unit, start, end, begins, "end")]
    cutter = _row_cutter(unit) if unit.rows else text_cutter(text, unit, rules, whole)
    by_sentences = bool(rules.sentences) and not unit.rows
    pieces: list[Piece] = []
    start = resume(text, unit, start, end)
    while start < end:
        room, overlap = budget - (later if pieces else 0), -1
        if by_sentences and pieces:
            overlap = sentences_before(text, index, pieces[-1], start, rules.sentences, later)
            room = budget - (index.estimate(overlap, start) if overlap >= 0 else 0)
        first = first_nonblank(text, start, end)
        high = _farthest(text, index, start, end, room, rules)
        if high <= first:  # the indentation alone is too much
            start = first
            high = _farthest(text, index, start, end, room, rules)
        cut = cutter(first, high, end) if high < end else _AT_END
        shed: tuple[str, ...] = ()
        if cut.boundary == "grapheme" and room < budget:
            # No word is cut to make room for overlap.
            farther = _farthest(text, index, start, end, budget, rules)
            other = cutter(first, farther, end) if farther < end else _AT_END
            if other.boundary != "grapheme" and farther > first:
                cut, high, overlap, shed = other, farther, -1, ("overlap",)
        at, boundary, _, behind = cut
        if not 0 <= at < end:
            at, boundary = end, "end"
        pieces.append(Piece(unit, start, at, begins, boundary, overlap_start=overlap, shed=shed, high=high))
        begins = boundary
        start = resume(text, unit, behind if behind > at else at, end)
    if pieces:
        pieces[-1].ends = "end"  # a separator that was left out may have stood behind it
    return pieces


def resume(text: str, unit: Unit, at: int, end: int) -> int:
    """Where the unit's content goes on at or behind ``at``, gaps between its spans left out; or ``end``."""
    spans = unit.spans
    for span in spans if len(spans) == 1 else touching(spans, at, end):
        limit = span.end if span.end < end else end
        start = content_start(text, at if at > span.start else span.start, limit)
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


_AT_END = Cut(-1, "end")
"""Where all that is left fits."""


def _farthest(text: str, index: Index, start: int, end: int, room: float, rules: Rules) -> int:
    """The farthest place at which a piece that begins at ``start`` may end."""
    high = index.reach(start, max(1.0, room - rules.slack), end)
    if high >= end or (rules.slack and index.estimate(start, end) <= room):
        return end
    if rules.minimum and index.estimate(high, end) < rules.minimum:
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


def text_cutter(text: str, unit: Unit, rules: Rules, whole: float) -> Cutter:
    """Cuts a unit at the best place; an atom up to the size ``whole`` is not cut."""
    stops = block_stops(unit)
    order = rules.order if unit.stops else tuple(level for level in rules.order if level is not BLOCK)

    def cut(start: int, high: int, end: int) -> Cut:
        found = best_cut(text, start, high, order, stops)
        found = found or Cut(first_grapheme_end(text, start, end), "grapheme")
        return spare_atoms(text, found, start, high, unit.atoms, rules.atoms, whole) if unit.atoms else found

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

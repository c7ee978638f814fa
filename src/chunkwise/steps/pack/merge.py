"""Small units joined with their neighbours, before they are cut to size."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.piece import Index
from chunkwise.steps.split.sections import indented

_PER_TOKEN = 3
"""Characters of a title for each token that is set aside for it."""


class Merger:
    """Joins neighbouring units of text of one document where one of the two is small.

    Units under different headings are joined under the headings that they share; the others become
    part of the text, so that nothing is lost. Tables, pictures and what was left out stay between.
    """

    def __init__(self, document: Document, index: Index, cap: int | None, minimum: int, in_tokens: bool):
        """Prepare for a document.

        Args:
            document: what is cut.
            index: sizes.
            cap: what a chunk may hold; None: anything.
            minimum: units below this are small; 0: all are.
            in_tokens: whether sizes are tokens.
        """
        self._document = document
        self._index = index
        self._cap = float("inf") if cap is None else cap
        self._minimum = minimum or self._cap
        self._in_tokens = in_tokens
        self._blocks = [block for block in document.blocks if len(block.span)]
        self._starts = [block.span.start for block in self._blocks]

    def __call__(self, units: Sequence[Unit]) -> list[Unit]:
        """The units, in order, the small ones joined."""
        merged: list[Unit] = []
        for unit in units:
            joined = self._joined(merged[-1], unit) if merged else None
            if joined is None:
                merged.append(unit)
            else:
                merged[-1] = joined
        return merged

    def _joined(self, first: Unit, second: Unit) -> Unit | None:
        """The two as one unit, or None where they do not go together."""
        if not (_is_plain(first) and _is_plain(second)) or not self._is_small(first, second):
            return None
        between = self._blocks_in(first.end, second.start)
        if not all(map(self._document.heads_section, between)):
            return None
        shared = _shared(first.heading_path, second.heading_path)
        own = self._headings_before(first, len(first.heading_path) - len(shared))
        if own is None:
            return None
        start = own[0].span.start if own else first.start
        if self._index.estimate(start, second.end) > self._room(shared):
            return None
        stop = between[0].span.start if between else second.start
        spans = (*first.spans[:-1], Span(first.spans[-1].start, second.spans[0].end), *second.spans[1:])
        if own:
            head = indented(self._document.text, Span(start, spans[0].end))
            spans = (head, *spans[1:])
        titles = shared[-len(first.context.titles) :] if first.context.titles else ()
        return replace(
            first,
            spans=spans,
            heading_path=shared,
            begins="heading" if own and first.begins != "document" else first.begins,
            stops=(*first.stops, stop, *second.stops),
            atoms=(*first.atoms, *second.atoms),
            headed=first.headed and shared == first.heading_path,
            context=replace(first.context, titles=titles)
            if titles != first.context.titles
            else first.context,
        )

    def _is_small(self, first: Unit, second: Unit) -> bool:
        sizes = (self._index.estimate(unit.start, unit.end) for unit in (first, second))
        return any(size < self._minimum for size in sizes)

    def _blocks_in(self, start: int, end: int) -> list[Block]:
        return self._blocks[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def _headings_before(self, unit: Unit, count: int) -> list[Block] | None:
        """The headings directly before a unit that are the last ``count`` of its path, or None."""
        at = bisect_left(self._starts, unit.start)
        if unit.headed and count:  # the nearest one is part of the unit
            at, count = at + 1, count
        found = self._blocks[max(0, at - count) : at]
        titles = [
            self._document.heading_text(block) for block in found if self._document.heads_section(block)
        ]
        return found if titles == list(unit.heading_path[len(unit.heading_path) - count :]) else None

    def _room(self, path: Sequence[str]) -> float:
        """What fits under these titles for sure: what is joined should not be cut again."""
        title = " > ".join(path)
        if not self._in_tokens:
            return self._cap - (len(title) + 1 if title else 0)
        return 0.97 * (self._cap - len(title) / _PER_TOKEN) - 2


def _shared(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """The headings that two paths begin with."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    return tuple(title for title, _ in pairs)


def _is_plain(unit: Unit) -> bool:
    """Whether the unit is text that nothing but its size says how to cut."""
    context = unit.context
    return (
        unit.kind == "text"
        and unit.body is None
        and not unit.whole
        and not unit.rows
        and not (context.above or context.below or context.table_header)
    )

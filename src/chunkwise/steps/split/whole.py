"""The whole document as one unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.sections import indented, left_out


@dataclass(frozen=True, slots=True)
class Whole:
    """One unit: headings, tables and pictures are part of its text."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The unit, if there is any content."""
        spans: list[Span] = []
        stops: list[int] = []
        interrupted = True
        for block in document.blocks:
            if reason := left_out(document, block):
                notes.dropped.append(Dropped(block.span, reason))
                interrupted = True
            elif len(block.span):
                if interrupted:
                    spans.append(indented(document.text, block.span))
                else:
                    spans[-1] = Span(spans[-1].start, block.span.end)
                stops.append(block.span.start)
                interrupted = False
        if spans:
            yield Unit(tuple(spans), begins="document", stops=tuple(stops[1:]))

"""Units by page or slide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.model.block import Block
from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.sections import Sections, indented, left_out


@dataclass(frozen=True, slots=True)
class Pages:
    """One unit a page: titles, text, tables, pictures and notes together. Without pages: by section."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        if not document.pages:
            notes.warnings.append("The document has no pages: it was cut by its headings.")
            yield from Sections()(document, units, notes)
            return
        page = 0
        spans: list[Span] = []
        stops: list[int] = []
        for block in document.blocks:
            if reason := left_out(document, block):
                notes.dropped.append(Dropped(block.span, reason))
            elif len(block.span):
                own = page_of(block) or page
                if own != page and spans:
                    yield _unit(document, page, spans, stops)
                    spans, stops = [], []
                page = own
                spans.append(indented(document.text, block.span))
                stops.append(block.span.start)
        if spans:
            yield _unit(document, page, spans, stops)


def page_of(block: Block) -> int | None:
    """The page that a block begins on, if it is known."""
    return next((line.position.page for line in block.lines if line.position), None)


def _unit(document: Document, page: int, spans: list[Span], stops: list[int]) -> Unit:
    metadata = {"page": page} if page else {}
    merged = [spans[0]]
    for span in spans[1:]:
        if document.text[merged[-1].end : span.start].isspace():
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return Unit(
        tuple(merged), begins="page" if page > 1 else "document", stops=tuple(stops[1:]), metadata=metadata
    )

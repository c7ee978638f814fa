"""One unit for each block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.sections import indented, left_out, table_rows


@dataclass(frozen=True, slots=True)
class Blocks:
    """Every block is a unit of its own; headings are text like any other."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        for at, block in enumerate(document.blocks):
            if reason := left_out(document, block):
                notes.dropped.append(Dropped(block.span, reason))
            elif not len(block.span):  # a table without cells
                continue
            elif block.kind == "table":
                yield Unit((block.span,), "table", rows=table_rows(document.text, block), block=at)
            elif block.kind == "figure":
                yield Unit((block.span,), "image", whole=True, block=at)
            else:
                yield Unit((indented(document.text, block.span),))

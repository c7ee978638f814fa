"""Headings down to a level only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chunkwise.errors import InvalidOption
from chunkwise.model.document import Document, heading_level
from chunkwise.steps.base import Notes


@dataclass(frozen=True, slots=True)
class HeadingDepth:
    """Makes paragraphs of the headings that are deeper than a level: they stay, as text."""

    heading_levels: int | None = None
    """The deepest level that is a heading, from 1 (a title is level 0); None: all are."""

    def __post_init__(self) -> None:
        if self.heading_levels is not None and self.heading_levels < 0:
            raise InvalidOption(f"heading_levels is {self.heading_levels}: it has to be at least 0, or none.")

    def __call__(self, document: Document, notes: Notes) -> Document:
        """The document with other kinds."""
        deepest = self.heading_levels
        if deepest is None:
            return document
        return replace(
            document,
            blocks=tuple(
                replace(block, kind="paragraph", level=None)
                if block.is_heading and heading_level(block) > deepest
                else block
                for block in document.blocks
            ),
        )

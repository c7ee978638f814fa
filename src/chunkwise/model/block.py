"""Blocks: the typed pieces that tile a document's text in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Table

BlockKind: TypeAlias = Literal[
    "title", "heading", "paragraph", "list_item", "table", "figure", "caption",
    "code", "formula", "header", "footer", "footnote", "toc",
]  # fmt: skip

Scalar: TypeAlias = str | int | float | bool | None
Metadata: TypeAlias = Mapping[str, object]

HEADING_KINDS: frozenset[str] = frozenset({"title", "heading"})
FURNITURE_KINDS: frozenset[str] = frozenset({"header", "footer"})
MEDIA_KINDS: frozenset[str] = frozenset({"table", "figure"})


class Nothing(Mapping[str, Any]):
    """The empty mapping: immutable, hashable and picklable, so that it can be a default value."""

    __slots__ = ()

    def __getitem__(self, key: str) -> Any:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "{}"


NOTHING = Nothing()
"""The empty mapping, shared."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block, where the format knows lines."""

    span: Span
    """The line's text."""
    position: Position | None = None
    """Its box."""
    edges: tuple[float, ...] | None = None
    """x of each character boundary (``len(span) + 1`` numbers) where the format knows it."""


@dataclass(frozen=True, slots=True)
class Block:
    """A typed stretch of text: a heading, a paragraph, a table, a picture …

    The span covers the block's source as it stands in ``Document.text``, markup of verbatim
    formats included (``## Title``), since blocks tile the text.
    """

    id: str
    """Unique inside the document."""
    kind: BlockKind
    """What the block is."""
    span: Span
    """Where it stands in ``Document.text``."""
    level: int | None = None
    """Depth of a heading (title 0, then 1 …) or of a list item (from 1)."""
    parent: str | None = None
    """Id of the block that this one belongs to: a caption's table, a nested item's item."""
    lines: tuple[Line, ...] = ()
    """Its lines with their boxes, where the format has pages."""
    data: Table | Figure | None = None
    """The table or the figure behind the text."""
    style: Mapping[str, Scalar] = NOTHING
    """What the format says of its looks: ``name``, ``size``, ``bold``, ``language``, ``title`` …"""

    @property
    def is_heading(self) -> bool:
        """Whether the block heads what follows it."""
        return self.kind in HEADING_KINDS

    @property
    def is_furniture(self) -> bool:
        """Whether the block is a running head, a page number or the like."""
        return self.kind in FURNITURE_KINDS

    @property
    def is_media(self) -> bool:
        """Whether the block is a table or a figure."""
        return self.kind in MEDIA_KINDS

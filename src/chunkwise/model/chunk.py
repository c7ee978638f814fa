"""Chunks: spans of a document, what is added to them, and why they end where they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, overload

from chunkwise.model.block import NOTHING, Metadata
from chunkwise.model.document import Document
from chunkwise.model.position import Position
from chunkwise.model.quick import quick
from chunkwise.model.span import Span

ChunkKind: TypeAlias = Literal["text", "table", "image"]

Boundary: TypeAlias = Literal[
    "document", "heading", "article", "paragraph", "sentence", "clause", "word", "grapheme",
    "row", "page", "delimiter", "cap", "topic", "media", "end",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """What is added to a chunk for reading and search, kept apart from its own text."""

    titles: tuple[str, ...] = ()
    """Headings above, outermost first."""
    above: str = ""
    """Sentences before a table or picture."""
    table_header: str = ""
    """The header rows of a table that was cut."""
    overlap: str = ""
    """The end of the previous chunk, up to where the own text begins."""
    below: str = ""
    """Sentences after a table or picture."""

    def join(self, content: str) -> str:
        """The index text: this context around ``content``."""
        if self is NO_CONTEXT:
            return content
        parts = (" > ".join(self.titles), self.above, self.table_header, self.overlap + content, self.below)
        return "\n".join(part for part in parts if part)


NO_CONTEXT = Context()
"""The empty context, shared."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a chunk begins and ends where it does, and what it had to give up."""

    begins: Boundary = "document"
    """What kind of place it begins at."""
    ends: Boundary = "end"
    """What kind of place it ends at."""
    oversize: bool = False
    """It is above the cap since it is one unit that cannot be cut."""
    shed: tuple[str, ...] = ()
    """Parts of the context that did not fit, in the order in which they went."""
    note: str = ""
    """Anything else that a reader of ``--explain`` wants to know."""


NO_REASON = Reason()
"""A document in one piece."""


@quick
@dataclass(frozen=True, slots=True)
class Chunk:
    """A retrieval unit: one or more spans of a document."""

    id: str
    """Hash of document, role, heading path, text and occurrence: 32 hexadecimal digits."""
    document_id: str
    """Id of the document that the spans point into."""
    kind: ChunkKind
    """``text``, ``table`` or ``image``."""
    spans: tuple[Span, ...]
    """Half-open code point ranges of ``Document.text``, in order, not overlapping."""
    text: str
    """The text of the spans, joined by a newline."""
    body: str | None = None
    """Another form of the text, where the method shows one or a person edited it."""
    heading_path: tuple[str, ...] = ()
    """Headings above, outermost first."""
    context: Context = NO_CONTEXT
    """What is added for reading and search."""
    tokens: int | None = None
    """Exact count of ``index_text``; None in character mode without a tokenizer."""
    ordinal: int = 0
    """Place in reading order, from 0: among the leaves, or among the parents of one level."""
    parent_id: str | None = None
    """Id of the parent chunk, if any."""
    positions: tuple[Position, ...] = ()
    """Boxes on the pages: one a line, or one a cell."""
    media: tuple[str, ...] = ()
    """Images by reference, as in ``Figure.image``."""
    metadata: Metadata = NOTHING
    """Typed values to filter by."""
    reason: Reason = NO_REASON
    """Why it was cut here."""
    enabled: bool = True
    """Whether search may return it."""

    @property
    def content(self) -> str:
        """What readers and language models get: ``body`` where there is one, else ``text``."""
        return self.text if self.body is None else self.body

    @property
    def index_text(self) -> str:
        """What is counted, embedded and searched: the context around the content."""
        return self.context.join(self.content)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A span that a method left out on purpose."""

    span: Span
    """What was left out."""
    reason: str
    """``furniture``, ``contents``, ``delimiter`` …"""


class Chunking(Sequence[Chunk]):
    """The chunks of one document: a sequence of the leaves (search units) in reading order.

    Attributes:
        document: the document after relabelling; the spans point into its text.
        parents: chunk id → parent chunk, every level.
        warnings: what a user should know of this run, the document's warnings first.
        dropped: spans left out on purpose.
        settings: the method's name and resolved options, as plain values.
    """

    __slots__ = ("_leaves", "document", "dropped", "parents", "settings", "warnings")

    def __init__(
        self,
        document: Document,
        leaves: Sequence[Chunk],
        parents: Mapping[str, Chunk] = NOTHING,
        warnings: Sequence[str] = (),
        dropped: Sequence[Dropped] = (),
        settings: Mapping[str, object] = NOTHING,
    ) -> None:
        self.document = document
        self._leaves = tuple(leaves)
        self.parents = dict(parents)
        self.warnings = tuple(warnings)
        self.dropped = tuple(dropped)
        self.settings = dict(settings)

    def parent_of(self, chunk: Chunk) -> Chunk | None:
        """The chunk's parent, or None."""
        return self.parents[chunk.parent_id] if chunk.parent_id else None

    def children_of(self, parent: Chunk) -> list[Chunk]:
        """The chunks whose parent this is, in order: leaves, else parents of the next level."""
        found = [chunk for chunk in self._leaves if chunk.parent_id == parent.id]
        return found or [chunk for chunk in self.parents.values() if chunk.parent_id == parent.id]

    @overload
    def __getitem__(self, index: int) -> Chunk: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Chunk, ...]: ...
    def __getitem__(self, index: int | slice) -> Chunk | tuple[Chunk, ...]:
        return self._leaves[index]

    def __len__(self) -> int:
        return len(self._leaves)

    def __iter__(self) -> Iterator[Chunk]:
        return iter(self._leaves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunking):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        method = self.settings.get("method", "?")
        return (
            f"<Chunking of {self.document.id!r} by {method}: {len(self)} chunks, {len(self.parents)} parents>"
        )

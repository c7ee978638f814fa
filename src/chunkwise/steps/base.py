"""What passes between steps: units go into packing, drafts come out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from chunkwise.model.block import NOTHING, Metadata
from chunkwise.model.chunk import NO_CONTEXT, Boundary, ChunkKind, Context, Dropped, Reason
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.text.boundaries import Level


@dataclass(frozen=True, slots=True)
class Unit:
    """What belongs together: a run of paragraphs, a table, an article. Packing never joins two units."""

    spans: tuple[Span, ...]
    """Where it stands, in order; several where something else interrupts it."""
    kind: ChunkKind = "text"
    """Kind of the chunks that it becomes."""
    heading_path: tuple[str, ...] = ()
    """Headings above, outermost first."""
    begins: Boundary = "paragraph"
    """What kind of place it begins at."""
    stops: tuple[int, ...] = ()
    """Offsets where blocks begin inside it: the best places to cut at, ascending."""
    atoms: tuple[Span, ...] = ()
    """Stretches inside it that are not cut while they fit (a code block), in order."""
    headed: bool = False
    """Whether its text begins with the last heading of its path."""
    rows: tuple[Span, ...] = ()
    """Where given, the unit may be cut only between these (the rows of a table)."""
    header_rows: int = 0
    """How many of the rows are header rows, repeated as context where the unit is cut."""
    whole: bool = False
    """Whether it may not be cut at all (a picture)."""
    context: Context = NO_CONTEXT
    """What is added to every chunk of it."""
    block: int = -1
    """Index of the block, where the unit is one table or picture."""
    body: str | None = None
    """Another form of the text, where the method shows one; such a unit is not cut while it fits."""
    searched: Span | None = None
    """The part that is searched alone (the question of a pair)."""
    metadata: Metadata = NOTHING
    """Typed values to filter by."""
    shed: tuple[str, ...] = ()
    """What its body leaves out since it did not fit, for ``Reason.shed`` of its chunks."""
    note: str = ""
    """What a reader of its chunks should know, for their ``Reason.note``."""

    def stops_between(self, start: int, end: int) -> tuple[int, ...]:
        """The stops p with ``start < p < end``."""
        return self.stops[bisect_right(self.stops, start) : bisect_left(self.stops, end)]

    @property
    def start(self) -> int:
        """First code point."""
        return self.spans[0].start

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self.spans[-1].end


@dataclass(slots=True)
class Draft:
    """A chunk before it has an id, a place in the order and positions.

    Nobody changes one; it is not frozen since that takes four times as long to make.
    """

    spans: tuple[Span, ...]
    kind: ChunkKind = "text"
    heading_path: tuple[str, ...] = ()
    context: Context = NO_CONTEXT
    tokens: int | None = None
    reason: Reason = field(default_factory=Reason)
    body: str | None = None
    metadata: Metadata = NOTHING
    unit: Unit | None = None
    """The unit that it was cut from, where there is exactly one."""
    children: tuple[Draft, ...] = ()
    """Smaller drafts inside this one, which then is a parent."""
    positions_from: tuple[Span, ...] | None = None
    """Where given, only lines inside these spans give positions."""


@dataclass(frozen=True, slots=True)
class Window:
    """Where the end of a chunk was searched."""

    unit: Unit
    start: int
    """Where the chunk begins."""
    high: int
    """The farthest offset that should fit."""
    order: tuple[Level, ...]
    """Kinds of places, best first."""


@dataclass(slots=True)
class Notes:
    """What steps report while they run."""

    warnings: list[str] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    windows: dict[tuple[int, int], Window] | None = None
    """(start, end) of a chunk → where its end was searched; None: nobody asks."""


class Relabel(Protocol):
    """Changes kinds, levels, parents and captions of blocks; never text, spans or order."""

    def __call__(self, document: Document, notes: Notes) -> Document:
        """The relabelled document."""
        ...


class Split(Protocol):
    """Finds what belongs together; a method may have several, each refining the one before."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterable[Unit]:
        """The units, in reading order.

        Args:
            document: what is cut.
            units: what the split step before found; empty for the first one.
            notes: takes warnings and what is left out.
        """
        ...


class AddContext(Protocol):
    """Adds context to units, before they are packed (packing sees to it that both fit the cap)."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Unit]:
        """The same units with more context."""
        ...


class Pack(Protocol):
    """Cuts units to size."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Draft]:
        """The drafts, in reading order."""
        ...


class Parents(Protocol):
    """Links small to big: gives drafts children, or gathers them under parents."""

    def __call__(self, document: Document, drafts: list[Draft], notes: Notes) -> list[Draft]:
        """The roots, in reading order."""
        ...

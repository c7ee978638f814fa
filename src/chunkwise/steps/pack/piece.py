"""What packing works with: pieces of units on their way to be drafts, and what it knows of sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from chunkwise.model.chunk import NO_CONTEXT, Boundary, Context
from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.text.boundaries import Level
from chunkwise.text.token_index import Piece as Counted


class Index(Protocol):
    """What packing needs to know of sizes: ``TokenIndex`` or ``CharacterIndex``."""

    def estimate(self, start: int, end: int) -> float:
        """Estimated size of a span."""
        ...

    @property
    def exact(self) -> bool:
        """Whether what is estimated is the size."""
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
    stop: int = -1
    """Where its text ends without the white space, if that text is all that there is of it; -1: look."""
    final: bool = False
    """Whether it is above the cap and nothing can be done about it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How units are cut."""

    order: tuple[Level, ...]
    """Kinds of places, best first."""
    overlap: int = 0
    """Most that is repeated of the previous piece."""
    sentences: int = 0
    """The same in whole sentences."""
    minimum: int = 0
    """A last piece smaller than this is evened out with the one before."""
    carry: bool = False
    """Whether what is a little too much of a piece goes over to the next one; else the piece is halved."""
    slack: float = 0
    """What a piece leaves free where text follows it, so that what is carried over to it finds room."""
    atoms: Mapping[Span, int] = field(default_factory=dict)
    """Sizes of the atoms of all units, counted by themselves."""

    @property
    def plain(self) -> bool:
        """Whether pieces share nothing and leave nothing out, and the last one may be of any size."""
        return not (self.overlap or self.sentences or self.minimum or any(x.behind for x in self.order))

"""What a ranking of sentence units returns."""

from __future__ import annotations

from dataclasses import dataclass

from chunkwise.model.span import Span


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A unit that was found."""

    document: int
    """Place of its document among those indexed, from 0."""
    unit: int
    """Number of the unit in its document, from 0."""
    span: Span
    """Where it stands in the document's text."""
    score: float
    """Higher is better; scores of different queries do not compare."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring units as one stretch of text."""

    document: int
    """Place of its document among those indexed, from 0."""
    span: Span
    """From the first unit to the last, those between that were not found included."""
    score: float
    """That of its best unit."""
    units: tuple[int, ...]
    """The numbers of the units that were found in it, rising."""

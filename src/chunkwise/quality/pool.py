"""Several documents as one stretch of characters, so that ranges of any of them can be scored together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span

_GAP = 1
"""Characters between documents: the end of one does not touch the beginning of the next."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Where each document begins when all are laid out one after the other.

    >>> pool = Pool.of({"a": 10, "b": 5})
    >>> pool.span("b", Span(1, 3))
    Span(start=12, end=14)
    """

    starts: Mapping[str, int]
    """Document id → offset of its first character."""

    @classmethod
    def of(cls, lengths: Mapping[str, int]) -> Pool:
        """Lay out documents of these lengths (in code points), in this order."""
        starts: dict[str, int] = {}
        at = 0
        for id, length in lengths.items():
            starts[id] = at
            at += length + _GAP
        return cls(starts)

    def span(self, document_id: str, span: Span) -> Span:
        """A span of a document as a span of the pool.

        Raises:
            InvalidOption: the pool has no such document.
        """
        if document_id not in self.starts:
            raise InvalidOption(f"There is no document {document_id!r} among those that are scored.")
        start = self.starts[document_id]
        return Span(start + span.start, start + span.end)

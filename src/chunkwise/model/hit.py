"""What a search returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from chunkwise.model.block import NOTHING
from chunkwise.model.chunk import Chunk
from chunkwise.model.span import Span


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a chunk to read, and the children that were found in it."""

    chunk: Chunk
    """The parent where there is one, else the chunk that was found."""
    matched: tuple[Chunk, ...]
    """The chunks that were found, best first; the chunk itself where it has no parent."""
    score: float
    """That of the best child. Scores of different searches do not compare."""
    parts: Mapping[str, float] = NOTHING
    """What the score is made of, for the best child: ``lexical`` (BM25), ``vector`` (cosine), and the
    place in each ranking from 1: ``lexical_rank``, ``vector_rank``."""
    spans: tuple[Span, ...] = ()
    """Where the matched text stands in the document: the children's spans in order, joined where
    they touch."""


class Hits(Sequence[Hit]):
    """The answers to one query, best first.

    Attributes:
        query: what was asked.
        mode: how it was searched in the end: ``hybrid``, ``lexical`` or ``vector``.
        seq: the version that was read.
        warnings: what made the answer less than it should be, e.g. an embedder that did not answer.
    """

    __slots__ = ("_hits", "mode", "query", "seq", "warnings")

    def __init__(
        self, hits: Sequence[Hit], query: str, mode: str, seq: int, warnings: Sequence[str] = ()
    ) -> None:
        self._hits = tuple(hits)
        self.query = query
        self.mode = mode
        self.seq = seq
        self.warnings = tuple(warnings)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self._hits[index]

    def __len__(self) -> int:
        return len(self._hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self._hits)

    def __repr__(self) -> str:
        return f"<{len(self)} hits for {self.query!r} at version {self.seq}, {self.mode}>"


def joined_spans(chunks: Sequence[Chunk]) -> tuple[Span, ...]:
    """The spans of several chunks of one document in order, joined where they touch or overlap.

    >>> one = Chunk("a", "d", "text", (Span(4, 9),), "words")
    >>> joined_spans([one, Chunk("b", "d", "text", (Span(0, 4),), "some")])
    (Span(start=0, end=9),)
    """
    found: list[Span] = []
    for span in sorted(span for chunk in chunks for span in chunk.spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)

"""What a search returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from chunkwise.model.block import NOTHING
from chunkwise.model.chunk import Chunk
from chunkwise.model.span import Span


@dataclass(frozen=True, slots=True)
class Share:
    """What one word of the question gave to a hit, and from where."""

    term: str
    """The word as it is compared: stemmed; a word of the same meaning where the question's has one."""
    score: float
    """Its part of ``parts["kernel"]``; the parts of all words sum to it."""
    sources: tuple[tuple[int, float], ...] = ()
    """(distance in sentence units from the best one, weight of the occurrences there), nearest first: 0
    is the unit itself, -2 stands two before it."""
    path: float = 0.0
    """Weight of its occurrences in what stands above: titles, a table's header."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a chunk to read, and the children that were found in it."""

    chunk: Chunk
    """The uppermost parent where there is one, else the chunk that was found."""
    matched: tuple[Chunk, ...]
    """The chunks that were found, best first; the chunk itself where it has no parent."""
    score: float
    """That of the best child, which is that of its best sentence unit. Scores of different searches do
    not compare."""
    parts: Mapping[str, float] = NOTHING
    """What the score is made of, for the best child: ``kernel`` (kernel BM25 of its best sentence unit),
    ``dense`` (cosine) and ``rerank``, as far as there are any; and for the candidates that the ranking
    was made of: ``lexical`` (BM25 of the store), ``lexical_rank`` and ``dense_rank`` (places from 1)."""
    spans: tuple[Span, ...] = ()
    """Where the matched text stands in the document: the children's spans in order, joined where
    they touch."""
    shares: tuple[Share, ...] = ()
    """What each word of the question gave to the best child, the largest share first."""
    unit: Span | None = None
    """The best sentence unit: where the answer is most likely to stand."""
    before: tuple[Chunk, ...] = ()
    """Chunks before it in its document, in reading order, where they were asked for."""
    after: tuple[Chunk, ...] = ()
    """Chunks after it."""
    kb: str = ""
    """The knowledge base that it comes from."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that answers, cut by sentence units and not by chunks."""

    document_id: str
    span: Span
    text: str
    """What stands there."""
    score: float
    """That of its best sentence unit."""
    heading_path: tuple[str, ...] = ()
    """Headings above its beginning, outermost first."""
    kb: str = ""
    """The knowledge base that it comes from."""


class Hits(Sequence[Hit]):
    """The answers to one query, best first.

    Attributes:
        query: what was asked.
        mode: how it was searched in the end: ``hybrid``, ``lexical`` or ``dense``.
        seq: the version that was read; that of the first base where there are several.
        warnings: what made the answer less than it should be, e.g. an embedder that did not answer.
        passages: the best stretches of text, where they were asked for, best first.
        times: stage → seconds, in the order of the stages.
    """

    __slots__ = ("_hits", "mode", "passages", "query", "seq", "times", "warnings")

    def __init__(
        self,
        hits: Sequence[Hit],
        query: str,
        mode: str,
        seq: int,
        warnings: Sequence[str] = (),
        passages: Sequence[Passage] = (),
        times: Mapping[str, float] = NOTHING,
    ) -> None:
        self._hits = tuple(hits)
        self.query = query
        self.mode = mode
        self.seq = seq
        self.warnings = tuple(warnings)
        self.passages = tuple(passages)
        self.times = dict(times)

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

"""From a question to hits: candidates of the store, fused over the children, small to big."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from chunkwise.errors import EmbedderError, InvalidOption
from chunkwise.kb.base import Base
from chunkwise.kb.catalogue import KB
from chunkwise.kb.vectors import query_vector
from chunkwise.model.chunk import Chunk
from chunkwise.model.hit import Hit, Hits, joined_spans
from chunkwise.model.protocols import Embed
from chunkwise.rank.families import Family, families
from chunkwise.rank.fusion import fuse
from chunkwise.store.base import Scored
from chunkwise.store.filters import Filter, parse_filter
from chunkwise.text.analysis import analyse

Mode: TypeAlias = Literal["hybrid", "lexical", "vector"]
MODES: tuple[Mode, ...] = get_args(Mode)

LEAST_CANDIDATES = 50
"""Rows that each ranking is asked for at least."""
MOST_HITS = 10_000
_MOST_CANDIDATES = 100_000
_CHILDREN_PER_HIT = 5


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of what, and how."""

    text: str
    k: int
    """Most hits."""
    filter: Filter
    mode: Mode
    seq: int
    """The version that is read."""

    @classmethod
    def of(cls, text: str, k: int, where: Mapping[str, Any] | None, mode: str, seq: int) -> Question:
        """Check and unite what the user gave.

        Raises:
            InvalidOption: one of them cannot be used.
        """
        if not isinstance(text, str):
            raise InvalidOption(f"A query is a text, not {type(text).__name__}.")
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise InvalidOption(f"k is {k!r}: a search returns at least 1 hit.")
        if k > MOST_HITS:
            raise InvalidOption(f"k is {k}: a search returns at most {MOST_HITS:,} hits.")
        if mode not in MODES:
            raise InvalidOption(f"There is no mode {mode!r}. There are: {', '.join(MODES)}.")
        return cls(text, k, parse_filter(where), mode, seq)


@dataclass(slots=True)
class _Rankings:
    """What the store finds, with the embedder's state: after its first failure it is not asked again."""

    base: Base
    question: Question
    embedder: Embed | None
    warnings: list[str] = field(default_factory=list)
    vector: Sequence[float] | None = None

    def embed(self) -> None:
        """Embed the query, once, if vectors are wanted."""
        if self.question.mode == "lexical" or self.embedder is None:
            return
        try:
            self.vector = query_vector(self.embedder, self.question.text)
        except EmbedderError as error:
            if self.question.mode == "vector":
                raise
            self.warnings.append(f"Searched by words only: {error}")

    def fetch(self, count: int) -> dict[str, list[tuple[str, float]]]:
        """Ranking → its best rows as (id, score)."""
        question, store, at = self.question, self.base.store, {KB: self.question.seq}
        found: dict[str, list[Scored]] = {}
        if question.mode != "vector":
            tokens = analyse(question.text)
            found["lexical"] = store.text([KB], tokens, count, question.filter, at)
        if self.vector is not None:
            found["vector"] = store.dense([KB], self.vector, count, question.filter, at)
        return {name: [(row.id, row.score) for row in rows] for name, rows in found.items()}

    @property
    def mode(self) -> Mode:
        """How it was searched in the end."""
        if self.vector is None:
            return "lexical"
        return "vector" if self.question.mode == "vector" else "hybrid"


def search(base: Base, question: Question, embedder: Embed | None, warnings: Sequence[str] = ()) -> Hits:
    """The hits for a question.

    Args:
        base: the knowledge base.
        question: see ``Question``.
        embedder: the one whose vectors the version has; None: words only.
        warnings: what the caller knows already.

    Raises:
        EmbedderError: mode ``vector``, and the embedder failed.
    """
    rankings = _Rankings(base, question, embedder, list(warnings))
    rankings.embed()
    hits: list[Hit] = []
    count = max(LEAST_CANDIDATES, _CHILDREN_PER_HIT * question.k)
    while question.seq:  # version 0 is empty
        found = rankings.fetch(count)
        hits = _hits(base, found, question)
        exhausted = all(len(ranking) < count for ranking in found.values())
        if len(hits) >= question.k or exhausted or count >= _MOST_CANDIDATES:
            break
        count = min(4 * count, _MOST_CANDIDATES)  # many children of few parents: look further
    return Hits(hits[: question.k], question.text, rankings.mode, question.seq, rankings.warnings)


def _hits(base: Base, found: Mapping[str, Sequence[tuple[str, float]]], question: Question) -> list[Hit]:
    """The best hits, of exact duplicates the first; chunks are read as far as they are needed."""
    candidates = fuse(found)
    parents = base.revisions.parents([candidate.id for candidate in candidates], question.seq)
    grouped = families([candidate for candidate in candidates if candidate.id in parents], parents.get)
    hits: dict[str, Hit] = {}
    for some in (grouped[at : at + question.k] for at in range(0, len(grouped), question.k)):
        ids = dict.fromkeys(id for family in some for id in (family.parent, *family.members))
        known = base.revisions.chunks(list(ids), question.seq)
        for family in some:
            hits.setdefault(known[family.parent].content, _hit(family, known))
        if len(hits) >= question.k:
            break
    return list(hits.values())


def _hit(family: Family, known: Mapping[str, Chunk]) -> Hit:
    matched = tuple(known[id] for id in family.members)
    return Hit(
        known[family.parent], matched, family.score, dict(family.children[0].parts), joined_spans(matched)
    )

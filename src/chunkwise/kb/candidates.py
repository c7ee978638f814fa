"""The first stage of a search: what the store of one base finds, by words and by vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from chunkwise.errors import EmbedderError, StoreError
from chunkwise.kb.base import Base
from chunkwise.kb.catalogue import KB
from chunkwise.kb.failures import explained
from chunkwise.kb.question import Question, fields_of
from chunkwise.kb.times import Times
from chunkwise.kb.vectors import query_vector
from chunkwise.model.protocols import Embed
from chunkwise.store.base import Scored
from chunkwise.text.analysis import Tokens, analyse, word_ends

Ranking = list[tuple[str, float]]
"""(id of a chunk, score), best first."""


@dataclass(slots=True)
class Reader:
    """One base at one version, with its embedder: what a search reads."""

    base: Base
    seq: int
    """The version that is read."""
    embedder: Embed | None = None
    """The one whose vectors the version has; None: words only."""
    warnings: list[str] = field(default_factory=list)
    """What makes the answer less than it should be."""
    vector: Sequence[float] | None = None
    """That of the question, once it is made."""

    def warn(self, text: str) -> None:
        """Say something, once."""
        if text not in self.warnings:
            self.warnings.append(text)

    @property
    def name(self) -> str:
        """The base, as messages call it."""
        return str(self.base.folder)


def embed_question(reader: Reader, question: Question) -> None:
    """Make the vector of a question, if vectors are wanted.

    Raises:
        EmbedderError: the embedder failed, and without vectors there is no answer (mode ``dense``).
    """
    if question.mode == "lexical" or reader.embedder is None:
        return
    try:
        reader.vector = query_vector(reader.embedder, question.text)
    except EmbedderError as error:
        if question.mode == "dense":
            raise
        reader.warn(f"Searched by words only: {error}")


def check_fields(reader: Reader, question: Question) -> None:
    """Say which fields of the filter no chunk of the base ever had."""
    unknown = sorted(fields_of(question.filter) - reader.base.revisions.fields()) if reader.seq else []
    if unknown:
        names = ", ".join(map(repr, unknown))
        reader.warn(f"The filter names {names}, which no chunk of {reader.base.folder.name} has.")


def candidates(
    reader: Reader, question: Question, others: Sequence[str], count: int, times: Times
) -> dict[str, Ranking]:
    """The best chunks of each ranking: ``lexical``, ``synonyms`` and ``dense``, as far as there are any.

    Args:
        reader: the base.
        question: what is asked.
        others: words that mean what words of the question mean, to be looked for beside it.
        count: most chunks of each ranking.
        times: takes the seconds of each.

    Raises:
        EmbedderError: mode ``dense``, and the vectors of the base are of another length.
        StoreError: no ranking could be made.
    """
    store, at, where = reader.base.store, {KB: reader.seq}, question.filter
    asks: dict[str, Callable[[], list[Scored]]] = {}
    if question.mode != "dense":
        words = _tokens(question.text, question.fine)
        asks["lexical"] = lambda: store.text([KB], words, count, where, at)
        if others:
            extra = _tokens("\n".join(others), question.fine)
            asks["synonyms"] = lambda: store.text([KB], extra, count, where, at)
    vector = reader.vector
    if vector is not None:
        asks["dense"] = lambda: _dense(reader, question, vector, count)
    found: dict[str, Ranking] = {}
    failures: list[Exception] = []
    for name, ask in asks.items():
        with times.of(name):
            try:
                with explained(reader.base.folder):
                    found[name] = [(row.id, row.score) for row in ask()]
            except (StoreError, EmbedderError) as error:
                failures.append(error)
                reader.vector = None if name == "dense" else reader.vector
                reader.warn(_without(name, error))
    if failures and not found:
        raise failures[0]
    return found


def _dense(reader: Reader, question: Question, vector: Sequence[float], count: int) -> list[Scored]:
    store = reader.base.store
    found = store.dense([KB], vector, count, question.filter, {KB: reader.seq})
    if not found and (sizes := store.vector_sizes()) and len(vector) not in sizes:
        raise EmbedderError(
            f"The question's vector has {len(vector)} numbers, and those of the base {sizes[-1]}: another "
            f"model answers as {reader.embedder.name if reader.embedder else 'the embedder'}. Give the one "
            "that the base was made with, or give this one another name and add everything again."
        )
    return found


def _without(name: str, error: Exception) -> str:
    searched = "vectors" if name in ("lexical", "synonyms") else "words"
    return f"Searched by {searched} only: {error}"


def misspelt(reader: Reader, question: Question, words: Sequence[str], count: int, times: Times) -> Ranking:
    """The best chunks where words of the question that stand nowhere are looked for by their ends.

    Raises:
        StoreError: the store failed.
    """
    ends = [end for word in words for end in word_ends(word)]
    tokens = Tokens(analyse(question.text, ends=False).coarse, ends)
    with times.of("misspelt"), explained(reader.base.folder):
        found = reader.base.store.text([KB], tokens, count, question.filter, {KB: reader.seq})
    return [(row.id, row.score) for row in found]


def _tokens(text: str, fine: bool) -> Tokens:
    tokens = analyse(text, ends=False)
    return tokens if fine else Tokens(tokens.coarse, [])

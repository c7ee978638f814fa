"""From a question to hits: candidates of the stores, ranked together by sentence units, small to big."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.errors import EmbedderError, KnowledgeBaseError, StoreError
from chunkwise.kb.answers import Answer, answers_of, finished, reordered
from chunkwise.kb.candidates import (
    Ranking,
    Reader,
    candidates,
    check_fields,
    embed_question,
    misspelt,
)
from chunkwise.kb.passages import passages
from chunkwise.kb.question import Mode, Question
from chunkwise.kb.ranking import Order
from chunkwise.kb.synonyms import Meanings, meanings
from chunkwise.kb.times import Times
from chunkwise.model.hit import Hits
from chunkwise.model.protocols import Rerank

LEAST_CANDIDATES = 30
"""Rows that each ranking is asked for, and candidates that are ranked, at least; 50 found the answer to
one of 200 questions more."""
_MOST_CANDIDATES = 100_000
_CHILDREN_PER_HIT = 3


def search(readers: Sequence[Reader], question: Question, rerank: Rerank | None = None) -> Hits:
    """The hits for a question, of all bases in one order.

    A base that fails is left out with a warning, as long as another one answers.

    Args:
        readers: the bases, at least one.
        question: see ``Question``.
        rerank: gives the best hits another order; None: none.

    Raises:
        EmbedderError: mode ``dense``, and there are no vectors to search by.
        StoreError: no base could be read.
    """
    times = Times()
    alive = [reader for reader in readers if reader.seq]  # version 0 is empty
    with times.of("embed"):
        for reader in alive:
            embed_question(reader, question)
        _keep_one_embedder(alive, question)
    wanted = question.k if rerank is None else max(question.k, question.rerank_top)
    found, order = _found(alive, question, wanted, times)
    if rerank is not None and found:
        with times.of("rerank"):
            found, failure = reordered(found, rerank, question)
        if failure:
            alive[0].warn(failure)
    with times.of("answer"):
        hits = [finished(one, alive, order, question) for one in found[: question.k]] if order else []
        cut = passages(alive, order, question) if order and question.wants_passages else ()
    for reader in alive:
        check_fields(reader, question)
    warnings = [warning for reader in readers for warning in reader.warnings]
    return Hits(
        hits, question.text, _mode(alive, question), readers[0].seq, warnings, cut, times.seconds
    )  # fmt: skip


def _found(
    readers: Sequence[Reader], question: Question, wanted: int, times: Times
) -> tuple[list[Answer], Order | None]:
    """As many of the best answers as are wanted, if there are so many."""
    meant = meanings([reader.base.synonyms.rules() for reader in readers], question.text, question.fine)
    count = max(LEAST_CANDIDATES, _CHILDREN_PER_HIT * wanted)
    while readers:
        found = _rankings(readers, question, meant, count, times)
        mode = _mode(readers, question)
        order = Order(readers, found, meant.terms, mode, count, question.fine, times)
        if (
            question.fine
            and mode != "dense"
            and _look_for_misspelt(readers, question, order, found, count, times)
        ):
            order = Order(readers, found, meant.terms, mode, count, question.fine, times)
        with times.of("answer"):
            answers = answers_of(readers, order, wanted)
        exhausted = order.is_whole and all(len(one) < count for some in found for one in some.values())
        if len(answers) >= wanted or exhausted or count >= _MOST_CANDIDATES:
            return answers, order
        count = min(4 * count, _MOST_CANDIDATES)  # many children of few parents: look further
    return [], None


def _rankings(
    readers: Sequence[Reader], question: Question, meant: Meanings, count: int, times: Times
) -> list[dict[str, Ranking]]:
    """What each base finds; nothing for one that fails while another one does not."""
    found: list[dict[str, Ranking]] = []
    failures: list[Exception] = []
    for reader in readers:
        try:
            found.append(candidates(reader, question, meant.words, count, times))
        except (StoreError, KnowledgeBaseError) as error:
            failures.append(error)
            found.append({})
    if failures and len(failures) == len(readers):
        raise failures[0]
    for reader, rankings in zip(readers, found, strict=True):
        if failures and not rankings:
            reader.warn(f"{reader.name} is left out: it could not be read.")
    return found


def _look_for_misspelt(
    readers: Sequence[Reader],
    question: Question,
    order: Order,
    found: Sequence[dict[str, Ranking]],
    count: int,
    times: Times,
) -> bool:
    """Add what is found by the ends of words that stand nowhere; returns whether anything was added."""
    words = order.misspelt
    added = False
    for reader, rankings in zip(readers, found, strict=True) if words else ():
        if "lexical" in rankings:
            try:
                rankings["misspelt"] = misspelt(reader, question, words, count, times)
                added = True
            except (StoreError, KnowledgeBaseError) as error:
                reader.warn(f"Typing errors were not looked for: {error}")
    return added


def _keep_one_embedder(readers: Sequence[Reader], question: Question) -> None:
    """Search by words where bases have vectors of several models, which do not compare.

    Raises:
        EmbedderError: mode ``dense``.
    """
    names = {reader.embedder.name if reader.embedder and reader.vector else None for reader in readers}
    if len(names) < 2:
        return
    reason = f"the bases have vectors of several embedders ({', '.join(sorted(map(str, names)))})"
    if question.mode == "dense":
        raise EmbedderError(f"The bases cannot be searched together by vectors: {reason}.")
    for reader in readers:
        reader.vector = None
    readers[0].warn(f"Searched by words only: {reason}.")


def _mode(readers: Sequence[Reader], question: Question) -> Mode:
    """How it is searched in the end."""
    if not any(reader.vector is not None for reader in readers):
        return "lexical"
    return "dense" if question.mode == "dense" else "hybrid"

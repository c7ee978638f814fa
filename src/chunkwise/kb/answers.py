"""From ranked candidates to answers: small to big, duplicates once, and what comes with a hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from chunkwise.kb.candidates import Reader
from chunkwise.kb.neighbours import neighbours, root_of
from chunkwise.kb.question import Question
from chunkwise.kb.ranking import Order, Ranked
from chunkwise.model.chunk import Chunk
from chunkwise.model.hit import Hit, joined_spans
from chunkwise.model.protocols import Rerank
from chunkwise.rank.families import Family, families
from chunkwise.rank.rerank import scores_of

_Key = tuple[int, str]
"""(number of the base, id of a chunk)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A hit on its way."""

    hit: Hit
    base: int
    """Number of its base."""
    unit: int | None
    """Number of its best unit in the pool."""


def answers_of(readers: Sequence[Reader], order: Order, wanted: int) -> list[Answer]:
    """The best answers, of exact duplicates the first; chunks are read as far as they are needed."""
    ranked: list[list[Ranked]] = [[] for _ in readers]
    for one in order.ranked:
        ranked[one.base].append(one)
    parents = [
        reader.base.revisions.parents([one.id for one in own], reader.seq)
        for reader, own in zip(readers, ranked, strict=True)
    ]
    grouped = families(order.ranked, lambda one: (one.base, root_of(one.id, parents[one.base])))
    answers: dict[str, Answer] = {}
    for some in (grouped[at : at + wanted] for at in range(0, len(grouped), wanted)):
        known = _chunks(readers, some)
        for family in some:
            answers.setdefault(known[family.parent].content, _answer(family, known, readers))
        if len(answers) >= wanted:
            break
    return list(answers.values())


def _chunks(readers: Sequence[Reader], some: Sequence[Family[_Key, Ranked]]) -> dict[_Key, Chunk]:
    found: dict[_Key, Chunk] = {}
    for number, reader in enumerate(readers):
        ids: dict[str, None] = {}
        for family in some:
            if family.parent[0] == number:
                ids |= dict.fromkeys([family.parent[1], *(child.id for child in family.children)])
        chunks = reader.base.revisions.chunks(list(ids), reader.seq) if ids else {}
        found |= {(number, id): chunk for id, chunk in chunks.items()}
    return found


def _answer(family: Family[_Key, Ranked], known: Mapping[_Key, Chunk], readers: Sequence[Reader]) -> Answer:
    best = family.best
    matched = tuple(known[child.base, child.id] for child in family.children)
    hit = Hit(
        known[family.parent],
        matched,
        best.score,
        best.parts,
        joined_spans(matched),
        kb=readers[best.base].name,
    )
    return Answer(hit, best.base, best.unit)


def reordered(answers: Sequence[Answer], rerank: Rerank, question: Question) -> tuple[list[Answer], str]:
    """The best answers in the order of a reranker, which reads the best child of each with its titles.

    Returns:
        The answers, and why they are as they were if the reranker failed.
    """
    asked = answers[: max(question.k, question.rerank_top)]
    texts = [answer.hit.matched[0].index_text for answer in asked]
    scores, failure = scores_of(rerank, question.text, texts)
    if scores is None:
        return list(answers), failure
    made = [
        replace(answer, hit=replace(answer.hit, score=score, parts={**answer.hit.parts, "rerank": score}))
        for answer, score in zip(asked, scores, strict=True)
    ]
    return sorted(made, key=lambda answer: -answer.hit.score), ""


def finished(answer: Answer, readers: Sequence[Reader], order: Order, question: Question) -> Hit:
    """The hit with what was asked for beside it: its explanation, and the chunks around it."""
    hit, reader = answer.hit, readers[answer.base]
    if answer.unit is not None:
        hit = replace(hit, shares=order.shares(answer.unit), unit=order.span_of(answer.unit))
    if question.neighbours:
        before, after = neighbours(reader.base.revisions, hit, question.neighbours, reader.seq)
        hit = replace(hit, before=before, after=after)
    return hit

"""How well a knowledge base's searches answer questions: they are asked, and what comes back is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chunkwise.errors import InputError
from chunkwise.kb.revisions import Revisions
from chunkwise.model.hit import Hit, Hits
from chunkwise.model.span import Span
from chunkwise.quality.intervals import Interval
from chunkwise.quality.locating import Answerable, locate
from chunkwise.quality.measures import Looking, intervals, measure
from chunkwise.quality.plain import intervals_to_dict, values_to_dict
from chunkwise.quality.pool import Pool
from chunkwise.quality.questions import Question

Search = Callable[[str, int], Hits]
"""A question and the most hits to return → the hits."""
Watch = Callable[[str], None]

DEPTH = 30
"""Hits that are asked for to fill a budget of context, and to see at what place the first right one is."""
_FIRST = ("recall", "precision", "iou", "hit", "ndcg")
_ROOM = 1 << 40
"""More characters than a document can have: where each begins matters, not how long it is."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """One question with what the base answered."""

    asked: Answerable
    """The question, and where its answer stands."""
    hits: tuple[Hit, ...]
    """The first k hits."""
    read: tuple[tuple[str, tuple[Span, ...]], ...]
    """What was scored of them, best first: (document id, spans) of each chunk, or of each passage."""
    values: Mapping[str, float]
    """Measure → value, see ``quality.measures.measure``."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A knowledge base, measured by questions."""

    seq: int
    """The version that was searched."""
    mode: str
    """How it was searched in the end: ``hybrid``, ``lexical`` …"""
    looking: Looking
    """How many hits, and how much context."""
    answered: tuple[AnsweredQuestion, ...]
    """The questions that could be scored, in their order."""
    means: Mapping[str, Interval]
    """Measure → mean over the questions, with its 95 % interval."""
    left_out: tuple[str, ...] = ()
    """Why questions, or parts of their answers, were not scored."""
    notes: tuple[str, ...] = ()
    """What to know of the others."""
    warnings: tuple[str, ...] = ()
    """What the searches warned of, each once."""

    @property
    def generated(self) -> int:
        """How many of the questions were made by rule."""
        return sum(one.asked.question.generated for one in self.answered)


class Texts(Mapping[str, str]):
    """Document id → text of a version, read when it is asked for; the last few are kept."""

    def __init__(self, revisions: Revisions, seq: int) -> None:
        self._revisions, self._seq = revisions, seq
        self._ids = [info.id for info in revisions.documents(seq)]
        self._known = frozenset(self._ids)
        self._kept: dict[str, str] = {}

    def __getitem__(self, id: str) -> str:
        if id not in self._known:
            raise KeyError(id)
        if id not in self._kept:
            if len(self._kept) >= 16:
                del self._kept[next(iter(self._kept))]
            self._kept[id] = self._revisions.text(id, self._seq)
        return self._kept[id]

    def __contains__(self, id: object) -> bool:
        return id in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def evaluate(
    search: Search,
    texts: Mapping[str, str],
    questions: Sequence[Question],
    looking: Looking,
    watch: Watch,
    passages: bool = False,
) -> Evaluation:
    """Ask the questions and score the hits.

    A hit counts with the text that is read: the spans of ``Hit.chunk``, the parent where there is one;
    or else the passages that were cut for the question.

    Args:
        search: asks the base; called twice for a question where k is below ``DEPTH``, so that the
            first k are those that a search for k returns.
        texts: document id → text.
        questions: with quotes or spans.
        looking: how many hits and characters of context to look at.
        watch: called with each question's id when it is answered.
        passages: whether ``Hits.passages`` are read, and not the chunks.

    Raises:
        InputError: none of the questions can be scored.
    """
    located = locate(questions, texts)
    if not located.found:
        raise InputError(f"None of the questions can be scored. {' '.join(located.left_out[:3])}".rstrip())
    pool = Pool.of(dict.fromkeys(texts, _ROOM))
    answered: list[AnsweredQuestion] = []
    warnings: dict[str, None] = {}
    for asked in located.found:
        hits = search(asked.question.text, looking.k)
        deep = search(asked.question.text, DEPTH) if looking.k < DEPTH else hits
        warnings.update(dict.fromkeys(hits.warnings))
        read = _read(hits, passages)
        first = _measured(read, asked, pool, looking)
        values = _measured(_read(deep, passages), asked, pool, looking)
        values.update((name, first[name]) for name in _FIRST)
        answered.append(AnsweredQuestion(asked, tuple(hits), tuple(read), values))
        watch(asked.question.id)
    return Evaluation(
        hits.seq, hits.mode, looking, tuple(answered), intervals([one.values for one in answered]),
        located.left_out, located.notes, tuple(warnings),
    )  # fmt: skip


def evaluation_to_dict(evaluation: Evaluation) -> dict[str, Any]:
    """The whole as plain values, without the single questions; shares are from 0 to 1."""
    return {
        "row": "evaluation",
        "version": evaluation.seq,
        "mode": evaluation.mode,
        "k": evaluation.looking.k,
        "budgets": list(evaluation.looking.budgets),
        "questions": len(evaluation.answered),
        "generated": evaluation.generated,
        "measures": intervals_to_dict(evaluation.means),
        "left_out": list(evaluation.left_out),
        "notes": list(evaluation.notes),
        "warnings": list(evaluation.warnings),
    }


def answered_to_dict(one: AnsweredQuestion) -> dict[str, Any]:
    """One question as plain values."""
    return {
        "row": "question",
        "id": one.asked.question.id,
        "question": one.asked.question.text,
        "document": one.asked.document,
        "references": [[span.start, span.end] for span in one.asked.spans],
        "hits": [
            {
                "id": hit.chunk.id,
                "document": hit.chunk.document_id,
                "score": hit.score,
            }
            for hit in one.hits
        ],
        "read": [
            {"document": document, "spans": [[span.start, span.end] for span in spans]}
            for document, spans in one.read
        ],
        "measures": values_to_dict(one.values),
    }


def _read(hits: Hits, passages: bool) -> list[tuple[str, tuple[Span, ...]]]:
    """What a reader gets: (document id, spans), best first."""
    if passages:
        return [(passage.document_id, (passage.span,)) for passage in hits.passages]
    return [(hit.chunk.document_id, hit.chunk.spans) for hit in hits]


def _measured(
    read: Sequence[tuple[str, tuple[Span, ...]]], asked: Answerable, pool: Pool, looking: Looking
) -> dict[str, float]:
    answers = [[pool.span(document, span) for span in spans] for document, spans in read]
    return measure(answers, [pool.span(asked.document, span) for span in asked.spans], looking)

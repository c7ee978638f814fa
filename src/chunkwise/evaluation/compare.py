"""Methods side by side on one's own documents and questions, with no model.

Every method cuts the same documents; the same ranking of sentences then says which of its chunks each
question gets; and what a question gets is scored by the spans that answer it, with 95 % bootstrap
intervals, and question by question against the first method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chunkwise.errors import ChunkwiseError, InputError, InvalidOption, UsageError
from chunkwise.evaluation.contenders import Contender
from chunkwise.evaluation.retrieval import UNITS, ChunkRanking, Retrieved
from chunkwise.methods.auto import Auto
from chunkwise.methods.build import build
from chunkwise.methods.method import Method
from chunkwise.model.chunk import Chunking
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.quality.generated import MOST, generate
from chunkwise.quality.intervals import Interval
from chunkwise.quality.locating import Answerable, locate
from chunkwise.quality.measures import Looking, differences, intervals, measure
from chunkwise.quality.pool import Pool
from chunkwise.quality.questions import Question
from chunkwise.quality.spans import precision_omega
from chunkwise.quality.structure import Structure, structure_of
from chunkwise.rank.ranked import RankedUnit
from chunkwise.rank.unit_index import UnitIndex

CURVE = (250, 500, 1_000, 2_000, 4_000, 8_000)
"""Characters of context at which recall is taken, unless others are named."""

Watch = Callable[[str], None]
"""Called with the label of each contender when it is done."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one contender gives for one question."""

    retrieved: tuple[Retrieved, ...]
    """The first k chunks, best first."""
    found: tuple[Span, ...]
    """The parts of the references that these hold, in the document of the question."""
    values: Mapping[str, float]
    """Measure → value: those of ``quality.measures.measure``, and ``omega``."""


@dataclass(frozen=True, slots=True)
class Result:
    """One contender, measured."""

    contender: Contender
    """The method and its options."""
    chunkings: tuple[Chunking, ...]
    """One a document, in their order."""
    structure: Structure
    """What it did to sentences, tables and headings, and how large its chunks are."""
    answers: tuple[Answer, ...]
    """One a question, in their order."""
    means: Mapping[str, Interval]
    """Measure → mean over the questions, with its interval."""
    against_first: Mapping[str, Interval] = field(default_factory=dict)
    """Measure → mean difference to the first contender, question by question; of the first: empty."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Methods side by side."""

    documents: tuple[Document, ...]
    """What was cut."""
    questions: tuple[Answerable, ...]
    """The questions that could be scored."""
    results: tuple[Result, ...]
    """One a contender, in their order; the first is what the others are compared with."""
    looking: Looking
    """How far down the rankings were looked at."""
    left_out: tuple[str, ...] = ()
    """Why questions, or parts of their answers, were not scored."""
    notes: tuple[str, ...] = ()
    """What to know of the questions, e.g. that a quote occurs more than once."""
    failed: tuple[str, ...] = ()
    """Contenders that could not cut the documents, each with the reason."""

    @property
    def generated(self) -> int:
        """How many of the questions were made by rule and not by people."""
        return sum(answerable.question.generated for answerable in self.questions)


def compare(
    documents: Sequence[Document],
    contenders: Sequence[Contender],
    questions: Sequence[Question] | None = None,
    looking: Looking | None = None,
    on_done: Watch | None = None,
) -> Comparison:
    """Cut the documents in several ways and see which chunks answer the questions.

    Args:
        documents: each with an id of its own.
        contenders: see ``contenders()``.
        questions: with quotes or spans; None: made by rule from the documents.
        looking: how many chunks and characters of context to look at.
        on_done: told of each contender when it is done.

    Raises:
        InputError: none of the questions can be scored, or no contender could cut the documents.
        InvalidOption: there is no document, or nothing could be asked about them.
        UsageError: a method cannot be built with its options.

    >>> from chunkwise.evaluation.contenders import contenders
    >>> text = "Refunds take five days. " * 9 + "Only the director may sign. " + "Parking is free. " * 9
    >>> asked = [Question("who may sign?", quotes=("Only the director may sign.",))]
    >>> found = compare([Document.from_text(text)], contenders(["sentence"], [16, 64]), asked)
    >>> [(result.contender.label, result.means["recall"].mean) for result in found.results]
    [('sentence 16', 1.0), ('sentence 64', 1.0)]
    >>> round(found.results[1].against_first["iou"].mean, 2)
    -0.04
    """
    looking = looking or Looking(budgets=CURVE)
    located = locate(_questions(documents, questions), {one.id: one.text for one in documents})
    if not located.found:
        raise InputError(f"None of the questions can be scored. {' '.join(located.left_out[:3])}".rstrip())
    failed: list[str] = []
    methods = list(_built(contenders, failed))  # a wrong call fails before any work is done
    bench = _Bench.of(documents, located.found, looking)
    results: list[Result] = []
    for contender, method in methods:
        try:
            chunkings = tuple(method.chunk(document) for document in documents)
        except ChunkwiseError as error:
            failed.append(f"{contender.label}: {error}")
            continue
        results.append(_result(contender, chunkings, bench, results))
        if on_done is not None:
            on_done(contender.label)
    if not results:
        raise InputError(f"No method could cut the documents. {' '.join(failed)}")
    return Comparison(
        tuple(documents),
        located.found,
        tuple(results),
        looking,
        located.left_out,
        located.notes,
        tuple(failed),
    )


def _built(contenders: Sequence[Contender], failed: list[str]) -> Iterator[tuple[Contender, Method | Auto]]:
    """The contenders with their methods; one whose model cannot be loaded is noted."""
    for contender in contenders:
        try:
            yield contender, build(contender.method, contender.options)
        except UsageError:
            raise
        except ChunkwiseError as error:
            failed.append(f"{contender.label}: {error}")


def _questions(documents: Sequence[Document], given: Sequence[Question] | None) -> Sequence[Question]:
    if not documents:
        raise InvalidOption("There is nothing to compare methods on: give a document at least.")
    ids = [document.id for document in documents]
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        raise InvalidOption(f"Two documents have the id {twice!r}: give each a key or root of its own.")
    if given is not None:
        return given
    made = generate(documents, MOST)
    if not made:
        raise InvalidOption("No questions could be made from the documents: give some of your own.")
    return made


@dataclass(frozen=True, slots=True)
class _Bench:
    """What all contenders share: the questions, the ranked units, and one pool of characters."""

    questions: tuple[Answerable, ...]
    units: tuple[tuple[RankedUnit, ...], ...]
    pool: Pool
    looking: Looking

    @classmethod
    def of(cls, documents: Sequence[Document], questions: tuple[Answerable, ...], looking: Looking) -> _Bench:
        index = UnitIndex.of(documents)
        units = tuple(tuple(index.search(one.question.text, UNITS)) for one in questions)
        return cls(questions, units, Pool.of({one.id: len(one.text) for one in documents}), looking)


def _result(
    contender: Contender, chunkings: tuple[Chunking, ...], bench: _Bench, before: Sequence[Result]
) -> Result:
    ranking = ChunkRanking(chunkings)
    tops = {chunking.document.id: _returned(chunking) for chunking in chunkings}
    answers = tuple(
        _answer(asked, ranking.ranked(units), tops[asked.document], bench)
        for asked, units in zip(bench.questions, bench.units, strict=True)
    )
    values = [answer.values for answer in answers]
    first = [answer.values for answer in before[0].answers] if before else []
    against = differences(values, first) if before else {}
    return Result(contender, chunkings, structure_of(chunkings), answers, intervals(values), against)


def _answer(
    asked: Answerable, ranked: Sequence[Retrieved], everything: Sequence[Span], bench: _Bench
) -> Answer:
    pool, looking = bench.pool, bench.looking
    answers = [[pool.span(one.chunk.document_id, span) for span in one.chunk.spans] for one in ranked]
    references = [pool.span(asked.document, span) for span in asked.spans]
    values = measure(answers, references, looking) | {"omega": precision_omega(everything, asked.spans)}
    first = tuple(ranked[: looking.k])
    return Answer(first, found_parts(asked, first), values)


def found_parts(asked: Answerable, retrieved: Sequence[Retrieved]) -> tuple[Span, ...]:
    """The parts of a question's references that lie in the chunks that it got, in order."""
    own = [span for one in retrieved if one.chunk.document_id == asked.document for span in one.chunk.spans]
    shared = {
        Span(max(span.start, reference.start), min(span.end, reference.end))
        for span in own
        for reference in asked.spans
        if span.overlaps(reference)
    }
    return tuple(sorted(shared))


def _returned(chunking: Chunking) -> list[Span]:
    """The spans of what a search returns: the outermost parents, and the leaves without one."""
    tops = [chunk for chunk in (*chunking, *chunking.parents.values()) if chunk.parent_id is None]
    return [span for chunk in tops for span in chunk.spans]

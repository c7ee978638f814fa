"""A comparison as plain rows, for JSON lines: one a method and, if wanted, one a question and method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chunkwise.evaluation.compare import Comparison, Result
from chunkwise.model.serialize_parts import plain
from chunkwise.quality.plain import intervals_to_dict, values_to_dict
from chunkwise.quality.structure import Structure

_FIGURES = (
    "sentences", "sentences_cut", "tables", "tables_split", "headings", "orphan_headings", "over_cap",
    "smallest", "typical", "largest", "unit",
)  # fmt: skip


def comparison_rows(comparison: Comparison, per_question: bool = False) -> Iterator[dict[str, Any]]:
    """The rows of a comparison; ``row`` says what a row is: ``method`` or ``question``.

    Shares are from 0 to 1; ``against_first`` is the difference to the first method, question by question.

    Args:
        comparison: what ``compare`` found.
        per_question: with a row for each question and method as well, after those of the methods.
    """
    for result in comparison.results:
        yield _method(comparison, result)
    if per_question:
        for number in range(len(comparison.questions)):
            for result in comparison.results:
                yield _question(comparison, number, result)


def structure_to_dict(structure: Structure) -> dict[str, Any]:
    """The figures of structure as plain values: of the sizes the least, the median and the most."""
    return {name: getattr(structure, name) for name in _FIGURES}


def _method(comparison: Comparison, result: Result) -> dict[str, Any]:
    contender = result.contender
    return {
        "row": "method",
        "label": contender.label,
        "method": contender.method,
        "options": plain(dict(contender.options)),
        "documents": [document.id for document in comparison.documents],
        "questions": len(comparison.questions),
        "generated": comparison.generated,
        "k": comparison.looking.k,
        "chunks": result.structure.chunks,
        "structure": structure_to_dict(result.structure),
        "measures": intervals_to_dict(result.means),
        "against_first": intervals_to_dict(result.against_first),
    }


def _question(comparison: Comparison, number: int, result: Result) -> dict[str, Any]:
    asked, answer = comparison.questions[number], result.answers[number]
    return {
        "row": "question",
        "label": result.contender.label,
        "id": asked.question.id,
        "question": asked.question.text,
        "document": asked.document,
        "references": [[span.start, span.end] for span in asked.spans],
        "found": [[span.start, span.end] for span in answer.found],
        "retrieved": [one.chunk.id for one in answer.retrieved],
        "measures": values_to_dict(answer.values),
    }

"""Question sets of others: the CSV of Chroma's chunking evaluation, and JSON as SQuAD has it."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chunkwise.errors import ParseError
from chunkwise.model.span import Span
from chunkwise.quality.questions import Question

_CHROMA = ("question", "references", "corpus_id")


@dataclass(frozen=True, slots=True)
class Squad:
    """A set in SQuAD's form: it brings its documents along."""

    questions: list[Question]
    """Each names a document of ``texts``."""
    texts: dict[str, str]
    """Document id → text: one document a paragraph."""


def from_chroma_csv(text: str, source: str = "questions.csv") -> list[Question]:
    """The questions of Chroma's evaluation: columns ``question``, ``references`` and ``corpus_id``.

    The references are JSON: ``[{"content": …, "start_index": …, "end_index": …}, …]``. The documents
    are the corpora: ``corpus_id`` is the name of a file without its suffix.

    Raises:
        ParseError: a column is missing, or a row is wrong; the message names the line it ends in.
    """
    csv.field_size_limit(sys.maxsize)
    rows = csv.DictReader(io.StringIO(text, newline=""))
    if missing := [name for name in _CHROMA if name not in (rows.fieldnames or ())]:
        raise ParseError(f"there is no column {missing[0]!r}; it has to have {', '.join(_CHROMA)}.", source)
    found = []
    for number, row in enumerate(rows, 1):
        try:
            references = json.loads(row["references"])
            spans = tuple(Span(int(one["start_index"]), int(one["end_index"])) for one in references)
            quotes = tuple(str(one["content"]) for one in references)
        except (ValueError, TypeError, KeyError) as error:
            said = f"line {rows.line_num}: its references cannot be read ({error})."
            raise ParseError(said, source) from error
        found.append(Question(row["question"], row["corpus_id"], quotes, spans, str(number)))
    return found


def from_squad(text: str, source: str = "questions.json") -> Squad:
    """Questions and texts of SQuAD-style JSON (SQuAD 1.1 and 2.0, CMRC 2018 …).

    Each paragraph is a document of its own, under its ``id`` or ``TITLE#N``. Questions that have no
    answer are left out; of several answers to one question the first counts.

    Raises:
        ParseError: it is not of this form.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ParseError(f"it is no JSON: {error}.", source) from error
    questions: list[Question] = []
    texts: dict[str, str] = {}
    try:
        for id, paragraph in _paragraphs(data):
            texts[id] = paragraph["context"]
            questions += _asked(id, paragraph)
    except (KeyError, TypeError, IndexError) as error:
        raise ParseError(f"it is not as SQuAD's files are: {error!r} is missing or wrong.", source) from error
    if not questions:
        raise ParseError("there are no questions in it.", source)
    return Squad(questions, texts)


def _paragraphs(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for article in data["data"]:
        for number, paragraph in enumerate(article["paragraphs"], 1):
            yield str(paragraph.get("id") or f"{article.get('title', 'document')}#{number}"), paragraph


def _asked(id: str, paragraph: Mapping[str, Any]) -> Iterator[Question]:
    context = paragraph["context"]
    for asked in paragraph["qas"]:
        if asked.get("is_impossible") or not asked.get("answers"):
            continue
        answer = asked["answers"][0]
        said, start = answer["text"], int(answer.get("answer_start", -1))
        # Where the offset is wrong, as it is here and there in real sets, the quote is looked for.
        right = start >= 0 and context[start : start + len(said)] == said
        spans = (Span(start, start + len(said)),) if right else ()
        yield Question(asked["question"], id, (said,), spans, str(asked.get("id", "")))

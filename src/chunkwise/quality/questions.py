"""Questions with what answers them: one JSON object a line.

    {"question": "How long do refunds take?", "document": "refunds.md", "quotes": ["within five days"]}

``quotes`` are verbatim passages of the document that answer the question; ``spans`` are their offsets,
``[[start, end], …]``, half-open code points into the document's text. One of the two has to be there.
``document`` is a document's id or file name, or left out where any will do. ``id`` and ``generated`` are
optional, and every other field is kept as metadata.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chunkwise.errors import InputError, ParseError
from chunkwise.model.block import NOTHING, Metadata
from chunkwise.model.span import Span

_OWN = frozenset({"question", "document", "quotes", "quote", "spans", "id", "generated"})


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where its answer stands."""

    text: str
    """The question."""
    document: str | None = None
    """Id or file name of the document that answers it; None: whichever holds the quotes."""
    quotes: tuple[str, ...] = ()
    """Verbatim passages that answer it."""
    spans: tuple[Span, ...] = ()
    """Where they stand in the document's text, where that is known."""
    id: str = ""
    """Names it in reports; by default its number in the file, from 1."""
    generated: bool = False
    """Whether a program wrote it: such questions are easier than people's."""
    metadata: Metadata = NOTHING
    """Other fields."""


def read_questions(path: str | os.PathLike[str]) -> list[Question]:
    """The questions in a file: JSON lines, Chroma's CSV (``.csv``) or JSON as SQuAD has it (``.json``).

    Raises:
        InputError: the file cannot be read.
        ParseError: it is not of this form; the message names the line.
    """
    name = os.fspath(path)
    try:
        text = Path(name).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"The questions cannot be read: {name}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ParseError(f"questions are in UTF-8, and byte {error.start} is not.", name) from error
    from chunkwise.quality import question_imports as imports

    suffix = Path(name).suffix.lower()
    if suffix == ".csv":
        return imports.from_chroma_csv(text, name)
    if suffix == ".json":
        return imports.from_squad(text, name).questions
    return parse_questions(text, name)


def parse_questions(text: str, source: str = "questions") -> list[Question]:
    """The questions of JSON lines; blank lines are skipped.

    Args:
        text: the lines.
        source: the file as messages name it.

    Raises:
        ParseError: a line is no question; the message names it.

    >>> parse_questions('{"question": "Who signs?", "quotes": ["the director signs"]}')[0].quotes
    ('the director signs',)
    """
    found: list[Question] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        question = _parsed(line, number, source)
        if question.id in lines:
            raise _wrong(
                source, number, f"the id {question.id!r} is that of line {lines[question.id]} already."
            )
        lines[question.id] = number
        found.append(question)
    if not found:
        raise ParseError("there are no questions in it.", source)
    return found


def write_questions(questions: Iterable[Question]) -> Iterator[str]:
    """The questions as JSON lines, each with its line end."""
    for question in questions:
        yield json.dumps(question_to_dict(question), ensure_ascii=False) + "\n"


def question_to_dict(question: Question) -> dict[str, Any]:
    """A question as plain values, without what is empty; ``parse_questions`` reads it."""
    data: dict[str, Any] = {
        "question": question.text,
        "document": question.document,
        "quotes": list(question.quotes),
        "spans": [[span.start, span.end] for span in question.spans],
        "id": question.id,
        "generated": question.generated,
        **question.metadata,
    }
    return {name: value for name, value in data.items() if value not in (None, [], "", False)}


def _parsed(line: str, number: int, source: str) -> Question:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise _wrong(source, number, f"it is no JSON: {error}.") from error
    if not isinstance(data, Mapping):
        raise _wrong(source, number, f"a question is a JSON object, not {type(data).__name__}.")
    text = data.get("question")
    if not isinstance(text, str) or not text.strip():
        raise _wrong(source, number, 'there is no "question", which is a text.')
    quotes, spans = _quotes(data, number, source), _spans(data, number, source)
    if not quotes and not spans:
        raise _wrong(source, number, f"say what answers it, by quotes or spans.{_meant(data)}")
    for name, kind in (("document", str), ("generated", bool)):
        if data.get(name) is not None and not isinstance(data[name], kind):
            raise _wrong(source, number, f"{name} is {data[name]!r:.40}, not {kind.__name__}.")
    id = data.get("id")
    rest = {name: value for name, value in data.items() if name not in _OWN}
    return Question(
        text, data.get("document"), quotes, spans, str(number) if id is None else str(id),
        bool(data.get("generated")), rest or NOTHING,
    )  # fmt: skip


def _quotes(data: Mapping[str, Any], number: int, source: str) -> tuple[str, ...]:
    given = data.get("quotes", data.get("quote", []))
    quotes = [given] if isinstance(given, str) else given
    if not isinstance(quotes, list) or not all(isinstance(quote, str) and quote.strip() for quote in quotes):
        raise _wrong(source, number, f"quotes are a list of texts that are not blank, not {given!r:.60}.")
    return tuple(quotes)


def _spans(data: Mapping[str, Any], number: int, source: str) -> tuple[Span, ...]:
    given = data.get("spans") or []
    try:
        spans = tuple(Span(start, end) for start, end in given)
        fine = all(type(s.start) is type(s.end) is int and 0 <= s.start < s.end for s in spans)
    except (TypeError, ValueError):
        fine = False
    if not fine:
        raise _wrong(source, number, f"spans are [[start, end], …] with 0 <= start < end, not {given!r:.60}.")
    return spans


def _meant(data: Mapping[str, Any]) -> str:
    """A hint where a field looks like a misspelt one."""
    import difflib

    for name in data:
        near = [] if name in _OWN else difflib.get_close_matches(name, ["quotes", "spans"], cutoff=0.5)
        if near:
            return f" Is {name!r} meant to be {near[0]!r}?"
    return ""


def _wrong(source: str, number: int, message: str) -> ParseError:
    return ParseError(f"line {number}: {message}", source)

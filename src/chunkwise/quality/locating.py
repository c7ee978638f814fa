"""Where the answers of questions stand in the documents that there are; what cannot be found is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from chunkwise.model.span import Span
from chunkwise.quality.questions import Question

_SHOWN = 40
"""Characters of a question or a quote in messages."""


@dataclass(frozen=True, slots=True)
class Answerable:
    """A question whose answer was found."""

    question: Question
    """The question."""
    document: str
    """Id of the document that answers it."""
    spans: tuple[Span, ...]
    """Where the answer stands in the document's text; at least one."""


@dataclass(frozen=True, slots=True)
class Located:
    """Questions against documents."""

    found: tuple[Answerable, ...]
    """What can be scored, in the order of the questions."""
    left_out: tuple[str, ...]
    """Why a question, or a part of its answer, cannot be scored: one message each."""
    notes: tuple[str, ...]
    """What to know of the others, e.g. that a quote occurs more than once."""


@dataclass(slots=True)
class _Messages:
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def locate(questions: Iterable[Question], texts: Mapping[str, str]) -> Located:
    """Find the answers of the questions.

    Spans are checked against the quotes where both are there. A quote is located by its first
    occurrence, whatever its white space; where it occurs more than once, a note says so.

    Args:
        questions: the questions.
        texts: document id → canonical text.

    >>> found = locate([Question("Who?", "a.md", ("the cat",))], {"docs/a.md": "It is the\\ncat."})
    >>> found.found[0].document, found.found[0].spans
    ('docs/a.md', (Span(start=6, end=13),))
    """
    messages = _Messages()
    found: list[Answerable] = []
    for question in questions:
        document = _document(question, texts, messages)
        if document is None:
            continue
        spans = _located(question, document, texts[document], messages)
        if spans:
            found.append(Answerable(question, document, spans))
    return Located(tuple(found), tuple(messages.left_out), tuple(messages.notes))


def find_quote(text: str, quote: str, start: int = 0) -> Span | None:
    """The first occurrence of a quote at or after ``start``; white space in it may differ."""
    quote = quote.strip()
    at = text.find(quote, start)
    if at >= 0:
        return Span(at, at + len(quote))
    words = quote.split()
    if len(words) < 2:
        return None
    match = re.compile(r"\s+".join(map(re.escape, words))).search(text, start)
    return Span(*match.span()) if match else None


def _document(question: Question, texts: Mapping[str, str], messages: _Messages) -> str | None:
    """The id of the question's document, or None and a message."""
    if question.document is None:
        holds = [id for id, text in texts.items() if question.quotes and find_quote(text, question.quotes[0])]
        if not holds:
            why = "its quote occurs in none of the documents" if question.quotes else "it names no document"
            messages.left_out.append(f"{_name(question)} is left out: {why}.")
            return None
        if len(holds) > 1:
            messages.notes.append(
                f"{_name(question)}: its quote is in {len(holds)} documents; taken: {holds[0]}."
            )
        return holds[0]
    same = [id for id in texts if id == question.document] or _by_name(question.document, texts)
    if len(same) == 1:
        return same[0]
    why = f"{len(same)} documents are called" if same else "there is no document"
    messages.left_out.append(f"{_name(question)} is left out: {why} {question.document!r}.")
    return None


def _by_name(name: str, texts: Mapping[str, str]) -> list[str]:
    """The documents whose id ends in this name, with its suffix or without."""
    ended = [id for id in texts if id.endswith("/" + name) or name.endswith("/" + id)]
    return ended or [id for id in texts if PurePosixPath(id).stem == name]


def _located(question: Question, document: str, text: str, messages: _Messages) -> tuple[Span, ...]:
    """The spans of the answer, in order, or none and a message."""
    if question.spans and _fits(question, text):
        return tuple(sorted(set(question.spans)))
    if question.spans and not question.quotes:
        messages.left_out.append(
            f"{_name(question)} is left out: its spans reach beyond the {len(text)} characters of {document}."
        )
        return ()
    if question.spans:
        messages.notes.append(
            f"{_name(question)}: its spans do not hold its quotes; the quotes were looked for."
        )
    spans = set()
    for quote in question.quotes:
        found = find_quote(text, quote)
        if found is None:
            messages.left_out.append(
                f"{_name(question)}: the quote {_short(quote)} does not occur in {document}."
            )
            continue
        spans.add(found)
        if find_quote(text, quote, found.start + 1):
            messages.notes.append(
                f"{_name(question)}: the quote {_short(quote)} occurs more than once in {document}; "
                "the first is taken."
            )
    return tuple(sorted(spans))


def _fits(question: Question, text: str) -> bool:
    """Whether the spans lie in the text and hold the quotes, where there are any."""
    if any(span.end > len(text) for span in question.spans):
        return False
    if not question.quotes:
        return True
    held = sorted(" ".join(span.of(text).split()) for span in question.spans)
    return held == sorted(" ".join(quote.split()) for quote in question.quotes)


def _name(question: Question) -> str:
    return (
        f"Question {question.id} ({_short(question.text)})"
        if question.id
        else f"Question {_short(question.text)}"
    )


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return repr(folded if len(folded) <= _SHOWN else folded[: _SHOWN - 1] + "…")

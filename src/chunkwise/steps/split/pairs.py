"""Units by pair of question and answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunkwise.errors import InvalidOption
from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.model.table import Table
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.rows import cell_text, column_names, with_captions
from chunkwise.steps.trim import clip
from chunkwise.text.language import dominant_script

PAIR_LABEL = re.compile(
    r"^[ \t\u3000]*(?:(Q|Question|问题|问|問)|(A|Answer|答案|回答|答))[ \t]*[:：][ \t]*", re.I | re.M
)
_QUESTION_NAMES = re.compile(r"\s*(q|questions?|faq|问题?|提问|常见问题)\s*", re.I)
_ANSWER_NAMES = re.compile(r"\s*(a|answers?|replies|reply|回答|答案?|解答|回复)\s*", re.I)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Finds pairs: in two columns of a table, or in text labelled ``Q:``/``A:`` or ``问：``/``答：``.

    A pair's body has the labels in the language of the question; the question's span is what is
    searched. Other columns of the table become metadata.
    """

    question: str = ""
    """Name or number (from 1) of the column with the questions; empty: the one that says so, else 1."""
    answer: str = ""
    """Name or number of the column with the answers; empty: the one that says so, else 2."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order; what holds no pair stays as it is."""
        for unit in units:
            data = document.blocks[unit.block].data if unit.block >= 0 else None
            if unit.kind == "table" and isinstance(data, Table) and data.columns > 1:
                pairs = list(self._of_table(document, unit, data, notes))
                yield from with_captions(unit, data, pairs) if pairs else [unit]
            elif unit.kind == "text":
                yield from _of_text(document.text, unit)
            else:
                yield unit

    def _of_table(self, document: Document, unit: Unit, table: Table, notes: Notes) -> Iterator[Unit]:
        text = document.text
        names = column_names(text, table)
        found = question_columns(names) or (0, 1)
        asked = _column(names, self.question) if self.question else found[0]
        answered = _column(names, self.answer) if self.answer else found[1]
        if not any(row.of(text).strip() for row in table.rows[table.header_rows :]):
            return
        notes.dropped += [Dropped(row, "header row") for row in table.rows[: table.header_rows]]
        origins = table.origins()

        def value(row: int, column: int) -> str:
            return cell_text(text, table.cell(*origins.get((row, column), (row, column))))

        for at in range(table.header_rows, len(table.rows)):
            span, question = table.rows[at], table.cell(at, asked)
            if not span.of(text).strip():
                continue
            if not question.of(text).strip() or not value(at, answered).strip():
                notes.warnings.append(
                    f"Row {at + 1} has no {'answer' if question.of(text).strip() else 'question'}."
                )
                yield replace(unit, spans=(span,), kind="text", begins="row", rows=(), header_rows=0)
                continue
            others = [column for column in range(table.columns) if column not in (asked, answered)]
            metadata = {names[column]: value(at, column) for column in others}
            body = _labelled(cell_text(text, question), value(at, answered))
            yield replace(
                unit, spans=(span,), kind="text", begins="row", rows=(), header_rows=0,
                body=body, searched=question, metadata={"row": at + 1, **metadata},
            )  # fmt: skip


def question_columns(names: list[str]) -> tuple[int, int] | None:
    """The columns that are named like questions and answers, if there are both."""
    asked = next((at for at, name in enumerate(names) if _QUESTION_NAMES.fullmatch(name)), None)
    answered = next((at for at, name in enumerate(names) if _ANSWER_NAMES.fullmatch(name)), None)
    return None if asked is None or answered is None else (asked, answered)


def _column(names: list[str], wanted: str) -> int:
    """The index of a column by its name, else by its number."""
    folded = [name.casefold() for name in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise InvalidOption(f"There is no column {wanted!r}; there are {', '.join(map(repr, names))}.")


def _of_text(text: str, unit: Unit) -> Iterator[Unit]:
    """The pairs in a run of text; text before, between and after them stays text."""
    marks = [match for span in unit.spans for match in PAIR_LABEL.finditer(text, span.start, span.end)]
    if len(unit.spans) > 1 or not any(match.group(1) for match in marks):
        yield unit
        return
    questions = [at for at, match in enumerate(marks) if match.group(1)]
    first = marks[questions[0]].start()
    yield from _part(text, unit, unit.start, first)
    for at, following in zip(questions, [*questions[1:], len(marks)], strict=True):
        end = marks[following].start() if following < len(marks) else unit.end
        answer = next((mark for mark in marks[at + 1 : following] if mark.group(2)), None)
        if answer is None:
            yield from _part(text, unit, marks[at].start(), end)
            continue
        asked = clip(text, [Span(marks[at].end(), answer.start())], marks[at].end(), answer.start())
        body = _labelled(text[marks[at].end() : answer.start()], text[answer.end() : end])
        for part in _part(text, unit, marks[at].start(), end):
            yield replace(part, body=body, searched=asked[0]) if asked else part


def _part(text: str, unit: Unit, start: int, end: int) -> Iterator[Unit]:
    spans = clip(text, unit.spans, start, end)
    if spans:
        stops = unit.stops_between(spans[0].start, end)
        begins = unit.begins if start == unit.start else "paragraph"
        yield replace(unit, spans=spans, stops=stops, begins=begins)


def _labelled(question: str, answer: str) -> str:
    question, answer = question.strip(), answer.strip()
    if dominant_script(question + answer) == "han":
        return f"问题：{question}\n回答：{answer}"
    return f"Question: {question}\nAnswer: {answer}"

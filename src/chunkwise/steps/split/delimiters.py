"""Cutting units at the delimiters of a delimiter field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from chunkwise.errors import InvalidOption
from chunkwise.model.chunk import Dropped
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.trim import clip
from chunkwise.text.delimiters import parse_delimiters


@dataclass(frozen=True, slots=True)
class AtDelimiters:
    """Cuts text units at delimiters, each piece a unit of its own.

    Delimiters between backticks always cut, and are left out of the text and reported. Single
    characters cut where ``every`` is true, and stay at the end of what they close.
    """

    delimiter: str = ""
    """The delimiter field."""
    mode: Literal["token_size", "delimiter", "one"] = "token_size"
    """``delimiter``: single characters cut too; ``token_size``: only delimiters between backticks."""

    def __post_init__(self) -> None:
        if self.mode not in ("token_size", "delimiter", "one"):
            raise InvalidOption(f"mode is {self.mode!r}: it has to be 'token_size', 'delimiter' or 'one'.")

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        delimiters = parse_delimiters(self.delimiter)
        wrapped = delimiters.pattern
        single = delimiters.single_pattern if self.mode == "delimiter" and not wrapped else None
        for unit in units:
            if unit.kind != "text" or not (wrapped or single):
                yield unit
            elif wrapped:
                yield from _pieces(document.text, unit, _between(document.text, unit, wrapped, notes))
            elif single:
                yield from _pieces(document.text, unit, _after_each(document.text, unit, single))


def after_delimiters(text: str, span: Span, pattern: re.Pattern[str]) -> Iterator[Span]:
    """The pieces of a span, each with the run of delimiters (and closing quotes) that ends it."""
    runs = re.compile(rf"(?:{pattern.pattern})+[”’」』）】》〉\"')\]]*")
    start = span.start
    for match in runs.finditer(text, span.start, span.end):
        yield Span(start, match.end())
        start = match.end()
    if start < span.end:
        yield Span(start, span.end)


def _after_each(text: str, unit: Unit, pattern: re.Pattern[str]) -> Iterator[Span]:
    for span in unit.spans:
        yield from after_delimiters(text, span, pattern)


def _between(text: str, unit: Unit, pattern: re.Pattern[str], notes: Notes) -> Iterator[Span]:
    for span in unit.spans:
        start = span.start
        for match in pattern.finditer(text, span.start, span.end):
            yield Span(start, match.start())
            if not match.group().isspace():
                notes.dropped.append(Dropped(Span(match.start(), match.end()), "delimiter"))
            start = match.end()
        yield Span(start, span.end)


def _pieces(text: str, unit: Unit, spans: Iterator[Span]) -> Iterator[Unit]:
    """Units for those of the spans that are not blank."""
    begins = unit.begins
    for span in spans:
        trimmed = clip(text, [span], span.start, span.end)
        if trimmed:
            stops = unit.stops_between(span.start, span.end)
            yield replace(unit, spans=trimmed, begins=begins, stops=stops)
            begins = "delimiter"

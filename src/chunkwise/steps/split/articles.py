"""Units by article: 第五条, Article 5, § 5, with all of its paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.trim import touching
from chunkwise.text.numbering import find_marker

MARKS = frozenset({"article"})
"""Units at which a new chunk begins."""


@dataclass(frozen=True, slots=True)
class Articles:
    """Cuts the units of text at article markers; the article's label comes last in ``heading_path``.

    The paragraphs of an article stay together. What stands before the first article of a section
    is a unit of its own.
    """

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        for unit in units:
            if unit.kind == "text":
                yield from self._cut(document.text, unit)
            else:
                yield unit

    def _cut(self, text: str, unit: Unit) -> Iterator[Unit]:
        starts = [unit.start, *unit.stops]
        labels = {at: label for at in starts if (label := _label(text, at, unit.end))}
        begins = [at for at in starts if at in labels or at == unit.start]
        for at, following in zip(begins, [*begins[1:], unit.end], strict=True):
            spans = tuple(
                Span(max(span.start, at), min(span.end, following))
                for span in touching(unit.spans, at, following)
            )
            path = (*unit.heading_path, labels[at]) if at in labels else unit.heading_path
            yield replace(
                unit,
                spans=_trimmed(text, spans),
                heading_path=path,
                begins="article" if at in labels else unit.begins,
                stops=unit.stops_between(at, following),
            )


def _label(text: str, start: int, end: int) -> str | None:
    """The label of the article that begins here, or None."""
    line_end = text.find("\n", start, end)
    line = text[start : min(end if line_end < 0 else line_end, start + 200)]
    marker = find_marker(line)
    return marker.label if marker and marker.family == "legal" and marker.unit in MARKS else None


def _trimmed(text: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    last = spans[-1]
    end = last.start + len(text[last.start : last.end].rstrip())
    return (*spans[:-1], Span(last.start, end))

"""Cutting where the topic changes, by the words that sentences share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.trim import clip
from chunkwise.text.cohesion import content_words, topic_cuts
from chunkwise.text.sentences import sentence_ends


@dataclass(frozen=True, slots=True)
class Topics:
    """Cuts each text unit into coherent stretches, of the size of the cap at most.

    Cuts between sentences, and rather between paragraphs. Tables and pictures stay as they are.
    """

    counter: Counter | None = None
    """Counts tokens; None in character mode."""
    max_tokens: int | None = None
    """Cap of a chunk in tokens, its titles included; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        text = document.text
        found = [_sentences(text, unit) if _is_prose(unit) else [] for unit in units]
        sizes = iter(self._sizes(text, [span for spans in found for span in spans]))
        rooms = self._rooms(units)
        for unit, spans, room in zip(units, found, rooms, strict=True):
            own = [next(sizes) for _ in spans]
            if len(spans) < 2:
                yield unit
                continue
            words = [content_words(text[span.start : span.end]) for span in spans]
            cuts = topic_cuts(words, own, room, _paragraph_starts(text, unit, spans))
            yield from _pieces(text, unit, [spans[cut].start for cut in cuts])

    def _sizes(self, text: str, spans: Sequence[Span]) -> list[int]:
        if self.max_chars is None and self.counter is not None:
            return self.counter.count_many([text[span.start : span.end] for span in spans]) if spans else []
        return [len(span) for span in spans]

    def _rooms(self, units: Sequence[Unit]) -> list[float | None]:
        """What the cap leaves for each unit's own text: at least half of it."""
        cap = self.max_tokens if self.max_chars is None else self.max_chars
        if cap is None:
            return [None] * len(units)
        paths = list(dict.fromkeys(unit.heading_path for unit in units))
        titles = [" > ".join(path) + "\n" if path else "" for path in paths]
        in_tokens = self.max_chars is None and self.counter is not None
        counts = self.counter.count_many(titles) if in_tokens and self.counter else list(map(len, titles))
        costs = dict(zip(paths, counts, strict=True))
        return [cap - min(costs[unit.heading_path], cap // 2) for unit in units]


def _is_prose(unit: Unit) -> bool:
    return unit.kind == "text" and not unit.rows and not unit.whole and unit.body is None


def _sentences(text: str, unit: Unit) -> list[Span]:
    """The sentences of a unit, each with the white space after it, across its spans."""
    found: list[Span] = []
    for span in unit.spans:
        start = span.start
        for end in [*sentence_ends(text, span.start, span.end), span.end]:
            if text[start:end].strip():
                found.append(Span(start, end))
                start = end
    return found


def _paragraph_starts(text: str, unit: Unit, spans: Sequence[Span]) -> set[int]:
    """Indexes of the sentences that begin a block, or a line after a blank one."""
    stops = set(unit.stops) | {span.start for span in unit.spans}
    found = set()
    for at, span in enumerate(spans):
        blank = len(span) - len(text[span.start : span.end].lstrip())
        before = text[span.start : span.start + blank]
        if span.start in stops or span.start + blank in stops or before.count("\n") > 1:
            found.add(at)
    return found


def _pieces(text: str, unit: Unit, cuts: Sequence[int]) -> Iterator[Unit]:
    begins = unit.begins
    for start, end in zip([unit.start, *cuts], [*cuts, unit.end], strict=True):
        spans = clip(text, unit.spans, start, end)
        if spans:
            yield replace(unit, spans=spans, begins=begins, stops=unit.stops_between(start, end))
            begins = "topic"

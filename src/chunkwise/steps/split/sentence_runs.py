"""What steps have in common that cut units between sentences, by what these say."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkwise.model.protocols import Counter, Embed
from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.steps.trim import clip
from chunkwise.text.graphemes import is_inside_cluster
from chunkwise.text.sentences import sentence_ends


@dataclass(frozen=True, slots=True)
class Room:
    """How much a chunk may hold, in tokens or in characters."""

    counter: Counter | None
    max_tokens: int | None
    max_chars: int | None

    def sizes(self, text: str, spans: Sequence[Span]) -> list[int]:
        """The size of each span, by one call of the counter."""
        return self._sizes([span.of(text) for span in spans])

    def of(self, units: Sequence[Unit]) -> list[float | None]:
        """What the cap leaves for each unit's own text beside its titles, at least half; None: no cap."""
        cap = self.max_tokens if self.max_chars is None else self.max_chars
        if cap is None:
            return [None] * len(units)
        paths = list(dict.fromkeys(unit.heading_path for unit in units))
        titles = [" > ".join(path) + "\n" if path else "" for path in paths]
        costs = dict(zip(paths, self._sizes(titles), strict=True))
        return [cap - min(costs[unit.heading_path], cap // 2) for unit in units]

    def _sizes(self, texts: Sequence[str]) -> list[int]:
        if self.max_chars is None and self.counter is not None:
            return self.counter.count_many(texts) if texts else []
        return [len(text) for text in texts]


def is_prose(unit: Unit) -> bool:
    """Whether a unit is text that may be cut between sentences: no table, picture or pair."""
    return unit.kind == "text" and not unit.rows and not unit.whole and unit.body is None


def sentences(text: str, unit: Unit) -> list[Span]:
    """The sentences of a unit across its spans, each with the white space before it; an atom is one."""
    found: list[Span] = []
    for span in unit.spans:
        start = span.start
        for end in _ends(text, span, unit.atoms):
            if text[start:end].strip():
                found.append(Span(start, end))
                start = end
    return found


def _ends(text: str, span: Span, atoms: Sequence[Span]) -> list[int]:
    """Where the sentences of a span end, and where atoms begin and end; nothing inside of an atom."""
    found = sentence_ends(text, span.start, span.end)
    ends = {end for end in found if not is_inside_cluster(text, end)} | {span.end}
    own = [atom for atom in atoms if span.start <= atom.start and atom.end <= span.end]
    if not own:
        return sorted(ends)
    starts = [atom.start for atom in own]

    def outside(end: int) -> bool:
        at = bisect_left(starts, end) - 1  # the last atom that begins before it
        return at < 0 or own[at].end <= end

    bounds = {bound for atom in own for bound in (atom.start, atom.end) if bound > span.start}
    return sorted(bounds | set(filter(outside, ends)))


def paragraph_starts(text: str, unit: Unit, spans: Sequence[Span]) -> set[int]:
    """Indexes of the sentences that begin a block, or a line after a blank one."""
    stops = set(unit.stops) | {span.start for span in unit.spans}
    found = set()
    for at, span in enumerate(spans):
        blank = len(span) - len(text[span.start : span.end].lstrip())
        before = text[span.start : span.start + blank]
        if span.start in stops or span.start + blank in stops or before.count("\n") > 1:
            found.add(at)
    return found


def pieces(text: str, unit: Unit, cuts: Sequence[int]) -> Iterator[Unit]:
    """The unit cut at these offsets, for the reason ``topic``."""
    begins = unit.begins
    for start, end in zip([unit.start, *cuts], [*cuts, unit.end], strict=True):
        spans = clip(text, unit.spans, start, end)
        if spans:
            atoms = tuple(atom for atom in unit.atoms if start <= atom.start and atom.end <= end)
            yield replace(unit, spans=spans, begins=begins, stops=unit.stops_between(start, end), atoms=atoms)
            begins = "topic"


def sentence_vectors(
    text: str, found: Sequence[Sequence[Span]], embedder: Embed, buffer_sentences: int = 0
) -> Sequence[Sequence[float]]:
    """A vector for each sentence of each unit with several, by one call of the embedder.

    Args:
        text: the document's text.
        found: the sentences of each unit.
        embedder: makes the vectors.
        buffer_sentences: neighbours on both sides that are embedded with each sentence.

    Raises:
        EmbedderError: the embedder failed.
    """
    texts = [
        text[spans[max(0, at - buffer_sentences)].start : spans[
            min(len(spans) - 1, at + buffer_sentences)
        ].end].strip()
        for spans in found
        if len(spans) > 1
        for at in range(len(spans))
    ]  # fmt: skip
    return embedder.embed(texts) if texts else []

"""RAGFlow's merge at the time of the articles that made it known: fill until the cap is passed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from chunkwise.errors import InvalidOption
from chunkwise.model.chunk import Boundary, Context, Reason
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.steps.base import Draft, Notes, Unit
from chunkwise.steps.pack.sizes import check_cap, check_percent
from chunkwise.steps.trim import join
from chunkwise.text.delimiters import parse_delimiters


@dataclass(frozen=True, slots=True)
class Accumulate:
    """Adds sections to a chunk as long as it is not above the cap, so the last one may overshoot.

    Reproduces ``naive_merge`` of RAGFlow up to June 2026: a section is one unit and is never cut;
    a new chunk begins when the last one's count is strictly above
    ``max_tokens * (100 - overlap_percent) / 100``; the overlap is the last ``overlap_percent`` of
    the previous chunk's characters, its own overlap included, and is not counted; where the
    delimiter field has backticks, every piece is a chunk of its own.
    """

    counter: Counter | None = None
    """Counts tokens."""
    max_tokens: int | None = 128
    """The soft cap in tokens; None: everything in one chunk."""
    overlap_percent: float = 0
    """Share of the previous chunk's characters that is repeated, 0 to 90."""
    delimiter: str = ""
    """The delimiter field; only its backticks matter."""
    min_position_tokens: int = 8
    """Sections with fewer tokens give the chunk no position."""

    def __post_init__(self) -> None:
        check_cap("max_tokens", self.max_tokens)
        check_percent(self.overlap_percent)

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Draft]:
        """The drafts, in reading order."""
        if self.counter is None:
            raise InvalidOption('overflow = "accumulate" counts tokens: it needs a tokenizer.')
        texts = ["\n" + join(document.text, unit.spans) for unit in units]
        counts = dict(zip(map(id, units), self.counter.count_many(texts), strict=True))
        exact = parse_delimiters(self.delimiter).exact
        drafts: list[Draft] = []
        for is_text, run in groupby(units, key=lambda unit: unit.kind == "text"):
            if is_text and not exact:
                drafts += self._merge(document.text, list(run), counts)
            else:
                drafts += [self._alone(unit, counts[id(unit)]) for unit in run]
        return drafts

    def _merge(self, text: str, units: list[Unit], counts: dict[int, int]) -> list[Draft]:
        """Chunks of neighbouring sections."""
        share = 100 - self.overlap_percent
        threshold = float("inf") if self.max_tokens is None else self.max_tokens * share / 100
        groups: list[list[Unit]] = []
        total = 0
        for unit in units:
            if not groups or total > threshold:
                groups.append([])
                total = 0
            groups[-1].append(unit)
            total += counts[id(unit)]
        drafts: list[Draft] = []
        before = ""
        for at, group in enumerate(groups):
            spans = tuple(span for unit in group for span in unit.spans)
            overlap = before[int(len(before) * share / 100.0) :] + "\n" if at and self.overlap_percent else ""
            before = (overlap or "\n") + join(text, spans)
            ends: Boundary = "cap" if at + 1 < len(groups) else "end"
            begins: Boundary = "cap" if at else "document"
            kept = self._located(group, counts)
            drafts.append(
                Draft(
                    spans, context=Context(overlap=overlap), reason=Reason(begins, ends), positions_from=kept
                )
            )
        return drafts

    def _alone(self, unit: Unit, count: int) -> Draft:
        """A table, a picture or a piece between exact delimiters."""
        kind: Boundary = "delimiter" if unit.kind == "text" else "media"
        kept = unit.spans if unit.kind != "text" or count >= self.min_position_tokens else ()
        return Draft(unit.spans, unit.kind, (), unit.context, reason=Reason(kind, kind), positions_from=kept)

    def _located(self, units: list[Unit], counts: dict[int, int]) -> tuple[Span, ...]:
        return tuple(
            span for unit in units if counts[id(unit)] >= self.min_position_tokens for span in unit.spans
        )

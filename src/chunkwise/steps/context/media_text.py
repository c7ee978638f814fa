"""The sentences around a table or picture as its context."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from chunkwise.errors import InvalidOption
from chunkwise.model.block import Block
from chunkwise.model.chunk import Context
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.text.sentences import sentence_ends

_RAGFLOW_ENDS = re.compile(r"[。！!？?；\n]|\. ")


@dataclass(frozen=True, slots=True)
class MediaText:
    """Gives tables and pictures the text before and after them, up to a budget for each side.

    From the table or picture outwards, over text blocks under the same heading, other tables and
    pictures passed over: a block that is smaller than what remains of the budget is taken whole;
    from a larger one, whole sentences of its near end, the last of which may overshoot (RAGFlow's
    rule). The parts are joined without separator.
    """

    counter: Counter | None = None
    """Counts tokens."""
    table_context_tokens: int = 0
    """Budget for each side of a table; 0: none."""
    image_context_tokens: int = 0
    """Budget for each side of a picture; 0: none."""
    media_sentences: Literal["chunkwise", "ragflow"] = "chunkwise"
    """Which sentence ends count: ours, or RAGFlow's simple set."""

    def __post_init__(self) -> None:
        if min(self.table_context_tokens, self.image_context_tokens) < 0:
            raise InvalidOption("table_context_tokens and image_context_tokens have to be at least 0.")

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Unit]:
        """The same units; tables and pictures with context."""
        budgets = {"table": self.table_context_tokens, "image": self.image_context_tokens}
        if not any(budgets.values()):
            return units
        if self.counter is None:
            raise InvalidOption("table_context_tokens and image_context_tokens need a tokenizer.")
        surroundings = _Surroundings(document, self.counter, self._ends)
        return [
            replace(unit, context=surroundings.around(unit, budgets[unit.kind]))
            if unit.block >= 0 and budgets[unit.kind]
            else unit
            for unit in units
        ]

    def _ends(self, text: str, span: Span) -> list[int]:
        """Sentence ends inside a span, and the span's end."""
        if self.media_sentences == "ragflow":
            ends: Iterator[int] = (
                match.end() for match in _RAGFLOW_ENDS.finditer(text, span.start, span.end)
            )
        else:
            ends = sentence_ends(text, span.start, span.end)
        return sorted({*ends, span.end})


class _Surroundings:
    """The text blocks of a document and their sizes."""

    def __init__(self, document: Document, counter: Counter, ends: Callable[[str, Span], list[int]]) -> None:
        self.text = document.text
        self.blocks = document.blocks
        self.counter = counter
        self.ends = ends
        texts = [at for at, block in enumerate(document.blocks) if _is_text(block)]
        counts = counter.count_many([document.blocks[at].span.of(document.text) for at in texts])
        self.texts = texts
        self.sizes = dict(zip(texts, counts, strict=True))
        self.sections = _section_numbers(document)

    def around(self, unit: Unit, budget: int) -> Context:
        """The unit's context with the text above and below."""
        at = unit.block
        above = "".join(reversed(list(self._walk(at, -1, budget))))
        below = "".join(self._walk(at, 1, budget))
        return replace(unit.context, above=above, below=below)

    def _walk(self, at: int, step: int, budget: int) -> Iterator[str]:
        """Parts of the text in one direction, nearest first."""
        nearest = bisect_left(self.texts, at)  # the first text block behind ``at``
        numbers = range(nearest - 1, -1, -1) if step < 0 else range(nearest, len(self.texts))
        for number in numbers:
            other = self.texts[number]
            if budget <= 0 or self.sections[other] != self.sections[at]:
                return
            span, size = self.blocks[other].span, self.sizes[other]
            yield self._near_end(span, budget, from_end=step < 0) if size >= budget else span.of(self.text)
            budget -= size

    def _near_end(self, span: Span, budget: int, from_end: bool) -> str:
        """Whole sentences from one end until the budget is met."""
        bounds = [span.start, *self.ends(self.text, span)]
        pieces = [Span(bounds[0], end) for end in bounds[1:]]
        if from_end:
            pieces = [Span(start, span.end) for start in reversed(bounds[:-1])]
        return next(self._meeting(pieces, budget), span).of(self.text)

    def _meeting(self, pieces: Sequence[Span], budget: int) -> Iterator[Span]:
        """Those of ever longer pieces that meet the budget; counted a few at a time."""
        for first in range(0, len(pieces), 8):
            some = pieces[first : first + 8]
            counts = self.counter.count_many([piece.of(self.text) for piece in some])
            yield from (piece for piece, count in zip(some, counts, strict=True) if count >= budget)


def _section_numbers(document: Document) -> list[int]:
    """For each block the number of its section; a heading begins one."""
    return list(accumulate(int(block.is_heading) for block in document.blocks))


def _is_text(block: Block) -> bool:
    return bool(
        len(block.span)
        and not (block.is_media or block.is_heading or block.is_furniture)
        and block.kind not in ("toc", "caption")
    )

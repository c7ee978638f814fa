"""What is asked of knowledge bases, and how: checked once, for every entrance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from chunkwise.errors import InvalidOption
from chunkwise.store.filters import EVERYTHING, And, Filter, Not, Or, parse_filter

Mode: TypeAlias = Literal["hybrid", "lexical", "dense"]
MODES: tuple[Mode, ...] = get_args(Mode)
SpanMode: TypeAlias = Literal["wide", "balanced", "focused"]
SPAN_MODES: tuple[SpanMode, ...] = get_args(SpanMode)

MOST_HITS = 10_000
MOST_NEIGHBOURS = 100


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how."""

    text: str
    k: int = 5
    """Most hits."""
    filter: Filter = EVERYTHING
    mode: Mode = "hybrid"
    neighbours: int = 0
    """Chunks before and after each hit that come with it."""
    spans: SpanMode | None = None
    """How sharply passages are cut; None: no passages, unless there is a budget."""
    budget_chars: int | None = None
    """Characters that the passages may have together; None: no such limit."""
    rerank_top: int = 20
    """How many of the best are given to a reranker."""
    fine: bool = True
    """Whether parts of words count, which meet typing errors."""

    @classmethod
    def of(cls, text: str, k: int, where: Mapping[str, Any] | None, mode: str, **others: Any) -> Question:
        """Check and unite what the user gave.

        Args:
            text: the question.
            k: most hits.
            where: a filter in its written form.
            mode: one of ``MODES``.
            others: fields of this class.

        Raises:
            InvalidOption: one of them cannot be used.
        """
        if not isinstance(text, str):
            raise InvalidOption(f"A query is a text, not {type(text).__name__}.")
        if not _is_whole(k) or k < 1:
            raise InvalidOption(f"k is {k!r}: a search returns at least 1 hit.")
        if k > MOST_HITS:
            raise InvalidOption(f"k is {k}: a search returns at most {MOST_HITS:,} hits.")
        if mode not in MODES:
            raise InvalidOption(f"There is no mode {mode!r}. There are: {', '.join(MODES)}.")
        made = cls(text, k, parse_filter(where), mode, **others)
        made._check()
        return made

    def _check(self) -> None:
        if not _is_whole(self.neighbours) or not 0 <= self.neighbours <= MOST_NEIGHBOURS:
            raise InvalidOption(f"neighbours is {self.neighbours!r}: give 0 to {MOST_NEIGHBOURS}.")
        if self.spans is not None and self.spans not in SPAN_MODES:
            raise InvalidOption(f"There are no spans {self.spans!r}. There are: {', '.join(SPAN_MODES)}.")
        budget = self.budget_chars
        if budget is not None and (not _is_whole(budget) or budget < 1):
            raise InvalidOption(f"budget_chars is {budget!r}: passages have at least 1 character.")
        if not _is_whole(self.rerank_top) or not 1 <= self.rerank_top <= MOST_HITS:
            raise InvalidOption(f"rerank_top is {self.rerank_top!r}: give 1 to {MOST_HITS:,}.")

    @property
    def wants_passages(self) -> bool:
        """Whether passages are asked for."""
        return self.spans is not None or self.budget_chars is not None


def fields_of(found: Filter) -> set[str]:
    """The fields that a filter names.

    >>> sorted(fields_of(parse_filter({"year": 2020, "$not": {"region": "EU"}})))
    ['region', 'year']
    """
    if isinstance(found, And | Or):
        return {field for part in found.parts for field in fields_of(part)}
    return fields_of(found.part) if isinstance(found, Not) else {found.field}


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)

"""Recall when a ranking is cut at a number of characters: a comparison that does not reward long chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span
from chunkwise.quality.ranges import Range, as_pairs
from chunkwise.quality.spans import score

BUDGETS = (1_000, 2_000, 4_000)
"""Characters of context that are asked about unless others are named."""


def within(ranked: Iterable[Range], budget: int) -> list[Span]:
    """The best ranges that fit into a budget; the last one is cut off where the budget ends.

    What was retrieved twice is paid for twice, as a language model would read it twice.

    Args:
        ranked: ranges, best first.
        budget: characters.

    Raises:
        InvalidOption: the budget is not positive.

    >>> within([(10, 20), (0, 8)], 14)
    [Span(start=10, end=20), Span(start=0, end=4)]
    """
    if budget < 1:
        raise InvalidOption(f"A budget is a number of characters from 1, not {budget}.")
    kept: list[Span] = []
    left = budget
    for start, end in as_pairs(ranked):
        if left <= 0:
            break
        kept.append(Span(start, min(end, start + left)))
        left -= end - start
    return kept


def recall_at(ranked: Sequence[Range], references: Sequence[Range], budget: int) -> float:
    """The share of the references' characters in the first ``budget`` characters of a ranking.

    Raises:
        InvalidOption: the budget is not positive, or the references hold no character.

    >>> recall_at([(0, 100), (100, 200)], [(140, 160)], 150)
    0.5
    """
    return score(within(ranked, budget), references).recall

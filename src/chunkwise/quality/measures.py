"""All measures of one question's answers at once, and of many questions with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span
from chunkwise.quality.budget import BUDGETS, recall_at
from chunkwise.quality.intervals import Interval, bootstrap, paired
from chunkwise.quality.ranked import gains, hit, ndcg, reciprocal_rank, relevant
from chunkwise.quality.spans import score

K = 5
"""Answers of a ranking that are looked at, unless another number is asked for: Chroma's default."""


@dataclass(frozen=True, slots=True)
class Looking:
    """How far down a ranking to look."""

    k: int = K
    """Answers."""
    budgets: tuple[int, ...] = BUDGETS
    """Characters of context, one measure each."""

    def __post_init__(self) -> None:
        if isinstance(self.k, bool) or not isinstance(self.k, int) or self.k < 1:
            raise InvalidOption(f"k is {self.k!r}: look at 1 answer at least.")
        if any(budget < 1 for budget in self.budgets):
            raise InvalidOption(f"Budgets are numbers of characters from 1, not {list(self.budgets)}.")


def measure(
    answers: Sequence[Sequence[Span]], references: Sequence[Span], looking: Looking
) -> dict[str, float]:
    """Measure the ranked answers to one question.

    Args:
        answers: the spans of each answer, best first, as spans of one pool (``pool.py``).
        references: the spans that answer the question.
        looking: how far down to look.

    Returns:
        ``recall``, ``precision`` and ``iou`` of the first k answers; ``recall_N`` in the first N
        characters; ``hit`` in the first k; ``mrr``, over all answers; ``ndcg`` in the first k. Each is
        from 0 to 1.

    Raises:
        InvalidOption: the references hold no character.

    >>> found = measure([[Span(0, 10)], [Span(10, 20)]], [Span(10, 20)], Looking(k=2, budgets=(15,)))
    >>> found["recall"], found["precision"], found["recall_15"], found["hit"], found["mrr"]
    (1.0, 0.5, 0.5, 1.0, 0.5)
    """
    first = answers[: looking.k]
    spans = score([span for answer in first for span in answer], references)
    everything = [span for answer in answers for span in answer]
    right = [relevant(answer, references) for answer in answers]
    return {
        "recall": spans.recall,
        "precision": spans.precision,
        "iou": spans.iou,
        **{f"recall_{budget}": recall_at(everything, references, budget) for budget in looking.budgets},
        "hit": hit(right, looking.k),
        "mrr": reciprocal_rank(right),
        "ndcg": ndcg(gains(first, references), looking.k),
    }


def intervals(values: Sequence[Mapping[str, float]]) -> dict[str, Interval]:
    """The mean of each measure over questions, with its interval.

    Args:
        values: measure → value, for each question; all of the same measures.
    """
    return {name: bootstrap([value[name] for value in values]) for name in (values[0] if values else ())}


def differences(
    ours: Sequence[Mapping[str, float]], theirs: Sequence[Mapping[str, float]]
) -> dict[str, Interval]:
    """The mean of ours minus theirs for each measure, question by question, with its interval."""
    return {
        name: paired([value[name] for value in ours], [value[name] for value in theirs])
        for name in (ours[0] if ours else ())
    }

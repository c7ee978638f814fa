"""Scores of one system over all questions, and tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rankings import Placed
from rich.console import Console
from rich.table import Table
from sets import QuestionSet

from chunkwise.model.span import Span
from chunkwise.quality.budget import recall_at
from chunkwise.quality.intervals import paired
from chunkwise.quality.spans import first_occurrence, score

RESULTS = 5
"""Results of which recall and IoU are taken."""


@dataclass
class Scores:
    """One row: a value for each question."""

    name: str
    budgets: dict[int, list[float]] = field(default_factory=dict)
    recall: list[float] = field(default_factory=list)
    iou: list[float] = field(default_factory=list)
    chars: list[int] = field(default_factory=list)

    def cells(self) -> list[str]:
        first = [f"{_percent(values):.1f}" for values in self.budgets.values()]
        return [
            self.name,
            *first,
            f"{_percent(self.recall):.1f}",
            f"{_percent(self.iou):.1f}",
            _mean(self.chars),
        ]


class Scorer:
    """Scores ranked places of one question set."""

    def __init__(self, asked: QuestionSet) -> None:
        self.asked, self.pool = asked, asked.pool
        self.names, self.texts = list(asked.texts), list(asked.texts.values())
        self._first: dict[Placed, Span] = {}

    def score(self, row: Scores, number: int, ranked: Sequence[Placed], results: Sequence[Placed]) -> None:
        """Take one question: a ranking for the budgets, and what is returned as results."""
        references = self.asked.questions[number].references
        places = [self._placed(place) for place in ranked]
        for budget in self.asked.budgets:
            row.budgets.setdefault(budget, []).append(recall_at(places, references, budget))
        taken = [self._placed(place) for place in results[:RESULTS]]
        found = score(taken, references)
        row.recall.append(found.recall)
        row.iou.append(found.iou)
        row.chars.append(sum(map(len, taken)))

    def _placed(self, place: Placed) -> Span:
        """In the pool, at its first occurrence: where a text repeats itself, references name the first."""
        if place not in self._first:
            number, span = place
            text = self.texts[number]
            first = first_occurrence(text, span.of(text))
            at = Span(first.start, first.start + len(span)) if first else span
            self._first[place] = self.pool.span(self.names[number], at)
        return self._first[place]


def print_table(title: str, asked: QuestionSet, rows: Sequence[Scores], console: Console) -> None:
    table = Table(title=f"{title}: {len(asked.questions)} questions, percent")
    names = ["", *(f"@{budget:,}" for budget in asked.budgets), f"recall, {RESULTS}", "IoU", "characters"]
    for name in names:
        table.add_column(name, justify="right" if name else "left")
    for row in rows:
        table.add_row(*row.cells(), style="bold" if "chunkwise" in row.name else "")
    console.print(table)


def print_differences(ours: Scores, others: Sequence[Scores], console: Console) -> None:
    for other in others:
        parts = []
        for budget, values in ours.budgets.items():
            found = paired(values, other.budgets[budget])
            parts.append(
                f"@{budget:,} {100 * found.mean:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
            )
        console.print(f"{ours.name} - {other.name}: {', '.join(parts)}", soft_wrap=True)


def _percent(values: Sequence[float]) -> float:
    return 100 * sum(values) / len(values)


def _mean(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):,.0f}"

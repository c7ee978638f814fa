"""A comparison on a terminal: a row a method, each measure with interval and difference to the first."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.grid import GAP, Column, print_grid, used_width
from chunkwise.cli.render.text import count, visible
from chunkwise.evaluation.compare import Comparison, Result
from chunkwise.quality.budget import BUDGETS

_FEW = 30
_OTHERS = ("mrr", "hit", "ndcg", "precision", "omega")
_NAMES = {"recall": "recall@{k}", "iou": "IoU@{k}", "mrr": "MRR", "hit": "hit@{k}", "ndcg": "nDCG@{k}",
          "precision": "prec@{k}", "omega": "omega"}  # fmt: skip


def show_comparison(screen: Screen, comparison: Comparison) -> None:
    """Print what was compared on what, a row for each method, and what the numbers are."""
    screen.print(_title(comparison))
    columns = list(_columns(screen, comparison))
    print_grid(screen, columns)
    screen.print(Text(_legend(comparison), "dim"))


def _title(comparison: Comparison) -> Text:
    names = [visible(document.id) for document in comparison.documents]
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    asked = count(len(comparison.questions), "question")
    if comparison.generated:
        every = comparison.generated == len(comparison.questions)
        asked += " made by rule" if every else f", {comparison.generated:,} made by rule"
    facts = f"  {count(len(comparison.results), 'method')} · {asked}"
    return Text(shown, "bold").append(facts, "not bold dim")


def _columns(screen: Screen, comparison: Comparison) -> Iterator[Column]:
    """The methods and their chunks; then measures, as many as there is room for."""
    results = comparison.results
    fixed = [
        Column("method", [Text(visible(result.contender.label)) for result in results]),
        Column("chunks", [Text(f"{result.structure.chunks:,}") for result in results], right=True),
        Column("size", [Text(f"{result.structure.typical:,}") for result in results], right=True),
        Column("cut", [Text(f"{result.structure.sentences_cut:,}") for result in results], right=True),
    ]
    yield from fixed
    room = screen.width - used_width(fixed)
    for name in _measures(comparison):
        cells = [_cell(screen, result, name) for result in results]
        column = Column(_label(name, comparison.looking.k), cells, right=True)
        room -= used_width([column])
        if room < -GAP:  # behind the last column there is no gap
            break
        yield column


def _measures(comparison: Comparison) -> list[str]:
    """The measures that there are, those first that say most."""
    taken = list(comparison.results[0].means)
    budgets = [f"recall_{budget}" for budget in BUDGETS]
    if not set(budgets) & set(taken):
        budgets = [name for name in taken if _budget(name)]
    return [name for name in ("recall", "iou", *budgets, *_OTHERS) if name in taken]


def _budget(name: str) -> int:
    return int(name.partition("_")[2] or 0)


def _label(name: str, k: int) -> str:
    return f"in {_budget(name):,}" if _budget(name) else _NAMES[name].format(k=k)


def _cell(screen: Screen, result: Result, name: str) -> Text:
    """Mean; below it the interval; below that the difference to the first method."""
    mean = result.means[name]
    dash = "–" if screen.is_unicode else "-"
    cell = Text(f"{100 * mean.mean:.1f}", "bold")
    cell.append(f"\n{100 * mean.low:.0f}{dash}{100 * mean.high:.0f}", "not bold dim")
    if name in result.against_first:
        found = result.against_first[name]
        style = ("green" if found.mean > 0 else "red") if found.is_telling else "dim"
        cell.append(f"\n{_signed(100 * found.mean)}{'*' if found.is_telling else ''}", f"not bold {style}")
    return cell


def _signed(value: float) -> str:
    return f"{round(value, 1) + 0.0:+.1f}"


def _legend(comparison: Comparison) -> str:
    """What the numbers are; one line, and one more where methods differ."""
    unit = comparison.results[0].structure.unit
    lines = [
        f"Means over the questions in percent, with 95 % intervals. in N: recall in the first N characters. "
        f"size: median, in {unit}. cut: sentences that no chunk has whole."
    ]
    if len(comparison.results) > 1:
        first = visible(comparison.results[0].contender.label)
        lines.append(f"Last line: difference to {first}, question by question; * where beyond chance.")
    if len(comparison.questions) < _FEW:
        lines.append(
            f"With {len(comparison.questions)} questions only large differences can be told from chance."
        )
    return "\n".join(lines)

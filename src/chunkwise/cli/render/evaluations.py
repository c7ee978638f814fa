"""The evaluation of a knowledge base on a terminal: a row a measure."""

from __future__ import annotations

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.grid import Column, print_grid
from chunkwise.cli.render.text import clip, count, head, visible
from chunkwise.kb.evaluate import Evaluation

_MEANING = {
    "recall": "of the answers' text, in the first {k} hits",
    "precision": "of the first {k} hits, answer",
    "iou": "answer found, of all that was read or missed",
    "hit": "questions with a right hit among the first {k}",
    "mrr": "1 / place of the first right hit",
    "ndcg": "how early the answers' text comes",
}
_WORST = 5
"""Questions with the least recall that are named."""


def show_evaluation(screen: Screen, found: Evaluation, kb: str) -> None:
    """Print what was asked of what, the measures with their intervals, and the questions that fare worst."""
    asked = count(len(found.answered), "question")
    if found.generated:
        asked += f", {found.generated:,} made by rule"
    facts = f"  version {found.seq} · {found.mode} · {asked}"
    screen.print(Text(visible(kb), "bold").append(facts, "not bold dim"))
    names = list(found.means)
    dash = "–" if screen.is_unicode else "-"
    means = [found.means[name] for name in names]
    columns = [
        Column("measure", [Text(_label(name, found.looking.k)) for name in names]),
        Column("mean", [Text(f"{100 * mean.mean:.1f}", "bold") for mean in means], right=True),
        Column("95 %", [Text(f"{100 * m.low:.1f}{dash}{100 * m.high:.1f}") for m in means], right=True),
        Column("in percent:", [Text(_meaning(name, found.looking.k), "dim") for name in names]),
    ]
    print_grid(screen, columns)
    _show_worst(screen, found)


def _show_worst(screen: Screen, found: Evaluation) -> None:
    """The questions whose answers were found least, if any were not found whole."""
    missed = [one for one in found.answered if one.values["recall"] < 0.999]
    if not missed:
        return
    screen.print()
    screen.print(Text(f"Not found whole: {count(len(missed), 'question')}", "bold"))
    for one in sorted(missed, key=lambda one: one.values["recall"])[:_WORST]:
        line = (
            f"{100 * one.values['recall']:>5.0f} %  {one.asked.question.id}  {head(one.asked.question.text)}"
        )
        screen.print(Text(clip(line, screen.width, screen.ellipsis)))


def _label(name: str, k: int) -> str:
    stem, _, budget = name.partition("_")
    if budget:
        return f"recall in {int(budget):,}"
    labels = {"iou": "IoU", "mrr": "MRR", "ndcg": "nDCG", "hit": "hit rate"}
    return labels.get(stem, stem) + ("" if stem == "mrr" else f"@{k}")


def _meaning(name: str, k: int) -> str:
    budget = name.partition("_")[2]
    if budget:
        return f"of the answers' text, in the first {int(budget):,} characters"
    return _MEANING[name].format(k=k)

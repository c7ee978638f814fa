"""How well units are found, on the questions that constants may be chosen on; the others are not asked."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from chunkwise.rank.cut import MODES, set_cut
from chunkwise.rank.unit_index import UnitIndex

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "quality"
LIMIT = 150


@pytest.fixture
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARK))
    import scoring
    import sets

    yield scoring, sets
    for name in ("rankings", "scoring", "sets"):
        sys.modules.pop(name, None)


def percent(values):
    return 100 * sum(values) / len(values)


def measured(scoring, asked, **options):
    """A row for each mode; the budgets are the same in all."""
    scorer = scoring.Scorer(asked)
    index = UnitIndex.of(scorer.texts, **options)
    rows = {mode: scoring.Scores(mode) for mode in MODES}
    for number, question in enumerate(asked.questions):
        ranked = index.search(question.text, LIMIT)
        places = [(unit.document, unit.span) for unit in ranked]
        for mode, row in rows.items():
            passages = [(passage.document, passage.span) for passage in set_cut(ranked, mode)]
            scorer.score(row, number, places, passages)
    return rows


def test_english_units_are_found(modules, shared):
    scoring, sets = modules
    rows = measured(scoring, sets.chroma(shared / "data/chroma", "tune"))
    budgets = {budget: percent(values) for budget, values in rows["wide"].budgets.items()}
    for budget, floor in {1000: 81.5, 2000: 90.0, 4000: 94.0}.items():
        assert budgets[budget] >= floor
    for mode, recall, iou in (("wide", 95, 12), ("balanced", 87.5, 23), ("focused", 80, 31)):
        assert percent(rows[mode].recall) >= recall
        assert percent(rows[mode].iou) >= iou


@pytest.mark.parametrize("chinese", ["pairs", "words"])
def test_chinese_units_are_found(modules, shared, chinese):
    if chinese == "words":
        pytest.importorskip("rjieba")
    scoring, sets = modules
    whole = sets.cmrc(shared / "data/cmrc", "tune")
    asked = replace(whole, questions=whole.questions[::5])
    row = measured(scoring, asked, chinese=chinese)["wide"]
    for budget, floor in {150: 85.5, 300: 92.0, 600: 95.5}.items():  # all questions: 87 and more, 94, 97
        assert percent(row.budgets[budget]) >= floor

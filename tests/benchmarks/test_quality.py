"""The quality benchmark: held-out questions are not looked at in passing, and its rows add up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "quality"


def test_held_out_questions_are_refused_without_a_record(tmp_path):
    command = [sys.executable, BENCHMARK / "compare.py", "--data", tmp_path, "--split", "heldout"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--final" in done.stderr


@pytest.fixture
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARK))
    import rankings
    import scoring
    import sets

    yield rankings, scoring, sets
    for name in ("rankings", "scoring", "sets", "chunkers"):
        sys.modules.pop(name, None)


def test_a_ranking_that_finds_half(modules):
    from chunkwise.model.span import Span

    _, scoring, sets = modules
    asked = sets.QuestionSet(
        {"a": "One two. Three four.", "b": "Five six."},
        [sets.Asked("three?", [Span(9, 20)]), sets.Asked("five?", [Span(21, 30)])],
        (11, 100),
    )
    scorer = scoring.Scorer(asked)
    row = scoring.Scores("half")
    scorer.score(row, 0, [(0, Span(0, 8)), (0, Span(9, 20))], [(0, Span(9, 20))])
    scorer.score(row, 1, [(0, Span(0, 8))], [(0, Span(0, 8))])
    assert row.budgets == {11: [pytest.approx(3 / 11), 0.0], 100: [1.0, 0.0]}
    assert (row.recall, row.iou, row.chars) == ([1.0, 0.0], [1.0, 0.0], [11, 8])


@pytest.mark.parametrize(
    ("texts", "query", "first"),
    [
        (["Cats drink milk. Dogs chew bones.", "Trains are late."], "Which dogs chew?", (0, 17)),
        (["猫喝牛奶。狗啃骨头。", "火车晚点。"], "狗啃什么？", (0, 5)),
    ],
)
def test_plain_words_find_the_chunk(modules, texts, query, first):
    from chunkwise.model.span import Span

    rankings, _, _ = modules
    half = first[1]
    chunks = [(0, Span(0, half)), (0, Span(half, len(texts[0]))), (1, Span(0, len(texts[1])))]
    found = rankings.ChunkBM25(texts, chunks, "pairs").search(query)
    assert found[0] == (first[0], Span(half, len(texts[0])))


def test_each_half_has_its_own_questions(modules, shared):
    _, _, sets = modules
    counts = {
        (name, split): len(load(shared / "data" / name, split).questions)
        for name, load in (("chroma", sets.chroma), ("cmrc", sets.cmrc))
        for split in sets.SPLITS
    }
    assert counts["chroma", "tune"] == 200
    assert counts["chroma", "heldout"] == 272
    assert counts["cmrc", "tune"] + counts["cmrc", "heldout"] > 3200

"""A knowledge base measured by questions: what comes back is scored as it is returned."""

from __future__ import annotations

import json

import pytest

from chunkwise.errors import InputError, InvalidOption, KnowledgeBaseError, ParseError
from chunkwise.model.span import Span
from chunkwise.quality.questions import Question
from chunkwise.quality.spans import score

RULES = "# 车辆\n\n## 停放\n\n访客车辆停放在地面停车场，每小时收费五元。\n\n## 充电\n\n充电费用按照电表读数结算，每度电一元二角。\n"
HANDBOOK = "# Handbook\n\n## Leave\n\nUnused days expire in March.\n\n## Travel\n\nFlights need the consent of the head.\n"
ASKED = [
    Question("访客停车每小时收费多少？", "rules.md", ("每小时收费五元",), id="parking"),
    Question("When do unused days expire?", None, ("Unused days expire in March.",), id="leave"),
]


@pytest.fixture
def filled(kb, files):
    kb.add(files(rules=RULES, handbook=HANDBOOK), "markdown")
    return kb


def test_right_answers_in_the_first_place(filled):
    found = filled.evaluate(ASKED, k=1)
    assert (found.seq, found.mode, found.generated) == (1, "lexical", 0)
    assert [one.asked.question.id for one in found.answered] == ["parking", "leave"]
    assert [one.asked.document for one in found.answered] == ["rules.md", "handbook.md"]
    for name in ("recall", "hit", "mrr", "ndcg", "recall_1000"):
        assert found.means[name].mean == 1, name
    for one in found.answered:
        assert len(one.hits) == 1
        own = [span for hit in one.hits for span in hit.chunk.spans]
        assert one.values["iou"] == pytest.approx(score(own, one.asked.spans).iou)


def test_hits_of_other_documents_cost_precision(filled):
    found = filled.evaluate([Question("费用 consent", "rules.md", ("每度电一元二角",))], k=5)
    (one,) = found.answered
    read = sum(len(span) for hit in one.hits for span in hit.chunk.spans)
    assert len({hit.chunk.document_id for hit in one.hits}) == 2
    assert one.values["precision"] == pytest.approx(7 / read)


def test_the_parent_that_is_read_is_what_counts(kb, files):
    text = (
        "# Care\n\nWater it on Monday. Feed it on Tuesday. Turn it on Wednesday. Leave it alone on Sunday.\n"
    )
    kb.add(files(care=text), "parent_child", parent_max_tokens=100, max_tokens=10)
    found = kb.evaluate([Question("when do I feed it?", "care.md", ("Leave it alone on Sunday.",))], k=1)
    assert found.answered[0].hits[0].matched[0].text != found.answered[0].hits[0].chunk.text
    assert found.means["recall"].mean == 1  # the parent holds it, the child that was found does not


def test_budgets_and_ranks_look_further_than_k(kb, files):
    entries = {
        f"day{n:02}": f"# Day {n}\n\nThe lamp was on for {n} hours and then it was off again.\n"
        for n in range(12)
    }
    kb.add(files(**entries), "markdown")
    found = kb.evaluate(
        [Question("lamp hours off", "day09.md", ("The lamp was on for 9 hours",))], k=1, budgets=(10_000,)
    )
    one = found.answered[0]
    assert len(one.hits) == 1
    assert one.values["recall_10000"] == 1
    assert 0 < one.values["mrr"] <= 1
    assert one.values["hit"] == float(one.hits[0].chunk.document_id == "day09.md")


def test_a_version_is_measured_as_it_was(filled, files):
    filled.add(files(rules=RULES.replace("五元", "八元")), "markdown")
    changed = [Question("访客停车每小时收费多少？", "rules.md", ("每小时收费八元",))]
    assert filled.evaluate(changed, k=1).means["recall"].mean == 1
    assert filled.evaluate(ASKED, k=1, at=1).means["recall"].mean == 1
    now = filled.evaluate(ASKED, k=1)
    assert len(now.answered) == 1
    assert "每小时收费五元" in now.left_out[0]
    with pytest.raises(KnowledgeBaseError, match="no version"):
        filled.evaluate(ASKED, at=7)


def test_search_options_are_those_of_search(filled):
    found = filled.evaluate(ASKED, k=1, where={"document_id": "rules.md"}, mode="lexical")
    assert [one.values["recall"] for one in found.answered] == [1, 0]
    with pytest.raises(InvalidOption, match="mode"):
        filled.evaluate(ASKED, mode="magic")
    with pytest.raises(TypeError):
        filled.evaluate(ASKED, colour="red")


def test_files_of_questions(filled, tmp_path):
    file = tmp_path / "q.jsonl"
    line = {"question": "When do unused days expire?", "spans": [[22, 50]], "document": "handbook.md"}
    file.write_text(json.dumps(line) + "\n", "utf-8")
    assert HANDBOOK[22:50] == "Unused days expire in March."
    seen = []
    found = filled.evaluate(file, on_answer=seen.append)
    assert found.answered[0].asked.spans == (Span(22, 50),)
    assert seen == ["1"]
    file.write_text("{\n")
    with pytest.raises(ParseError, match="line 1"):
        filled.evaluate(str(file))


def test_nothing_to_score(filled, kb):
    with pytest.raises(InputError, match=r"None of the questions.*'other\.md'"):
        filled.evaluate([Question("Who?", "other.md", ("I",))])
    with pytest.raises(InvalidOption):
        filled.evaluate(ASKED, k=0)


def test_an_empty_base_has_no_answers(kb):
    with pytest.raises(InputError, match="None of the questions"):
        kb.evaluate(ASKED)

"""Methods side by side: the same questions for all, scored as their definitions say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.errors import InputError, InvalidOption, UnknownName
from chunkwise.evaluation.compare import compare, found_parts
from chunkwise.evaluation.contenders import Contender, contenders
from chunkwise.evaluation.report import report_html
from chunkwise.evaluation.retrieval import ChunkRanking
from chunkwise.model.span import Span
from chunkwise.parsers.read import parse_text
from chunkwise.quality.generated import generate
from chunkwise.quality.measures import Looking
from chunkwise.quality.questions import Question, read_questions
from chunkwise.quality.ranges import common, united
from chunkwise.quality.spans import precision_omega, score
from chunkwise.rank.unit_index import UnitIndex
from chunkwise.testing.strategies import documents as documents_of_any_kind

HERE = Path(__file__).parent
RULES = """# 车辆管理规定

## 第一章 停放

员工车辆停放在地下二层。访客车辆停放在地面停车场，每小时收费五元。

## 第二章 充电

电动汽车充电桩位于地下一层东侧。充电费用按照电表读数结算，每度电一元二角。
"""
HANDBOOK = """# Handbook

## Leave

Every employee has thirty days of paid leave a year. Unused days expire at the end of March.

## Travel

Trains are booked in second class. Flights need the consent of the head of the department.
"""
ASKED = [
    Question("访客停车怎么收费？", "rules.md", ("每小时收费五元",)),
    Question("给电动车充电多少钱一度？", "rules.md", ("每度电一元二角",)),
    Question(
        "When do unused days of leave expire?", "handbook.md", ("Unused days expire at the end of March.",)
    ),
    Question(
        "Who has to agree to a flight?", None, ("Flights need the consent of the head of the department.",)
    ),
]


@pytest.fixture(scope="module")
def documents():
    return [
        parse_text(RULES, key="rules.md", media_type="text/markdown"),
        parse_text(HANDBOOK, key="handbook.md", media_type="text/markdown"),
    ]


@pytest.fixture(scope="module")
def compared(documents):
    return compare(documents, contenders(["markdown", "one", "parent_child"]), ASKED, Looking(2, (60, 2000)))


def test_every_method_answers_every_question(compared):
    assert [result.contender.label for result in compared.results] == ["markdown", "one", "parent_child"]
    assert all(len(result.answers) == 4 for result in compared.results)
    assert (compared.left_out, compared.notes, compared.failed, compared.generated) == ((), (), (), 0)
    for result in compared.results:
        assert {chunking.document.id for chunking in result.chunkings} == {"rules.md", "handbook.md"}
        assert result.structure.chunks == sum(map(len, result.chunkings))


def test_the_right_section_comes_first_and_whole_documents_cost_precision(compared):
    by_section, whole, _ = compared.results
    assert by_section.means["recall"].mean == by_section.means["mrr"].mean == 1
    assert whole.means["recall"].mean == 1
    assert whole.means["precision"].mean < by_section.means["precision"].mean
    assert whole.against_first["precision"].is_clear
    assert whole.against_first["precision"].mean == pytest.approx(
        whole.means["precision"].mean - by_section.means["precision"].mean
    )
    assert not by_section.against_first


def test_values_are_those_of_the_definitions(compared):
    for result in compared.results:
        for asked, answer in zip(compared.questions, result.answers, strict=True):
            assert len(answer.retrieved) <= 2
            own = [
                s
                for one in answer.retrieved
                if one.chunk.document_id == asked.document
                for s in one.chunk.spans
            ]
            assert answer.values["recall"] == pytest.approx(score(own, asked.spans).recall)
            held = common(
                united((s.start, s.end) for s in own), united((s.start, s.end) for s in asked.spans)
            )
            paid = sum(len(s) for one in answer.retrieved for s in one.chunk.spans)  # of both documents
            assert answer.values["precision"] == pytest.approx(held / paid)
            assert sum(map(len, answer.found)) == held


def test_what_a_search_would_return_is_scored(compared):
    parents = compared.results[2]
    for answer in parents.answers:
        for one in answer.retrieved:
            assert one.chunk.parent_id is None
            assert any(span.contains(child) for span in one.chunk.spans for child in one.matched.spans)
    tops = [
        c.spans[0] for chunking in parents.chunkings for c in chunking.parents.values() if not c.parent_id
    ]
    assert tops
    first = compared.questions[0]
    spans = [s for c in parents.chunkings[0].parents.values() if not c.parent_id for s in c.spans]
    assert parents.answers[0].values["omega"] == precision_omega(spans, first.spans)


def test_a_chunk_is_as_good_as_its_best_unit(documents):
    index = UnitIndex.of(documents)
    chunkings = [cw.chunk(document, "sentence", max_tokens=40) for document in documents]
    units = index.search("每度电多少钱", 50)
    ranked = ChunkRanking(chunkings).ranked(units)
    assert "每度电一元二角" in ranked[0].chunk.text
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert len({one.chunk.id for one in ranked}) == len(ranked)
    for one in ranked:  # no unit that lies in the chunk is better than its score
        inside = [
            unit.score
            for unit in units
            if documents[unit.document].id == one.chunk.document_id
            and any(span.contains(unit.span) for span in one.chunk.spans)
        ]
        assert all(found <= one.score for found in inside)


def test_chunks_smaller_than_a_unit_and_chunks_that_overlap(documents):
    rules = documents[1]
    tiny = cw.chunk(rules, "token", max_tokens=3)
    index = UnitIndex.of([rules])
    units = index.search("consent to flights", 20)
    assert all(one.chunk in list(tiny) for one in ChunkRanking([tiny]).ranked(units))
    overlapping = cw.chunk(rules, "recursive", max_tokens=24, overlap_tokens=10)
    found = ChunkRanking([overlapping]).ranked(units)
    assert found
    assert ChunkRanking([cw.Chunking(rules, [])]).ranked(units) == []  # all was left out


@settings(max_examples=25)
@given(
    documents_of_any_kind(),
    st.sampled_from(["general", "manual", "laws", "recursive", "token", "parent_child"]),
)
def test_any_document_can_be_compared(document, method):
    made = generate([document], 4)
    if not made:
        return
    found = compare([document], contenders([method, "one"], [24]), made)
    for result in found.results:
        assert len(result.answers) == len(made)
        for answer in result.answers:
            assert all(0 <= value <= 1 + 1e-9 for value in answer.values.values())
            budgets = [answer.values[f"recall_{budget}"] for budget in found.looking.budgets]
            assert budgets == sorted(budgets)  # who reads more finds no less
    assert report_html(found)


def test_questions_are_made_where_none_are_given(documents):
    found = compare(documents, contenders(["general"]))
    assert found.generated == len(found.questions) > 0


def test_the_same_again(documents, compared):
    again = compare(documents, contenders(["markdown", "one", "parent_child"]), ASKED, Looking(2, (60, 2000)))
    assert [result.means for result in again.results] == [result.means for result in compared.results]
    assert [result.against_first for result in again.results] == [
        result.against_first for result in compared.results
    ]


def test_questions_that_cannot_be_scored_are_said(documents):
    lost = [*ASKED, Question("Where?", "other.md", ("nowhere",))]
    found = compare(documents, contenders(["one"]), lost)
    assert len(found.questions) == 4
    assert "no document 'other.md'" in found.left_out[0]
    with pytest.raises(InputError, match=r"None of the questions can be scored.*other\.md"):
        compare(documents, contenders(["one"]), lost[4:])


def test_a_method_that_fails_does_not_cost_the_others(documents, tmp_path):
    broken = Contender("semantic", "semantic", {"embedder": f"onnx:{tmp_path}"})
    with pytest.raises(cw.ChunkwiseError):
        compare(documents, [broken], ASKED)
    found = compare(documents, [broken, *contenders(["one"])], ASKED)
    assert [result.contender.label for result in found.results] == ["one"]
    assert found.failed[0].startswith("semantic: ")


def test_wrong_calls(documents):
    with pytest.raises(InvalidOption, match="a document at least"):
        compare([], contenders(["one"]))
    with pytest.raises(InvalidOption, match=r"id 'rules\.md'"):
        compare([documents[0], documents[0]], contenders(["one"]))
    with pytest.raises(InvalidOption, match="No questions could be made"):
        compare([cw.Document.from_text("…")], contenders(["one"]))
    with pytest.raises(InvalidOption, match="name a method"):
        contenders([])
    with pytest.raises(InvalidOption, match="from 1, not 0"):
        contenders(["one"], [0])
    with pytest.raises(UnknownName, match="Did you mean 'laws'"):
        contenders(["lawz"])
    for looking in ((0, (1,)), (5, (0,)), (True, (1,))):
        with pytest.raises(InvalidOption):
            Looking(*looking)


def test_labels_tell_methods_sizes_and_files_apart(tmp_path):
    mine = tmp_path / "general.toml"
    mine.write_text(
        'summary = "Mine"\noptions_from = ["size"]\nsplit = ["sections"]\npack = { use = "fill" }\n'
    )
    found = contenders(["general", str(mine), "general"], [100, 200])
    assert [one.label for one in found] == ["general 100", "general 200", f"{mine} 100", f"{mine} 200"]
    assert found[1].options == {"max_tokens": 200}
    assert contenders(["laws"], options={"titles": "nearest", "separators": ["x"]})[0].options == {
        "titles": "nearest"
    }


def test_found_parts_lie_in_the_references(compared):
    asked, answer = compared.questions[0], compared.results[0].answers[0]
    assert found_parts(asked, answer.retrieved) == asked.spans
    assert found_parts(asked, ()) == ()
    assert all(isinstance(part, Span) for part in answer.found)


def test_ten_real_questions_to_the_tax_law(shared):
    """People's words, not the law's; every article is a chunk of its own in `laws`."""
    document = cw.parse(shared / "data" / "laws" / "tax_law.docx")
    found = compare(
        [document], contenders(["laws", "general", "recursive"]), read_questions(HERE / "tax_questions.jsonl")
    )
    assert (len(found.questions), found.left_out, found.notes) == (10, (), ())
    laws, general, recursive = found.results
    assert laws.means["recall"].mean == 1
    assert laws.means["recall_1000"].mean == 1
    for other in (general, recursive):
        assert other.against_first["iou"].high < 0
        assert other.against_first["omega"].high < 0


def test_ten_questions_to_a_web_page(shared):
    document = cw.parse(shared / "data" / "docs" / "html" / "wiki_duck.html")
    found = compare(
        [document],
        contenders(["html_header", "recursive"], [256]),
        read_questions(HERE / "duck_questions.jsonl"),
    )
    assert (len(found.questions), found.left_out) == (10, ())
    assert found.results[0].means["recall"].mean >= 0.8

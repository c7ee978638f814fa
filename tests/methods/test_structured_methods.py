"""``manual``, ``laws``, ``table``, ``qa`` and ``presentation`` in their first form."""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.model.table import Merge
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import Part, assemble
from chunkwise.text.tokens import get_counter

LAW = """中华人民共和国测试法

第一章　总则

第一条　为了测试，制定本法。

第二条　本法所称测试，包括下列：
（一）单元测试；
（二）集成测试。

测试应当如实。

第二章　罚则
第一节　处罚

第三条　违反本法第二条规定的，处以警告。
"""


def test_an_article_is_a_chunk_with_its_label_and_titles(tmp_path):
    file = tmp_path / "law.txt"
    file.write_text(LAW)
    chunking = cw.chunk(file, "laws")
    law = "中华人民共和国测试法"
    assert [c.heading_path for c in chunking] == [
        (law, "第一章 总则", "第一条"),
        (law, "第一章 总则", "第二条"),
        (law, "第二章 罚则", "第一节 处罚", "第三条"),
    ]
    assert chunking[1].text.endswith("测试应当如实。")
    assert chunking[1].index_text.startswith(f"{law} > 第一章 总则\n第二条　本法")
    assert [c.reason.begins for c in chunking] == ["article"] * 3
    assert broken_laws(chunking, get_counter()) == []


def test_english_articles():
    parts = [
        Part("heading", "Statutes", 1),
        Part("paragraph", "PREAMBLE applies."),
        Part("paragraph", "Article 1. Name\nThe club."),
        Part("paragraph", "It has a seat."),
        Part("paragraph", "Article 2. Seat\nParis."),
    ]
    chunking = cw.chunk(assemble(parts), "laws")
    assert [c.heading_path[-1] for c in chunking] == ["Statutes", "Article 1", "Article 2"]
    assert chunking[1].text == "Article 1. Name\nThe club.\n\nIt has a seat."


def test_the_tax_collection_law_has_94_articles(shared):
    chunking = cw.chunk(shared / "data/laws/税收征收管理法.md", "laws")
    labels = [c.heading_path[-1] for c in chunking if c.reason.begins == "article"]
    assert len(labels) == len(set(labels)) == 94


def test_pictures_stay_with_their_text_in_a_manual():
    parts = [
        Part("heading", "Fit", 1),
        Part("paragraph", "Turn it."),
        Part("figure", "the screw"),
        Part("paragraph", "Then stop."),
    ]
    chunking = cw.chunk(assemble(parts), "manual")
    assert [(c.kind, c.text, c.media) for c in chunking] == [
        ("text", "Turn it.\n\nthe screw\n\nThen stop.", ("#image2",))
    ]


def test_a_manual_without_headings_warns():
    assert "No headings" in cw.chunk(cw.Document.from_text("Words."), "manual").warnings[0]
    assert cw.chunk(assemble([Part("heading", "H", 1), Part("paragraph", "x")]), "manual").warnings == ()


def test_a_row_is_a_chunk_with_header_value_lines():
    rows = (("Product", "Sales", ""), ("", "Jan", "Feb"), ("001", "5", "7"), ("002", "", "9"))
    merges = (Merge(0, 1, 1, 2), Merge(0, 0, 2, 1))
    chunking = cw.chunk(assemble([Part("table", rows=rows, header_rows=2, merges=merges)]), "table")
    assert [c.body for c in chunking] == [
        "Product: 001\nSales / Jan: 5\nSales / Feb: 7",
        "Product: 002\nSales / Feb: 9",
    ]
    assert [c.text for c in chunking] == ["001 | 5 | 7", "002 |  | 9"]
    assert [c.metadata["row"] for c in chunking] == [3, 4]
    assert [d.reason for d in chunking.dropped] == ["header row, in every row's body"] * 2
    assert broken_laws(chunking, get_counter()) == []


def test_csv_as_a_string():
    chunking = cw.chunk_text("code,name\n001,plug\n002,lamp\n", "table")
    assert [c.content for c in chunking] == ["code: 001\nname: plug", "code: 002\nname: lamp"]


def test_a_pair_is_the_parent_of_its_question():
    rows = (("Question", "Answer", "Region"), ("How do I reset?", "Hold the button.", "EU"))
    chunking = cw.chunk(assemble([Part("table", rows=rows, header_rows=1)]), "qa")
    (child,) = chunking
    parent = chunking.parent_of(child)
    assert child.text == "How do I reset?"
    assert parent.content == "Question: How do I reset?\nAnswer: Hold the button."
    assert parent.metadata == {"row": 2, "Region": "EU"}


@pytest.mark.parametrize("match", ["question", "both"])
def test_labelled_text_in_chinese(match):
    chunking = cw.chunk_text(
        "常见问题\n问：怎么重置？\n答：按住按钮。\n五秒。\n问：有保修吗？\n答：两年。", "qa", match=match
    )
    bodies = (
        [p.body for p in chunking.parents.values()]
        if match == "question"
        else [c.body for c in chunking if c.body]
    )
    assert bodies == ["问题：怎么重置？\n回答：按住按钮。\n五秒。", "问题：有保修吗？\n回答：两年。"]
    assert "常见问题" in [c.text for c in chunking]


def test_columns_can_be_named_and_a_missing_answer_is_reported():
    rows = (("id", "ask", "reply"), ("1", "Why?", "Because."), ("2", "What?", ""))
    document = assemble([Part("table", rows=rows, header_rows=1)])
    chunking = cw.chunk(document, "qa", question="ask", answer="3")
    assert next(iter(chunking.parents.values())).body == "Question: Why?\nAnswer: Because."
    assert chunking.warnings == ("Row 3 has no answer.",)
    with pytest.raises(cw.InvalidOption, match="'reply'"):
        cw.chunk(document, "qa", question="nothing")


def test_a_slide_is_a_chunk():
    parts = [Part("title", f"Slide {n}", 0) for n in range(1)] + [
        Part("paragraph", f"Point {n}.") for n in range(9)
    ]
    chunking = cw.chunk(assemble(parts, paged=True), "presentation")
    assert [c.metadata["page"] for c in chunking] == [1, 2]
    assert chunking[0].text.startswith("Slide 0\n\nPoint 0.")
    assert all(c.positions for c in chunking)


def test_doubled_quotes_of_csv_are_one_quote_to_readers():
    data = b'question,answer,note\n"Is ""it"" red?","Say ""no""!",plain ""x""\n'
    document = cw.parse(data, media_type="text/csv")
    assert (
        cw.chunk(document, "table")[0].content
        == 'question: Is "it" red?\nanswer: Say "no"!\nnote: plain ""x""'
    )
    pairs = cw.chunk(document, "qa")
    assert pairs.parent_of(pairs[0]).content == 'Question: Is "it" red?\nAnswer: Say "no"!'

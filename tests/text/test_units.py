"""Sentence units: they hold all that is to be read, in order, and know where they stand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

import chunkwise as cw
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.testing.strategies import documents, texts
from chunkwise.text.units import LONGEST, document_units, paragraph_units, text_units
from chunkwise.text.wrapping import columns


def shown(text):
    return [unit.span.of(text) for unit in text_units(text)]


def without_blanks(text):
    return "".join(text.split())


@given(texts)
def test_the_units_of_a_text_hold_all_of_it(text):
    units = text_units(text)
    assert without_blanks("".join(unit.span.of(text) for unit in units)) == without_blanks(text)
    assert all(one.span.end <= other.span.start for one, other in pairwise(units))
    assert all(one.paragraph <= other.paragraph for one, other in pairwise(units))
    for unit in units:
        own = unit.span.of(text)
        assert own == own.strip()
        assert own
        assert unit.heading or columns(own) <= LONGEST + 1 or len(own) < 40


@given(documents())
def test_the_units_of_a_document_hold_all_that_is_read(document):
    units = document_units(document)
    assert all(one.span.end <= other.span.start for one, other in pairwise(units))
    inside = {at for unit in units for at in range(unit.span.start, unit.span.end)}
    for block in document.blocks:
        text = block.span.of(document.text)
        if block.kind not in ("header", "footer") and text != "[image]" and text.strip("\u200b \n"):
            missed = [at for at in range(block.span.start, block.span.end)
                      if at not in inside and not document.text[at].isspace()]  # fmt: skip
            assert not missed or not any(document.text[at].isprintable() for at in missed)


def test_headings_are_units_that_others_stand_under():
    text = "# Tax\n\nDue in May of every year.\n\n## Late\n\nInterest is owed from June.\n\n# End\n\nThat was all of it."
    units = document_units(cw.parse(text.encode(), media_type="text/markdown", key="a.md"))
    assert [(unit.span.of(text), unit.heading, unit.path) for unit in units] == [
        ("# Tax", True, ()),
        ("Due in May of every year.", False, ("Tax",)),
        ("## Late", True, ("Tax",)),
        ("Interest is owed from June.", False, ("Tax", "Late")),
        ("# End", True, ()),
        ("That was all of it.", False, ("End",)),
    ]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("= Tax =", "Tax"),
        (" = = = Early life = = = ", "Early life"),
        ("=== a = b ===", "a = b"),
        ("第一章　总则", "第一章 总则"),
        ("Chapter 2 Duties", "Chapter 2 Duties"),
    ],
)
def test_lines_that_say_that_they_are_headings(line, title):
    units = text_units(f"{line}\nThe text that stands below it.")
    assert [(unit.heading, unit.path) for unit in units] == [(True, ()), (False, (title,))]


@pytest.mark.parametrize(
    "line",
    ["= Tax", "= Tax ==", "=====", "x = y", "Part of it is due.", "第一章规定的内容，", "TAX", "1. Tax"],
)
def test_other_lines_are_none(line):
    assert not any(unit.heading for unit in text_units(f"{line}\nThe text that stands below it."))


def test_wrapped_lines_are_one_paragraph_and_others_are_not():
    wrapped = "The clerk wrote the whole\nnight, until the candle\nwent out and it was dark."
    assert shown(wrapped) == [wrapped]
    lines = "Eggs, and a dozen of them, please.\nMilk, and a bottle of it, please."
    assert shown(lines) == lines.split("\n")


def test_short_sentences_go_with_a_neighbour():
    assert shown("Yes. He said that he would come to the office. No.") == [
        "Yes. He said that he would come to the office. No."
    ]
    one = "He said that he would come to the office."
    assert shown(f"{one} {one}") == [one, one]
    assert shown("他走了。我没走。税务机关应当自受理之日起三十日内作出决定并书面通知。") == [
        "他走了。我没走。税务机关应当自受理之日起三十日内作出决定并书面通知。"
    ]


def test_long_sentences_are_cut_after_clauses():
    sentence = "whoever pays late owes interest, " * 40
    assert all(unit.endswith(",") and columns(unit) <= LONGEST for unit in shown(sentence))
    chinese = "纳税人逾期缴纳税款的，" * 60
    assert all(unit.endswith("，") and columns(unit) <= LONGEST for unit in shown(chinese))
    assert "".join(shown(chinese)) == chinese


def test_a_cluster_stays_whole():
    text = "e\u0301" * 1000
    assert not any(unit.startswith("\u0301") for unit in shown(text))


def test_rows_are_units_and_running_heads_are_not():
    document = Document.from_sections(
        [
            {"text": "Page 3", "kind": "header"},
            {"text": "The rates of the year are below.", "kind": "paragraph"},
            {"text": "Goods | 13 %\nBooks | 9 %", "kind": "table"},
        ]
    )
    found = [unit.span.of(document.text) for unit in document_units(document)]
    assert found == ["The rates of the year are below.", "Goods | 13 %", "Books | 9 %"]


def test_one_long_line_costs_what_it_is_long():
    for text in ("a" * 300_000, "中" * 300_000, ", " * 100_000, "\n" * 300_000, "= " * 100_000 + "\n"):
        spans = paragraph_units(text, Span(0, len(text)))
        assert without_blanks("".join(span.of(text) for span in spans)) == without_blanks(text)
        assert len(text_units(text)) <= len(text)

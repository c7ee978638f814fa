"""``recursive``, ``one`` and ``parent_child``."""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.testing.strategies import Part, assemble
from chunkwise.text.tokens import get_counter


def test_recursive_prefers_paragraphs_then_lines_then_sentences_then_words():
    text = "First paragraph here.\n\nSecond paragraph, which is longer. It has two sentences.\nAnd a line"
    chunking = cw.chunk_text(text, tokenizer="words", max_tokens=6)
    assert [c.text for c in chunking] == [
        "First paragraph here.",
        "Second paragraph, which is longer.",
        "It has two sentences.",
        "And a line",
    ]
    assert [c.reason.ends for c in chunking] == ["paragraph", "sentence", "sentence", "end"]


def test_indentation_of_the_first_line_is_kept():
    text = "def f():\n    first()\n\n    second()\n"
    chunking = cw.chunk_text(text, tokenizer="words", max_tokens=3)
    assert [c.text for c in chunking] == ["def f():\n    first()", "    second()"]


def test_emoji_and_flags_are_never_cut_while_they_fit():
    text = "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👩🏽‍🚀🇫🇷🇩🇪"
    chunking = cw.chunk_text(text, max_chars=7)
    assert [c.text for c in chunking] == ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🇫🇷🇩🇪"] or [
        c.text for c in chunking
    ][:3] == [
        "👨‍👩‍👧‍👦",
        "👨‍👩‍👧‍👦",
        "👩🏽‍🚀🇫🇷",
    ]
    assert "".join(c.text for c in chunking) == text


def test_thai_is_cut_at_spaces_while_one_is_in_reach():
    text = "ภาษาไทยเขียนติดกัน แต่มีช่องว่างระหว่างประโยค เพื่อให้อ่านง่าย " * 20
    chunking = cw.chunk_text(text, max_tokens=60)
    assert all(text[c.spans[0].start - 1] == " " for c in chunking[1:])


def test_offsets_are_those_of_the_input_whatever_its_line_breaks():
    text = "\ufeffOne.\r\n\r\nTwo.\rThree.\u2028Four."
    chunking = cw.chunk_text(text, tokenizer="words", max_tokens=1)
    assert [text[1:][c.spans[0].start : c.spans[0].end] for c in chunking] == [
        "One.",
        "Two.",
        "Three.",
        "Four.",
    ]


def test_blank_text_has_no_chunks():
    for text in ("", " \n\t ", "\ufeff"):
        assert list(cw.chunk_text(text)) == []
        assert list(cw.chunk_text(text, "parent_child")) == []


def test_no_cap_is_one_chunk_a_section():
    chunking = cw.chunk_text("word " * 5000, max_tokens=None)
    assert len(chunking) == 1
    assert chunking[0].tokens == get_counter().count_many([chunking[0].index_text])[0]


def test_one_holds_headings_tables_and_pictures():
    document = assemble(
        [
            Part("heading", "H", 1),
            Part("paragraph", "p"),
            Part("table", rows=(("a", "b"),)),
            Part("figure", "lamp"),
        ]
    )
    chunking = cw.chunk(document, "one")
    assert [c.text for c in chunking] == [document.text]
    assert chunking[0].media == ("#image3",)


def test_parents_are_cut_into_children_of_qanythings_size():
    text = " ".join(f"Sentence number {n} stands here." for n in range(400))
    chunking = cw.chunk_text(text, "parent_child", tokenizer="words")
    assert all(parent.tokens <= 800 for parent in chunking.parents.values())
    assert all(child.tokens <= 400 for child in chunking)
    assert all(chunking.parent_of(child) is not None for child in chunking)
    overlaps = [len(child.context.overlap.split()) for child in chunking]
    assert max(overlaps) <= 100
    assert overlaps[1] > 0


def test_children_follow_a_smaller_parent():
    chunking = cw.chunk_text("word " * 1000, "parent_child", tokenizer="words", parent_max_tokens=100)
    assert {child.tokens for child in chunking} <= set(range(1, 51))


def test_three_levels():
    chunking = cw.chunk_text(
        "word " * 800, "parent_child", tokenizer="words", parent_max_tokens=400, levels=3
    )
    roots = [p for p in chunking.parents.values() if p.parent_id is None]
    middle = [p for p in chunking.parents.values() if p.parent_id is not None]
    assert all(300 < p.tokens <= 400 for p in roots[:-1])
    assert all(p.tokens <= 200 and p.parent_id in chunking.parents for p in middle)
    assert all(child.tokens <= 100 and chunking.parents[child.parent_id] in middle for child in chunking)


def test_both_makes_the_parent_a_search_unit_too():
    chunking = cw.chunk_text(
        "One two three. Four five six.",
        "parent_child",
        tokenizer="words",
        max_tokens=3,
        overlap_tokens=0,
        index="both",
    )
    assert [c.text for c in chunking] == ["One two three. Four five six.", "One two three.", "Four five six."]
    assert [c.reason.oversize for c in chunking] == [True, False, False]
    assert len({c.id for c in chunking} | set(chunking.parents)) == 4


@pytest.mark.parametrize("base", ["general", "recursive", "manual"])
def test_a_single_parent_is_the_whole_document(base):
    text = "# One\n\n" + "word " * 900 + "\n\n# 二\n\n" + "字。" * 500
    chunking = cw.chunk_text(text, "parent_child", base=base, single_parent=True, tokenizer="words")
    (parent,) = chunking.parents.values()
    assert parent.text == text.strip()
    assert all(child.parent_id == parent.id and child.tokens <= 400 for child in chunking)
    assert max(len(child.context.overlap.split()) for child in chunking) <= 100
    assert len(chunking) >= 3
    small = cw.chunk_text(text, "parent_child", single_parent=True, max_tokens=50, tokenizer="words")
    assert max(child.tokens for child in small) <= 50
    with pytest.raises(cw.InvalidOption, match="Give max_tokens"):
        cw.chunk_text(text, "parent_child", parent_max_tokens=None)


def test_any_method_can_be_the_base():
    chunking = cw.chunk_text(
        "One. Two.", "parent_child", base="recursive", tokenizer="words", max_tokens=1, overlap_tokens=0
    )
    assert [c.text for c in chunking] == ["One.", "Two."]
    with pytest.raises(cw.InvalidOption, match="builds on another"):
        cw.chunk_text("x", "parent_child", base="parent_child")

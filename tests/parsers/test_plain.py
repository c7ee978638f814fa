from __future__ import annotations

import pytest

from chunkwise.model.source import Source
from chunkwise.parsers.plain import PlainParser
from chunkwise.parsers.read import parse_text


def blocks(text, media_type="text/plain"):
    document = parse_text(text, media_type=media_type)
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def paragraphs(*texts):
    return [("paragraph", text) for text in texts]


def test_blank_lines_separate_paragraphs():
    assert blocks("one\n\n  two  \n \t\nthree\n") == paragraphs("one", "two", "three")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\x85", "\u2029"])
def test_every_line_end_counts(end):
    assert blocks(f"a.{end}{end}b.{end}") == paragraphs("a.", "b.")


def test_a_form_feed_ends_a_paragraph():
    assert blocks("page one\fpage two") == paragraphs("page one", "page two")


def test_wrapped_english_prose_is_one_paragraph():
    text = (
        "Everything that follows was wrapped by hand at about seventy columns,\n"
        "so the ends of its lines mean nothing. Even where a sentence ends at\n"
        "the end of a line.\n"
        "The next one goes on."
    )
    assert blocks(text) == paragraphs(text)


def test_wrapped_chinese_prose_is_one_paragraph():
    text = "这是一段被硬换行的中文文本它的每一行都一样\n长所以应当被看作同一个段落而不是很多个段落\n对吧。"
    assert blocks(text) == paragraphs(text)


def test_statutes_have_a_paragraph_a_line():
    lines = [
        "第一条 为了规范管理，制定本法。",
        "第二条 本法所称公司，是指有限责任公司。",
        "（一）甲；",
        "（二）乙。",
    ]
    assert blocks("\n".join(lines)) == paragraphs(*lines)


def test_logs_have_a_paragraph_a_line():
    lines = [f"2026-01-0{n} 10:00:00 INFO request {n} took {n * 7} ms" for n in range(1, 6)]
    assert blocks("\n".join(lines)) == paragraphs(*lines)


def test_long_lines_are_paragraphs():
    lines = ["word " * 60 + "end", "other " * 60 + "end"]
    assert blocks("\n".join(lines)) == paragraphs(*lines)


def test_a_verse_stays_together_and_a_long_list_of_words_does_not():
    verse = "Roses are red\nViolets are blue\nSugar is sweet"
    assert blocks(verse) == paragraphs(verse)
    words = [f"Word{'x' * (n % 9)}" for n in range(100)]
    assert blocks("\n".join(words)) == paragraphs(*words)


def test_an_indented_first_line_begins_a_paragraph():
    first, second = "第一段从这里开始写\n接着写第一段的第二行", "第二段从这里开始写\n接着写第二段的第二行"
    assert blocks(f"　　{first}\n　　{second}") == paragraphs(first, second)


def test_list_items_with_their_continuation_lines_and_nesting():
    text = "Shopping:\n- apples, red\n  or green\n- pears\n  * ripe\n- plums"
    document = parse_text(text)
    found = [(b.kind, b.level, b.parent, b.span.of(document.text)) for b in document.blocks]
    assert found == [
        ("paragraph", None, None, "Shopping:"),
        ("list_item", 1, None, "- apples, red\n  or green"),
        ("list_item", 1, None, "- pears"),
        ("list_item", 2, "b2", "* ripe"),
        ("list_item", 1, None, "- plums"),
    ]


def test_numbers_are_items_only_where_they_count():
    assert [kind for kind, _ in blocks("1. one\n2. two\n3. three")] == ["list_item"] * 3
    assert [kind for kind, _ in blocks("1、甲事项\n2、乙事项")] == ["list_item"] * 2
    assert blocks("It was written in\n1984. The book was\nnot well received") == paragraphs(
        "It was written in\n1984. The book was\nnot well received"
    )
    assert [kind for kind, _ in blocks("1. Introduction\n\nText")] == ["paragraph", "paragraph"]


def test_aligned_columns_stay_together():
    text = "Name      Price\nApples      3.50\nPears      12.00"
    assert blocks(text) == paragraphs(text)


def test_what_looks_like_code_stays_together_with_its_indentation():
    text = "    if (x) {\n        y = 1;\n    }"
    assert blocks(f"See:\n\n{text}") == [("paragraph", "See:"), ("code", text)]


def test_no_headings_are_guessed():
    assert {kind for kind, _ in blocks("CHAPTER I\n\n1.2 Scope\n\n第一章 总则\n\nText.")} == {"paragraph"}


def test_code_is_cut_at_the_top_level():
    first = "import os\n\n\ndef f():\n    x = 1\n\n    return x"
    text = f"{first}\n\n\nclass A:\n    pass\n"
    parts = ["import os", "def f():\n    x = 1\n\n    return x", "class A:\n    pass"]
    assert blocks(text, "text/x-python") == [("code", part) for part in parts]
    document = parse_text(text, media_type="text/x-python")
    assert {block.style["language"] for block in document.blocks} == {"python"}
    assert document.media_type == "text/x-python"


def test_written_markup_languages_are_prose():
    assert blocks("Title\n=====\n\nText.", "text/x-rst")[-1] == ("paragraph", "Text.")


def test_the_encoding_is_noted():
    data = "第一条 为了规范公司的组织和行为，制定本法。".encode("gb18030")
    (document,) = PlainParser().parse(Source("a", "a.txt", data=data))
    assert document.metadata == {"encoding": "gb18030"}
    assert document.media_type == "text/plain"


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 300_000,
        "a" * 1_000_000,
        "a\n" * 100_000,
        " " * 500_000 + "a",
        "1. x\n" * 50_000,
        "-\n" * 100_000,
    ],
    ids=["newlines", "one word", "short lines", "blanks", "numbers", "dashes"],
)
def test_hostile_texts_are_read_in_linear_time(text):
    held = "".join(part for _, part in blocks(text))
    assert "".join(held.split()) == "".join(text.split())

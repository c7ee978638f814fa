"""``character``, ``token``, ``sentence``, ``markdown``, ``html_header``, ``html_section``, and the
options that they share with ``recursive``."""

from __future__ import annotations

import re
import textwrap
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import Part, assemble
from chunkwise.text import expressions
from chunkwise.text.tokens import get_counter

TEXT_METHODS = ["character", "token", "sentence", "recursive"]
METHODS = [*TEXT_METHODS, "markdown", "html_header", "html_section"]
ENGLISH = " ".join(f"Sentence number {n} of the text says a little more than that." for n in range(60))
CHINESE = "".join(f"第{n}句话说的是，税务机关应当依法征收税款。" for n in range(60))


def texts(chunking):
    return [chunk.text for chunk in chunking]


# Separators


@pytest.mark.parametrize("regex", [False, True])
@pytest.mark.parametrize(
    ("keep", "expected", "dropped"),
    [
        ("start", ["one##two", "##three", "####four", "##"], []),
        ("end", ["one##", "two##", "three##", "##four##"], []),
        ("drop", ["one##two", "three", "four##"], ["##", "####"]),
    ],
)
def test_a_separator_stays_at_a_side_or_is_left_out_where_the_text_is_cut(regex, keep, expected, dropped):
    text = "one##two##three####four##"
    options = {"separator": "##", "keep_separator": keep, "is_separator_regex": regex}
    chunking = cw.chunk_text(text, "character", max_chars=8, **options)
    if not (regex and keep == "end"):  # matches of an expression are not moved
        assert texts(chunking) == expected
    assert [drop.span.of(text) for drop in chunking.dropped] == dropped
    assert {drop.reason for drop in chunking.dropped} <= {"separator"}
    assert broken_laws(chunking) == []


def test_separators_are_tried_in_their_order():
    text = "a b|c d|e f;g h|i j"
    chunking = cw.chunk_text(text, "recursive", separators=[";", "|", " "], max_chars=8)
    assert texts(chunking) == ["a b|c d|", "e f;", "g h|i j"]
    assert [chunk.reason.ends for chunk in chunking] == ["delimiter", "delimiter", "end"]


def test_without_a_separator_in_reach_the_text_is_cut_as_ever():
    chunking = cw.chunk_text(ENGLISH, "character", max_tokens=40)
    assert all(chunk.text.endswith(".") for chunk in chunking)
    assert texts(chunking) == texts(cw.chunk_text(ENGLISH, "sentence", max_tokens=40))


def test_an_expression_cuts_where_it_matches():
    text = "1. one two three 2. four five six 3. seven"
    options = {"separator": r"\d+\.", "is_separator_regex": True, "keep_separator": "start"}
    chunking = cw.chunk_text(text, "character", max_chars=18, **options)
    assert texts(chunking) == ["1. one two three", "2. four five six", "3. seven"]


def test_a_line_break_in_a_separator_is_any_line_break():
    text = "one\r\n\r\ntwo\r\rthree"
    assert texts(cw.chunk_text(text, "character", max_chars=5)) == ["one", "two", "three"]


def test_an_expression_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(expressions, "TIME_LIMIT_S", 0.1)
    with pytest.raises(cw.InvalidOption, match=r"over 0\.1 seconds"):
        cw.chunk_text("a" * 5000, "character", separator="(a+)+b", is_separator_regex=True, max_chars=50)


def test_an_expression_that_is_none_is_refused():
    with pytest.raises(cw.InvalidOption, match="no regular expression"):
        cw.chunker("character", separator="(", is_separator_regex=True)
    assert texts(cw.chunk_text("a(b", "character", separator="(", max_chars=2)) == ["a(", "b"]


@pytest.mark.parametrize(
    ("written", "value"),
    [(r"\n\n", ["\n\n"]), ('["\\n", " "]', ["\n", " "]), (r"[.!?]\s", ["[.!?]\\s"]), ("[]", [])],
)
def test_separators_on_the_command_line_are_one_text_or_a_list_in_json(written, value):
    option = cw.methods.presets.load("recursive").options["separators"]
    assert option.parse(written) == value


# Overlap


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("count", [1, 2])
def test_overlap_in_sentences_is_whole_sentences(method, text, count):
    chunking = cw.chunk_text(text, method, max_tokens=120, overlap_sentences=count)
    assert broken_laws(chunking) == []
    assert len(chunking) > 4
    for before, chunk in pairwise(chunking):
        overlap = chunk.context.overlap
        assert overlap
        assert chunking.document.text[: chunk.spans[0].start].endswith(overlap)
        if method == "sentence":
            assert before.text.endswith(overlap.rstrip())
            assert len(re.findall(r"[.。]", overlap)) == count


@pytest.mark.parametrize("method", METHODS)
def test_fewer_sentences_are_repeated_where_so_many_do_not_fit(method):
    chunking = cw.chunk_text(ENGLISH, method, max_tokens=60, overlap_sentences=50)
    assert broken_laws(chunking) == []
    for chunk in chunking[1:]:
        assert 0 < len(re.findall(r"\.", chunk.context.overlap)) < 3
        assert len(chunk.text) >= len(chunk.context.overlap.rstrip())


def test_a_sentence_that_does_not_fit_is_not_repeated_and_the_chunk_says_so():
    text = "A first sentence that is as long as the whole chunk may be. Two. Three."
    chunking = cw.chunk_text(text, "sentence", tokenizer="words", max_tokens=13, overlap_sentences=1)
    assert [chunk.context.overlap for chunk in chunking] == ["", ""]
    assert chunking[1].reason.shed == ("overlap",)


@pytest.mark.parametrize(
    "options",
    [
        {"overlap_sentences": 1, "overlap_tokens": 3},
        {"overlap_sentences": 1, "overlap_percent": 5},
        {"overlap_sentences": -1},
        {"overlap_sentences": 1, "max_chars": 50, "overlap_chars": 3},
        {"keep_separator": "sometimes"},
    ],
)
def test_values_that_contradict_are_refused(options):
    with pytest.raises(cw.InvalidOption):
        cw.chunk_text("some text", "recursive", **options)


@pytest.mark.parametrize("method", TEXT_METHODS)
@pytest.mark.parametrize("budget", [1, 2, 5, 12])
def test_overlap_never_begins_inside_a_word_and_never_grows(method, budget):
    words = "internationalisation characteristically incomprehensibilities misunderstanding "
    chunking = cw.chunk_text(words * 60, method, max_tokens=40, overlap_tokens=budget)
    assert broken_laws(chunking) == []
    counter = get_counter()
    for chunk in chunking[1:]:
        overlap = chunk.context.overlap
        assert all(word in words.split() for word in overlap.split())
        assert counter.count_many([overlap])[0] <= budget + 1
    assert any(chunk.context.overlap for chunk in chunking) == (budget > 3)


# Small pieces


def test_a_last_piece_below_the_minimum_is_evened_out():
    for method in TEXT_METHODS:
        chunking = cw.chunk_text("w " * 22, method, tokenizer="words", max_tokens=20, min_tokens=5)
        assert [chunk.tokens for chunk in chunking] == [12, 10]


SMALL = "Before.\n\n# A\n\naa\n\n## B\n\nbb\n\n## C\n\ncc\n\n# D\n\ndd words\n\n| t |\n|---|\n| 1 |\n\nend"


def test_small_sections_are_joined_under_the_headings_that_they_share():
    chunking = cw.chunk_text(SMALL, "markdown", max_tokens=17, merge_small=True)
    assert broken_laws(chunking) == []
    assert [(chunk.text, chunk.heading_path) for chunk in chunking] == [
        ("Before.\n\n# A\n\naa\n\n## B\n\nbb", ()),
        ("cc", ("A", "C")),
        ("dd words", ("D",)),
        ("| t |\n|---|\n| 1 |", ("D",)),
        ("end", ("D",)),
    ]


def test_only_sections_below_the_minimum_are_joined():
    text = f"# A\n\n{'long ' * 40}\n\n# B\n\nshort\n\n# C\n\n{'long ' * 40}"
    chunking = cw.chunk_text(
        text, "markdown", tokenizer="words", max_tokens=60, min_tokens=10, merge_small=True
    )
    assert broken_laws(chunking) == []
    assert [chunk.tokens for chunk in chunking] == [45, 41]
    assert chunking[0].text.startswith("# A\n\nlong")
    assert chunking[0].text.endswith("# B\n\nshort")
    assert [chunk.heading_path for chunk in chunking] == [(), ("C",)]


@pytest.mark.parametrize("method", METHODS)
def test_without_merging_every_section_is_a_chunk(method):
    document = assemble(
        [part for n in range(5) for part in (Part("heading", f"H{n}", 1), Part("paragraph", f"p{n}"))]
    )
    assert len(cw.chunk(document, method)) == 5
    joined = cw.chunk(document, method, merge_small=True)
    assert broken_laws(joined) == []
    assert len(joined) == 1


# Sentences, words, characters


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_sentences_are_never_cut_while_they_fit(text):
    for cap in (40, 100, 512):
        chunking = cw.chunk_text(text, "sentence", max_tokens=cap)
        assert all(chunk.text[-1] in ".。" for chunk in chunking)
        assert all(chunk.reason.ends in ("sentence", "end") for chunk in chunking)


MIXED = (
    textwrap.fill(ENGLISH * 5)
    + "\n\n"
    + "def f(x):\n    return x['key'] + 3.14159\n" * 200
    + CHINESE * 5
    + "https://a.b/c?d=e " * 300
)


@pytest.mark.parametrize("text", [ENGLISH * 20, CHINESE * 20, MIXED], ids=["en", "zh", "mixed"])
def test_token_fills_every_chunk_nearly_to_the_cap(text):
    sizes = [chunk.tokens for chunk in cw.chunk_text(text, "token", max_tokens=256)]
    assert min(sizes[:-1]) >= 0.85 * 256
    assert sum(sizes[:-1]) >= 0.97 * 256 * len(sizes[:-1])


def test_a_text_that_fits_is_one_chunk_however_exactly_it_fits():
    text = " ".join(f"w{n}" for n in range(300))
    size = get_counter().count_many([text])[0]
    for method in TEXT_METHODS:
        assert len(cw.chunk_text(text, method, max_tokens=size)) == 1
        assert len(cw.chunk_text(text, method, max_tokens=size - 1)) > 1


THAI = "ภาษาไทยเขียนติดกัน แต่มีช่องว่างระหว่างประโยค เพื่อให้อ่านง่าย\nบรรทัดใหม่เริ่มที่นี่ และจบตรงนี้ " * 30


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "options", [{"max_tokens": 60}, {"max_chars": 90}, {"max_tokens": 90, "overlap_tokens": 30}]
)
def test_thai_is_cut_at_spaces_and_line_ends(method, options):
    chunking = cw.chunk_text(THAI, method, **options)
    assert broken_laws(chunking) == []
    text = chunking.document.text
    assert len(chunking) > 5
    assert all(text[chunk.spans[0].start - 1].isspace() for chunk in chunking[1:])


CLUSTERS = [
    "👨‍👩‍👧‍👦",
    "🇫🇷",
    "e\u0301\u0302",
    "क्षि",
    "กำ",
    "각",
    "한",
    "שָׁ",
    "👩🏽‍🚀",
    "1️⃣",
    "。\U000e0020",
    ".\U0001f3fd",
    "ﾊﾞ",
    "ﷺ",
    "中",
    "a",
]


@pytest.mark.parametrize("method", METHODS)
@given(st.lists(st.sampled_from(CLUSTERS), min_size=1, max_size=30), st.integers(9, 20))
def test_no_cluster_is_cut_in_any_script(method, clusters, cap):
    chunking = cw.chunk_text("".join(clusters), method, max_chars=cap)
    assert broken_laws(chunking) == []


# Markdown and HTML


def fence(lines):
    return "```python\n" + "\n".join(f"value_{n} = {n}" for n in range(lines)) + "\n```"


def test_a_fence_is_not_cut_while_it_fits():
    text = f"# T\n\n{'Words before it. ' * 6}\n\n{fence(12)}\n\n{'Words after it. ' * 9}"
    size = get_counter().count_many([f"T\n{fence(12)}"])[0]
    for cap in range(size, 2 * size, 7):
        for overlap in ({}, {"overlap_tokens": 20}, {"overlap_sentences": 1}):
            chunking = cw.chunk_text(text, "markdown", max_tokens=cap, **overlap)
            assert broken_laws(chunking) == []
            assert any(fence(12) in chunk.text for chunk in chunking), cap


def test_a_fence_that_does_not_fit_is_cut_at_lines():
    chunking = cw.chunk_text(f"# T\n\nWords.\n\n{fence(80)}", "markdown", max_tokens=100)
    assert broken_laws(chunking) == []
    lines = [line for chunk in chunking for line in chunk.text.splitlines() if line.startswith("value")]
    assert lines == fence(80).splitlines()[1:-1]


blocks = st.one_of(
    st.integers(1, 30).map(lambda n: Part("code", "\n".join(f"x_{i} = f({i})" for i in range(n)))),
    st.integers(1, 40).map(lambda n: Part("paragraph", "Some words of it. " * n)),
)


@given(st.lists(blocks, min_size=1, max_size=6), st.integers(12, 150), st.integers(0, 9))
def test_code_blocks_of_any_document_stay_whole(parts, cap, overlap):
    document = assemble([Part("heading", "A title", 1), *parts])
    chunking = cw.chunk(document, "markdown", max_tokens=cap, overlap_tokens=overlap)
    assert broken_laws(chunking) == []
    counter = get_counter()
    for part in parts:
        if part.kind == "code" and counter.count_many([f"A title\n{part.text}"])[0] < cap:
            assert any(part.text in chunk.text for chunk in chunking)


def test_text_before_the_first_heading_is_kept_and_paths_are_whole():
    chunking = cw.chunk_text("Before.\n\n# A\n\na\n\n### B\n\nb\n\n## C\n\nc\n", "markdown")
    assert [(chunk.text, chunk.heading_path, chunk.context.titles) for chunk in chunking] == [
        ("Before.", (), ()),
        ("a", ("A",), ("A",)),
        ("b", ("A", "B"), ("A", "B")),
        ("c", ("A", "C"), ("A", "C")),
    ]


def test_headings_below_a_level_are_text():
    chunking = cw.chunk_text("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n", "markdown", heading_levels=2)
    assert [(chunk.text, chunk.heading_path) for chunk in chunking] == [
        ("a", ("A",)),
        ("b\n\n### C\n\nc", ("A", "B")),
    ]
    assert broken_laws(chunking) == []
    with pytest.raises(cw.InvalidOption):
        cw.chunker("markdown", heading_levels=-1)


PAGE = (
    "<p>Before.</p><h1>Guide</h1><p>Intro.</p><h2>Install</h2><p>"
    + "Some words of it. " * 30
    + "</p><h2>Use</h2><table><tr><th>a</th><th>b</th></tr>"
    + "".join(f"<tr><td>row {n}</td><td>value {n}</td></tr>" for n in range(30))
    + "</table><pre>"
    + "\n".join(f"line {n}" for n in range(10))
    + "</pre><h3>Empty</h3>"
)


def test_html_by_headers():
    chunking = cw.chunk_text(PAGE, "html_header", max_tokens=80)
    assert broken_laws(chunking) == []
    assert [chunk.heading_path for chunk in chunking][:2] == [(), ("Guide",)]
    assert {chunk.heading_path for chunk in chunking} == {
        (), ("Guide",), ("Guide", "Install"), ("Guide", "Use"),
    }  # fmt: skip
    tables = [chunk for chunk in chunking if chunk.kind == "table"]
    assert all(chunk.context.table_header == "a | b" for chunk in tables[1:])
    assert chunking[-1].text == "Empty"


def test_html_sections_begin_with_their_heading():
    chunking = cw.chunk_text(PAGE, "html_section", max_tokens=80)
    assert broken_laws(chunking) == []
    first = [chunk for chunk in chunking if chunk.heading_path == ("Guide", "Install")]
    assert first[0].text.startswith("Install\n\nSome words")
    assert first[0].context.titles == ("Guide",)
    assert len(first) > 1
    assert all(chunk.context.titles == ("Guide", "Install") for chunk in first[1:])
    # A heading with a table below it is in the table's path alone.
    assert not any(chunk.text == "Use" for chunk in chunking)


@pytest.mark.parametrize("method", ["html_header", "html_section"])
@given(
    st.lists(
        st.sampled_from(["<", "!", "[", "--", ">", "/", "a", "p", " ", "'", "=", "]", "&", "?", "x;"]),
        max_size=30,
    )
)
def test_any_string_is_a_page(method, parts):
    chunking = cw.chunk_text("".join(parts), method, max_chars=8)
    assert broken_laws(chunking) == []


@pytest.mark.parametrize("method", METHODS)
def test_any_method_cuts_any_document(method):
    document = cw.parse(b"<h1>T</h1><p>Words of it.</p>", media_type="text/html")
    assert [chunk.heading_path for chunk in cw.chunk(document, method)] == [("T",)]

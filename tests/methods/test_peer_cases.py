"""Inputs that break other splitters, with the right answers, by the number of the case.

Every answer also keeps the laws: spans are slices of the input, the cap holds context included, and
nothing is lost.
"""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.text.counters.toktok import ToktokCounter
from chunkwise.text.tokens import get_counter

LOREM = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et "
    "dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip."
)
INTERMITTENT = (
    "any text can be put here if I am splitting from_tiktoken_encoder and have a chunk_overlap greater than 0 "
    "it will not work. The start_index metadata will have intermittant -1 values in it."
)
TEXT_METHODS = ["recursive", "character", "token", "sentence", "markdown"]


def cut(text, method, **options):
    """Chunks that keep every law, and are slices of the text."""
    chunking = cw.chunk_text(text, method, **options)
    counter = None if "max_chars" in options else get_counter(options.get("tokenizer", "cl100k_base"))
    assert broken_laws(chunking, counter) == []
    for chunk in chunking:
        assert [span.of(chunking.document.text) for span in chunk.spans] == [chunk.text]
    return chunking


def texts(chunking):
    return [chunk.text for chunk in chunking]


def starts(chunking):
    return [chunk.spans[0].start for chunk in chunking]


@pytest.mark.parametrize("overlap", [0, 4])
def test_case_1_a_chunk_that_occurs_twice_has_its_own_offset(overlap):
    chunking = cut("chunk chunk", "recursive", separators=[" ", ""], max_chars=5, overlap_chars=overlap)
    assert texts(chunking) == ["chunk", "chunk"]
    assert starts(chunking) == [0, 6]


@pytest.mark.parametrize("method", TEXT_METHODS)
@pytest.mark.parametrize(("text", "cap", "overlap"), [(LOREM, 10, 5), (INTERMITTENT, 20, 10)])
def test_case_2_offsets_with_overlap_rise(method, text, cap, overlap):
    chunking = cut(text, method, max_tokens=cap, overlap_tokens=overlap)
    assert len(chunking) > 2
    assert starts(chunking) == sorted(set(starts(chunking)))
    for chunk in chunking:
        start = chunk.spans[0].start
        assert text[start - len(chunk.context.overlap) : start] == chunk.context.overlap
    assert any(chunk.context.overlap for chunk in chunking)


def test_case_4_paragraphs_and_code_stay_as_they_are():
    assert texts(cut("# My Heading\n\nPara one.\n\nPara two.\n", "markdown")) == ["Para one.\n\nPara two."]
    code = "```make\nall:\n\tgcc -o a\n\t\u00a0x\n```"
    assert texts(cut(f"# T\n{code}\n", "markdown")) == [code]
    item = "- item\n\n  ```yaml\n  my:\n     foo: bar\n  ```"
    assert texts(cut(f"# T\n{item}\n", "markdown")) == [item]


@pytest.mark.parametrize("fence", ["~~~", "```"])
def test_case_5_a_comment_in_a_fence_is_no_heading(fence):
    code = f"{fence}python\n# not a header\nx=1\n{fence}"
    chunking = cut(f"# A\n\n{code}\n\n## B\nt", "markdown")
    assert [(chunk.text, chunk.heading_path) for chunk in chunking] == [(code, ("A",)), ("t", ("A", "B"))]


@pytest.mark.parametrize("method", ["html_header", "html_section"])
def test_case_6_all_headings_above_in_the_order_of_the_page(method):
    pages = {
        "<h1>Chapter 1</h1><p>Intro text.</p><h2>Section 1.1</h2><p>Section text.</p>": [
            ("Intro text.", ("Chapter 1",)),
            ("Section text.", ("Chapter 1", "Section 1.1")),
        ],
        '<p>This is some text that <strong>should</strong> stay in <a href="#">order</a> here.</p>': [
            ("This is some text that should stay in order here.", ()),
        ],
        "<html><body><p>before</p><h1>A</h1><p>x</p></body></html>": [("before", ()), ("x", ("A",))],
    }
    for page, expected in pages.items():
        chunking = cut(page, method)
        found = [(chunk.text.splitlines()[-1], chunk.heading_path) for chunk in chunking]
        assert found == expected
        assert not any(chunk.metadata for chunk in chunking)


def test_case_7_a_regular_expression_is_never_pasted_into_the_text():
    text = "AAA   BBB\n\nCCC"
    options = {"separator": r"\s+", "is_separator_regex": True, "keep_separator": "drop"}
    assert texts(cut(text, "character", max_chars=20, **options)) == [text]
    assert texts(cut(text, "character", max_chars=9, **options)) == ["AAA   BBB", "CCC"]


def test_case_8_overlap_is_taken_where_one_word_is_the_whole_chunk():
    chunking = cut("A" * 26 + "\n\n" + "B" * 10, "recursive", max_chars=30, overlap_chars=10)
    assert texts(chunking) == ["A" * 26, "B" * 10]
    assert chunking[1].context.overlap == "A" * 8 + "\n\n"
    assert len(chunking[1].index_text) <= 30


@pytest.mark.parametrize("method", TEXT_METHODS)
def test_case_9_special_tokens_are_text(method):
    text = "see <|endoftext|> in docs"
    chunking = cut(text, method)
    assert texts(chunking) == [text]
    assert chunking[0].tokens > 5


@pytest.mark.parametrize("method", TEXT_METHODS)
@pytest.mark.parametrize(
    ("text", "cap"),
    [("今天天气很好。我们去公园玩！你来吗？好的，没问题。" * 6, 40), ("我爱🦛猫咪龘，今天天气很好。" * 4, 5)],
)
def test_case_10_no_character_is_cut_or_lost(method, text, cap):
    chunking = cut(text, method, max_tokens=cap)
    assert "".join(texts(chunking)) == text
    assert "\ufffd" not in "".join(texts(chunking))


@pytest.mark.parametrize("method", TEXT_METHODS)
def test_case_11_chinese_without_a_mark_is_cut(method):
    text = "中文没有空格" * 50
    chunking = cut(text, method, max_chars=100)
    assert "".join(texts(chunking)) == text
    assert len(chunking) == 3


@pytest.mark.parametrize("method", TEXT_METHODS)
def test_case_12_a_long_sentence_is_cut_finer(method):
    text = (
        "This is the first sentence. This is the second sentence. \n    And here's a third one with some "
        "additional context and more words to pass the limit by far."
    )
    chunking = cut(text, method, max_tokens=10, overlap_tokens=1)
    assert max(chunk.tokens for chunk in chunking) <= 10
    assert all(text[chunk.spans[-1].end : chunk.spans[-1].end + 1].strip() == "" for chunk in chunking)


@pytest.mark.parametrize("overlap", [{"overlap_tokens": 3}, {"overlap_sentences": 1}])
def test_case_13_overlap_stands_in_a_field_of_its_own_and_is_counted(overlap):
    text = "One two three four. Five six seven. Eight nine ten eleven. Twelve thirteen."
    chunking = cut(text, "sentence", max_tokens=11, **overlap)
    assert any(chunk.context.overlap for chunk in chunking)
    for chunk in chunking:
        assert chunk.text == text[chunk.spans[0].start : chunk.spans[0].end]
        assert chunk.index_text == chunk.context.overlap + chunk.text
        assert chunk.tokens == ToktokCounter().count_many([chunk.index_text])[0] <= 11


@pytest.mark.parametrize("method", TEXT_METHODS)
def test_case_14_no_family_and_no_flag_is_cut_while_it_fits(method):
    clusters = ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🇫🇷", "🇩🇪"]
    text = "".join(clusters)
    for options in ({"max_chars": 7}, {"max_tokens": 20}):
        chunking = cut(text, method, **options)
        edges = {0}
        for cluster in clusters:
            edges.add(max(edges) + len(cluster))
        assert {
            edge for chunk in chunking for span in chunk.spans for edge in (span.start, span.end)
        } <= edges
    # A flag of two code points fits three; the families do not, and only they are broken.
    small = cut(text, method, max_chars=3)
    assert {"🇫🇷", "🇩🇪"} <= set(texts(small))


def test_case_15_metadata_takes_nothing_of_the_cap():
    text = "word " * 100
    page = f"---\nk: {'v ' * 200}\n---\n\n{text}"
    chunking = cut(page, "markdown", max_tokens=64)
    assert chunking.document.metadata["k"].startswith("v v")
    assert "".join("".join(texts(chunking)).split()) == "word" * 100
    assert len(chunking) == 2


def test_case_16_a_table_that_is_cut_repeats_its_header():
    rows = [f"| row {i} | value {i} |" for i in range(12)]
    header = "| a | b |\n|---|---|"
    chunking = cut("# T\n\nIntro.\n\n" + "\n".join([header, *rows]) + "\n", "markdown", max_chars=120)
    tables = [chunk for chunk in chunking if chunk.kind == "table"]
    assert tables[0].text.startswith(header)
    assert len(tables) > 2
    for chunk in tables[1:]:
        assert chunk.context.table_header == header
        assert header not in chunk.text
        assert set(chunk.text.splitlines()) <= set(rows)
    assert [row for chunk in tables for row in chunk.text.splitlines() if row in rows] == rows


def test_case_17_a_passage_of_two_documents_has_two_ids():
    passage = "# T\n\nThe same passage, word for word. And a second sentence."
    ids = [
        {chunk.id for chunk in cut(passage, method, id=name, max_tokens=12)}
        for method in ("markdown", "recursive")
        for name in ("a", "b")
    ]
    assert not ids[0] & ids[1]
    assert not ids[2] & ids[3]
    parents = [
        set(cw.chunk_text(passage, "parent_child", base="markdown", id=name).parents) for name in ("a", "b")
    ]
    assert parents[0]
    assert not parents[0] & parents[1]

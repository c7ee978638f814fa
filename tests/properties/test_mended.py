"""Inputs that once broke a law: each stands here so that it never does again."""

from __future__ import annotations

import time

import numpy
import pytest

import chunkwise as cw
from chunkwise.model.block import Block
from chunkwise.model.span import Span
from chunkwise.model.table import Merge
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import Part, assemble


@pytest.mark.parametrize(
    "text",
    [
        "aaaa bbbb!))))) cccc",
        "（他说：“好！”）" * 40,
        "“是吗？”）" * 40,
        'He said "Stop!"). ' * 40,
        "!" + ")" * 500,
    ],
)
def test_closing_marks_at_the_edge_of_the_window(text):
    for cap in range(2, 60):
        assert broken_laws(cw.chunk_text(text, "general", max_chars=cap)) == []


@pytest.mark.parametrize("char", ["\u200d", "\u0301", "\u0600", "क्", "ᄀ"], ids=range(5))
def test_floods_of_marks_are_linear(char):
    start = time.process_time()
    chunking = cw.chunk_text("e" + char * 200_000, "recursive")
    assert time.process_time() - start < 5  # a tenth of a second here; a minute if it were quadratic
    assert broken_laws(cw.chunk_text("e" + char * 3000, "recursive")) == []
    assert max(chunk.tokens for chunk in chunking) <= 512


def timed(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def pairs(count):
    return cw.parse(("Q: a\n\nA: b\n\n" * count).encode(), media_type="text/markdown")


def media(count):
    return assemble([*[Part("table", rows=(("a", "b"),))] * count, Part("paragraph", "word")])


def merged(count):
    rows = (("h", "i"), *((f"{n}", "") for n in range(count)))
    return assemble(
        [Part("table", rows=rows, header_rows=1, merges=tuple(Merge(n + 1, 0, 1, 2) for n in range(count)))]
    )


@pytest.mark.parametrize(
    ("make", "method", "options"),
    [(pairs, "qa", {}), (media, "general", {"table_context_tokens": 50}), (merged, "table", {})],
    ids=["pairs", "media", "merges"],
)
def test_many_of_a_kind_are_linear(make, method, options):
    small, large = make(500), make(4000)
    chunker = cw.chunker(method, **options)
    chunker.chunk(small)
    assert (
        timed(lambda: chunker.chunk(large)) < 30 * timed(lambda: chunker.chunk(small)) + 0.5
    )  # 8 if linear, 64 if not


def test_captions_below_a_table_stay_below():
    parts = [
        Part("paragraph", "Before."),
        Part("table", rows=(("h", "i"), ("1", "2")), header_rows=1),
        Part("caption", "Below it"),
        Part("paragraph", "After."),
    ]
    for method in ("table", "qa", "general"):
        chunking = cw.chunk(assemble(parts), method)
        assert broken_laws(chunking) == []
        assert any("Below it" in chunk.text for chunk in chunking)


def test_the_cap_of_children_is_in_the_settings():
    chunking = cw.chunk_text(
        "e\u0301\u0302 " * 3,
        "parent_child",
        tokenizer="chars",
        parent_max_tokens=20,
        levels=4,
        overlap_tokens=0,
    )
    assert chunking.settings["max_tokens"] == 2
    assert broken_laws(chunking) == []
    assert cw.chunker("parent_child").settings["max_tokens"] == 400


def test_a_parent_among_its_children_is_oversize_only_where_it_is():
    chunking = cw.chunk_text("One. Two. Three.", "parent_child", index="both")
    assert [chunk.reason.oversize for chunk in chunking] == [False, False]
    assert chunking[0].reason.note


def test_nul_in_a_heading_brings_no_replacement_character():
    chunking = cw.chunk(cw.parse(b"# \0A [l](u)\n\nx", media_type="text/markdown"))
    assert "\ufffd" not in chunking[0].index_text


@pytest.mark.parametrize(
    "sections",
    [
        "abc",
        5,
        None,
        [5],
        [{"text": "a", "kind": "heading", "level": "2"}],
        [{"text": "a", "level": -1}],
        [{"text": "a", "kind": ["x"]}],
        [("a", [1, 2])],
    ],
)
def test_sections_of_the_wrong_form_are_refused(sections):
    with pytest.raises(cw.InvalidOption):
        cw.Document.from_sections(sections)


def test_numbers_of_numpy_are_numbers():
    chunking = cw.chunk_text(
        "a b c d", tokenizer=lambda text: numpy.int64(len(text)), max_tokens=numpy.int64(3)
    )
    assert [type(chunk.tokens) for chunk in chunking] == [int] * len(chunking)
    assert max(chunk.tokens for chunk in chunking) == 3


@pytest.mark.parametrize(
    ("method", "options"),
    [
        (None, {}),
        (5, {}),
        ("general", {"pack.max_tokens": "x"}),
        ("general", {"pack.levels": 5}),
        ("general", {"split.mode": "zzz"}),
        ("recursive", {"id": 5}),
    ],
)
def test_wrong_calls_are_usage_errors(method, options):
    with pytest.raises(cw.UsageError):
        cw.chunk_text("a text", method, **options)


@pytest.mark.parametrize(
    "text",
    [
        "split=5",
        "split=[5]",
        "split=[{}]",
        "options=5",
        "[options]\nx=5",
        "options_from='size'",
        "without=5",
        "when=5",
        "summary=5",
        "split=['sections']\npack={use='fill',max_tokens='x'}",
    ],
)
def test_presets_of_the_wrong_form_are_usage_errors(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(cw.UsageError):
        cw.chunk_text("a text", tmp_path / "mine.toml")


def test_an_invisible_heading_heads_nothing():
    parts = [
        Part("heading", "A", 1),
        Part("paragraph", "one"),
        Part("title", "\ufeff", 0),
        Part("paragraph", "two \u200b"),
        Part("paragraph", "\u200b"),
    ]
    for method in ("general", "table", "laws", "one"):
        chunking = cw.chunk(assemble(parts), method)
        assert broken_laws(chunking) == []
    assert [dropped.reason for dropped in cw.chunk(assemble(parts)).dropped] == ["invisible", "invisible"]


@pytest.mark.parametrize("overflow", ["never", "accumulate"])
def test_a_table_without_cells_is_no_chunk(overflow):
    text = "# Foxes\n\nThe quick brown fox jumps.\n\n"
    blocks = (
        Block("b0", "heading", Span(0, 7), 1),
        Block("b1", "paragraph", Span(9, 35)),
        Block("b2", "table", Span(37, 37)),
    )
    document = cw.Document("d", "sha256:d", "d", "text/plain", text, blocks)
    chunking = cw.chunk(document, "general", overflow=overflow)
    assert broken_laws(chunking) == []
    assert all(chunk.text for chunk in chunking)

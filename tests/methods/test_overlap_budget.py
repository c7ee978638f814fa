"""Overlap is the end of the previous chunk, and never more than was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.text.tokens import get_counter

PROSE = {
    "en": "The gateway collects readings, which arrive at odd times; it keeps them (for a day). Nobody asks why. "
    "Use `poll_interval=30`, or 60 — see https://example.org/a?b=c#d.\n\n",
    "zh": "网关收集读数，这些读数不定时到达；它把它们保存一天。没有人问为什么。使用“轮询间隔”，或见附录（三）。\n\n",
}
PIECES = st.sampled_from(
    ["import os\n", "word ", "a", "。", "中文字", "\n\n", "𐍈", "👨‍👩‍👧‍👦", "x.y(z) ", "12,345 ", "\u3000"]
)


def check(chunking, most, counter):
    chunks = list(chunking)
    overlaps = [chunk.context.overlap for chunk in chunks]
    assert all(size <= most for size in counter.count_many(overlaps))
    for previous, chunk, overlap in zip(chunks, chunks[1:], overlaps[1:], strict=False):
        if overlap:
            start = chunk.spans[0].start - len(overlap)
            assert chunking.document.text[start : chunk.spans[0].start] == overlap
            assert start >= previous.spans[0].start
    cap = chunking.settings["max_tokens"]
    assert all(chunk.tokens <= cap or chunk.reason.oversize for chunk in chunks)


@pytest.mark.parametrize("language", PROSE)
@pytest.mark.parametrize("method", ["recursive", "token", "sentence", "general", "character"])
@pytest.mark.parametrize(("cap", "most"), [(40, 8), (100, 20), (200, 20), (512, 50)])
def test_overlap_keeps_to_its_tokens(language, method, cap, most):
    chunking = cw.chunk_text(PROSE[language] * 40, method, max_tokens=cap, overlap_tokens=most)
    check(chunking, most, get_counter("cl100k_base"))
    assert any(chunk.context.overlap for chunk in chunking)


@pytest.mark.parametrize("method", ["recursive", "token", "sentence"])
@given(text=st.lists(PIECES, max_size=40).map("".join), cap=st.integers(2, 30), share=st.floats(0.05, 0.9))
def test_overlap_of_any_text(method, text, cap, share):
    most = max(1, int(cap * share))
    chunking = cw.chunk_text(text, method, max_tokens=cap, overlap_tokens=most)
    check(chunking, most, get_counter("cl100k_base"))


def test_a_line_that_is_dense_in_one_place_and_sparse_in_another_fills_its_chunks():
    for dense, size in (("𐍈", 400), ("𠀀", 400), ("𒀀", 300)):
        for text in (dense * size + "a" * 8000, "a" * 8000 + dense * size):
            chunking = cw.chunk_text(text)
            needed = get_counter("cl100k_base").count_many([text])[0] / 512
            assert len(chunking) <= 2 * needed + 1

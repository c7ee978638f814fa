"""Text that fits into cells and moves no cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from chunkwise.cli.render.text import clip, clip_left, clip_path, folded, head, safe, visible

ANY = st.text(st.characters(), max_size=60)  # surrogates and controls too
PLAIN = st.text("ab 中文，é\u0301👩\u200d👧", max_size=40)


@given(ANY)
def test_nothing_moves_the_cursor(text):
    shown = visible(text)
    assert shown.encode("utf-8") is not None
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in shown)
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
    kept = safe(text)
    assert not any((ord(char) < 32 and char not in "\n\t") or 0x7F <= ord(char) < 0xA0 for char in kept)


@given(PLAIN, st.integers(1, 30))
def test_texts_are_cut_to_cells(text, width):
    assert cell_len(clip(text, width)) <= width
    assert cell_len(clip_left(text, width)) <= width
    if cell_len(text) <= width:
        assert clip(text, width) == clip_left(text, width) == text


@given(st.lists(PLAIN, max_size=4), st.integers(1, 40))
def test_paths_keep_the_nearest_title(titles, width):
    path = clip_path(titles, width)
    assert cell_len(path) <= width
    if titles and cell_len(visible(titles[-1])) <= width and visible(titles[-1]):
        assert path.endswith(visible(titles[-1]))


def test_paths():
    titles = ["第一编", "第二章", "第五条"]
    assert clip_path(titles, 40) == "第一编 > 第二章 > 第五条"
    assert clip_path(titles, 20) == "… > 第二章 > 第五条"
    assert clip_path(titles, 8) == "第五条"
    assert clip_path(titles, 5) == "第五…"
    assert clip_path([], 5) == ""


def test_heads_of_huge_texts_are_short():
    assert len(head("x" * 10**6)) == 1_000
    assert head("abc def", 4, 6) == "de"


@pytest.mark.parametrize("width", [4, 5, 8, 11])
@pytest.mark.parametrize(
    "text",
    ["第一条，本法。第二条，本规定。", "one two three four", "a" * 30, "。。。。。。", "", "a\n\nb 中，"],
)
def test_folded_lines_fit_and_give_back_the_text(text, width):
    lines = folded(text, width)
    assert "".join(text[a:b] for a, b in lines) == text.replace("\n", "")
    assert all(cell_len(text[a:b].rstrip()) <= width for a, b in lines)
    if "第" in text:
        assert not any(text[a:b].startswith(("，", "。")) for a, b in lines)

"""Why a chunk ends where it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.testing.strategies import Part, assemble, documents


def test_the_candidates_and_the_winner_are_named():
    text = "One two three. Four five, six seven eight nine ten."
    document = cw.Document.from_text(text)
    first, *_, last = cw.chunker("recursive", tokenizer="words", max_tokens=6).explain(document)
    assert first.chunk.text == "One two three."
    assert first.rule == "a sentence ends"
    winner = next(candidate for candidate in first.candidates if candidate.wins)
    assert (winner.level, winner.at) == ("sentence", 14)
    clause = next(candidate for candidate in first.candidates if candidate.level == "clause")
    assert text[: clause.at] == "One two three. Four five,"
    assert not clause.wins
    assert last.rule == "the document ends"
    assert last.candidates == ()


def test_structure_needs_no_search():
    document = assemble(
        [Part("heading", "A", 1), Part("paragraph", "a."), Part("heading", "B", 1), Part("paragraph", "b.")]
    )
    rules = [explanation.rule for explanation in cw.chunker("general").explain(document)]
    assert rules == ["a heading begins a new section", "the document ends"]


def test_explaining_changes_nothing():
    document = cw.Document.from_text("Some words. " * 200)
    made = cw.chunker("general", max_tokens=50)
    assert [explanation.chunk for explanation in made.explain(document)] == list(made.chunk(document))


def ends_where_it_says(text: str, explanation) -> bool:
    """Whether the arrow, if there is one, is at the chunk's end."""
    won = [candidate for candidate in explanation.candidates if candidate.wins]
    ends = [text[: candidate.at].rstrip() for candidate in won if candidate.at is not None]
    return len(won) <= 1 and all(end == text[: explanation.chunk.spans[-1].end] for end in ends)


CODE = '''"""A module."""

import os

LIMIT = 3


def first(a, b):
    """Add two numbers, which are given."""
    return a + b + os.sep.count("/")


class 鸭子:
    """一只鸭子。"""

    def 叫(self, 次数):
        return "嘎" * 次数 + "嘎嘎嘎嘎嘎嘎嘎嘎嘎嘎嘎嘎"

    def swim(self):
        return "swims on the pond and does not come back before night"


TABLE = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
'''


def test_code_says_which_definition_ends_or_begins(tmp_path):
    pytest.importorskip("tree_sitter_python")
    file = tmp_path / "ducks.py"
    file.write_text(CODE, encoding="utf-8")
    document = cw.parse(file)
    found = cw.chunker("code", max_tokens=50).explain(document)
    assert not any("heading" in explanation.rule for explanation in found)
    rules = {explanation.chunk.heading_path[-1]: explanation.rule for explanation in found}
    assert rules["first"] == "a definition begins"
    assert rules["swim"] == "a definition ends"
    assert found[-1].rule == "the document ends"


def test_a_heading_below_code_is_a_heading():
    text = "# One\n\n```\nx = 1\n```\n\n# Two\n\nMore.\n"
    document = cw.chunk_text(text, "markdown").document
    found = cw.chunker("markdown").explain(document)
    assert [explanation.rule for explanation in found] == [
        "a heading begins a new section",
        "the document ends",
    ]


SEAS = " ".join(f"The sea is deep, and wave {n} of the sea rolls over the sea floor." for n in range(6))
BREAD = " ".join(f"Bread is baked of flour, and loaf {n} of bread needs flour and yeast." for n in range(6))
海 = "".join(f"大海很深，第{n}个海浪在大海上翻滚，海水很咸。" for n in range(6))
面包 = "".join(f"面包用面粉烤成，第{n}个面包需要面粉和酵母。" for n in range(6))


@pytest.mark.parametrize("text", [f"{SEAS} {BREAD}", f"{海}{面包}"])
@pytest.mark.parametrize("method", ["topic", "semantic"])
def test_topics_that_change_show_no_false_winner(text, method):
    document = cw.Document.from_text(text)
    options = {"embedder": "words"} if method == "semantic" else {}
    found = cw.chunker(method, max_tokens=160, **options).explain(document)
    changes = [explanation for explanation in found if explanation.rule == "the topic changes"]
    assert changes
    assert all(explanation.window is None and explanation.candidates == () for explanation in changes)


@given(
    documents(),
    st.sampled_from(["recursive", "general", "topic", "markdown", "token", "sentence"]),
    st.sampled_from([5, 12, 40]),
)
def test_an_arrow_is_where_the_chunk_ends(document, method, cap):
    for explanation in cw.chunker(method, max_tokens=cap).explain(document):
        assert ends_where_it_says(document.text, explanation)


@pytest.mark.parametrize("cap", [20, 40, 80])
def test_an_arrow_is_where_code_ends(tmp_path, cap):
    file = tmp_path / "ducks.py"
    file.write_text(CODE, encoding="utf-8")
    document = cw.parse(file)
    found = cw.chunker("code", max_tokens=cap).explain(document)
    assert all(ends_where_it_says(document.text, explanation) for explanation in found)
    searched = [explanation for explanation in found if explanation.window is not None]
    assert sum(any(c.wins for c in explanation.candidates) for explanation in searched) >= len(searched) - 1

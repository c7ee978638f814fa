"""Why a chunk ends where it ends."""

from __future__ import annotations

import chunkwise as cw
from chunkwise.testing.strategies import Part, assemble


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

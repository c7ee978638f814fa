"""What is done for speed changes nothing: the short ways take the places that the long ones take."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.model.document import trimmed
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.layout import lay_out
from chunkwise.steps.pack.piece import Rules
from chunkwise.steps.pack.plain import is_plain, plain_pieces
from chunkwise.steps.pack.settle import spans_of
from chunkwise.steps.split.sections import indented
from chunkwise.testing.strategies import texts
from chunkwise.text.boundaries import levels
from chunkwise.text.counters.rules import at_paragraphs
from chunkwise.text.graphemes import first_grapheme_end
from chunkwise.text.separators import as_separators
from chunkwise.text.token_index import CharacterIndex, Piece, TokenIndex
from chunkwise.text.tokens import get_counter

long_texts = st.lists(texts, min_size=1, max_size=8).map("\n\n".join)
ORDERS = [
    ["blank_line", "sentence_line", "sentence", "line", "clause", "word"],
    ["word", "block"],
    ["separator", "block", "any_sentence"],
]


def grapheme_ends(text, start, end):
    found = set()
    while start < end:
        start = first_grapheme_end(text, start, end)
        found.add(start)
    return found


@given(long_texts, st.sampled_from(ORDERS), st.integers(1, 200), st.booleans(), st.lists(st.integers(1, 999)))
def test_plain_units_are_laid_out_as_all_others(text, names, budget, in_tokens, stops):
    span = trimmed(text, 0, len(text))
    if not len(span):
        return
    span = indented(text, span)
    wholes = grapheme_ends(text, span.start, span.end)  # no block begins inside a cluster
    stops = tuple(at for at in sorted(set(stops) & wholes) if at < span.end and not text[at].isspace())
    unit = Unit((span,), stops=stops)
    order = levels(names, None, as_separators((" ", "。"), False, "end").levels(text))
    index = TokenIndex(text, get_counter(), 30, [(span.start, span.end)]) if in_tokens else CharacterIndex()
    assert is_plain(unit)
    short = plain_pieces(text, index, unit, budget, order)
    long = lay_out(text, index, unit, unit.start, unit.end, budget, Rules(order), unit.begins)
    assert [(p.start, p.end, p.begins, p.ends, p.high) for p in short] == [
        (p.start, p.end, p.begins, p.ends, p.high) for p in long
    ]
    assert [spans_of(text, p) for p in short] == [spans_of(text, p) for p in long]


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@given(
    text=long_texts, longest=st.sampled_from([4, 40, 2000]), rest=st.sampled_from(["", "\n/x\n", "\r\n\r\n"])
)
def test_units_stand_between_safe_cuts(name, text, longest, rest):
    text += rest
    counter = get_counter(name)
    units = counter.safe_units(text, longest, False, 0, len(text))
    assert "".join(units) == text
    assert list(accumulate(map(len, units)))[:-1] == counter.safe_cuts(text, longest)
    inside = counter.safe_units(text, longest, False, 1, len(text))
    assert inside == counter.safe_units(text[1:], longest, False, 0, len(text) - 1)
    paragraphs = counter.safe_units(text, longest, True, 0, len(text))
    assert "".join(paragraphs) == text
    assert sum(counter.count_many(paragraphs)) == counter.count_many([text])[0]
    if longest == 2000:
        ends = list(accumulate(map(len, paragraphs)))[:-1]
        assert ends == at_paragraphs(text, counter.safe_cuts(text, longest), longest)


@given(long_texts, st.sampled_from([4, 40, 2000]))
def test_counting_by_paragraphs_is_as_exact(text, longest):
    counter = get_counter()
    bounds = [0, len(text) // 3, len(text) // 2, len(text)]

    pieces = [Piece(start, end) for start, end in pairwise(bounds)]
    by_line, by_paragraph = (
        TokenIndex(text, counter, longest, None, paragraphs).count(pieces) for paragraphs in (False, True)
    )
    assert by_line == by_paragraph == counter.count_many([text[p.start : p.end] for p in pieces])


def test_a_long_paragraph_is_counted_by_its_lines():
    text = "words of a line\n" * 400 + "\n" + "短い行\n" * 2000
    units = get_counter().safe_units(text, 2000, True, 0, len(text))
    assert max(map(len, units)) <= 2000
    assert all(unit.endswith("\n") for unit in units)


def test_a_block_that_begins_with_a_mark_is_cut_off_all_the_same():
    text = "It did! 👨\u200d👩\u200d👧"
    unit = Unit((trimmed(text, 0, len(text)),), stops=(9,))
    order = levels(ORDERS[0])
    short = plain_pieces(text, CharacterIndex(), unit, 1, order)
    long = lay_out(text, CharacterIndex(), unit, unit.start, unit.end, 1, Rules(order), unit.begins)
    assert [(p.start, p.end, p.ends) for p in short] == [(p.start, p.end, p.ends) for p in long]
    assert any(p.end == 9 and p.ends == "paragraph" for p in short)

"""Ranking inside neighbourhoods: the same figures as the index of whole documents gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.rank.analysed import analysed_text
from chunkwise.rank.kernel import DEFAULT, KernelSettings
from chunkwise.rank.pool import Piece, Pool
from chunkwise.rank.unit_index import RankedUnit, UnitIndex
from chunkwise.rank.unit_postings import postings
from chunkwise.rank.unit_scores import UnitScores
from chunkwise.text.terms import query_terms

WORDS = ["tax", "paid", "late", "interest", "税务", "处罚", "lamp", "road"]
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(
    lambda words: "We say " + " and also ".join(words) + "."
)
TEXTS = st.lists(st.lists(SENTENCES, min_size=1, max_size=9).map(" ".join), min_size=1, max_size=8).map(
    lambda paragraphs: "= Of tax =\n\n" + "\n\n".join(paragraphs)
)


def pieces_of(text, size):
    """The units of a text, some a piece: the pieces of a stretch go on where the last one ended."""
    found = analysed_text(text, "pairs")
    made, before = [], 0
    for at in range(0, len(found.units), size):
        units = found.units[at : at + size]
        made.append(
            Piece(
                [unit.span.start for unit in units],
                [unit.span.end for unit in units],
                [unit.paragraph - before for unit in units],
                [number for number, unit in enumerate(units) if unit.heading],
                [" ".join(terms) for terms in found.terms[at : at + size]],
                list(found.path_terms[at]),
            )
        )
        before = units[-1].paragraph
    return made


@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_scores_are_those_of_the_kernel(texts, asked):
    terms = dict.fromkeys(query_terms(" ".join(asked), "pairs"), 1.0) | {"lamp": 0.5}
    whole = [analysed_text(text, "pairs") for text in texts]
    places = postings(whole)
    scores = UnitScores(places, [unit.heading for text in whole for unit in text.units], DEFAULT)
    wanted = scores.of(scores.gains(terms), places.documents)
    pool = Pool([pieces_of(text, 1) for text in texts], terms)
    assert pool.size == len(places.lengths)
    assert pool.scores == pytest.approx([wanted.get(unit, 0.0) for unit in range(pool.size)])


@given(TEXTS, st.integers(1, 7))
def test_shares_sum_to_the_score_and_are_those_of_the_kernel(text, size):
    terms = dict.fromkeys(query_terms("tax 处罚 lamp road", "pairs"), 1.0)
    pool = Pool([pieces_of("Roads.", 1), pieces_of(text, 1)], terms)
    index = UnitIndex.of(["Roads.", text], chinese="pairs")
    for unit in range(0, pool.size, size):
        shares = pool.explain(unit)
        assert sum(share.score for share in shares) == pytest.approx(pool.scores[unit])
        document = index._postings.document_of[unit]
        number = unit - index._postings.documents[document][0]
        kernel = index.explain_terms(terms, RankedUnit(document, number, index.units[unit].span, 0.0))
        assert {s.term: pytest.approx(s.score) for s in kernel} == {s.term: s.score for s in shares}
        assert {s.term: len(s.sources) for s in kernel} == {s.term: len(s.sources) for s in shares}


def test_the_kernel_stays_in_a_stretch_and_in_its_reach():
    one = Piece([0, 10], [9, 19], [0, 0], [], ["tax", "road"], [])
    apart = Pool([[one], [Piece([0], [9], [0], [], ["lamp"], [])]], {"tax": 1.0})
    assert [score > 0 for score in apart.scores] == [True, True, False]
    together = Pool([[one, Piece([20], [29], [1], [], ["lamp"], [])]], {"tax": 1.0})
    assert [score > 0 for score in together.scores] == [True, True, True]
    near = Pool([[one, Piece([20], [29], [1], [], ["lamp"], [])]], {"tax": 1.0}, KernelSettings(reach=1))
    assert [score > 0 for score in near.scores] == [True, True, False]


def test_what_is_empty_is_no_error():
    for pieces in ([], [[]], [[Piece([], [], [], [], [], ["tax"])]]):
        pool = Pool(pieces, {"tax": 1.0})
        assert (pool.scores, pool.unknown) == ([], ["tax"])
    assert Pool([[Piece([0], [1], [0], [], [""], [])]], {}).scores == [0.0]

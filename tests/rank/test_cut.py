"""From ranked units to passages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption, UnknownName
from chunkwise.model.span import Span
from chunkwise.rank.cut import LONGEST, MODES, budget_cut, set_cut
from chunkwise.rank.ranked import RankedUnit


@st.composite
def rankings(draw):
    """Units of two documents of fifty units, 100 characters apart, best first."""
    places = draw(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 49)), unique=True, max_size=40))
    scores = draw(
        st.lists(st.sampled_from([0.5, 1.0, 1.5, 1.8, 2.0]), min_size=len(places), max_size=len(places))
    )
    units = [
        RankedUnit(document, unit, Span(unit * 100, unit * 100 + 99), score)
        for (document, unit), score in zip(places, scores, strict=True)
    ]
    return sorted(units, key=lambda unit: -unit.score)


@given(rankings(), st.sampled_from([*MODES, 0.0, 0.5, 1.0]))
def test_every_unit_that_is_good_enough_is_in_one_passage(ranked, mode):
    share = MODES.get(mode, mode)
    passages = set_cut(ranked, mode, limit=100)
    expected = {(one.document, one.unit) for one in ranked if one.score >= share * ranked[0].score}
    found = [(passage.document, unit) for passage in passages for unit in passage.units]
    assert sorted(found) == sorted(expected)
    assert [passage.score for passage in passages] == sorted((one.score for one in passages), reverse=True)
    for passage in passages:
        assert len(passage.span) <= LONGEST
        assert all(right - left <= 2 for left, right in zip(passage.units, passage.units[1:], strict=False))
        assert passage.span == Span(passage.units[0] * 100, passage.units[-1] * 100 + 99)
    for one in passages:
        for other in passages:
            if one is not other and one.document == other.document:
                near = 0 < other.units[0] - one.units[-1] <= 2
                assert not near or other.span.end - one.span.start > LONGEST or len(one.units) > 1


@given(rankings(), st.integers(1, 3000))
def test_a_budget_holds(ranked, budget):
    passages = budget_cut(ranked, budget)
    taken = [unit for passage in passages for unit in passage.units]
    assert len(taken) == min(len(ranked), max(1, budget // 99))
    assert sum(len(range(*_ends(passage))) for passage in passages) <= budget + len(taken)
    assert bool(passages) == bool(ranked)


def _ends(passage):
    return passage.span.start, passage.span.end


def test_modes_read_less_and_less():
    ranked = [RankedUnit(0, 10 * at, Span(at * 100, at * 100 + 50), 2.0 - 0.1 * at) for at in range(10)]
    sizes = [len(set_cut(ranked, mode, limit=100)) for mode in ("wide", "balanced", "focused")]
    assert sizes == [7, 5, 4]
    assert len(set_cut(ranked, "wide")) == 5


def test_neighbours_are_joined_over_one_unit_but_not_over_two():
    units = [RankedUnit(0, unit, Span(unit * 10, unit * 10 + 9), 1.0) for unit in (1, 3, 6)]
    assert [passage.units for passage in set_cut(units)] == [(1, 3), (6,)]


def test_a_unit_above_the_budget_is_cut():
    assert budget_cut([RankedUnit(0, 0, Span(5, 100), 1.0)], 10)[0].span == Span(5, 15)


def test_wrong_modes_and_budgets_are_refused():
    with pytest.raises(UnknownName, match="balanced"):
        set_cut([], "balance")
    with pytest.raises(InvalidOption):
        set_cut([], 1.5)
    with pytest.raises(InvalidOption):
        budget_cut([], 0)

"""Measures of rankings by their definitions, and intervals by what they must say."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption
from chunkwise.quality.intervals import bootstrap, paired
from chunkwise.quality.ranked import gains, hit, ndcg, reciprocal_rank, relevant
from chunkwise.quality.spans import score

values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(st.lists(st.booleans(), max_size=12), st.integers(1, 12))
def test_hits_and_ranks(right, k):
    places = [place for place, is_right in enumerate(right, 1) if is_right]
    assert hit(right, k) == float(bool(places) and places[0] <= k)
    assert reciprocal_rank(right) == (1 / places[0] if places else 0)


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 10)).map(lambda p: (p[0], p[0] + p[1])), max_size=8)
)
def test_gains_add_up_to_the_recall(answers):
    wanted = [(5, 12), (20, 26)]
    found = gains([[answer] for answer in answers], wanted)
    assert sum(found) == pytest.approx(score(answers, wanted).recall)
    assert all(gain >= 0 for gain in found)
    assert 0 <= ndcg(found, 5) <= 1 + 1e-9


def test_ndcg_discounts_by_place():
    assert ndcg([0.5, 0.0, 0.5], 5) == pytest.approx(0.5 / log2(2) + 0.5 / log2(4))
    assert ndcg([0.0, 0.0, 1.0], 2) == 0
    assert ndcg([1.0], 1) == 1


def test_an_answer_is_right_if_it_shares_half_of_the_shorter():
    assert relevant([(0, 500)], [(450, 550)])  # half of the reference
    assert not relevant([(0, 500)], [(451, 551)])
    assert relevant([(90, 110)], [(100, 900)])  # a sentence, half in a long reference
    assert not relevant([(80, 110)], [(111, 900)])
    assert not relevant([], [(0, 5)])
    assert relevant([(0, 2), (8, 10)], [(0, 9)])  # a chunk of several spans


@pytest.mark.parametrize("call", [lambda: hit([True], 0), lambda: ndcg([1.0], 0)])
def test_looking_at_nothing_is_an_error(call):
    with pytest.raises(InvalidOption, match="k is 0"):
        call()


@given(values)
def test_an_interval_holds_the_mean_and_is_the_same_again(found):
    interval = bootstrap(found)
    assert interval.mean == pytest.approx(sum(found) / len(found))
    assert min(found) - 1e-9 <= interval.low <= interval.high <= max(found) + 1e-9
    assert interval == bootstrap(found)


@given(values)
def test_a_list_does_not_differ_from_itself(found):
    assert paired(found, found).high == paired(found, found).low == 0
    assert not paired(found, found).is_clear


def test_a_difference_too_small_to_be_shown_tells_nothing():
    tiny = [0.0001 + 0.00001 * (at % 3) for at in range(20)]
    assert bootstrap(tiny).is_clear
    assert not bootstrap(tiny).is_telling
    assert bootstrap([100 * value for value in tiny]).is_telling


def test_intervals_cover_as_often_as_they_say():
    # Samples of a known mean: about 95 of 100 intervals hold it.
    from random import Random

    draw = Random(7)
    held = 0
    for _ in range(200):
        sample = [draw.random() for _ in range(40)]
        interval = bootstrap(sample, draws=300)
        held += interval.low <= 0.5 <= interval.high
    assert 178 <= held <= 198


def test_pairing_sees_a_small_difference_that_two_intervals_hide():
    ours = [0.1 * (at % 10) + 0.05 for at in range(50)]
    theirs = [0.1 * (at % 10) for at in range(50)]
    assert paired(ours, theirs).is_clear
    assert bootstrap(ours).low < bootstrap(theirs).high


def test_another_seed_draws_others_and_more_level_is_wider():
    found = [float(at % 3) for at in range(30)]
    assert bootstrap(found, seed=1) != bootstrap(found)
    assert bootstrap(found, level=0.5).low > bootstrap(found, level=0.99).low


def test_wrong_calls():
    with pytest.raises(InvalidOption, match="at least one question"):
        bootstrap([])
    with pytest.raises(InvalidOption, match="same questions"):
        paired([1.0], [1.0, 0.0])
    with pytest.raises(InvalidOption, match="level"):
        bootstrap([1.0], level=1.0)

"""The metrics of spans against the plainest way to count them, and against Chroma's rules."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span
from chunkwise.quality.budget import recall_at, within
from chunkwise.quality.pool import Pool
from chunkwise.quality.ranges import common, united
from chunkwise.quality.spans import (
    SpanScore,
    first_occurrence,
    own_number,
    precision_omega,
    score,
    touching,
)

LONGEST = 60
ranges = st.tuples(st.integers(0, LONGEST), st.integers(0, LONGEST)).map(lambda pair: tuple(sorted(pair)))
lists = st.lists(ranges, max_size=8)
references = st.lists(ranges.filter(lambda pair: pair[0] < pair[1]), min_size=1, max_size=5)


def cells(pairs):
    return {at for start, end in pairs for at in range(start, end)}


@given(lists, lists)
def test_ranges_are_sets_of_characters(some, others):
    assert cells(united(some)) == cells(some)
    assert common(united(some), united(others)) == len(cells(some) & cells(others))
    assert all(a[1] < b[0] for a, b in pairwise(united(some)))


@given(lists, references)
def test_scores_are_counts_of_characters(retrieved, wanted):
    covered = len(cells(retrieved) & cells(wanted))
    size = sum(end - start for start, end in retrieved)  # what is retrieved twice counts twice
    missed = sum(len(cells([one]) - cells(retrieved)) for one in wanted)
    found = score(retrieved, wanted)
    assert found.recall == pytest.approx(covered / sum(end - start for start, end in wanted))
    assert found.precision == pytest.approx(covered / size if size else 0)
    assert found.iou == pytest.approx(covered / (size + missed) if covered else 0)


@given(lists, references)
def test_omega_is_the_iou_of_all_chunks_that_touch(chunks, wanted):
    taken = [c for c in chunks if any(c[0] <= end and start <= c[1] for start, end in wanted)]
    both = cells(taken) & cells(wanted)
    assert precision_omega(chunks, wanted) == pytest.approx(
        len(both) / len(cells(taken) | cells(wanted)) if both else 0
    )
    assert [chunks[at] for at in touching(chunks, wanted)] == taken


@given(lists, references)
def test_spans_and_pairs_score_alike(retrieved, wanted):
    spans = [Span(*pair) for pair in retrieved], [Span(*pair) for pair in wanted]
    assert score(*spans) == score(retrieved, wanted)
    assert precision_omega(*spans) == precision_omega(retrieved, wanted)


def test_overlapping_chunks_are_paid_for_twice_in_precision_and_once_in_omega():
    assert score([(0, 10), (0, 10)], [(0, 10)]) == SpanScore(1.0, 0.5, 0.5)
    assert precision_omega([(0, 10), (0, 10)], [(0, 10)]) == 1.0


def test_a_chunk_that_only_touches_costs_omega():
    assert precision_omega([(0, 10), (10, 20)], [(10, 20)]) == 0.5
    assert precision_omega([(0, 9), (10, 20)], [(10, 20)]) == 1.0


def test_nothing_retrieved_is_nothing_found():
    assert score([], [(0, 5)]) == SpanScore(0.0, 0.0, 0.0)
    assert precision_omega([], [(0, 5)]) == 0.0


@pytest.mark.parametrize("wanted", [[], [(3, 3)]])
def test_references_without_a_character_are_an_error(wanted):
    with pytest.raises(InvalidOption, match="no character"):
        score([(0, 5)], wanted)
    with pytest.raises(InvalidOption, match="no character"):
        precision_omega([(0, 5)], wanted)


def test_a_range_that_ends_before_it_begins_is_an_error():
    with pytest.raises(InvalidOption, match="before it begins"):
        score([(5, 3)], [(0, 1)])


def test_a_question_may_have_as_many_chunks_as_touch_it_and_no_more_than_twenty():
    chunks = [(at, at + 2) for at in range(0, 100, 2)]
    assert own_number(chunks, [(4, 6)]) == 3  # its own, and those that touch it
    assert own_number(chunks, [(0, 100)]) == 20


@given(lists, references, st.integers(1, 2 * LONGEST))
def test_a_budget_takes_the_first_characters_of_a_ranking(ranked, wanted, budget):
    read = [at for start, end in ranked for at in range(start, end)][:budget]
    assert [at for span in within(ranked, budget) for at in range(span.start, span.end)] == read
    share = len(set(read) & cells(wanted)) / sum(end - start for start, end in wanted)
    assert recall_at(ranked, wanted, budget) == pytest.approx(share)


def test_a_budget_of_nothing_is_an_error():
    with pytest.raises(InvalidOption, match="from 1"):
        within([(0, 5)], 0)


def test_the_first_of_equal_passages_is_meant_and_a_last_full_stop_is_not():
    text = "甲方应当付款。乙方交货。甲方应当付款。"
    assert first_occurrence(text, "甲方应当付款。") == Span(0, 7)
    assert first_occurrence("It ended here", "It ended.") == Span(0, 8)
    assert first_occurrence(text, "丙方") is None


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_documents_of_a_pool_do_not_touch(lengths):
    pool = Pool.of({str(at): length for at, length in enumerate(lengths)})
    spans = [pool.span(str(at), Span(0, length)) for at, length in enumerate(lengths)]
    assert [len(span) for span in spans] == lengths
    assert all(a.end < b.start for a, b in pairwise(spans))
    with pytest.raises(InvalidOption, match="no document 'other'"):
        pool.span("other", Span(0, 1))

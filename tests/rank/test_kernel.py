"""Kernel BM25 against its definition, written out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_by_definition import by_definition

from chunkwise.rank.kernel import (
    DEFAULT,
    KernelSettings,
    damping,
    explain,
    idf,
    saturated,
    spread,
    spread_lengths,
)


@st.composite
def layouts(draw):
    """(counts, paragraphs) of the units of a document."""
    counts = draw(st.lists(st.integers(0, 9), max_size=90))
    steps = draw(st.lists(st.booleans(), min_size=len(counts), max_size=len(counts)))
    paragraphs = [sum(steps[: at + 1]) for at in range(len(counts))]
    return counts, paragraphs


settings = st.builds(
    KernelSettings,
    leak=st.sampled_from([0.0, 0.3, 1.0]),
    length=st.sampled_from([1.0, 8.0]),
    reach=st.integers(0, 40),
    paragraph=st.sampled_from([0.0, 0.7, 1.0]),
)


@given(layouts(), settings, st.data())
def test_counts_leak_as_defined(layout, settings, data):
    counts, paragraphs = layout
    first = data.draw(st.integers(0, len(counts)))
    end = data.draw(st.integers(first, len(counts)))
    occurrences = [(unit, count) for unit, count in enumerate(counts) if count]
    found = spread(occurrences, (first, end), paragraphs, settings)
    expected = [by_definition(counts, paragraphs, unit, settings) for unit in range(first, end)]
    assert found == pytest.approx(expected)


@given(layouts(), settings)
def test_lengths_leak_as_defined(layout, settings):
    lengths, paragraphs = layout
    expected = [by_definition(lengths, paragraphs, unit, settings) for unit in range(len(lengths))]
    assert spread_lengths(lengths, paragraphs, settings) == pytest.approx(expected, abs=1e-9)


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_rare_terms_tell_more(units, containing):
    containing = min(units, containing)
    assert idf(units, containing) >= 0
    assert idf(units, containing) >= idf(units, min(units, containing + 1))


@given(layouts(), st.data())
def test_shares_sum_to_the_score(layout, data):
    counts, paragraphs = layout
    if not counts:
        return
    unit = data.draw(st.integers(0, len(counts) - 1))
    occurrences = {"tax": [(at, count) for at, count in enumerate(counts) if count], "late": [(unit, 1)]}
    paths, gains, damped = {"late": 2}, {"tax": 1.5, "late": 0.5}, damping(20, 30)
    shares = explain(unit, occurrences, paths, gains, damped, paragraphs)
    tax = by_definition(counts, paragraphs, unit, DEFAULT)
    expected = 1.5 * saturated(tax, damped) + 0.5 * saturated(1 + 2 * DEFAULT.path, damped)
    assert sum(share.score for share in shares) == pytest.approx(expected)
    for share in shares:
        distances = [abs(distance) for distance, _ in share.sources]
        assert distances == sorted(distances)
        assert all(distance <= DEFAULT.reach for distance in distances)

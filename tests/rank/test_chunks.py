"""Chunks ranked by their best unit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkwise.model.span import Span
from chunkwise.rank.chunks import rank_chunks
from chunkwise.rank.ranked import RankedUnit

spans = st.builds(lambda start, length: Span(start, start + length), st.integers(0, 60), st.integers(1, 30))
units = st.lists(st.tuples(st.integers(0, 1), spans), max_size=12)
chunks = st.lists(st.tuples(st.integers(0, 2), st.lists(spans, min_size=1, max_size=3)), max_size=8)


@given(units, chunks)
def test_against_looking_at_every_pair(found, chunks):
    ranked = [RankedUnit(document, at, span, 100.0 - at) for at, (document, span) in enumerate(found)]
    expected = {}
    for number, (document, parts) in enumerate(chunks):
        held = [
            unit
            for unit in ranked
            if unit.document == document
            and any(
                2 * (min(part.end, unit.span.end) - max(part.start, unit.span.start))
                >= min(len(part), len(unit.span))
                for part in parts
                if part.overlaps(unit.span)
            )
        ]
        if held:
            expected[number] = held
    result = rank_chunks(ranked, chunks)
    assert {one.chunk: list(one.units) for one in result} == expected
    assert all(one.score == one.units[0].score for one in result)
    order = [(one.units[0].unit, one.chunk) for one in result]
    assert order == sorted(order)

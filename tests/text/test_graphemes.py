"""No cut parts what a reader sees as one character."""

from __future__ import annotations

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.text.graphemes import is_inside_cluster

CLUSTERS = regex.compile(r"\X")
# Vowel signs that are letters, signs that are written first, marks, joiners; and what stands beside them.
CHARS = st.sampled_from("aé中。，ก\u0e33ກ\u0eb3\u0600\U000110bd\u0301\u200d\u093eक\r\n 👩\U0001f3fdх")


@given(st.lists(CHARS, max_size=12).map("".join))
def test_every_place_inside_a_cluster_is_known(text):
    ends, at = {0}, 0
    for cluster in CLUSTERS.findall(text):
        at += len(cluster)
        ends.add(at)
    inside = {place for place in range(len(text)) if is_inside_cluster(text, place)}
    assert set(range(len(text))) - ends <= inside


@pytest.mark.parametrize(
    "method", ["recursive", "sentence", "token", "character", "general", "semantic", "topic"]
)
@given(text=st.lists(CHARS, max_size=30).map("".join), cap=st.integers(2, 8))
def test_no_method_cuts_a_cluster_that_fits(method, text, cap):
    bounds, at = [0], 0
    for cluster in CLUSTERS.findall(text):
        at += len(cluster)
        bounds.append(at)
    fits = [(a, b) for a, b in pairwise(bounds) if 1 < b - a <= cap]
    for chunk in cw.chunk_text(text, method, max_chars=cap):
        for place in (chunk.spans[0].start, chunk.spans[0].end):
            assert not any(a < place < b and text[a:b].strip() == text[a:b] for a, b in fits)

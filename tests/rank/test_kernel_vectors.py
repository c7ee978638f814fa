"""Kernel means, their fusion with words, and an index that has an embedder."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.embed.spec import load_embedder
from chunkwise.errors import InvalidOption
from chunkwise.rank.analysed import analysed_text
from chunkwise.rank.kernel_vectors import DEFAULT_VECTORS, KernelVectors, fused, nearest
from chunkwise.rank.unit_index import UnitIndex

numpy = pytest.importorskip("numpy")

vectors = st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3).filter(any), min_size=2, max_size=40)


def by_definition(rows, unit):
    total = numpy.zeros(3)
    for other, row in enumerate(rows):
        distance = abs(other - unit)
        if distance <= DEFAULT_VECTORS.reach:
            weight = (
                1.0 if not distance else DEFAULT_VECTORS.leak * exp(-(distance - 1) / DEFAULT_VECTORS.length)
            )
            total += weight * numpy.array(row) / numpy.linalg.norm(row)
    return total


@given(vectors, st.data())
def test_means_are_as_defined_and_stay_in_their_document(rows, data):
    border = data.draw(st.integers(1, len(rows) - 1))
    found = KernelVectors(rows, [(0, border), (border, len(rows))])
    query = numpy.array([1.0, 2.0, -1.0])
    for unit, cosine in enumerate(found.cosines(query)):
        part, at = (rows[:border], unit) if unit < border else (rows[border:], unit - border)
        mean = by_definition(part, at)
        norm = numpy.linalg.norm(mean)
        if norm > 1e-3:  # opposite vectors leave nothing to have a direction
            expected = mean @ query / norm / numpy.linalg.norm(query)
            assert cosine == pytest.approx(expected, abs=0.02)  # a byte a dimension


def test_wrong_vectors_are_refused():
    with pytest.raises(InvalidOption, match="3 vectors for 2 units"):
        KernelVectors([[1, 0]] * 3, [(0, 2)])
    with pytest.raises(InvalidOption, match="one length"):
        KernelVectors([[1, 0], [1]], [(0, 2)])
    with pytest.raises(InvalidOption, match="dimensions"):
        KernelVectors([[1, 0], [0, 1]], [(0, 2)]).cosines([1, 0, 0])
    assert len(KernelVectors([], []).cosines([1.0])) == 0


def test_scores_are_relative_to_the_median():
    cosines = numpy.array([0.9, 0.5, 0.5, 0.5, 0.1], dtype=numpy.float32)
    scores = fused({1: 4.0, 4: 2.0}, [0, 1, 2, 4], cosines, 0.75)
    assert scores[2] == pytest.approx(0.375 - 0.575)  # 0.575 is the median of all five
    assert scores[0] == pytest.approx(0.675 - 0.575)
    assert scores[1] == pytest.approx(1.375 - 0.575)
    assert scores[4] == pytest.approx(0)
    assert sorted(nearest(cosines, 1)) == [0]
    assert sorted(nearest(cosines, 9)) == [0, 1, 2, 3, 4]


TEXTS = [
    "The harbour office collects the fees of every ship. Whoever pays late owes more than that.",
    "Bread is baked in the night and sold in the morning. The oven is lit by the first baker.",
    "税务机关应当自收到申请之日起三十日内作出决定，并书面通知申请人。",
]


def test_an_index_with_an_embedder_ranks_by_both():
    embedder = load_embedder("words")
    for limit in (0, 10**9):
        index = UnitIndex.of(TEXTS, embedder=embedder, exact_below=limit)
        found = index.search("fees of a ship")
        assert (found[0].document, found[0].unit) == (0, 0)
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
        assert index.search("三十日内作出决定")[0].document == 2


def test_vectors_find_what_shares_no_word():
    texts = [analysed_text(text) for text in TEXTS]
    units = [unit for text in texts for unit in text.units]
    given = numpy.eye(len(units))
    for limit in (0, 10**9):
        index = UnitIndex(texts, vectors=given, exact_below=limit)
        found = index.search_terms({}, vector=given[3])
        assert (found[0].document, found[0].unit) == (1, 1)
        assert index.search_terms({}) == []

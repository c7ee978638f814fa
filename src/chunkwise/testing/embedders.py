"""The contract of embedders, as a class of tests: each embedder of this or another package inherits it.

class TestMine(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return MyEmbedder("folder")
"""

# ruff: noqa: D102 - the names of the tests say what has to hold

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from chunkwise.model.protocols import Counter, Embed

TEXTS = (
    "The cat sat on the mat.",
    "税务机关应当依法征收税款。",
    "A dog ran in the fog, and no one saw it until the morning came.",
    "the cat",
    "第三条　税收的开征、停征以及减税、免税、退税、补税，依照法律的规定执行。",
)
ODD = (
    "", " ", "\n\n\t", "\x00", "a\x00b", "\ud800", "\udfff\ud800 x", "\ufeff", "\u200b", "👩‍👩‍👧‍👦 🇨🇭",
    "e\u0301" * 40, "שלום עולם", "[CLS] [SEP] <s> <|endoftext|>", "a" * 3000, "\u0000\uffff\U0010ffff",
)  # fmt: skip
SAME = 1e-5
"""The farthest that two vectors of one text may be apart: floats are rounded in another order."""


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Between the ends of two vectors at length 1."""
    return math.dist(_unit(a), _unit(b))


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.hypot(*vector)
    return [number / length for number in vector]


class EmbedderContract:
    """What every embedder does."""

    @pytest.fixture
    def embedder(self) -> Embed:
        """The embedder under test."""
        raise NotImplementedError("A contract test has to say which embedder it is for.")

    def test_is_an_embedder(self, embedder: Embed) -> None:
        assert isinstance(embedder, Embed)
        assert isinstance(embedder.counter, Counter)
        assert embedder.max_tokens is None or embedder.max_tokens >= 1

    def test_the_name_stays_and_is_one_line(self, embedder: Embed) -> None:
        name = embedder.name
        embedder.embed(["a text"])
        assert name
        assert name.isprintable()
        assert embedder.name == name
        assert "sk-" not in name

    def test_no_texts_have_no_vectors(self, embedder: Embed) -> None:
        assert len(embedder.embed([])) == 0

    def test_each_text_has_a_vector_and_all_are_of_one_length(self, embedder: Embed) -> None:
        vectors = [*embedder.embed(TEXTS), embedder.embed_query("Where is the cat?")]
        assert len(vectors) == len(TEXTS) + 1
        assert len({len(vector) for vector in vectors}) == 1
        for vector in vectors:
            assert all(math.isfinite(number) for number in vector)
            assert math.hypot(*vector) > 0

    def test_a_vector_does_not_depend_on_the_texts_beside_it(self, embedder: Embed) -> None:
        together = embedder.embed(TEXTS)
        backwards = [*embedder.embed(TEXTS[::-1])][::-1]
        for text, one, other in zip(TEXTS, together, backwards, strict=True):
            assert distance(one, other) < SAME
            assert distance(one, embedder.embed([text])[0]) < SAME

    def test_different_texts_have_different_vectors(self, embedder: Embed) -> None:
        vectors = embedder.embed(TEXTS)
        assert all(distance(vectors[0], other) > 100 * SAME for other in vectors[1:])

    @pytest.mark.parametrize("text", ODD, ids=ascii)
    def test_any_text_has_a_vector_and_a_count(self, embedder: Embed, text: str) -> None:
        vectors = [*embedder.embed([text, "text"]), embedder.embed_query(text)]
        assert all(math.isfinite(math.hypot(*vector)) for vector in vectors)
        assert embedder.counter.count_many([text])[0] >= 0

    def test_a_text_that_is_too_long_is_cut_off(self, embedder: Embed) -> None:
        if embedder.max_tokens is None:
            pytest.skip("no limit")
        text = "the cat sat on the mat " * embedder.max_tokens
        assert embedder.counter.count_many([text])[0] > embedder.max_tokens
        assert distance(embedder.embed([text])[0], embedder.embed([text + "the dog ran"])[0]) < SAME

    def test_counts_are_whole_numbers_in_order(self, embedder: Embed) -> None:
        counts = embedder.counter.count_many(TEXTS)
        assert all(type(count) is int and count > 0 for count in counts)
        assert [embedder.counter.count_many([text])[0] for text in TEXTS] == counts
        assert embedder.counter.count_many([]) == []

    def test_safe_cuts_keep_the_sum(self, embedder: Embed) -> None:
        text = "\n".join(TEXTS) * 3
        cuts = embedder.counter.safe_cuts(text, 20)
        if cuts is not None:
            parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
            assert sum(embedder.counter.count_many(parts)) == embedder.counter.count_many([text])[0]

    def test_threads_may_share_it(self, embedder: Embed) -> None:
        expected = embedder.embed(TEXTS)
        with ThreadPoolExecutor(4) as pool:
            for vectors in pool.map(embedder.embed, [TEXTS] * 8):
                assert all(distance(a, b) < SAME for a, b in zip(vectors, expected, strict=True))

    def test_it_can_be_pickled(self, embedder: Embed) -> None:
        vector = embedder.embed(TEXTS[:1])[0]  # whatever it loads for this does not go along
        copy: Embed = pickle.loads(pickle.dumps(embedder))
        assert copy.name == embedder.name
        assert distance(copy.embed(TEXTS[:1])[0], vector) < SAME

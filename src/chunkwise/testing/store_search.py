"""The contract of stores, second part: what searches return."""

# ruff: noqa: D102 - the names of the tests say what has to hold

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from chunkwise.errors import InvalidOption
from chunkwise.store.base import Store
from chunkwise.store.filters import EVERYTHING, parse_filter
from chunkwise.store.matching import matches
from chunkwise.testing.store_filters import rows_and_wheres
from chunkwise.testing.store_rows import a_row, seen, words
from chunkwise.text.analysis import Tokens

_SLOW = (HealthCheck.function_scoped_fixture, HealthCheck.differing_executors, HealthCheck.too_slow)


class SearchContract:
    """Searches by words, by vector and by metadata."""

    def test_searching_nothing_finds_nothing(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a")], [], 1)
        assert store.text([], words("word"), 5, EVERYTHING, {}) == []
        assert store.text(["kb"], words(" ,;"), 5, EVERYTHING, {"kb": 1}) == []

    def test_disabled_rows_are_not_found(self, store: Store) -> None:
        rows = [a_row("a", vector=[1.0], enabled=False), a_row("b", vector=[1.0])]
        store.apply("kb", "d", rows, [], 1)
        assert seen(store, 1) == {"b"}
        assert [row.id for row in store.dense(["kb"], [1.0], 5, EVERYTHING, {"kb": 1})] == ["b"]

    @pytest.mark.parametrize(
        "query", ["c++", "C#", "税务", "foo_bar", "3.14", "me@example.org", "Köln", "日本"]
    )
    def test_words_of_every_kind_are_found(self, store: Store, query: str) -> None:
        texts = ["the C++ language", "c# 编程", "国家税务总局", "call foo_bar()", "pi is 3.14"]
        texts += ["write to me@example.org", "in Köln am Rhein", "日本語の文", "c and foo and 3 and ++"]
        store.apply("kb", "d", [a_row(text, text) for text in texts], [], 1)
        found = store.text(["kb"], words(query), 1, EVERYTHING, {"kb": 1})
        assert [query.lower() in row.id.lower() for row in found] == [True]

    def test_capitals_and_signs_in_tokens_are_data(self, store: Store) -> None:
        tokens = ("Word", "a'b", "AND", "*", "\x00", "\ud800")
        rows = [replace(a_row(token, ""), coarse=(token,)) for token in tokens]
        store.apply("kb", "d", rows, [], 1)
        for token in tokens:
            found = store.text(["kb"], Tokens([token], []), 9, EVERYTHING, {"kb": 1})
            assert [row.id for row in found] == [token]
        assert store.text(["kb"], Tokens(["word"], []), 9, EVERYTHING, {"kb": 1}) == []

    def test_more_and_rarer_words_count_more(self, store: Store) -> None:
        rows = [a_row(f"common{n}", "common filler text") for n in range(20)]
        rows += [a_row("rare", "rare filler text"), a_row("both", "common rare text")]
        store.apply("kb", "d", rows, [], 1)
        found = store.text(["kb"], words("common rare"), 3, EVERYTHING, {"kb": 1})
        assert [row.id for row in found[:2]] == ["both", "rare"]
        assert found[0].score > found[1].score > found[2].score

    def test_equal_scores_are_in_order_of_id(self, store: Store) -> None:
        names = [f"{n:03}" for n in range(100)]
        for at, name in enumerate(reversed(names)):
            if at % 20 == 0:  # several writes, so that the order of storing is another one
                some = list(reversed(names))[at : at + 20]
                rows = [a_row(id, vector=[1.0, 1.0], document=name) for id in some]
                store.apply("kb", name, rows, [], 1)
        for k in (1, 7, 100, 1000):
            text = store.text(["kb"], words("word"), k, EVERYTHING, {"kb": 1})
            dense = store.dense(["kb"], [1.0, 0.5], k, EVERYTHING, {"kb": 1})
            assert [row.id for row in text] == [row.id for row in dense] == names[:k]

    @pytest.mark.parametrize("k", [0, -1])
    def test_k_is_above_zero(self, store: Store, k: int) -> None:
        with pytest.raises(InvalidOption):
            store.text(["kb"], words("word"), k, EVERYTHING, {"kb": 1})
        store.apply("kb", "d", [a_row("a", vector=[1.0])], [], 1)
        with pytest.raises(InvalidOption):
            store.dense(["kb"], [1.0], k, EVERYTHING, {"kb": 1})

    def test_the_score_of_vectors_is_their_cosine(self, store: Store) -> None:
        vectors = {
            "same": [3.0, 4.0],
            "near": [1.0, 1.0],
            "far": [-3.0, -4.0],
            "zero": [0.0, 0.0],
            "big": [3e200, 0.0],
        }
        rows = [a_row(id, vector=vector) for id, vector in vectors.items()]
        store.apply("kb", "d", [*rows, a_row("none")], [], 1)
        store.apply("kb", "e", [a_row("longer", document="e", vector=[1.0, 0.0, 0.0])], [], 1)
        found = store.dense(["kb"], [0.6, 0.8], 9, EVERYTHING, {"kb": 1})
        assert [row.id for row in found] == ["same", "near", "big", "zero", "far"]
        assert [row.score for row in found] == pytest.approx([1.0, 1.4 / 2**0.5, 0.6, 0.0, -1.0], abs=1e-6)

    @pytest.mark.parametrize(("one", "other"), [(1, 2), (12, 13), (384, 1024)])
    def test_rows_with_and_without_vectors_stand_together(self, store: Store, one: int, other: int) -> None:
        rows = [a_row("one", vector=[1.0] * one), a_row("none"), a_row("two", vector=[2.0] * one)]
        store.apply("kb", "d", rows, [], 1)
        store.apply("kb", "e", [a_row("other", document="e", vector=[1.0] * other)], [], 1)
        store.apply("kb", "d", [a_row("none", "word two"), a_row("more")], ["two"], 2)
        for seq, expected in ((1, ["one", "two"]), (2, ["one"])):
            found = store.dense(["kb"], [1.0] * one, 9, EVERYTHING, {"kb": seq})
            assert [row.id for row in found] == expected
        found = store.dense(["kb"], [1.0] * other, 9, EVERYTHING, {"kb": 2})
        assert [(row.id, round(row.score, 5)) for row in found] == [("other", 1.0)]
        assert seen(store, 2) == {"one", "none", "more", "other"}

    def test_several_bases_are_read_each_at_its_seq(self, store: Store) -> None:
        for kb in ("x", "y", "it's"):
            store.apply(kb, "d", [a_row("old", vector=[1.0])], [], 1)
            store.apply(kb, "d", [a_row("new", vector=[1.0])], ["old"], 2)
        at = {"x": 1, "y": 2, "it's": 2}
        expected = [("it's", "new"), ("x", "old")]
        for found in (
            store.text(["x", "it's", "x"], words("word"), 9, EVERYTHING, at),
            store.dense(["x", "it's", "x"], [1.0], 9, EVERYTHING, at),
        ):
            assert [(row.kb, row.id) for row in found] == expected
        with pytest.raises(InvalidOption, match="z"):
            store.text(["x", "z"], words("word"), 9, EVERYTHING, at)

    @settings(max_examples=50, deadline=None, suppress_health_check=_SLOW)
    @given(rows_and_wheres())
    def test_filters_mean_what_they_mean(
        self, store: Store, drawn: tuple[list[dict[str, Any]], list[dict[str, Any]]]
    ) -> None:
        rows, wheres = drawn
        made = [a_row(str(n), metadata=data, vector=[1.0, float(n)]) for n, data in enumerate(rows)]
        kb = f"kb{time.monotonic_ns()}"
        store.apply(kb, "d", made, [], 1)
        for where in wheres:
            found = parse_filter(where)
            expected = {row.id for row in made if matches(found, row.metadata)}
            assert {row.id for row in store.text([kb], words("word"), 99, found, {kb: 1})} == expected
            assert {row.id for row in store.dense([kb], [1.0, 0.0], 99, found, {kb: 1})} == expected

    def test_long_filters_are_answered(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a", metadata={"n": 999}), a_row("b", metadata={"n": -1})], [], 1)
        in_many = parse_filter({"n": {"$in": list(range(1000))}})
        any_of_many = parse_filter({"$or": [{"n": {"$gte": n}} for n in range(1000)]})
        for found in (in_many, any_of_many):
            assert [row.id for row in store.text(["kb"], words("word"), 9, found, {"kb": 1})] == ["a"]

    def test_a_filter_comes_before_k(self, store: Store) -> None:
        rows = [a_row(f"{n:03}", metadata={"n": n}, vector=[1.0, n / 1000]) for n in range(200)]
        store.apply("kb", "d", rows, [], 1)
        found = parse_filter({"n": {"$gte": 197}})
        expected = ["197", "198", "199"]
        assert [row.id for row in store.text(["kb"], words("word"), 5, found, {"kb": 1})] == expected
        assert [row.id for row in store.dense(["kb"], [1.0, 0.0], 5, found, {"kb": 1})] == expected

"""The contract of stores, first part: what is seen at which version, and what writes do."""

# ruff: noqa: D102 - the names of the tests say what has to hold

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from chunkwise.errors import InvalidOption, StoreError
from chunkwise.store.base import DocumentChange, Row, Store
from chunkwise.store.filters import EVERYTHING
from chunkwise.testing.store_rows import a_row, seen


class VersionContract:
    """Rows live from one seq to another."""

    def test_a_row_is_seen_from_its_seq_on(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a")], [], 3)
        assert [seen(store, seq) for seq in (2, 3, 4)] == [set(), {"a"}, {"a"}]
        assert [len(store.get("kb", ["a"], seq)) for seq in (2, 3, 4)] == [0, 1, 1]

    def test_a_removed_row_is_seen_before(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        store.apply("kb", "d", [], ["a"], 3)
        assert [seen(store, seq) for seq in (1, 2, 3)] == [{"a", "b"}, {"a", "b"}, {"b"}]

    def test_a_row_comes_back(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a")], [], 1)
        store.apply("kb", "d", [], ["a"], 2)
        store.apply("kb", "d", [a_row("a")], [], 4)
        assert [seen(store, seq) for seq in (1, 2, 3, 4)] == [{"a"}, set(), set(), {"a"}]

    def test_another_digest_is_another_row(self, store: Store) -> None:
        old, new = a_row("a", "old word"), a_row("a", "new word")
        store.apply("kb", "d", [old], [], 1)
        store.apply("kb", "d", [new], [], 2)
        assert [store.get("kb", ["a"], seq)[0].index_text for seq in (1, 2)] == ["old word", "new word"]
        assert [seen(store, seq, "old") for seq in (1, 2)] == [{"a"}, set()]

    def test_the_same_digest_is_the_same_row(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        store.apply("kb", "d", [a_row("a"), a_row("c")], ["b"], 2)
        assert store.stats().rows == 3
        assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b"}, {"a", "c"}]

    def test_added_and_removed_means_replaced(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a", vector=[1.0, 0.0])], [], 1)
        store.apply("kb", "d", [a_row("a", vector=[0.0, 1.0, 0.0])], ["a"], 2)
        found = [len(store.dense(["kb"], [1.0, 0.0], 5, EVERYTHING, {"kb": seq})) for seq in (1, 2)]
        assert found == [1, 0]

    def test_the_same_change_twice_is_one_change(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        for _ in range(3):
            store.apply("kb", "d", [a_row("b", "word two"), a_row("c")], ["a"], 2)
        assert store.stats().rows == 4
        assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b"}, {"b", "c"}]

    def test_the_last_change_at_a_seq_counts(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        store.apply("kb", "d", [a_row("b", "word two"), a_row("c")], ["a"], 2)
        store.apply("kb", "d", [a_row("d", "word 4")], ["b"], 2)
        assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b"}, {"a", "d"}]
        store.apply("kb", "d", [], [], 2)
        assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b"}, {"a", "b"}]

    def test_several_documents_in_one_change(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        store.apply("kb", "e", [a_row("c", document="e")], [], 1)
        changes = [
            DocumentChange("d", [a_row("new")], ["a"]),
            DocumentChange("e", [], ["c"]),
            DocumentChange("f", [a_row("f", document="f")]),
            DocumentChange("g"),
        ]
        for _ in range(2):
            store.apply_all("kb", changes, 2)
            assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b", "c"}, {"b", "new", "f"}]
        store.apply_all("kb", [DocumentChange("d"), DocumentChange("f")], 2)
        assert [seen(store, seq) for seq in (1, 2)] == [{"a", "b", "c"}, {"a", "b"}]
        store.apply_all("kb", [], 3)

    def test_if_one_change_cannot_be_made_none_is(self, store: Store) -> None:
        good = DocumentChange("d", [a_row("a")])
        for bad in (
            DocumentChange("d", [a_row("b")]),
            DocumentChange("e", [a_row("a", document="e")]),
            DocumentChange("e", [a_row("b", document="e", vector=[])]),
            DocumentChange("e", [a_row("b")]),
        ):
            with pytest.raises(InvalidOption):
                store.apply_all("kb", [good, bad], 1)
            assert seen(store, 1) == set()

    def test_a_withdrawn_seq_never_was(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a"), a_row("b")], [], 1)
        store.apply("other", "d", [a_row("a")], [], 2)
        store.apply("kb", "d", [a_row("b", "word two")], ["a"], 2)
        store.apply("kb", "e", [a_row("e", document="e")], [], 2)
        store.withdraw("kb", 2)
        assert seen(store, 2) == {"a", "b"}
        assert store.get("kb", ["b"], 5)[0].index_text == "word"
        assert seen(store, 2, kb="other") == {"a"}

    def test_the_past_is_not_changed(self, store: Store) -> None:
        store.apply("kb", "d", [a_row("a")], [], 5)
        with pytest.raises(StoreError, match="5"):
            store.apply("kb", "d", [a_row("b")], [], 4)
        store.apply("kb", "e", [a_row("b", document="e")], [], 4)
        assert [seen(store, seq) for seq in (4, 5)] == [{"b"}, {"a", "b"}]

    @pytest.mark.parametrize(
        "rows",
        [
            [a_row("a", document="other")],
            [a_row("a"), a_row("a")],
            [a_row("a", vector=[])],
            [a_row("a", vector=[1.0, float("nan")])],
            [a_row("a", vector=[1.0]), a_row("b", vector=[1.0, 2.0])],
            [a_row("a", metadata={"bytes": b""})],
        ],
    )
    def test_what_cannot_be_kept_changes_nothing(self, store: Store, rows: list[Row]) -> None:
        with pytest.raises(InvalidOption):
            store.apply("kb", "d", [a_row("z"), *rows], [], 1)
        assert store.stats().rows == 0

    def test_rows_come_back_as_they_were(self, store: Store) -> None:
        data: Mapping[str, object] = {
            "a": [1, "x", None, True],
            "b": {"c": 0.5},
            "税": "务\x00",
            "big": 10**30,
        }
        row = a_row("a", "C++ 税务局 e\u0301 foo_bar", kind="table", metadata=data, enabled=False)
        other = a_row("b", kind="", index_text="\x00\x01\ud800 '; --", vector=[1.0])
        store.apply("kb", "d", [row, other], [], 1)
        assert store.get("kb", ["b", "missing", "a"], 1) == [replace(other, vector=None), row]

    def test_gc_deletes_what_nobody_reads(self, store: Store) -> None:
        for kb in ("kb", "other"):
            store.apply(kb, "d", [a_row("a"), a_row("b"), a_row("c")], [], 1)
            store.apply(kb, "d", [], ["a"], 2)
            store.apply(kb, "d", [], ["b"], 3)
        assert store.gc("kb", 2) == 1
        assert [seen(store, seq) for seq in (2, 3)] == [{"b", "c"}, {"c"}]
        assert store.gc("kb", 2) == 0
        assert store.stats().rows == 5
        assert seen(store, 1, kb="other") == {"a", "b", "c"}

"""The contract of stores, as a class of tests: each store of this or another package inherits it.

    class TestMyStore(StoreContract):
        opener = MyStore

``opener`` takes a folder and returns the store that lies there; it can be pickled, since some tests
open the same store in several processes.
"""

# ruff: noqa: D102 - the names of the tests say what has to hold

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkwise.store.base import Store
from chunkwise.store.filters import EVERYTHING
from chunkwise.testing.store_processes import ProcessContract
from chunkwise.testing.store_rows import a_row, seen, words
from chunkwise.testing.store_search import SearchContract
from chunkwise.testing.store_versions import VersionContract


class StoreContract(VersionContract, SearchContract, ProcessContract):
    """What every store does."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Where the store lies."""
        return tmp_path / "store"

    @pytest.fixture
    def store(self, folder: Path) -> Iterator[Store]:
        """An empty store."""
        opened: Store = type(self).opener(folder)
        yield opened
        opened.close()

    def test_is_a_store(self, store: Store) -> None:
        assert isinstance(store, Store)

    def test_an_empty_store_answers(self, store: Store) -> None:
        assert store.text(["kb"], words("word"), 5, EVERYTHING, {"kb": 9}) == []
        assert store.dense(["kb"], [1.0, 0.0], 5, EVERYTHING, {"kb": 9}) == []
        assert store.get("kb", ["a"], 9) == []
        assert store.gc("kb", 9) == 0
        assert store.stats().rows == 0
        store.withdraw("kb", 1)
        store.maintain()
        store.apply("kb", "d", [], ["unknown"], 1)
        assert store.stats().rows == 0

    def test_names_are_data(self, store: Store) -> None:
        names = ["'; DROP TABLE rows; --", "\\", "' OR '1'='1", "\x00\x01", "\ud800", "税务", "", "%", "a\nb"]
        for kb in names:
            store.apply(kb, kb, [a_row(id, document=kb) for id in names], [], 1)
        for kb in names:
            store.apply(kb, kb, [], [kb], 2)
            assert seen(store, 2, kb=kb) == set(names) - {kb}
            assert [row.id for row in store.get(kb, names, 1)] == names
        assert store.stats().rows == len(names) ** 2

    def test_maintaining_changes_no_answer(self, store: Store) -> None:
        rows = [a_row(str(n), f"word w{n}", vector=[1.0, float(n)]) for n in range(50)]
        store.apply("kb", "d", rows, [], 1)
        store.maintain()
        store.apply("kb", "d", [a_row("late")], ["7"], 2)
        assert seen(store, 1) == {str(n) for n in range(50)}
        assert seen(store, 2) == {str(n) for n in range(50) if n != 7} | {"late"}
        assert store.text(["kb"], words("w8"), 1, EVERYTHING, {"kb": 2})[0].id == "8"

    def test_what_is_written_stays(self, store: Store, folder: Path) -> None:
        store.apply("kb", "d", [a_row("a", vector=[1.0])], [], 1)
        store.close()
        again: Store = type(self).opener(folder)
        assert seen(again, 1) == {"a"}
        again.close()

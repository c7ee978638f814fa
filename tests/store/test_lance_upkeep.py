"""Indexes, the declared key, and folders that hold something else."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from chunkwise.errors import StoreError
from chunkwise.store.filters import EVERYTHING
from chunkwise.store.lancedb import LanceStore
from chunkwise.testing.store_rows import a_row, seen
from chunkwise.testing.stores import StoreContract

lancedb = pytest.importorskip("lancedb")


class Eager(LanceStore):
    """Brings its indexes up to date after every write, so that every answer comes from them."""

    def apply(self, *args: object, **named: object) -> None:
        super().apply(*args, **named)  # type: ignore[arg-type]
        self.maintain()


class TestIndexedLanceStore(StoreContract):
    opener = functools.partial(Eager, unindexed_most=-1)


def test_upkeep_waits_for_enough_to_do(tmp_path: Path) -> None:
    with LanceStore(tmp_path, unindexed_most=10) as store:
        store.apply("kb", "d", [a_row(str(n)) for n in range(10)], [], 1)
        assert not store.maintain()
        store.apply("kb", "e", [a_row("x", document="e")], [], 1)
        assert store.stats().unindexed == 11
        assert store.maintain()
        assert store.stats().unindexed == 0
        assert not store.maintain()
        assert len(seen(store, 1)) == 11


@pytest.mark.parametrize("size", [16, 6])
def test_an_index_of_vectors_finds_what_a_scan_finds(tmp_path: Path, size: int) -> None:
    chance = random.Random(7)
    vectors = [[chance.gauss(0, 1) for _ in range(size)] for _ in range(1_000)]
    rows = [a_row(str(n), vector=vector, metadata={"n": n}) for n, vector in enumerate(vectors)]
    with LanceStore(tmp_path, vector_index_from=1_000) as store:
        store.apply("kb", "d", rows[:999], [], 1)
        assert not store.maintain()
        store.apply("kb", "d", rows[999:], [], 2)
        queries = [[chance.gauss(0, 1) for _ in range(size)] for _ in range(20)]
        exact = [store.dense(["kb"], query, 10, EVERYTHING, {"kb": 2}) for query in queries]
        assert store.maintain()
        found = [store.dense(["kb"], query, 10, EVERYTHING, {"kb": 2}) for query in queries]
    # The index is trained from a random start, so which neighbours it misses differs from run to
    # run (4 to 14 of these 200); the scores of those it finds are exact ones.
    pairs = [
        ({r.id: r.score for r in a}, {r.id: r.score for r in b}) for a, b in zip(exact, found, strict=True)
    ]
    shared = [(a[id], b[id]) for a, b in pairs for id in a.keys() & b.keys()]
    assert len(shared) >= 0.8 * 200
    assert [score for score, _ in shared] == pytest.approx([score for _, score in shared], abs=1e-5)


def test_a_table_without_the_key_is_refused(tmp_path: Path) -> None:
    lancedb.connect(str(tmp_path)).create_table("rows", [{"key": "a"}])
    with pytest.raises(StoreError, match="primary key"):
        LanceStore(tmp_path)

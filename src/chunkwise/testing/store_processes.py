"""The contract of stores, third part: several processes, some of them killed."""

# ruff: noqa: D102 - the names of the tests say what has to hold

from __future__ import annotations

import os
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar

from chunkwise.store.base import Row, Store
from chunkwise.testing.store_rows import a_row, seen

Opener = Callable[[Path], Store]
_ROWS = 200


class ProcessContract:
    """Processes share a store."""

    opener: ClassVar[Any]
    """Opens the store that lies in a folder."""

    def test_two_processes_adding_the_same_rows_add_them_once(self, folder: Path) -> None:
        opener = type(self).opener
        shared = [("kb", name) for name in "abcdefgh"]
        _together(_apply_all, [(opener, folder, (*shared, ("other", own))) for own in ("x", "y")])
        store: Store = opener(folder)
        assert store.stats().rows == 10 * _ROWS
        assert len(seen(store, 1)) == 8 * _ROWS
        assert len(seen(store, 1, kb="other")) == 2 * _ROWS
        store.close()

    def test_a_killed_writer_leaves_no_half_change(self, store: Store, folder: Path) -> None:
        old = [a_row(f"d{n}") for n in range(_ROWS)]
        store.apply("kb", "d", old, [], 1)
        context = get_context("spawn")
        for delay in (0.0, 0.05, 0.2):
            ready = context.Event()
            writer = context.Process(target=_rewrite, args=(type(self).opener, folder, ready))
            writer.start()
            assert ready.wait(60)
            time.sleep(delay)
            os.kill(writer.pid or 0, 9)
            writer.join()
            assert writer.exitcode == -9
            assert seen(store, 1) == {row.id for row in old}
            assert len(seen(store, 2)) == _ROWS
        store.apply("kb", "d", _generation(7), [row.id for row in old], 2)
        assert seen(store, 1) == {row.id for row in old}
        assert seen(store, 2) == {row.id for row in _generation(7)}
        assert store.stats().rows == 2 * _ROWS


def _together(work: Callable[..., None], arguments: list[tuple[Any, ...]]) -> None:
    """Run the work in as many processes as there are arguments, at once."""
    context = get_context("spawn")
    start = context.Barrier(len(arguments))
    processes = [context.Process(target=work, args=(start, *some)) for some in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0] * len(processes)


def _apply_all(start: Any, opener: Opener, folder: Path, documents: tuple[tuple[str, str], ...]) -> None:
    start.wait(60)
    store = opener(folder)
    for kb, name in documents:
        rows = [a_row(f"{name}{n}", document=name, vector=[1.0, float(n)]) for n in range(_ROWS)]
        start.wait(60)  # so that the processes write at the same moment
        store.apply(kb, name, rows, [], 1)
    store.close()


def _generation(number: int) -> list[Row]:
    return [a_row(f"g{number}-{n}") for n in range(_ROWS)]


def _rewrite(opener: Opener, folder: Path, ready: Any) -> None:
    """Replace all rows at seq 2, over and over, until killed."""
    store = opener(folder)
    number = 0
    while True:
        store.apply("kb", "d", _generation(number % 5), [f"d{n}" for n in range(_ROWS)], 2)
        ready.set()
        number += 1

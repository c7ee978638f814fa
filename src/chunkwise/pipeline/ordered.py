"""Side by side, but in order: a few inputs ahead of the consumer, never all of them."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_order(function: Callable[[T], R], items: Iterable[T], workers: int = 1) -> Iterator[tuple[T, R]]:
    """Pairs of item and result, in the order of the items.

    With more than one worker the function runs in processes and has to be picklable, as do items
    and results; at most twice as many items as workers are under way.
    """
    if workers <= 1:
        for item in items:
            yield item, function(item)
        return
    under_way: deque[tuple[T, Future[R]]] = deque()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone)
    try:
        for item in items:
            under_way.append((item, _submitted(pool, function, item)))
            if len(under_way) >= 2 * workers:
                done, future = under_way.popleft()
                yield done, future.result()
        while under_way:
            done, future = under_way.popleft()
            yield done, future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, function: Callable[[T], R], item: T) -> Future[R]:
    """Submit with interrupts blocked, so that a worker that starts now inherits the block.

    Ctrl-C reaches every process of a terminal; only this one answers it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        return pool.submit(function, item)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(function, item)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

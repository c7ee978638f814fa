"""Side by side, but in order: a few inputs ahead of the consumer, never all of them."""

from __future__ import annotations

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
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for item in items:
            under_way.append((item, pool.submit(function, item)))
            if len(under_way) >= 2 * workers:
                done, future = under_way.popleft()
                yield done, future.result()
        while under_way:
            done, future = under_way.popleft()
            yield done, future.result()

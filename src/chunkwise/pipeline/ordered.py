"""Side by side, but in order: a few inputs ahead of the consumer, never all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from operator import index
from typing import Any, TypeVar

from chunkwise.errors import InvalidOption
from chunkwise.pipeline.pool import Pool, Task, packed, unpacked

T = TypeVar("T")
R = TypeVar("R")

_DIED = (
    "the worker process that cut it died (out of memory, or ended by something that it calls). "
    "The other inputs are not affected. Cut it alone to see why."
)


def in_order(
    function: Callable[[T], R], items: Iterable[T], workers: int, died: Callable[[T, str], R]
) -> Iterator[tuple[T, R]]:
    """Pairs of item and result, in the order of the items.

    With more than one worker the function runs in processes and has to be picklable; at most twice
    as many items as workers are under way. Items and results that cannot be pickled are done in
    this process.

    Args:
        function: what is called.
        items: what it is called with.
        workers: processes; 1 works in this one.
        died: makes the result of an item that its process died of, from the item and what to say.

    Raises:
        InvalidOption: the function cannot be pickled, or not be loaded in the processes.
        UsageError: no process can be started.
    """
    if workers <= 1:
        for item in items:
            yield item, function(item)
        return
    under_way: deque[Task[T]] = deque()
    with closing(Pool(function, workers)) as pool:

        def first() -> tuple[T, R]:
            pool.finish(under_way)
            task = under_way.popleft()
            if task.died:
                return task.item, died(task.item, _DIED)
            answer = task.future.result() if task.future else None
            return task.item, function(task.item) if answer is None else unpacked(answer)

        for item in items:
            under_way.append(pool.submit(item))
            if len(under_way) >= 2 * workers:
                yield first()
        while under_way:
            yield first()


def check_workers(workers: object, function: Callable[[Any], Any]) -> int:
    """The number of workers, if it is one and the function can be sent to so many.

    Raises:
        InvalidOption: it is no whole number above 0; or it is above 1 and the function cannot be pickled.
    """
    try:
        number = 0 if isinstance(workers, bool) else index(workers)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if number < 1:
        raise InvalidOption(f"workers is a whole number from 1 on, not {workers!r:.60}.")
    if number > 1:
        packed(function)
    return number

"""Worker processes that are replaced when one of them dies, so that one item costs no other."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

from chunkwise.errors import InvalidOption, UsageError

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Task(Generic[T]):
    """One item on its way through a pool."""

    item: T
    data: bytes | None
    """The item as it is sent; None: it cannot be pickled."""
    future: Future[bytes | None] | None = None
    """Its answer; None: it was not taken, since the pool is broken."""
    died: bool = False
    """Whether a process died that had nothing else to do."""


class Pool:
    """Processes that call one function.

    When a process dies, the executor gives up all that was under way and does not say which item it
    was. Each of these is done again alone, which tells.
    """

    def __init__(self, function: Callable[[Any], Any], workers: int) -> None:
        """Make a pool; processes start when they are needed.

        Args:
            function: what is called in the processes.
            workers: how many processes.

        Raises:
            InvalidOption: the function cannot be pickled.
        """
        self._function = packed(function)
        self._workers = workers
        self._executor = _executor(workers)
        self._alone: ProcessPoolExecutor | None = None

    def submit(self, item: T) -> Task[T]:
        """Send an item off."""
        task = Task(item, _packed_item(item))
        if task.data is not None:
            with suppress(BrokenExecutor):  # then it is done when its turn comes
                task.future = _submitted(self._executor, _call, self._function, task.data)
        return task

    def finish(self, tasks: Iterable[Task[Any]]) -> None:
        """Wait for the first of the tasks; where a process died, do all that it took along again.

        Raises:
            UsageError: no process can be started.
        """
        tasks = list(tasks)
        if not _is_lost(tasks[0]):
            return
        self._executor.shutdown(wait=True)
        for task in tasks:
            if _is_lost(task):
                self._repeat(task)
        self._executor = _executor(self._workers)

    def close(self) -> None:
        """End the processes, after what they are at."""
        for executor in (self._executor, self._alone):
            if executor is not None:
                executor.shutdown(wait=True, cancel_futures=True)

    def _repeat(self, task: Task[Any]) -> None:
        """Do a task in a process that does nothing else meanwhile."""
        if self._alone is None:
            self._alone = _executor(1)
            try:
                _submitted(self._alone, _nothing).result()
            except BrokenExecutor as error:
                raise UsageError(
                    "Worker processes end as soon as they start. A script has to call this under "
                    'if __name__ == "__main__": since they import it; or take workers=1.'
                ) from error
        task.future = _submitted(self._alone, _call, self._function, task.data)
        if isinstance(task.future.exception(), BrokenExecutor):
            task.died = True
            self._alone.shutdown(wait=True)
            self._alone = None


def packed(function: Callable[[Any], Any]) -> bytes:
    """A function as it is sent to processes.

    Raises:
        InvalidOption: it cannot be pickled.
    """
    try:
        return pickle.dumps(function)
    except Exception as error:  # pickle raises what it likes
        raise InvalidOption(
            f"What is to be done cannot be sent to worker processes: {error}. Give functions that have a "
            "name in a module (def at its top level; no lambda), or take workers=1."
        ) from error


def unpacked(answer: bytes) -> Any:
    """What a process answered."""
    return pickle.loads(answer)


def _packed_item(item: object) -> bytes | None:
    try:
        return pickle.dumps(item)
    except Exception:
        return None


def _is_lost(task: Task[Any]) -> bool:
    """Whether a task has to be done again; waits for it."""
    if task.data is None or task.died:
        return False
    return task.future is None or isinstance(task.future.exception(), BrokenExecutor)


def _call(function: bytes, data: bytes) -> bytes | None:
    """Runs in the process; None: the item or its result cannot travel."""
    call = _loaded(function)
    try:
        item = pickle.loads(data)
    except Exception:
        return None
    result = call(item)
    try:
        return pickle.dumps(result)
    except Exception:
        return None


@lru_cache(maxsize=1)
def _loaded(function: bytes) -> Callable[[Any], Any]:
    try:
        found: Callable[[Any], Any] = pickle.loads(function)
    except Exception as error:
        raise InvalidOption(
            f"A worker process cannot load what is to be done: {type(error).__name__}: {error}. Put "
            "functions into a module that can be imported, or take workers=1."
        ) from error
    return found


def _nothing() -> None:
    """Shows that a process runs."""


def _executor(workers: int) -> ProcessPoolExecutor:
    context = get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts_alone)


def _submitted(executor: ProcessPoolExecutor, function: Callable[..., Any], *given: Any) -> Future[Any]:
    """Submit with interrupts blocked, so that a worker that starts now inherits the block.

    Ctrl-C reaches every process of a terminal; only this one answers it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        return executor.submit(function, *given)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(function, *given)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

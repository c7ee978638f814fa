"""Doing something with every input: what fails is reported, and the rest is done."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from chunkwise.cli.progress import progress
from chunkwise.cli.render.text import count
from chunkwise.cli.session import Session, describe
from chunkwise.errors import UnsupportedFormat
from chunkwise.pipeline.inputs import Input
from chunkwise.pipeline.ordered import in_order

T = TypeVar("T")

OK, FAILED, SOME_FAILED = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of one input: results, and the error that ended them if there was one."""

    results: tuple[T, ...]
    error: str = ""
    trace: str = ""
    unsupported: bool = False
    """Whether nothing here reads its format."""


class Run(Generic[T]):
    """Works through inputs and keeps count of what failed."""

    def __init__(self, session: Session, inputs: Sequence[Input], output: str | None = None) -> None:
        """Make a run.

        Args:
            session: takes the messages.
            inputs: what to work through.
            output: the file that results are written to; None: standard output.
        """
        self._to_file = output not in (None, "-")
        self._session = session
        self._inputs = inputs
        self._ids: dict[str, str] = {}
        self._skipped: Counter[str] = Counter()
        self._failed = 0
        self._done = 0
        self._given = False

    def results(self, function: Callable[[Input], Iterable[T]], workers: int = 1) -> Iterator[T]:
        """Everything that the function makes of the inputs, in their order.

        Args:
            function: with more than one worker, it and its results are pickled.
            workers: processes.
        """
        workers = min(workers, len(self._inputs))
        with progress(self._session, len(self._inputs), self._to_file) as done:
            for given, outcome in in_order(partial(_guarded, function), self._inputs, workers, _died):
                self._given |= bool(outcome.results)
                yield from outcome.results
                self._take(given, outcome)
                done(given.name)
        self._close()

    def check_id(self, document_id: str, source: str) -> None:
        """Warn where two inputs have the same document id, since their chunks may have the same ids."""
        before = self._ids.setdefault(document_id, source)
        if before != source:
            self._session.warn(
                f"{before} and {source} have the same document id {document_id!r}. "
                "Give --root FOLDER to name documents by their path below it."
            )

    @property
    def exit_code(self) -> int:
        """0 all done, 1 nothing done, 3 some failed."""
        if not self._done:
            return FAILED
        return SOME_FAILED if self._failed else OK

    @property
    def is_useless(self) -> bool:
        """Whether no input gave anything, so that a file that is there should rather stay as it is."""
        return not self._done and not self._given

    def _take(self, given: Input, outcome: Outcome[T]) -> None:
        if not outcome.error:
            self._done += 1
        elif outcome.unsupported and given.found:
            name = given.name.replace("\\", "/").rpartition("/")[2]
            self._skipped["." + name.rpartition(".")[2] if "." in name else name] += 1
        else:
            self._failed += 1
            self._session.error(outcome.error, outcome.trace)

    def _close(self) -> None:
        if self._skipped:
            kinds = ", ".join(f"{kind} {times}" for kind, times in self._skipped.most_common())
            message = f"Skipped {count(self._skipped.total(), 'file')} that nothing here reads: {kinds}."
            (self._session.warn if self._done or self._failed else self._session.error)(message)
        if self._failed and len(self._inputs) > 1:
            self._session.say(f"{self._failed} of {len(self._inputs)} inputs failed.")


def _died(given: Input, why: str) -> Outcome[Any]:
    return Outcome((), f"{given.name}: {why}")


def _guarded(function: Callable[[Input], Iterable[T]], given: Input) -> Outcome[T]:
    """Call the function; no error of one input may end the run."""
    results: list[T] = []
    try:
        results.extend(function(given))
    except Exception as error:
        message = describe(error)
        if given.name not in message:
            message = f"{given.name}: {message}"
        return Outcome(tuple(results), message, traceback.format_exc(), isinstance(error, UnsupportedFormat))
    return Outcome(tuple(results))

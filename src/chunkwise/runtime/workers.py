"""Worker processes: run a function where a crash, a hang or a memory hog does no harm.

A worker is a fresh Python process that is fed over its standard input, so it does not run the
caller's ``__main__`` again, as ``multiprocessing`` would. It is a guard against broken files and
not a sandbox: what it sends back is trusted.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import IO, TypeVar

from chunkwise.errors import ChunkwiseError, ParseError

T = TypeVar("T")

TIMEOUT_S = 60.0
"""Seconds that one call may take."""
MEMORY_BYTES = 2 << 30
"""Address space that a worker may use."""

_COMMAND = "from chunkwise.runtime.workers import _serve; _serve()"
_LENGTH_BYTES = 8


def run_isolated(
    function: Callable[..., T],
    *args: object,
    timeout_s: float = TIMEOUT_S,
    memory_bytes: int = MEMORY_BYTES,
) -> T:
    """Call a function in a process of its own, which ends with the call.

    Args:
        function: importable by its module and name; arguments and result can be pickled.
        args: its arguments.
        timeout_s: seconds after which the process is killed.
        memory_bytes: limit of the address space, where the platform has one.

    Raises:
        ParseError: it took too long, needed too much memory, crashed, or failed with an error that
            is not one of chunkwise's own.
        ChunkwiseError: the function raised it; its type is kept.

    >>> run_isolated(len, "four")
    4
    """
    with Worker(timeout_s=timeout_s, memory_bytes=memory_bytes) as worker:
        return worker.run(function, *args)


class Worker:
    """One process that makes many calls, one after the other; it is replaced when it dies.

    The process starts with the first call. Threads may share a worker: their calls queue up.
    """

    def __init__(self, *, timeout_s: float = TIMEOUT_S, memory_bytes: int = MEMORY_BYTES) -> None:
        self._timeout_s = timeout_s
        self._memory_bytes = memory_bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def run(self, function: Callable[..., T], *args: object) -> T:
        """Call the function in the process. Takes and raises what ``run_isolated`` does."""
        request = pickle.dumps((function, args))
        with self._lock:
            try:
                reply = self._exchange(request)
            except BaseException:
                # Interrupted half-way: what the process would send next belongs to no call.
                self._stop()
                raise
        if isinstance(reply, _Failure):
            raise reply.error()
        result: T = reply  # type: ignore[assignment]
        return result

    def close(self) -> None:
        """End the process. The worker can be used again, with a new one."""
        with self._lock:
            self._stop()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, request: bytes) -> object:
        """Send a request and wait for the reply; a dead process becomes a ParseError."""
        process = self._process
        if process is None or process.poll() is not None:
            self._stop()
            process = self._process = _start(self._memory_bytes)
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._timeout_s, end)
        timer.daemon = True
        timer.start()
        try:
            _send(process.stdin, request)
            data = _receive(process.stdout)
        except (OSError, EOFError):
            code = process.wait()
            raise ParseError(self._cause_of_death(code, late.is_set())) from None
        finally:
            timer.cancel()
        if late.is_set():  # killed in the very moment of its reply: the next call needs a new one
            self._stop()
        return pickle.loads(data)

    def _cause_of_death(self, code: int, late: bool) -> str:
        if late:
            return f"parsing took longer than {self._timeout_s:g} s and was stopped"
        if code >= 0:
            return f"the parser's process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        hint = ", probably for want of memory" if name == "SIGKILL" else ""
        return f"the parser crashed ({name}{hint})"

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                # A request that was never read is still in the buffer of a dead process's pipe.
                with contextlib.suppress(OSError):
                    pipe.close()
        process.wait()


class _Failure:
    """An error on its way back: rebuilt without calling its class, whose arguments may differ."""

    def __init__(self, error: BaseException, memory_bytes: int) -> None:
        self.kind: type[ChunkwiseError] = ParseError
        self.args: tuple[object, ...] = ()
        self.state: dict[str, object] = {"source": "", "page": None}
        if isinstance(error, ChunkwiseError):
            self.kind, self.args, self.state = type(error), error.args, dict(vars(error))
        elif isinstance(error, MemoryError):
            self.args = (f"parsing needs more than {memory_bytes / (1 << 20):,.0f} MB of memory",)
        else:
            self.args = (f"the parser failed: {type(error).__name__}: {error}",)
        self.note = "".join(traceback.format_exception(error))

    def error(self) -> ChunkwiseError:
        """The error, with the worker's traceback as a note."""
        error = self.kind.__new__(self.kind)
        error.args = self.args
        vars(error).update(self.state)
        error.add_note(f"In the worker process:\n{self.note}")
        return error


def _start(memory_bytes: int) -> subprocess.Popen[bytes]:
    """A new worker process, which finds the same modules as this one."""
    paths = [os.path.abspath(entry) for entry in sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
    return subprocess.Popen(
        # -P: the current folder may hold a json.py.
        [sys.executable, "-P", "-c", _COMMAND, str(memory_bytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def _serve() -> None:
    """The worker's side: answer requests until the caller hangs up."""
    memory_bytes = int(sys.argv[1])
    _limit_memory(memory_bytes)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller handles Ctrl-C and stops us
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    # A library that prints must not write into the replies.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    while True:
        try:
            request = _receive(requests)
        except EOFError:
            return
        _send(replies, _answer(request, memory_bytes))


def _answer(request: bytes, memory_bytes: int) -> bytes:
    try:
        function, args = pickle.loads(request)
        return pickle.dumps(function(*args))
    except BaseException as error:  # also what is no Exception, such as a panic of a Rust library
        return pickle.dumps(_Failure(error, memory_bytes))


def _limit_memory(memory_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(len(data).to_bytes(_LENGTH_BYTES, "big"))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    length = int.from_bytes(_read_exactly(pipe, _LENGTH_BYTES), "big")
    return _read_exactly(pipe, length)


def _read_exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError
    return data

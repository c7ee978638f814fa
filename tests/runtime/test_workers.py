from __future__ import annotations

import ctypes
import os
import sys
import threading
import time

import pytest

from chunkwise.errors import ParseError, SeveralDocuments, UnknownName
from chunkwise.runtime.workers import Worker, run_isolated


def add(a, b):
    return a + b


def process_id():
    return os.getpid()


def leave():
    os._exit(139)


def crash():
    ctypes.string_at(0)


def fail():
    raise ValueError("no good")


def fail_by_name():
    raise UnknownName("method", "lawz", ["laws"])


def fail_with_several():
    raise SeveralDocuments("a.xlsx", ["a#1", "a#2"])


def fail_with_place():
    raise ParseError("broken", "a.pdf", 3)


class Panic(BaseException):
    pass


def panic():
    raise Panic("rust")


def hoard():
    return len(bytearray(1 << 30))


def shout():
    print("x" * 100_000)
    os.write(1, b"not a reply")
    return "quiet"


def unsendable():
    return lambda: None


def test_a_normal_call():
    assert run_isolated(add, "a", "b") == "ab"


def test_a_call_that_takes_too_long_is_stopped():
    begun = time.monotonic()
    with pytest.raises(ParseError, match=r"longer than 0\.3 s"):
        run_isolated(time.sleep, 30, timeout_s=0.3)
    assert time.monotonic() - begun < 10


def test_an_exit_becomes_an_error():
    with pytest.raises(ParseError, match="exit code 139"):
        run_isolated(leave)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
def test_a_crash_becomes_an_error():
    with pytest.raises(ParseError, match=r"crashed \(SIGSEGV\)"):
        run_isolated(crash)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is only kept on Linux")
def test_a_memory_hog_becomes_an_error():
    with pytest.raises(ParseError, match="more than 512 MB"):
        run_isolated(hoard, memory_bytes=512 << 20)


def test_other_errors_become_parse_errors_with_the_traceback():
    with pytest.raises(ParseError, match="ValueError: no good") as caught:
        run_isolated(fail)
    assert "in fail" in caught.value.__notes__[0]


def test_what_is_no_exception_is_caught_too():
    with pytest.raises(ParseError, match="Panic: rust"):
        run_isolated(panic)


def test_our_own_errors_keep_their_type_and_fields():
    with pytest.raises(UnknownName, match="laws") as unknown:
        run_isolated(fail_by_name)
    assert unknown.value.known == ["laws"]
    with pytest.raises(SeveralDocuments) as several:
        run_isolated(fail_with_several)
    assert several.value.ids == ("a#1", "a#2")
    with pytest.raises(ParseError, match=r"a\.pdf, page 3: broken") as placed:
        run_isolated(fail_with_place)
    assert (placed.value.source, placed.value.page) == ("a.pdf", 3)


def test_prints_do_not_disturb():
    assert run_isolated(shout) == "quiet"


def test_a_result_that_cannot_be_sent_is_an_error():
    with pytest.raises(ParseError, match="pickle"):
        run_isolated(unsendable)


def test_a_worker_is_used_again_and_replaced_when_it_dies():
    with Worker() as worker:
        first = worker.run(process_id)
        assert [worker.run(add, n, 1) for n in range(50)] == list(range(1, 51))
        assert worker.run(process_id) == first
        with pytest.raises(ParseError):
            worker.run(leave)
        second = worker.run(process_id)
        assert second not in (first, os.getpid())
        with pytest.raises(ParseError):
            worker.run(fail)
        assert worker.run(process_id) == second


def test_a_worker_works_after_a_timeout():
    with Worker(timeout_s=0.5) as worker:
        with pytest.raises(ParseError):
            worker.run(time.sleep, 30)
        assert worker.run(add, 1, 2) == 3


def test_large_arguments_and_results():
    data = b"x" * 5_000_000
    assert run_isolated(add, data, b"y") == data + b"y"


def test_a_worker_ends_with_its_block():
    with Worker() as worker:
        identity = worker.run(process_id)
    with pytest.raises(ProcessLookupError):
        os.kill(identity, 0)


def test_threads_share_a_worker():
    results: list[int] = []
    with Worker() as worker:
        threads = [
            threading.Thread(target=lambda n=n: results.append(worker.run(add, n, n))) for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(results) == [2 * n for n in range(8)]

"""CPU time of chunking against one bare tiktoken pass over the same text, in the same run.

    python benchmarks/counting.py [FILE ...]

Without files: the example documents, repeated to two megabytes each. Prints the best of seven
alternating rounds, the ratio to the tiktoken pass, and how many calls reached the tokenizer.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import chunkwise as cw
from chunkwise.text.counters.toktok import ToktokCounter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "text"))
from tiktoken_offline import encoding

ROUNDS = 7
EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "documents"


class CountingCounter(ToktokCounter):
    """The default counter, with its calls counted."""

    calls = 0

    def count_many(self, texts):
        CountingCounter.calls += 1
        return super().count_many(texts)


def timed(function):
    start = process_time()
    function()
    return process_time() - start


def main(names):
    tokenizer = encoding("cl100k_base")
    for path in [Path(name) for name in names] or sorted(EXAMPLES.glob("*.[mt][dx]*")):
        text = path.read_text("utf-8")
        if not names:
            text *= 2_000_000 // len(text.encode())
        size = len(text.encode()) / 1e6
        jobs = {"one tiktoken pass": lambda text=text: tokenizer.encode_to_numpy(text, disallowed_special=())}
        for method in ("recursive", "character", "token", "sentence", "general", "parent_child"):
            jobs[method] = lambda text=text, method=method: cw.chunk_text(
                text, method, tokenizer=CountingCounter()
            )
        jobs["recursive, 2,000 characters"] = lambda text=text: cw.chunk_text(
            text, "recursive", max_chars=2000
        )
        best, calls = dict.fromkeys(jobs, float("inf")), {}
        for _ in range(ROUNDS):
            for name, job in jobs.items():
                CountingCounter.calls = 0
                best[name] = min(best[name], timed(job))
                calls[name] = CountingCounter.calls
        print(f"{path.name}: {size:.1f} MB")
        floor = best["one tiktoken pass"]
        for name, seconds in best.items():
            print(
                f"  {name:28} {seconds * 1000:7.0f} ms  {size / seconds:6.1f} MB/s  x{seconds / floor:.2f}  {calls[name]} calls"
            )


if __name__ == "__main__":
    main(sys.argv[1:])

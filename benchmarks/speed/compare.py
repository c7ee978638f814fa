"""Speed, memory and faults of chunkers on the same texts, in one run.

    benchmarks/speed/run [--rounds 7] [--chars] [--only WORD] [FILE ...]

CPU time of all threads, the least of alternating rounds; the ratio is that to one bare tiktoken pass
over the text. Faults: chunks over the limit (by a recount), chunks with U+FFFD that the text has
not, chunks that do not stand where they say, and characters (blanks aside) that are in no chunk.
Memory: what the process needs on top of the text and the loaded libraries, in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from peers import BY_CHARS, BY_TOKENS, CHARS, TOKENS, Contender, cl100k
from rich.console import Console
from rich.table import Table

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "speed"
SLOW_S = 20.0
"""A contender that needs longer is run once."""


def faults(text: str, chunks: list, by_tokens: bool) -> list[str]:
    """Over the limit, U+FFFD, wrong offsets, lost characters, as cells."""
    if not chunks:
        return [""] * 5
    tokenizer = cl100k()
    contents = [content for content, _ in chunks]
    sizes = (
        [len(ids) for ids in tokenizer.encode_ordinary_batch(contents)] if by_tokens else map(len, contents)
    )
    limit = TOKENS if by_tokens else CHARS
    over = sum(size > limit for size in sizes)
    broken = sum("\ufffd" in content for content in contents) if "\ufffd" not in text else 0
    known = [(content, start) for content, start in chunks if start is not None]
    wrong = sum(text[start : start + len(content)] != content for content, start in known)
    missing = Counter("".join(text.split()))
    missing.subtract("".join("".join(content.split()) for content in contents))
    lost = sum(count for count in missing.values() if count > 0)
    return [
        f"{len(chunks):,}",
        f"{over:,}",
        f"{broken:,}",
        f"{wrong:,}" if known else "none given",
        f"{lost:,}",
    ]


def timed(run: Contender, text: str) -> tuple[float, list]:
    begun = process_time()
    chunks = run(text)
    return process_time() - begun, chunks


def memory_mb(name: str, path: Path, chars: bool) -> float:
    """Peak of one run in a fresh process, less what was there before."""
    code = (
        "import gc, re, sys; sys.path.insert(0, sys.argv[1]); import peers\n"
        "make = (peers.BY_CHARS if sys.argv[4] == 'True' else peers.BY_TOKENS)[sys.argv[2]]\n"
        "text = open(sys.argv[3], encoding='utf-8', newline='').read(); run = make(); run('Warm up. ' * 50)\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "gc.collect(); open('/proc/self/clear_refs', 'w').write('5')\n"  # begins the peak anew
        "before = peak(); chunks = run(text); print((peak() - before) / 1024)"
    )
    arguments = [str(Path(__file__).parent), name, str(path), str(chars)]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    return float(done.stdout or "nan")


def compare(path: Path, rounds: int, chars: bool, only: str, console: Console) -> None:
    text = path.read_bytes().decode()
    contenders = {
        n: make for n, make in (BY_CHARS if chars else BY_TOKENS).items() if only in n or "pass" in n
    }
    running, failed = {}, {}
    for name, make in contenders.items():
        try:
            running[name] = make()
            running[name]("Warm up. " * 50)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"[:60]
    floor = BY_TOKENS["tiktoken pass (floor)"]()
    best: dict[str, float] = {}
    results: dict[str, list] = {}
    least = min(timed(floor, text)[0] for _ in range(3))
    for number in range(rounds):
        least = min(least, timed(floor, text)[0])
        for name in list(running):
            if number and best[name] > SLOW_S / 10:
                continue
            try:
                # Made anew, since some remember what they have seen.
                running[name] = contenders[name]()
                running[name]("Warm up. " * 50)
                taken, results[name] = timed(running[name], text)
            except BaseException as error:  # a panic of a Rust library is no Exception
                failed[name] = f"{type(error).__name__}: {error}"[:60]
                del running[name]
                continue
            best[name] = min(best.get(name, taken), taken)
    unit = f"{CHARS:,} characters" if chars else f"{TOKENS} tokens"
    size = len(text.encode()) / 1e6
    table = Table(title=f"{path.name}, {size:.1f} MB, {unit}; a tiktoken pass takes {least:.3f} s of CPU")
    for column in ("", "s", "ratio", "MB/s", "MB more", "chunks", "over", "U+FFFD", "misplaced", "lost"):
        table.add_column(column, justify="left" if not column else "right")
    for name, taken in sorted(best.items(), key=lambda pair: pair[1]):
        cells = [
            f"{taken:.3f}",
            f"{taken / least:.2f}",
            f"{size / taken:,.0f}",
            f"{memory_mb(name, path, chars):.0f}",
        ]
        table.add_row(
            name, *cells, *faults(text, results[name], not chars), style="bold" if "chunkwise" in name else ""
        )
    for name, why in failed.items():
        table.add_row(name, "failed", why)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, default=[DATA / "en.txt", DATA / "zh.txt"])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--chars", action="store_true", help="2,000 characters in place of 512 tokens")
    parser.add_argument("--only", default="", help="contenders with this in their name")
    options = parser.parse_args()
    console = Console(width=max(130, Console().width))
    for path in options.files:
        compare(path, options.rounds, options.chars, options.only, console)


if __name__ == "__main__":
    main()

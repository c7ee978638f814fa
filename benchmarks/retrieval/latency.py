"""How long a question takes in a base of 100,000 chunks, with a filter: words alone, and words with vectors.

    .venv/bin/python benchmarks/retrieval/latency.py [--chunks 100000] [--kb FOLDER] [--data FOLDER]

Texts are random runs of the sentences of two corpora (English, Chinese); vectors are random
projections of their words, 384 numbers as of a small model, made in no time so that what is
measured is the search. The floor in the same run: an exact scan of all vectors by numpy.
A folder that is there already is asked again and not filled again. Questions are asked on one core;
CPU is what the process used of it, which other work on the machine does not change much.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zlib import crc32

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from rich.console import Console
from rich.table import Table

import chunkwise as cw
from chunkwise.text.analysis import analyse
from chunkwise.text.tokens import get_counter

SIZE = 384
PER_DOCUMENT = 20
QUERIES = 200


class Projection:
    """An embedder in the form of a table: each word has a random direction, a text the sum of its words'."""

    name = f"projection-{SIZE}"
    max_tokens = 512
    counter = get_counter("words")

    def __init__(self) -> None:
        self._directions = np.random.default_rng(7).standard_normal((4096, SIZE)).astype(np.float32)

    def embed(self, texts: Sequence[str]) -> list[np.ndarray]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> np.ndarray:
        words = [crc32(word.encode()) % 4096 for word in analyse(text).coarse]
        vector = self._directions[words].sum(axis=0) if words else self._directions[0]
        return vector / np.linalg.norm(vector)


def sentences(folder: Path) -> list[list[str]]:
    """English and Chinese sentences of 20 to 200 characters."""
    found = []
    for name, stop in (("en.txt", ". "), ("zh.txt", "。")):
        text = (folder / "speed" / name).read_text(encoding="utf-8")[:3_000_000]
        parts = [part.strip() + stop.strip() for part in text.replace("\n", " ").split(stop)]
        found.append([part for part in parts if 20 <= len(part) <= 200])
    return found


def documents(chunks: int, corpora: list[list[str]], rng: random.Random) -> Iterator[cw.Document]:
    for number in range(chunks // PER_DOCUMENT):
        own = rng.choice(corpora)
        sections = [
            {"text": " ".join(rng.choices(own, k=2 if own is corpora[0] else 4)), "kind": "paragraph"}
            for _ in range(PER_DOCUMENT)
        ]
        made = cw.Document.from_sections(sections, id=f"d{number}", joiner="\n\n")
        metadata = {"year": 2010 + number % 15, "type": ["law", "memo", "mail"][number % 3]}
        yield replace(made, metadata=metadata)


def fill(kb: cw.KnowledgeBase, chunks: int, corpora: list[list[str]], console: Console) -> None:
    begun = time.perf_counter()
    made = list(documents(chunks, corpora, random.Random(1)))
    console.print(f"made {len(made):,} documents in {time.perf_counter() - begun:.1f} s")
    begun = time.perf_counter()

    def watch(step):
        if step.stage == "store" and step.done % 500 == 0:
            console.print(
                f"  {step.done:,} of {step.total:,} documents after {time.perf_counter() - begun:.0f} s"
            )

    report = kb.add(made, "general", on_progress=watch, delimiter="`\n\n`")
    console.print(f"added {report.chunks_added:,} chunks in {time.perf_counter() - begun:.0f} s")


Timing = tuple[float, float, dict[str, float]]
"""Milliseconds of a question, those of CPU, and those of each stage."""


def timed(kb: cw.KnowledgeBase, queries: Sequence[str], mode: str) -> list[Timing]:
    taken = []
    for query in queries:
        begun, used = time.perf_counter(), time.process_time()
        hits = kb.search(query, 10, where={"year": {"$gte": 2018}, "type": "law"}, mode=mode)
        stages = {stage: 1000 * seconds for stage, seconds in hits.times.items()}
        wall, cpu = time.perf_counter() - begun, time.process_time() - used
        taken.append((1000 * wall, 1000 * cpu, stages))
    return taken


def stage_table(taken: Sequence[Timing]) -> Table:
    table = Table(title="Stages of hybrid questions, milliseconds")
    for name in ("", "p50", "p95", "questions"):
        table.add_column(name, justify="right")
    for stage in dict.fromkeys(stage for _, _, stages in taken for stage in stages):
        own = [stages[stage] for _, _, stages in taken if stage in stages]
        p95 = statistics.quantiles(own, n=20)[-1] if len(own) > 1 else own[0]
        table.add_row(stage, f"{statistics.median(own):.1f}", f"{p95:.1f}", str(len(own)))
    return table


def scan(embedder: Projection, queries: Sequence[str], rows: int) -> list[float]:
    """The floor: one matrix times one vector, and the ten best."""
    matrix = np.random.default_rng(3).standard_normal((rows, SIZE)).astype(np.float32)
    taken = []
    for query in queries[:50]:
        begun = time.perf_counter()
        np.argpartition(matrix @ embedder.embed_query(query), -10)[-10:]
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--kb", type=Path, default=Path("latency.kb"))
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[3] / "shared" / "data")
    options = parser.parse_args()
    console = Console()
    corpora = sentences(options.data)
    embedder = Projection()
    if not options.kb.exists():
        with cw.open_kb(options.kb, create=True, embedder=embedder) as kb:
            fill(kb, options.chunks, corpora, console)
    begun = time.perf_counter()
    with cw.open_kb(options.kb, embedder=embedder) as kb:
        opened = time.perf_counter() - begun
        rng = random.Random(5)
        queries = [query_of(rng.choice(rng.choice(corpora)), rng) for _ in range(QUERIES)]
        kb.search(queries[0], 10)
        first = time.perf_counter() - begun
        console.print(
            f"opened in {opened:.2f} s; opened, libraries loaded and first question answered in {first:.2f} s"
        )
        table = Table(
            title=f"{kb._base.store.stats().rows:,} rows, filter on year and type, k = 10, milliseconds"
        )
        for name in ("", "p50", "p95", "most", "CPU p50", "CPU p95", "p95 / scan"):
            table.add_column(name, justify="right")
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        floor = scan(embedder, queries, kb._base.store.stats().rows)
        for mode in ("lexical", "dense", "hybrid"):
            timed(kb, queries[:10], mode)
            taken = timed(kb, queries, mode)
            wall, cpu = [one for one, _, _ in taken], [one for _, one, _ in taken]
            p50, p95, most, ratio = figures(wall, floor)
            table.add_row(mode, p50, p95, most, *figures(cpu, floor)[:2], ratio)
        p50, p95, most, ratio = figures(floor, floor)
        table.add_row("numpy scan", p50, p95, most, "", "", ratio)
        console.print(table, stage_table(taken))


def query_of(sentence: str, rng: random.Random) -> str:
    """Six words of an English sentence, eighteen characters of a Chinese one: as long as questions are."""
    words = sentence.split() if sentence.isascii() else list(sentence.replace(" ", ""))
    length = 6 if sentence.isascii() else 18
    start = rng.randrange(max(1, len(words) - length))
    return (" " if sentence.isascii() else "").join(words[start : start + length])


def figures(taken: Sequence[float], floor: Sequence[float]) -> list[str]:
    p95 = statistics.quantiles(taken, n=20)[-1]
    ratio = p95 / statistics.quantiles(floor, n=20)[-1]
    return [f"{statistics.median(taken):.1f}", f"{p95:.1f}", f"{max(taken):.1f}", f"{ratio:.1f}"]


if __name__ == "__main__":
    main()

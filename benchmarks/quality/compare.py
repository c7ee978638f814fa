"""How well questions find their answers, beside other chunkers under the same words.

    benchmarks/quality/run --data FOLDER [--split tune|heldout] [--minilm FOLDER] [--chinese pairs|words]

FOLDER holds ``chroma`` and ``cmrc``. "@1,000" is the recall in the first 1,000 characters of the ranking;
recall, IoU and characters are those of five results. Other chunkers have two lines each: plain BM25 over
their chunks, and our ranking of their chunks by their best sentence.

``--split heldout`` needs ``--final``, which appends date, commit and figures to ``heldout.log``: whoever
looks at held-out questions often chooses by them in the end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from chunkers import chunkers
from rankings import ChunkBM25, by_best_unit
from rich.console import Console
from scoring import Scorer, Scores, print_differences, print_table
from sets import SPLITS, QuestionSet, chroma, cmrc

from chunkwise.embed.spec import load_embedder
from chunkwise.rank.cut import MODES, set_cut
from chunkwise.rank.ranked import RankedUnit
from chunkwise.rank.unit_index import UnitIndex
from chunkwise.text.language import dominant_script

LOG = Path(__file__).with_name("heldout.log")
UNITS = 300
"""Ranked units: enough for the largest budget."""
BASELINE = "langchain recursive 200"

Search = Callable[[str], list[RankedUnit]]


def unit_rows(name: str, scorer: Scorer, search: Search) -> list[Scores]:
    """Our passages, one row a mode; the budgets are those of the units and the same in each row."""
    rows = [Scores(f"chunkwise {name}{mode}") for mode in MODES]
    for number, question in enumerate(scorer.asked.questions):
        ranked = search(question.text)
        places = [(unit.document, unit.span) for unit in ranked]
        for row, mode in zip(rows, MODES, strict=True):
            passages = [(passage.document, passage.span) for passage in set_cut(ranked, mode)]
            scorer.score(row, number, places, passages)
    return rows


def chunk_rows(scorer: Scorer, search: Search, chinese: str, console: Console) -> list[Scores]:
    """Two rows a chunker."""
    rows = []
    rankings = [search(question.text) for question in scorer.asked.questions]
    for name, make in chunkers(dominant_script(scorer.texts[0]) == "han").items():
        try:
            cut = make()
        except ImportError as error:
            console.print(f"{name} is left out: {error}")
            continue
        chunks = [(number, span) for number, text in enumerate(scorer.texts) for span in cut(text)]
        words = ChunkBM25(scorer.texts, chunks, chinese)
        plain, kernel = Scores(f"{name}, BM25"), Scores(f"{name}, our ranking")
        for number, question in enumerate(scorer.asked.questions):
            found = words.search(question.text)
            scorer.score(plain, number, found, found)
            found = by_best_unit(rankings[number], words.chunks)
            scorer.score(kernel, number, found, found)
        rows += [plain, kernel]
    return rows


def compare(
    title: str, asked: QuestionSet, chinese: str, embedder, peers: bool, console: Console
) -> list[Scores]:
    scorer = Scorer(asked)
    begun = time.process_time()
    index = UnitIndex.of(scorer.texts, chinese=chinese)
    made = time.process_time() - begun

    def words(query: str) -> list[RankedUnit]:
        return index.search(query, UNITS)

    begun = time.process_time()
    rows = unit_rows("", scorer, words)
    taken = (time.process_time() - begun) / len(asked.questions)
    if embedder is not None:
        fused = UnitIndex.of(scorer.texts, chinese=chinese, embedder=embedder)
        rows += unit_rows("with vectors, ", scorer, lambda query: fused.search(query, UNITS))
    others = chunk_rows(scorer, words, chinese, console) if peers else []
    print_table(title, asked, [*rows, *others], console)
    baseline = [row for row in others if row.name.startswith(BASELINE)]
    print_differences(rows[0], baseline, console)
    size = sum(len(text.encode()) for text in scorer.texts) / 1e6
    console.print(
        f"{len(index):,} units of {size:.1f} MB indexed in {made:.1f} s of CPU; "
        f"a question takes {1000 * taken:.1f} ms with its scores.\n"
    )
    return rows


def record(title: str, rows: list[Scores], options: str) -> None:
    """A line a row: nobody looks in secret."""
    commit = subprocess.run(
        ["git", "-C", str(LOG.parent), "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    with LOG.open("a", encoding="utf-8") as log:
        for row in rows:
            log.write(f"{time.strftime('%Y-%m-%d')} {commit} {title} {options}| {' | '.join(row.cells())}\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="the folder of chroma and cmrc")
    parser.add_argument("--split", choices=SPLITS, default="tune")
    parser.add_argument("--final", action="store_true", help="look at the held-out questions, on record")
    parser.add_argument("--minilm", type=Path, help="a folder with an ONNX model: vectors, too")
    parser.add_argument("--chinese", choices=("auto", "pairs", "words"), default="auto")
    parser.add_argument("--only", choices=("chroma", "cmrc"), help="one of the sets")
    parser.add_argument("--no-peers", action="store_true", help="our own rows alone")
    options = parser.parse_args()
    if options.split == "heldout" and not options.final:
        print("--split heldout needs --final, which puts the look on record.", file=sys.stderr)
        return 2
    console = Console(width=max(120, Console().width))
    embedder = load_embedder(f"onnx:{options.minilm}") if options.minilm else None
    for name, load in {"chroma": chroma, "cmrc": cmrc}.items():
        if options.only in (None, name):
            asked = load(options.data / name, options.split)
            title = f"{name}, {options.split}"
            model = embedder if name == "chroma" else None  # the usual small models know no Chinese
            rows = compare(title, asked, options.chinese, model, not options.no_peers, console)
            if options.split == "heldout":
                record(title, rows, f"chinese={options.chinese} ")
    return 0


if __name__ == "__main__":
    sys.exit(main())

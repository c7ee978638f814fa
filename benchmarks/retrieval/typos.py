"""How well queries with one typing error are answered, with parts of words and without.

    .venv/bin/python benchmarks/retrieval/typos.py [--data FOLDER] [--queries 200]

English: the questions of two of Chroma's corpora, over chunks of 128 tokens. Chinese: questions of
CMRC 2018 (documents of even number), over all its passages. Each in two forms: as it is, and as
keywords, the two longest words of the answering sentence, or six characters of it. A query is
answered if one of the first five hits overlaps with the marked answer.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import chunkwise as cw
from chunkwise.testing.typing_errors import mistyped

K = 5
TUNE = ("wikitexts", "chatlogs")


@dataclass(frozen=True)
class Asked:
    """A query, and where its answer stands."""

    text: str
    document: str
    spans: tuple[tuple[int, int], ...]

    def is_answered_by(self, hit: cw.Hit) -> bool:
        return hit.chunk.document_id == self.document and any(
            span.start < end and start < span.end for span in hit.chunk.spans for start, end in self.spans
        )


def english(data: Path) -> tuple[list[cw.Document], list[Asked], list[Asked]]:
    texts = {name: (data / "chroma" / f"{name}.md").read_bytes().decode() for name in TUNE}
    questions, keywords = [], []
    with (data / "chroma" / "questions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["corpus_id"] in TUNE:
                references = json.loads(row["references"])
                spans = tuple((one["start_index"], one["end_index"]) for one in references)
                questions.append(Asked(row["question"], row["corpus_id"], spans))
                words = [word for word in references[0]["content"].split() if word.isalpha()]
                longest = sorted(dict.fromkeys(words), key=len, reverse=True)[:2]
                keywords.append(Asked(" ".join(longest), row["corpus_id"], spans[:1]))
    return [cw.Document.from_text(text, name) for name, text in texts.items()], questions, keywords


def chinese(data: Path) -> tuple[list[cw.Document], list[Asked], list[Asked]]:
    found = json.loads((data / "cmrc" / "cmrc2018_dev.json").read_text(encoding="utf-8"))["data"]
    passages = [passage for document in found for passage in document["paragraphs"]]
    documents, questions, keywords = [], [], []
    for number, at in enumerate(range(0, len(passages), 10)):
        text = ""
        for passage in passages[at : at + 10]:
            for asked in passage["qas"] if number % 2 == 0 else ():
                answer = asked["answers"][0]
                start, length = answer["answer_start"], len(answer["text"])
                if passage["context"][start : start + length] == answer["text"]:
                    span = (len(text) + start, len(text) + start + length)
                    questions.append(Asked(asked["question"], f"d{number}", (span,)))
                    before = passage["context"][max(0, start - 6) : start + 6]
                    bare = "".join(char for char in before if "\u4e00" <= char <= "\u9fff")[:6]
                    keywords.append(Asked(bare, f"d{number}", (span,)))
            text += passage["context"] + "\n\n"
        documents.append(cw.Document.from_text(text, f"d{number}"))
    return documents, questions, keywords


def rate(kb: cw.KnowledgeBase, asked: Sequence[Asked], typed: Iterable[str], fine: bool) -> float:
    """Which share of the queries is answered, as they are typed."""
    answered = 0
    for one, text in zip(asked, typed, strict=True):
        answered += any(map(one.is_answered_by, kb.search(text, K, fine=fine)))
    return answered / len(asked)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[3] / "shared" / "data")
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    table = Table(title=f"Share of queries answered by the first {K} hits, in per cent")
    for name in ("", "clean", "mistyped", "kept", "clean, words only", "mistyped, words only", "kept"):
        table.add_column(name, justify="right" if name else "left")
    for language, load in (("English", english), ("Chinese", chinese)):
        documents, *forms = load(options.data)
        with (
            tempfile.TemporaryDirectory() as folder,
            cw.open_kb(Path(folder) / "t.kb", create=True) as kb,
        ):
            kb.add(documents, "recursive", max_tokens=128)
            for form, asked in zip(("questions", "keywords"), forms, strict=True):
                rng = random.Random(11)
                some = rng.sample(asked, min(options.queries, len(asked)))
                clean = [one.text for one in some]
                typed = [mistyped(text, rng) for text in clean]
                cells = []
                for fine in (True, False):
                    rates = [rate(kb, some, texts, fine) for texts in (clean, typed)]
                    cells += [f"{100 * one:.1f}" for one in rates] + [f"{rates[1] / rates[0]:.3f}"]
                table.add_row(f"{language}, {len(some)} {form}", *cells)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()

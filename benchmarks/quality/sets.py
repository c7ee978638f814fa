"""The question sets: Chroma's five corpora in English, CMRC 2018 in Chinese, each in two halves.

Constants are chosen on ``tune`` (wikitexts and chatlogs; CMRC's even documents) and looked at on
``heldout`` (state_of_the_union, finance and pubmed; the odd ones) in the end. All texts are always
searched together.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chunkwise.model.span import Span
from chunkwise.quality.pool import Pool
from chunkwise.quality.question_imports import from_chroma_csv, from_squad

SPLITS = ("tune", "heldout")
_TUNE = ("wikitexts", "chatlogs")
_HELDOUT = ("state_of_the_union", "finance", "pubmed")
_PASSAGES = 10
"""CMRC's passages are laid together to documents of so many, since each alone is one chunk."""


@dataclass(frozen=True)
class Asked:
    """A question and the characters of the pool that answer it."""

    text: str
    references: list[Span]


@dataclass(frozen=True)
class QuestionSet:
    """Texts that are searched together, and questions to some of them."""

    texts: dict[str, str]
    questions: list[Asked]
    budgets: tuple[int, ...]
    """Characters of context at which recall is measured."""

    @property
    def pool(self) -> Pool:
        return Pool.of({name: len(text) for name, text in self.texts.items()})


def chroma(folder: Path, split: str) -> QuestionSet:
    names = (*_TUNE, *_HELDOUT)
    texts = {name: (folder / f"{name}.md").read_text("utf-8") for name in names}
    pool = Pool.of({name: len(text) for name, text in texts.items()})
    wanted = _TUNE if split == "tune" else _HELDOUT
    questions = [
        Asked(one.text, [pool.span(one.document, span) for span in one.spans])
        for one in from_chroma_csv((folder / "questions.csv").read_text("utf-8"))
        if one.document in wanted
    ]
    return QuestionSet(texts, questions, (1_000, 2_000, 4_000))


def cmrc(folder: Path, split: str) -> QuestionSet:
    squad = from_squad((folder / "cmrc2018_dev.json").read_text("utf-8"))
    texts: dict[str, str] = {}
    places: dict[str, tuple[str, int]] = {}
    for number, (id, passage) in enumerate(squad.texts.items()):
        document = f"{number // _PASSAGES:03}"
        before = texts.get(document, "")
        before += "\n\n" if before else ""
        places[id] = (document, len(before))
        texts[document] = before + passage
    pool = Pool.of({name: len(text) for name, text in texts.items()})
    questions = []
    for one in squad.questions:
        document, offset = places[one.document]
        if one.spans and (int(document) % 2 == 0) == (split == "tune"):
            spans = [Span(offset + span.start, offset + span.end) for span in one.spans]
            questions.append(Asked(one.text, [pool.span(document, span) for span in spans]))
    return QuestionSet(texts, questions, (150, 300, 600))

"""Questions made from a document by rule: from its headings, and from the rare words of its sentences.

They say ``generated`` and are no substitute for questions that people ask: they share their words with
the text. They show gross differences between ways of cutting, and are there when nothing else is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from chunkwise.model.document import Document, heading_level
from chunkwise.model.span import Span
from chunkwise.quality.questions import Question
from chunkwise.quality.structure import sentence_spans
from chunkwise.text.language import HAN, dominant_script
from chunkwise.text.stop_words import ENGLISH

MOST = 30
"""Questions of one document, unless another number is asked for."""

_HEADING_SHARE = 3
"""One question in so many is made from a heading, where there are headings."""
_LONGEST_ANSWER = 400
"""Characters of a section that answer the question about its heading: its first sentences."""
_SENTENCE = range(24, 401)
"""Characters of a sentence that a question is made of; a Han character counts as two."""
_WORDS = 4
"""Rare words that a question asks about."""

_PHRASE = re.compile(f"[{HAN}]+|[^\\W\\d_{HAN}][\\w'’-]+")
# Characters that join content in Chinese: what stands between them is a word or a few.
_JOINS = re.compile(
    "(?:以上|以下|以内|第[一二三四五六七八九十百千零〇0-9]+[条款项章节编]?|或者|以及|并且|按照|依照|根据|未按|应当|不得|可以"
    "|其他|对于|关于|由于|因为|所以|但是|没有|这个|那个|我们|他们|就是|都是|自己|之日起|(?<!共)和(?![平谐])"
    "|[的了与及或等在是有为以对由被将把从到向其该各并但而也又就之所这那此不都很我你他她它们着过称自指处])+"
)
_LATIN_SHORTEST, _HAN_LENGTHS = 4, range(2, 13)

_TEXTS = {
    "en": {
        "heading": "What is said about “{title}”?",
        "below": "What is said about “{title}” under “{above}”?",
        "words": "What is said about {words}?",
        "joiner": ", ",
    },
    "zh": {
        "heading": "“{title}”讲了什么？",
        "below": "“{above}”中的“{title}”讲了什么？",
        "words": "关于{words}，文中是怎么说的？",
        "joiner": "、",
    },
}

T = TypeVar("T")


def generate(documents: Iterable[Document], most: int = MOST) -> list[Question]:
    """Questions about each document, in reading order; the same documents give the same questions.

    Args:
        documents: what to ask about.
        most: questions of one document; fewer where it is short.

    >>> text = "The tariff applies from midnight. Complaints reach the ombudsman within thirty days."
    >>> [question.text for question in generate([Document.from_text(text)])][-1]
    'What is said about Complaints, reach, ombudsman, thirty?'
    """
    found: list[Question] = []
    for document in documents:
        found += _of_document(document, most)
    return [replace(question, id=f"g{number}") for number, question in enumerate(found, 1)]


def _of_document(document: Document, most: int) -> list[Question]:
    texts = _TEXTS["zh" if dominant_script(document.text) == "han" else "en"]
    by_heading = list(_of_headings(document, texts))
    by_heading = _spread(by_heading, min(len(by_heading), max(most // _HEADING_SHARE, 1)))
    by_words = list(_of_sentences(document, texts))
    chosen = by_heading + _spread(by_words, most - len(by_heading))
    return sorted(chosen[:most], key=lambda question: question.spans)


def _of_headings(document: Document, texts: dict[str, str]) -> Iterator[Question]:
    """A question about each heading with text of its own right below it."""
    told = sentence_spans(document)
    headings = [block for block in document.blocks if document.heads_section(block)]
    ends = [*(block.span.start for block in headings), len(document.text)][1:]
    titles = Counter(document.heading_text(block) for block in headings)
    path: list[tuple[int, str]] = []
    at = 0
    for block, end in zip(headings, ends, strict=False):
        title, level = document.heading_text(block), heading_level(block)
        while path and path[-1][0] >= level:
            path.pop()
        while at < len(told) and told[at].start < block.span.end:
            at += 1
        answer = _beginning(told, at, end)
        if answer:
            form = texts["below"] if path and titles[title] > 1 else texts["heading"]
            text = form.format(title=title, above=path[-1][1] if path else "")
            yield Question(text, document.id, (answer.of(document.text),), (answer,), generated=True)
        path.append((level, title))


def _beginning(told: Sequence[Span], at: int, end: int) -> Span | None:
    """The first sentences from number ``at`` on that end before ``end``, as one span."""
    if at >= len(told) or told[at].end > end:
        return None
    start = last = told[at]
    for span in told[at + 1 :]:
        if span.end > end or span.end - start.start > _LONGEST_ANSWER:
            break
        last = span
    return Span(start.start, last.end)


def _of_sentences(document: Document, texts: dict[str, str]) -> Iterator[Question]:
    """A question about the rarest words of each sentence that is neither short, long nor repeated."""
    text = document.text
    told = sentence_spans(document)
    phrases = [list(_phrases(span.of(text))) for span in told]
    common = Counter(phrase for found in phrases for phrase in {phrase.lower() for phrase in found})
    repeated = Counter(span.of(text) for span in told)
    for span, found in zip(told, phrases, strict=True):
        said = span.of(text)
        width = len(said) + sum(len(run) for run in re.findall(f"[{HAN}]+", said))
        if width not in _SENTENCE or repeated[said] > 1:
            continue
        once = list(dict.fromkeys(found))
        rare = sorted(once, key=lambda phrase: (common[phrase.lower()], -len(phrase)))[:_WORDS]
        if len(rare) > 1:
            words = texts["joiner"].join(sorted(rare, key=once.index))
            yield Question(texts["words"].format(words=words), document.id, (said,), (span,), generated=True)


def _phrases(sentence: str) -> Iterator[str]:
    """Words of letters, and what stands between joining characters in Chinese."""
    for match in _PHRASE.finditer(sentence):
        run = match[0]
        if re.match(f"[{HAN}]", run):
            yield from (part for part in _JOINS.split(run) if len(part) in _HAN_LENGTHS)
        elif len(run) >= _LATIN_SHORTEST and run.lower().replace("’", "'") not in ENGLISH:
            yield run


def _spread(items: Sequence[T], number: int) -> list[T]:
    """So many of the items, evenly over all of them."""
    number = min(number, len(items))
    return [items[at * len(items) // number] for at in range(number)]

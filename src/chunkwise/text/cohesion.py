"""Where the topic of a text changes, by the words that its sentences share. No model, any language.

A stretch on one topic uses few words often. The text is cut so that the words of every segment are
as likely as possible under a distribution of its own, drawn from a Dirichlet prior: Eisenstein and
Barzilay, Bayesian Unsupervised Topic Segmentation, EMNLP 2008, with the number of segments left to
the likelihood and found by dynamic programming, as Utiyama and Isahara, ACL 2001, do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from math import log

from chunkwise.text.language import HAN, HANGUL, KANA

PRIOR = 0.15
"""Counts that every word begins with in every segment: the smaller, the more segments."""
INSIDE_PARAGRAPH = 8.0
"""What a cut costs that no paragraph ends at, in nats; a word that comes up again saves about 2."""
LIKENESS = 4.0
"""What a cut costs, in nats, for each standard deviation by which vectors find its sides alike."""
TOO_SMALL = 1_000.0
"""What a segment below the least size costs, in nats: more than words can say for it."""
MOST_SENTENCES = 100
"""Sentences of a segment at most, so that the work is linear."""
_LETTERS = 6
"""Letters of a word that count: a crude stem, the same in all languages."""

_WORD = re.compile(rf"[{HAN}]|[{KANA}{HANGUL}]{{2,}}|[^\W\d_{HAN}{KANA}{HANGUL}]{{3,}}")

# Words that say nothing of a topic, English and Chinese. What is left out of the list costs little.
_ENGLISH = """the and that this these those with for from was were are been being its his her their they
them she who which whom whose what when where while then than there here but not nor also has have had
having did does doing can could may might must shall should will would into onto upon about above after
again against all any both each few more most other some such only own same too very just between through
during before under over out off once because until how why our ours you your yours him himself herself
itself themselves one two three first second many much however although though since"""
_CHINESE = (
    "的了在是和与及其于而以为对有之所这那个被把从由到向但或也都就又将并等不一上下中"
    "他她它们年月日我你您吗呢吧着过得地很更最"
)
_EMPTY = frozenset(_ENGLISH.split()) | frozenset(_CHINESE)


def content_words(text: str) -> list[str]:
    """The words by which topics are told apart: cut to their first letters; Han by single characters.

    >>> content_words("The lamps were lit; 灯是红的。")
    ['lamps', 'lit', '灯', '红']
    """
    return [word[:_LETTERS] for word in _WORD.findall(text.lower()) if word not in _EMPTY]


def topic_cuts(
    sentences: Sequence[Sequence[str]],
    sizes: Sequence[float],
    most: float | None,
    paragraph_starts: Collection[int],
    likeness: Sequence[float] | None = None,
    least: float = 0,
) -> list[int]:
    """Indexes of the sentences at which a new segment begins, ascending, 0 left out.

    Args:
        sentences: the content words of each.
        sizes: how long each is, in the unit of ``most``.
        most: how long a segment may be, where more than one sentence is in it; None: ``MOST_SENTENCES``.
        paragraph_starts: indexes of sentences that begin a paragraph.
        likeness: for each sentence, how like what stands before it the text from it on is, by another
            measure than words, in standard deviations from the mean; None: nobody knows.
        least: how long a segment has to be, wherever it can.

    >>> topic_cuts([["lamp", "red"], ["lamp", "lit"], ["road", "long"], ["road", "mud"]], [2] * 4, 9, {2})
    [2]
    """
    count = len(sentences)
    vocabulary = len({word for words in sentences for word in words}) * PRIOR
    best = [0.0] + [float("inf")] * count
    begin = [0] * (count + 1)
    for start in range(count):
        price = best[start]
        if start:
            price += 0.0 if start in paragraph_starts else INSIDE_PARAGRAPH
            price += LIKENESS * likeness[start] if likeness else 0.0
        known: dict[str, int] = {}
        total = 0
        size = 0.0
        for end in range(start, min(count, start + MOST_SENTENCES)):
            size += sizes[end]
            if most is not None and size > most and end > start:
                break
            for word in sentences[end]:
                times = known.get(word, 0)
                price -= log((times + PRIOR) / (total + vocabulary))
                known[word] = times + 1
                total += 1
            whole = price + (TOO_SMALL if size < least else 0.0)
            if whole < best[end + 1]:
                best[end + 1], begin[end + 1] = whole, start
    return _followed(begin)


def _followed(begin: Sequence[int]) -> list[int]:
    """The beginnings of the segments on the best way, from the last one back."""
    cuts = []
    at = len(begin) - 1
    while at > 0 and begin[at] > 0:
        at = begin[at]
        cuts.append(at)
    return cuts[::-1]

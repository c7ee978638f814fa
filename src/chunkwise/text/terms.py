"""Terms: the words that sentence units and queries are compared by.

Latin words are stemmed and lose their accents; stop words are left out. A run of Chinese characters
gives its single characters and either its pairs or, with a dictionary (``rjieba``), its words:
characters find what pairs and words miss, and those tell apart what characters confuse. Kana and
Hangul give characters and pairs; other scripts without spaces give pairs.

Nothing here has to be installed: what is (``PyStemmer``, ``opencc``, ``rjieba`` of the extra ``kb``)
is used. So an index and its queries have to be made by one installation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias
from unicodedata import combining, normalize

from chunkwise.errors import MissingExtra
from chunkwise.model.document import clean_text
from chunkwise.text.english_stems import stem as english_stem
from chunkwise.text.language import is_cjk
from chunkwise.text.stop_words import CHINESE_QUESTIONS, ENGLISH
from chunkwise.text.token_runs import LONGEST_TOKEN, TOKEN, pairs, word_parts

ChineseTerms: TypeAlias = Literal["auto", "pairs", "words"]
"""What Chinese gives beside characters: ``words`` of a dictionary, ``pairs``; ``auto``: words where
``rjieba`` is installed."""

_QUESTIONS = re.compile("|".join(sorted(CHINESE_QUESTIONS, key=len, reverse=True)))


def text_terms(text: str, chinese: ChineseTerms = "auto") -> list[str]:
    """The terms of a text, each as often as it occurs.

    Args:
        text: any text.
        chinese: what Chinese gives beside characters.

    Raises:
        MissingExtra: ``words`` are asked for and ``rjieba`` is not installed.

    >>> text_terms("The café’s taxes 税务", "pairs")
    ['cafe', 'tax', '税', '务', '税务']
    """
    cut = _cutter(chinese)
    if not text.isascii():
        text = _simplified(normalize("NFKC", clean_text(text, strip_mark=False)[0]))
    terms: list[str] = []
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "han":
            run = match.group()
            terms.extend(run)
            terms.extend(word for word in cut(run) if len(word) > 1)
        elif kind == "pairs":
            run = match.group()
            if len(run) > 1 and is_cjk(run[0]):
                terms.extend(run)
            terms.extend(pairs(run))
        else:
            terms.extend(_word_terms(match.group(), kind))
    return terms


def query_terms(text: str, chinese: ChineseTerms = "auto") -> list[str]:
    """The terms of a query, each once, in order; Chinese question words are left out.

    A query of nothing but question words keeps them.

    Raises:
        MissingExtra: as ``text_terms``.

    >>> query_terms("税有哪些？", "pairs"), query_terms("What is a tax, and what are taxes?")
    (['税', '有', '税有'], ['tax'])
    """
    bare = text if text.isascii() else _QUESTIONS.sub(" ", normalize("NFKC", text))
    return list(dict.fromkeys(text_terms(bare, chinese) or text_terms(text, chinese)))


@lru_cache(maxsize=200_000)
def _word_terms(token: str, kind: str | None) -> tuple[str, ...]:
    """Terms of a word, a number or an address: its stem, and its parts where it is an identifier."""
    word = token[:LONGEST_TOKEN].lower().replace("’", "'")
    if word in ENGLISH:
        return ()
    terms = [_stem(word) if kind == "name" and "_" not in word else word]
    if kind in ("name", "address"):
        parts = word_parts(token[:LONGEST_TOKEN])
        terms += (_stem(part.lower()) for part in parts if part.lower() not in ENGLISH)
    return tuple(dict.fromkeys(terms))


def _stem(word: str) -> str:
    return _stemmer()(word if word.isascii() else _without_accents(word))


def _without_accents(word: str) -> str:
    """Latin letters without accents; signs of other scripts carry meaning and stay."""
    if any(char > "\u024f" and not "\u1e00" <= char <= "\u1eff" for char in word):
        return word
    return "".join(char for char in normalize("NFD", word) if not combining(char))


def _cutter(chinese: ChineseTerms) -> Callable[[str], list[str]]:
    if chinese == "pairs":
        return lambda run: list(pairs(run))
    words = _dictionary()
    if words is not None:
        return words
    if chinese == "words":
        raise MissingExtra("Cutting Chinese into words", "kb")
    return lambda run: list(pairs(run))


def _simplified(text: str) -> str:
    convert = _converter()
    return convert(text) if convert is not None else text


@cache
def _stemmer() -> Callable[[str], str]:
    try:
        import Stemmer
    except ImportError:
        return english_stem
    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem


@cache
def _dictionary() -> Callable[[str], list[str]] | None:
    try:
        import rjieba
    except ImportError:
        return None
    # HMM on: unknown names stay words, which single characters cannot replace.
    return lambda run: rjieba.cut(run, True)


@cache
def _converter() -> Callable[[str], str] | None:
    try:
        import opencc
    except ImportError:
        return None
    converter: Any = opencc.OpenCC("t2s")
    convert: Callable[[str], str] = converter.convert
    return convert

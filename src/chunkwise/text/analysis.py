"""Lexical analysis: the tokens by which text is found, the same for documents and queries.

Two kinds. *Coarse* tokens are the words: stemmed where they are Latin, dictionary words where they
are Chinese, pairs of characters where a script has no spaces. *Fine* tokens are what else a reader
may type: parts of long words, of identifiers and addresses, forms without accents.

Order: NFKC (full-width to ASCII), Traditional to Simplified Chinese, lower case, then each run of
one script by its own rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from unicodedata import combining, normalize

from chunkwise.errors import MissingExtra
from chunkwise.model.document import clean_text

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff"
_LETTER = rf"[^\W_{_HAN}{_UNSPACED}]"
_TOKEN = re.compile(
    rf"(?P<han>[{_HAN}\u3005\u3007]+)"
    rf"|(?P<pairs>[{_UNSPACED}]+)"
    rf"|(?P<address>{_LETTER}[\w.+-]{{0,63}}@{_LETTER}[\w-]{{0,63}}(?:\.{_LETTER}[\w-]{{0,63}}){{1,8}})"
    rf"|(?P<number>v?\d+(?:[.,:]\d+)+(?:[-+.]?{_LETTER}+)*)"
    rf"|(?P<signed>{_LETTER}+(?:\+\+|\#)(?!\w))"
    rf"|(?P<name>(?:{_LETTER}|_)+(?:['’]{_LETTER}+)?)"
)  # fmt: skip
_PARTS = re.compile(rf"{_LETTER}+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_LONGEST = 200
"""Characters of a token that count; nobody types more."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a text is found by."""

    coarse: list[str]
    """Words, in order."""
    fine: list[str]
    """Parts of words and other forms of them, in order; a word without any is not repeated here."""


def analyse(text: str) -> Tokens:
    """The tokens of a text or of a query.

    Raises:
        MissingExtra: the analysers are not installed.

    >>> analyse("Ｃ++ 公開 running").coarse
    ['c++', '公开', 'run']
    """
    tools = _tools()
    text = tools.simplify(normalize("NFKC", clean_text(text, strip_mark=False)[0]))
    coarse: list[str] = []
    fine: list[str] = []
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "han":
            for word in tools.cut(token):
                coarse.append(word)
                if len(word) > 2:
                    fine.extend(_search_parts(word))
        elif kind == "pairs":
            coarse.extend(_pairs(token))
            fine.extend(token if len(token) > 1 else "")
        else:
            word = token[:_LONGEST]
            coarse.append(_coarse_form(word.lower(), kind))
            fine.extend(_fine_forms(word, kind))
    return Tokens(coarse, fine)


def escape(token: str) -> str:
    """A token of letters and digits alone, so that no store's own tokenizer takes it apart.

    Different tokens stay different: whatever is no letter or digit becomes ``_`` and its code.

    >>> escape("c++"), escape("税务")
    ('c_2b__2b_', '税务')
    """
    if token.isalnum():
        return token
    return "".join(char if char.isalnum() else f"_{ord(char):x}_" for char in token)


@lru_cache(maxsize=100_000)
def _coarse_form(word: str, kind: str | None) -> str:
    """The stem of a plain word; anything with a digit or a sign stays as it is."""
    word = word.replace("’", "'")
    return _tools().stem(word) if kind == "name" and "_" not in word else word


@lru_cache(maxsize=100_000)
def _fine_forms(word: str, kind: str | None) -> tuple[str, ...]:
    """Parts of identifiers and addresses, and the form without accents."""
    forms: list[str] = []
    lower = word.lower()
    bare = "".join(char for char in normalize("NFD", lower) if not combining(char))
    if bare != lower:
        forms.append(_coarse_form(bare, kind))
    if kind in ("address", "name"):
        parts = [piece for part in _PARTS.findall(word) for piece in _CAMEL.split(part)]
        if len(parts) > 1:
            forms += [_coarse_form(part.lower(), "name") for part in parts]
    elif kind == "number":
        forms += [lower.lstrip("v")] * (lower[0] == "v")
    return tuple(forms)


@lru_cache(maxsize=200_000)
def _search_parts(word: str) -> tuple[str, ...]:
    """The dictionary words inside a long Chinese word, itself left out."""
    return tuple(part for part in _tools().parts(word) if part != word)


def _pairs(run: str) -> Iterator[str]:
    """Overlapping pairs of characters; a lone one is itself."""
    if len(run) == 1:
        yield run
    yield from (run[at : at + 2] for at in range(len(run) - 1))


@dataclass(frozen=True, slots=True)
class _Tools:
    simplify: Callable[[str], str]
    cut: Callable[[str], list[str]]
    parts: Callable[[str], list[str]]
    stem: Callable[[str], str]


@cache
def _tools() -> _Tools:
    """The libraries, loaded with the first text."""
    try:
        import opencc
        import rjieba
        import Stemmer
    except ImportError:
        raise MissingExtra("Searching", "kb") from None
    converter: Any = opencc.OpenCC("t2s")
    # HMM off: the same words in every run and version, unknown names as single characters.
    return _Tools(
        converter.convert,
        lambda run: rjieba.cut(run, False),
        lambda word: rjieba.cut_for_search(word, False),
        Stemmer.Stemmer("english").stemWord,
    )

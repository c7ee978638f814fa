"""Lexical analysis: the tokens by which text is found, the same for documents and queries.

Two kinds. *Coarse* tokens are the words: stemmed where they are Latin, dictionary words where they
are Chinese, pairs of characters where a script has no spaces. *Fine* tokens are what else a reader
may type: parts of long words, of identifiers and addresses, forms without accents. They also meet typing
errors: pairs of Chinese characters, and the two ends of a long word, of which most slips leave one.

Order: NFKC (full-width to ASCII), Traditional to Simplified Chinese, lower case, then each run of
one script by its own rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from unicodedata import combining, normalize

from chunkwise.errors import MissingExtra
from chunkwise.model.document import clean_text
from chunkwise.text.token_runs import LONGEST_TOKEN, TOKEN, pairs, word_parts

_LONG, _END = 6, 4
"""Letters of a word that has ends of its own, and of an end."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a text is found by."""

    coarse: list[str]
    """Words, in order."""
    fine: list[str]
    """Parts of words and other forms of them, in order; a word without any is not repeated here."""


def analyse(text: str, ends: bool = True) -> Tokens:
    """The tokens of a text or of a query.

    Args:
        text: any text.
        ends: whether to give the ends of long words; queries need those of misspelt words only.

    Raises:
        MissingExtra: the analysers are not installed.

    >>> analyse("Ｃ++ 公開 running").coarse
    ['c++', '公开', 'run']
    """
    tools = _tools()
    text = tools.simplify(normalize("NFKC", clean_text(text, strip_mark=False)[0]))
    coarse: list[str] = []
    fine: list[str] = []
    for match in TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "han":
            words = tools.cut(token)
            coarse.extend(words)
            for word in words:
                if len(word) > 2:
                    fine.extend(_search_parts(word))
            fine.extend(f"{pair}*" for pair in pairs(token) if len(pair) > 1)
        elif kind == "pairs":
            coarse.extend(pairs(token))
            fine.extend(token if len(token) > 1 else "")
        else:
            word = token[:LONGEST_TOKEN]
            coarse.append(_coarse_form(word.lower(), kind))
            fine.extend(_fine_forms(word, kind))
            if ends and kind == "name":
                fine.extend(word_ends(_coarse_form(word.lower(), kind)))
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
        forms += [_coarse_form(part.lower(), "name") for part in word_parts(word)]
    elif kind == "number":
        forms += [lower.lstrip("v")] * (lower[0] == "v")
    return tuple(forms)


def word_ends(stem: str) -> tuple[str, ...]:
    """The first and the last letters of a long word, marked so that they are no words themselves.

    >>> word_ends("receipt")
    ('rece*', '*eipt')
    """
    if len(stem) < _LONG or not stem.isalpha():
        return ()
    return f"{stem[:_END]}*", f"*{stem[-_END:]}"


@lru_cache(maxsize=200_000)
def _search_parts(word: str) -> tuple[str, ...]:
    """The dictionary words inside a long Chinese word, itself left out."""
    return tuple(part for part in _tools().parts(word) if part != word)


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

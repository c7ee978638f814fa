"""How a text falls into runs of one script, words, numbers and addresses: what all analyses share."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff"
_LETTER = rf"[^\W_{_HAN}{_UNSPACED}]"
TOKEN = re.compile(
    rf"(?P<han>[{_HAN}\u3005\u3007]+)"
    rf"|(?P<pairs>[{_UNSPACED}]+)"
    rf"|(?P<address>{_LETTER}[\w.+-]{{0,63}}@{_LETTER}[\w-]{{0,63}}(?:\.{_LETTER}[\w-]{{0,63}}){{1,8}})"
    rf"|(?P<number>v?\d+(?:[.,:]\d+)+(?:[-+.]?{_LETTER}+)*)"
    rf"|(?P<signed>{_LETTER}+(?:\+\+|\#)(?!\w))"
    rf"|(?P<name>(?:{_LETTER}|_)+(?:['’]{_LETTER}+)?)"
)  # fmt: skip
"""A token; its group's name tells its kind: ``han``, ``pairs`` (scripts without spaces), ``address``,
``number``, ``signed`` (``c++``) or ``name`` (any other word)."""
LONGEST_TOKEN = 200
"""Characters of a token that count; nobody types more."""
_PARTS = re.compile(rf"{_LETTER}+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")


def pairs(run: str) -> Iterator[str]:
    """Overlapping pairs of characters; a lone one is itself.

    >>> list(pairs("ひらが"))
    ['ひら', 'らが']
    """
    if len(run) == 1:
        yield run
    yield from (run[at : at + 2] for at in range(len(run) - 1))


def word_parts(word: str) -> list[str]:
    """The parts of an identifier or address, as written; empty for a plain word.

    >>> word_parts("getUserName"), word_parts("chunk_size"), word_parts("plain")
    (['get', 'User', 'Name'], ['chunk', 'size'], [])
    """
    parts = [piece for part in _PARTS.findall(word) for piece in _CAMEL.split(part)]
    return parts if len(parts) > 1 else []

"""Queries with one typing error, to measure how well they are still answered."""

from __future__ import annotations

import random
import re

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CHARACTERS = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对"
    "成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经"
)
"""Frequent Chinese characters, to type instead of the right one."""
_WORD = re.compile(r"[A-Za-z]{5,}")
_HAN = re.compile("[\u4e00-\u9fff]{2,}")


def mistyped(text: str, rng: random.Random) -> str:
    """The text with one slip: a character of a longer word is wrong, missing, double or changed places.

    In Chinese a character is wrong or missing. A text without a longer word stays as it is.

    Args:
        text: a query.
        rng: chooses the place and the slip.

    >>> mistyped("How long are receipts kept?", random.Random(3))
    'How long are recceipts kept?'
    """
    words = list(_WORD.finditer(text)) or list(_HAN.finditer(text))
    if not words:
        return text
    word = rng.choice(words)
    made = word.group()
    while made == word.group():
        made = _slip(word.group(), rng)
    return text[: word.start()] + made + text[word.end() :]


def _slip(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    if not word.isascii():
        return word[:at] + rng.choice(["", rng.choice(CHARACTERS)]) + word[at + 1 :]
    kind = rng.choice(["wrong", "missing", "double", "swapped"])
    if kind == "swapped":
        at = rng.randrange(len(word) - 1)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    middle = {"wrong": rng.choice(LETTERS), "missing": "", "double": word[at] * 2}[kind]
    return word[:at] + middle + word[at + 1 :]

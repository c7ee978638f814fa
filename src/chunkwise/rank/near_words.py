"""Words that are one letter away from a word: what was meant where a question has a typing error."""

from __future__ import annotations

from collections.abc import Collection, Iterable

SHORTEST = 4
"""Letters: of shorter words too many others are one letter away."""


def near_words(words: Iterable[str], vocabulary: Collection[str]) -> dict[str, list[str]]:
    """Each word → the words of a vocabulary that are one edit away, for words of letters only.

    An edit is a letter too many, one missing, another one, or two neighbours that changed places.
    Chinese words are left out: their characters are compared one by one anyway.

    >>> near_words(["recieve", "tax"], ["receive", "received", "deceive", "tex"])
    {'recieve': ['receive']}
    """
    found: dict[str, list[str]] = {}
    for word in words:
        if is_spelt(word):
            near = sorted(other for other in vocabulary if is_one_edit(word, other))
            if near:
                found[word] = near
    return found


def is_one_edit(one: str, other: str) -> bool:
    """Whether two different words become equal by one edit.

    >>> is_one_edit("form", "from"), is_one_edit("form", "forms"), is_one_edit("form", "fame")
    (True, True, False)
    """
    if abs(len(one) - len(other)) > 1 or one == other or len(other) < SHORTEST:
        return False
    at, most = 0, min(len(one), len(other))
    while at < most and one[at] == other[at]:
        at += 1
    if len(one) == len(other):
        swapped = one[at + 1 : at + 2] + one[at : at + 1] == other[at : at + 2]
        return one[at + 1 :] == other[at + 1 :] or (swapped and one[at + 2 :] == other[at + 2 :])
    short, long = sorted((one, other), key=len)
    return short[at:] == long[at + 1 :]


def is_spelt(word: str) -> bool:
    """Whether a word is of letters, each of which may be mistyped, and long enough to tell.

    >>> is_spelt("recieve"), is_spelt("tax"), is_spelt("税务机关")
    (True, False, False)
    """
    return len(word) >= SHORTEST and word.isalpha() and max(word) < "\u2e80"

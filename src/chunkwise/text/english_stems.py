"""Stems of English words, without any library.

The English stemmer of the Snowball project, also called Porter 2 (M. F. Porter and R. Boulton:
The English stemming algorithm, snowballstem.org/algorithms/english/stemmer.html), written anew from
its description. ``PyStemmer`` gives the same stems faster.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_V = "aeiouy"
_REGION = re.compile(f"[{_V}][^{_V}]")
_HAS_VOWEL = re.compile(f"[{_V}]")
_SHORT_END = re.compile(f"(?:[^{_V}][{_V}][^{_V}wxY]|^[{_V}][^{_V}]|past)$")
_DYING = re.compile(f"[^{_V}]y")
_Y = re.compile(f"(?:^|(?<=[{_V}]))y")
_PREFIXES = re.compile("arsen|commun|emerg|gener|inter|later|organ|past|univers")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_LI = frozenset("cdeghkmnrt")
_ST = ("s", "t")
_NO_ING = frozenset(["inn", "out", "cann", "herr", "earr", "even"])
_NO_EED = frozenset(["succ", "proc", "exc"])
_WHOLE = {
    "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
    "only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas",
    "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}  # fmt: skip

_STEP_2 = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize",
    "ization": "ize", "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al",
    "alli": "al", "fulness": "ful", "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive",
    "biliti": "ble", "bli": "ble", "ogi": "og", "ogist": "og", "fulli": "ful", "lessli": "less", "li": "",
}  # fmt: skip
_STEP_3 = {
    "tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic",
    "ful": "", "ness": "", "ative": "",
}  # fmt: skip
_STEP_4 = dict.fromkeys(
    ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism", "ate", "iti",
     "ous", "ive", "ize", "ion"), "",
)  # fmt: skip


def _ending(endings: dict[str, str]) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(sorted(endings, key=len, reverse=True))})$")


_ENDING_2, _ENDING_3, _ENDING_4 = _ending(_STEP_2), _ending(_STEP_3), _ending(_STEP_4)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a word in lower case.

    >>> [stem(word) for word in ("taxes", "consistently", "relational", "dying", "news")]
    ['tax', 'consist', 'relat', 'die', 'news']
    """
    if len(word) <= 2:
        return word
    word = word.removeprefix("'")
    if word in _WHOLE:
        return _WHOLE[word]
    word = _Y.sub("Y", word)
    first, second = _regions(word)
    word = _plural(word)
    word = _past(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _V:
        word = word[:-1] + "i"
    word = _replaced(word, _ENDING_2, _STEP_2, first, _fits_2)
    word = _replaced(word, _ENDING_3, _STEP_3, first, lambda end, rest: end != "ative" or len(rest) >= second)
    word = _replaced(word, _ENDING_4, _STEP_4, second, lambda end, rest: end != "ion" or rest[-1:] in _ST)
    return _last_letter(word, first, second).lower()


def _regions(word: str) -> tuple[int, int]:
    """Where R1 and R2 begin: after the first consonant behind a vowel, and again."""
    known = _PREFIXES.match(word)
    found = known or _REGION.search(word)
    first = found.end() if found else len(word)
    again = _REGION.search(word, first)
    return first, again.end() if again else len(word)


def _plural(word: str) -> str:
    """Step 1a, and the apostrophes before it."""
    for end in ("'s'", "'s", "'"):
        if word.endswith(end):
            word = word.removesuffix(end)
            break
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _HAS_VOWEL.search(word, 0, len(word) - 2):
        return word[:-1]
    return word


def _past(word: str, first: int) -> str:
    """Step 1b: what ``-ed`` and ``-ing`` leave."""
    for end in ("eedly", "eed"):
        if word.endswith(end):
            before = word.removesuffix(end)
            return before + "ee" if len(before) >= first and before not in _NO_EED else word
    for end in ("ingly", "edly", "ing", "ed"):
        if word.endswith(end):
            before = word.removesuffix(end)
            break
    else:
        return word
    if end == "ing" and before in _NO_ING:
        return word
    if end == "ing" and _DYING.fullmatch(before):
        return before[0] + "ie"
    return _mended(before, first) if _HAS_VOWEL.search(before) else word


def _mended(before: str, first: int) -> str:
    """What is left of a word without ``-ed`` or ``-ing``, spelled as a word of its own."""
    if before.endswith(("at", "bl", "iz")):
        return before + "e"
    if before.endswith(_DOUBLES):
        return before if len(before) == 3 and before[0] in "aeo" else before[:-1]
    return before + "e" if len(before) == first and _SHORT_END.search(before) else before


def _fits_2(end: str, before: str) -> bool:
    if end == "li":
        return before[-1:] in _LI
    return end != "ogi" or before.endswith("l")


def _replaced(
    word: str,
    ending: re.Pattern[str],
    step: dict[str, str],
    region: int,
    fits: Callable[[str, str], bool],
) -> str:
    """The longest ending of a step exchanged, if it lies in the region and what is before it fits."""
    found = ending.search(word)
    if found is None or found.start() < region or not fits(found[0], word[: found.start()]):
        return word
    return word[: found.start()] + step[found[0]]


def _last_letter(word: str, first: int, second: int) -> str:
    """Step 5: a final ``e``, or one of two ``l``."""
    before = word[:-1]
    if word.endswith("e") and (
        len(before) >= second or (len(before) >= first and not _SHORT_END.search(before))
    ):
        return before
    if word.endswith("ll") and len(before) >= second:
        return before
    return word

"""Whether a full stop belongs to the word before it: abbreviations, initials, numbers of items.

Every look is bounded, so that its cost does not depend on the length of the text.
"""

from __future__ import annotations

import re

from chunkwise.text.abbreviations import (
    AFTER_TIME,
    BEFORE_NUMBER,
    CAPITALISED,
    GERMAN_MONTHS,
    NEVER_FINAL,
    RARELY_FINAL,
    TIMES,
)
from chunkwise.text.language import CJK_PUNCTUATION, HAN, HANGUL, KANA

BACK = 64
"""How far back, in code points, a guard looks."""

_BEFORE_WORD = re.compile(
    rf"(?s:.*)[\s()\[\]{{}}\"“”„«»‘…—–/|<>,;:!?=*_`{HAN}{KANA}{HANGUL}{CJK_PUNCTUATION}]"
)
_INITIAL = re.compile(r"(?:.*[-.’'])?[^\W\d_]\Z")
_DOTTED = re.compile(r"(?:.*-)?(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_NUMBER = re.compile(r"\d{1,3}\Z")
_NUMBER_LIKE = re.compile(r"\d|[IVXLC]+\b|[A-Z]\d|[A-Z]\b")
_ROMAN_OR_LETTER = re.compile("[A-Za-z]|[ivxlIVXL]{2,5}")
_PRONOUN_BEFORE = re.compile(r"\b(?:and|or|than|as|but|so|did|do|am|have|can|shall|will|must)\s\Z")
_LINE_BEFORE = re.compile(r"(?:^|[\n\r\u2028\u2029])[ \t\u3000>*#_(\[-]*\Z")
_LABEL_BEFORE = re.compile(
    r"(?:^|[\n\r\u2028\u2029])[ \t>*#_]*(?:Part|Title|Book|Chapter|Section|Sec\.|Article|Art\.|Rule|Clause|"
    r"Schedule|Annex|Appendix|Act|Scene|Table|Figure|Step|Item|§§?)[ \t\u00a0]*\Z",
    re.IGNORECASE,
)
_ITEM_BEFORE = re.compile(r"[.:;!?。：；！？][\"”’)]?\s{1,4}\Z")
_DATE_AHEAD = re.compile(r"\.[ \u00a0]\d{1,2}\.")
# One Arabic letter, one Devanagari syllable that is no verb, anything in Thai, Lao or Khmer.
_SHORT = re.compile(
    "[\u0620-\u06ff]\\Z|"
    "(?!है|था|थी|थे|हो)[\u0904-\u0939][\u0900-\u0903\u093a-\u094f]{0,2}\\Z|"
    ".*[\u0e01-\u0eff\u1780-\u17d3]\\Z"
)

_SPECIAL = NEVER_FINAL | TIMES | BEFORE_NUMBER | RARELY_FINAL | CAPITALISED
_ROMAN_LETTERS = frozenset("ivxl")


def word_before(text: str, mark: int) -> str:
    """The word before ``mark``, which may stand one space away as in tokenized text."""
    end = mark - 1 if text[mark - 1 : mark] == " " else mark
    before = text[max(end - BACK, 0) : end]
    found = _BEFORE_WORD.match(before)
    return (before[found.end() :] if found else before).lstrip("'’-~^$#")


def belongs_to_word(text: str, mark: int, after: str, starts: bool) -> bool:
    """Whether the full stop belongs to an abbreviation, an initial or a number before it.

    Args:
        text: the whole text.
        mark: offset of the full stop.
        after: the word after it.
        starts: whether that word is one that begins sentences.
    """
    word = word_before(text, mark)
    lower = word.lower()
    roman = _ROMAN_LETTERS.issuperset(lower)
    if lower not in _SPECIAL and len(lower) > 1 and lower.isascii() and lower.isalpha() and not roman:
        return False  # most words: none of what follows can hold
    if lower in NEVER_FINAL:
        return True
    if lower in TIMES:
        return after.lower() in AFTER_TIME
    if lower in BEFORE_NUMBER and not starts and _NUMBER_LIKE.match(after):
        return True
    if lower in RARELY_FINAL or (lower in CAPITALISED and word != lower) or _DOTTED.match(word):
        return not starts
    if _NUMBER.search(word):
        return after.lower() in GERMAN_MONTHS or _numbers_an_item(text, mark, word, after)
    return _is_initial(text, mark, word, after, starts) or _is_label(text, mark, word)


def _is_initial(text: str, mark: int, word: str, after: str, starts: bool) -> bool:
    """Whether the word is one letter, or a syllable, that is short for a name: ``J.``, ``z. B.``, ``ए.``."""
    if _SHORT.match(word):
        return True
    if not _INITIAL.match(word):
        return False
    if word[-1].islower():
        return len(word) == 1 and (after[:1].islower() or len(after) == 1)
    pronoun = word == "I" and _PRONOUN_BEFORE.search(text[max(mark - 8, 0) : mark - 1])
    return not starts and not pronoun


def _numbers_an_item(text: str, mark: int, word: str, after: str) -> bool:
    """Whether a number before a full stop is that of a list item, a section or a date."""
    start = mark - len(word)
    if not text.startswith(word, start):
        return False
    before = text[max(start - BACK, 0) : start]
    # Four digits at the start of a line are a year.
    if (len(word) < 4 or "." in word) and (_LINE_BEFORE.search(before) or _LABEL_BEFORE.search(before)):
        return True
    if len(word) < 3 and _ITEM_BEFORE.search(before):
        return True
    return word.isdigit() and len(after) < 3 and _DATE_AHEAD.match(text, mark) is not None


def _is_label(text: str, mark: int, word: str) -> bool:
    """Whether a letter or roman number before a full stop labels a list item or a part."""
    start = mark - len(word)
    if not _ROMAN_OR_LETTER.fullmatch(word) or not text.startswith(word, start):
        return False
    before = text[max(start - BACK, 0) : start]
    return bool(_LINE_BEFORE.search(before) or _LABEL_BEFORE.search(before))

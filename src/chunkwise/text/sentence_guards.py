"""Whether a terminator ends a sentence: the guards behind ``sentences``.

``confirm`` looks at the terminator, the quotes and brackets closed after it, and what follows.
Every look is bounded, so that its cost does not depend on the length of the text.
"""

from __future__ import annotations

import re

from chunkwise.text.abbreviations import SHOUTED_NAMES, SPEECH_VERBS, STARTERS
from chunkwise.text.full_stops import BACK, belongs_to_word, word_before
from chunkwise.text.language import HAN, HANGUL, is_cjk

NEWLINES = "\\n\\r\\x85\\u2028\\u2029"
PARAGRAPH_BREAK = re.compile(
    rf"[^\S{NEWLINES}]*+(?:\u2029|(?>\r\n?|[\n\x85\u2028])[^\S{NEWLINES}]*+[{NEWLINES}])"
)
"""A blank line, seen from the end of the line before it."""

# Terminators that end a sentence whatever follows; the others need a look at what follows.
_CERTAIN = frozenset("。｡︒；﹔︔।॥؟۔።፧։။។៕\u037e")
_STRAIGHT = frozenset("\"'＂＇")
_QUOTES = frozenset("\"'”’»›」』＂＇“‘")
_GOES_ON = frozenset(",;:)]}，、：；）】،؛")
_OPENERS = frozenset("“‘«「『（【《〈〔¿¡")

_QUOTE_BACK = 256
_CASE_AROUND = 160

_AHEAD = re.compile(r"(\s{1,64})([\"'“”‘’«»„(\[{¿¡*_`]{0,4})(\w{0,24})")
_MIXED_CASE = re.compile(r"[a-z]+[A-Z0-9_]|[a-z]+\(")
_VERBS = "|".join(sorted(SPEECH_VERBS))
_ENGLISH_SPEECH = re.compile(
    r"(?:(?:[A-Z][\w’'.-]{0,20}|the|an?|my|his|her|their|our|old|young|little)\s{1,4}){1,4}?"
    rf"(?:{_VERBS})\b"
)
_CHINESE_SPEECH = re.compile(
    f"(?![{HAN}]{{0,10}}没)[{HAN}]{{0,14}}?(?:说|问|(?<!知)道|喊|叫|答|嚷|吼|骂|叹|念)"
    "(?:了?起来|着|了|过)?[，。；！？,.]"
)
_PARTICLE = re.compile(
    "的|是|等(?!到)|之|这[个句种番话些声]|那[句声]|[一二两三四五六七八九十几][个句声]|"
    "と(?!ころが|にかく|りあえず|ても|うとう|きどき|つぜん|なり)|って|を|に|の|が|へ|も(?!う|し|ちろん|っと)|"
    "は(?!い|じめ|っきり)|で(?!も|は|す)|なんて|など|か[とが、]|だ[とっ]|です|や|から|まで|より|"
    f"[{HANGUL}]"
)
_AFTER_ELLIPSIS = frozenset("的了等吗吧呢地得和与或及着")
_BEFORE_ELLIPSIS = frozenset("をがはにのでと는은을를의에와과고며、，,[(（")
_CLAUSE_START = re.compile(r"[。！？；，、：“”「」『』\s（(]")


def confirm(text: str, mark: int, stop: int) -> int:
    """The end of the sentence that a terminator closes, or -1 where it closes none.

    Args:
        text: the whole text; at most a few hundred code points around are looked at.
        mark: offset of the last terminator of its run (``!`` of ``?!``).
        stop: offset after the quotes, brackets and note numbers that follow it.
    """
    if stop > mark + 1 and text[mark + 1] in _STRAIGHT and not text[stop : stop + 1].isspace():
        stop = _without_opening_quote(text, mark, stop)
    following = text[stop : stop + 1]
    if not following:
        return stop
    if following.isspace():
        ends = _before_space(text, mark, stop)
    elif stop > mark + 1:
        ends = _after_closing(text, mark, stop)
    else:
        ends = _before_text(text, mark)
    return stop if ends else -1


def _before_space(text: str, mark: int, stop: int) -> bool:
    """Whether the sentence ends at ``stop``, where white space follows."""
    char = text[mark]
    ahead = _AHEAD.match(text, stop)
    first = text[ahead.end(2) : ahead.end(2) + 1] if ahead else ""
    if ahead is None or char in _CERTAIN or not first.strip() or PARAGRAPH_BREAK.match(text, stop):
        return True
    if first in _GOES_ON and not ahead[2]:
        return False
    if first.islower() and _goes_on_in_lower_case(text, stop, ahead.end(2)):
        return False
    if _is_ellipsis(text, mark):
        return first != "." and not _hesitates(text, mark, ahead.end(2))
    word = ahead[3]
    starts = first.isupper() and word.lower() in STARTERS and text[ahead.end(3) : ahead.end(3) + 1] != "."
    if char == ".":
        return first != "." and not belongs_to_word(text, mark, word, starts)
    if _QUOTES.intersection(text[mark + 1 : stop]):
        return not _ENGLISH_SPEECH.match(text, ahead.end(1))
    return char != "!" or starts or word_before(text, mark).lower() not in SHOUTED_NAMES


def _before_text(text: str, mark: int) -> bool:
    """Whether the sentence ends right after a terminator that text follows without white space."""
    char, following = text[mark], text[mark + 1]
    if char in _CERTAIN:
        return True
    if following in _GOES_ON or _in_title(text, mark):
        return False
    if _is_ellipsis(text, mark):
        return is_cjk(following) and not _hesitates_between_cjk(text, mark)
    if following == "\\" and text[mark + 2 : mark + 3] in ("n", "r", "t"):
        return len(word_before(text, mark)) > 1  # a line end of JSON or source code
    if char == "．":
        return not following.isdigit() and (is_cjk(following) or not following.isalnum())
    if char == ".":
        return following in _OPENERS or (is_cjk(following) and _ends_before_cjk(text, mark))
    return char not in "!?" or is_cjk(following) or following in _OPENERS


def _ends_before_cjk(text: str, mark: int) -> bool:
    """Whether an ASCII full stop in front of a CJK character ends a sentence: ``他来了.我走了``."""
    before = text[mark - 1 : mark]
    if before.isascii():
        return before != "" and not before.isdigit() and not belongs_to_word(text, mark, "", False)
    return True


def _after_closing(text: str, mark: int, stop: int) -> bool:
    """Whether the sentence ends after closed quotes or brackets with text directly behind them."""
    closed, following = text[mark + 1 : stop], text[stop]
    if following in _GOES_ON or following in "—–-·/" or "》" in closed or "〉" in closed:
        return False
    if not (is_cjk(following) or following in _OPENERS):
        return text[mark] not in ".!?"
    if _PARTICLE.match(text, stop):
        return False
    bracketed = ")" in closed or "）" in closed
    if (bracketed or text[mark] not in _CERTAIN) and _is_embedded(text, mark):
        return False
    return not _CHINESE_SPEECH.match(text, stop)


def _is_embedded(text: str, mark: int) -> bool:
    """Whether the quote or bracket around ``mark`` opens inside of a sentence: ``高呼“万岁！”后``."""
    start = max(mark - BACK, 0)
    opening = max(text.rfind(char, start, mark) for char in '（(“「『"')
    return opening > 0 and text[opening - 1].isalnum()


def _in_title(text: str, mark: int) -> bool:
    """Whether ``mark`` stands inside of a Chinese title: ``《摔跤吧！爸爸》``."""
    start = max(mark - BACK, 0)
    return text.rfind("《", start, mark) > text.rfind("》", start, mark)


def _without_opening_quote(text: str, mark: int, stop: int) -> int:
    """``stop`` moved back before a straight quote that opens: an even number stands before it."""
    quote = text[mark + 1]
    if quote in "'＇" or not is_cjk(text[stop : stop + 1] or "a"):
        return stop
    start = max(mark - _QUOTE_BACK, 0)
    line = max(text.rfind("\n", start, mark) + 1, start)
    if text.count(quote, line, mark) % 2 == 0:
        return mark + 1
    return mark + 2 if text[mark + 2 : stop] == quote else stop


def _goes_on_in_lower_case(text: str, stop: int, at: int) -> bool:
    """Whether a lower-case word at ``at`` continues the sentence.

    It does not if it is a name such as ``iPhone`` or ``foo_bar``, or if the whole neighbourhood is
    written in lower case.
    """
    if _MIXED_CASE.match(text, at):
        return False
    around = text[max(stop - _CASE_AROUND, 0) : stop + _CASE_AROUND]
    return around != around.lower()


def _is_ellipsis(text: str, mark: int) -> bool:
    """Whether the terminator at ``mark`` is the end of ``…``, ``...`` or ``. . .``."""
    before = text[max(mark - 2, 0) : mark]
    return text[mark] == "…" or (text[mark] == "." and (before[-1:] in ("…", ".") or before == ". "))


def _run_start(text: str, mark: int) -> int:
    """Where the run of dots that ends at ``mark`` begins, as far back as the guards look."""
    start = mark
    while start > 0 and mark - start < BACK and text[start - 1] in ".… ":
        start -= 1
    return start


def _hesitates(text: str, mark: int, at: int) -> bool:
    """Whether an ellipsis breaks off to go on at ``at``: ``I... I do not know``, ``저는... 형을``."""
    start = _run_start(text, mark)
    if text[start - 1 : start] in _BEFORE_ELLIPSIS:
        return True
    before = word_before(text, start).lower()
    return bool(before) and text[at : at + len(before)].lower() == before


def _hesitates_between_cjk(text: str, mark: int) -> bool:
    """Whether an ellipsis between CJK characters is a pause: ``我……我不知道``, ``那……你呢``."""
    start, stop = _run_start(text, mark), mark + 1
    if text[stop] in _AFTER_ELLIPSIS or text[start - 1 : start] in _BEFORE_ELLIPSIS:
        return True
    if any(text[start - size : start] == text[stop : stop + size] for size in range(1, min(5, start + 1))):
        return True
    return start < 3 or _CLAUSE_START.search(text[start - 3 : start]) is not None

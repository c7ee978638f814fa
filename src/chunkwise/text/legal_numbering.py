"""Markers of statutes: 第五条, 第一章, Article 5, Section 3.1, § 12."""

from __future__ import annotations

import re

from chunkwise.text.language import HAN
from chunkwise.text.marker import Marker, letter_value
from chunkwise.text.numerals import CHINESE_NUMERAL, chinese_number, roman_number, word_number

LEVELS = {
    "part": 1, "subpart": 2, "chapter": 3, "section": 4,
    "subsection": 5, "article": 6, "paragraph": 7, "item": 8,
}  # fmt: skip
"""Units of the family ``legal``, outermost first."""

_CHINESE_UNITS = {
    "编": "part", "編": "part", "部分": "part", "部": "part", "篇": "part", "卷": "part",
    "分编": "subpart", "分編": "subpart", "章": "chapter", "回": "chapter", "节": "section", "節": "section",
    "条": "article", "條": "article", "款": "paragraph", "项": "item", "項": "item",
}  # fmt: skip
_CHINESE = re.compile(
    rf"第\s*(?P<number>[{CHINESE_NUMERAL}](?:\s?[{CHINESE_NUMERAL}]){{0,11}})\s*"
    r"(?P<unit>分[编編]|部分|[编編部篇卷章回节節条條款项項])"
    rf"(?:\s?[之の]\s?(?P<inserted>[{CHINESE_NUMERAL}]{{1,4}}))?"
)
# Text directly behind the marker: these go on with a reference, or make another word of the unit.
_GOES_ON = re.compile(
    "[的、，,；;。至或与與及款项項目等）)》”」之课課均也]|和(?![平解睦])|到(?!期)|起(?![诉訴草])|是(?!否)|"
    "第(?!三[人方])|以[上下内前后及]|内(?![地河部])|中(?=[的，、“规規所对對关關有])|所(?=[规規列称稱述指])|"
    "有(?=[关關规規])|规定|規定|修改|删去|刪去|增加|明确规定"
)
_RANGE = re.compile(r"\s*(?:[至到和或与與及、，,~～—–-]|以及)\s*第")
_ITEM_OF = re.compile(rf"[（(]\s?[{CHINESE_NUMERAL}]{{1,4}}\s?[）)]\s?[项項款目、至]")
# Units that are common words with another noun behind: 第一回合, 第一部电影.
_NEED_SPACE = frozenset({"部", "篇", "卷", "回", "款", "项", "項"})
_LONGEST_HEADING = 40

_ENGLISH_UNITS = {
    "part": "part", "title": "part", "book": "part", "volume": "part", "schedule": "part", "annex": "part",
    "appendix": "part", "act": "part", "chapter": "chapter", "scene": "chapter", "section": "section",
    "subsection": "subsection", "article": "article", "rule": "article", "clause": "article",
    "paragraph": "paragraph", "chap.": "chapter", "ch.": "chapter", "sec.": "section", "art.": "article",
    "§": "section", "§§": "section",
}  # fmt: skip
_WORDS = [word.title() for word in _ENGLISH_UNITS if word.isalpha()]
_WORD_UNITS = "|".join(_WORDS + [word.upper() for word in _WORDS])
_ENGLISH = re.compile(
    rf"(?P<unit>(?:{_WORD_UNITS})(?=[ \t\u00a0])|(?:Chap|CHAP|Ch|Sec|SEC|Art|ART)\.|§§?)[ \t\u00a0]*"
    r"(?P<number>\d{1,4}(?:[.-]\d{1,4}){0,4}[A-Za-z]?|[A-Za-z]{1,9}(?:-[A-Za-z]{3,5})?)"
    r"(?P<inner>(?:\([0-9A-Za-z]{1,4}\)){0,4})(?![\w’'(])"
)
# What may follow: nothing, a full stop or colon, a dash, or a title that begins with a capital.
_ENGLISH_END = re.compile(
    r"(?P<mark>[.:)](?!\d))|\s*\Z|\s*[-–—]|\*\*|__|"
    r"[ \t\u00a0\u3000]+(?![a-z,;&)\d]|(?:Abs|Satz|Nr)\b)|[\u3000-\u303f\u4e00-\u9fff（]"
)
_ROMAN_ALONE = frozenset("IVX")


def chinese_legal(line: str, start: int) -> Marker | None:
    """The marker 第…条 and the like at ``start``, or None where it is a reference or none is there."""
    found = _CHINESE.match(line, start)
    if found is None:
        return None
    number = chinese_number("".join(found["number"].split()))
    inserted = chinese_number(found["inserted"]) if found["inserted"] else None
    if number is None or _reads_as_reference(line, found):
        return None
    unit = _CHINESE_UNITS[found["unit"]]
    value = (number,) if inserted is None else (number, inserted)
    end = found.end() + (line[found.end() : found.end() + 1] in ("：", ":"))
    return Marker("legal", unit, value, found[0].strip(), end, LEVELS[unit])


def _reads_as_reference(line: str, found: re.Match[str]) -> bool:
    """Whether the line goes on as running text that only mentions the provision."""
    rest = line[found.end() :]
    if not rest.strip():
        return False
    if _RANGE.match(rest) or _ITEM_OF.match(rest):
        return True
    if rest[0].isspace() or rest[0] in "【[［：:（(《「*_—":
        return False
    if _GOES_ON.match(rest) or found["unit"] in _NEED_SPACE:
        return True
    if _CHINESE_UNITS[found["unit"]] == "article":
        return re.match(f"[{HAN}“]", rest) is None
    text = line.strip()
    return len(text) > _LONGEST_HEADING or text[-1] in "。；，！？"


def english_legal(line: str, start: int) -> Marker | None:
    """The marker ``Article 5`` and the like at ``start``, or None where it is a reference."""
    found = _ENGLISH.match(line, start)
    if found is None:
        return None
    number = _english_number(found["number"])
    follows = _ENGLISH_END.match(line, found.end())
    if number is None or follows is None:
        return None
    if found["unit"] == "§§":  # "§§ 12-15" is a range, not a depth
        number = number[:1]
    inner = tuple(_inner_value(part) for part in re.findall(r"\w+", found["inner"]))
    unit = _ENGLISH_UNITS[found["unit"].lower()]
    end = follows.end("mark") if follows["mark"] else found.end()
    return Marker("legal", unit, number + inner, found[0], end, LEVELS[unit])


def _english_number(text: str) -> tuple[int, ...] | None:
    """``3.1`` (3, 1); ``5a`` (5, 1); ``IV`` (4,); ``B`` (2,); ``Twelve`` (12,)."""
    if text[0].isdigit():
        digits = tuple(int(part) for part in re.findall(r"\d+", text))
        return (*digits, letter_value(text[-1])) if text[-1].isalpha() else digits
    if len(text) == 1:
        if not text.isupper():
            return None
        return (roman_number(text) or 0,) if text in _ROMAN_ALONE else (letter_value(text),)
    value = roman_number(text) or word_number(text)
    return None if value is None else (value,)


def _inner_value(text: str) -> int:
    """Value of one bracket of ``12(3)(a)``; of a roman number only where it has two letters or more."""
    if text.isdigit():
        return int(text)
    return letter_value(text) if len(text) == 1 else roman_number(text) or letter_value(text[0])

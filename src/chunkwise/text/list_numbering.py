"""Numbers of headings and list items that name no unit: 3.1.2, 一、, （一）, ①, (a), IV."""

from __future__ import annotations

import re

from chunkwise.text.language import HAN, HANGUL, KANA
from chunkwise.text.marker import Marker, letter_value
from chunkwise.text.numerals import CHINESE_NUMERAL, HAN_NUMERAL, chinese_number, roman_number

_CJK = f"{HAN}{KANA}{HANGUL}"

_DECIMAL = re.compile(r"(?P<number>\d{1,2}(?:[.．]\d{1,2}){1,5}|\d{1,3})(?P<dot>[.．]?)(?![\d.．])")
_TITLE = re.compile(rf"(?P<space>\s*)[\"'“‘「『《【\[`*_]{{0,3}}(?:[{_CJK}（(]|[^\W\d_a-z])")
_DATE_GOES_ON = re.compile(r"\s+\d{1,2}\.\s")
# A number in front of these is a quantity: 3.5 GHz, 20 世纪, 3 月.
_QUANTITY = re.compile(
    r"\s*(?:(?:AM|PM|Uhr|[KMGT]i?B|[KMGT]?Hz|[KMG]?W|[KMG]?V|USD|EUR|GBP|CNY|RMB|HKD)(?!\w)|"
    "[万亿元个個年月日号號时時分秒米公千百十倍度人名家次种種项項吨噸克斤折位世岁歲块张台辆套层届周天多余座亩毫厘平立海])"
)
_CLOSED = re.compile(r"[.!?。！？；;，,：:…]\s*\Z")
_LONGEST_HEADING = 100

_CHINESE_ITEM = re.compile(
    rf"(?P<comma>[{HAN_NUMERAL}]{{1,4}}|[0-9０-９]{{1,3}})(?:(?P<mark>、)|[．.](?=\s|[{_CJK}“《]))"
    rf"|[（(]\s?(?P<inside>[{HAN_NUMERAL}]{{1,4}}|[0-9０-９]{{1,3}})\s?[）)]"
    rf"|(?P<half>[0-9０-９]{{1,3}})(?:）|\)(?=\s?[{_CJK}]))"
    "|(?P<sign>[①-⑳㉑-㉟㊱-㊿㈠-㈩⑴-⒇⒈-⒛])"
)
# 一、二等奖 counts; （一）项规定 and （一）至（三） refer.
_COUNTS = re.compile(rf"\s?[{CHINESE_NUMERAL}]{{1,4}}\s?[、，等级級类類审審]")
_REFERS = re.compile(r"[项項款](?![目式项])|[、至到和或及]\s?[（(]")
_CHINESE_LEVELS = {"一、": 1, "（一）": 2, "1、": 3, "（1）": 4, "①": 5}
_SIGNS = (("①", "⑳", 1, "①"), ("㉑", "㉟", 21, "①"), ("㊱", "㊿", 36, "①"), ("㈠", "㈩", 1, "（一）"),
          ("⑴", "⒇", 1, "（1）"), ("⒈", "⒛", 1, "1、"))  # fmt: skip

_LETTER_ITEM = re.compile(
    r"(?:\((?P<inside>[A-Za-z]|[ivxlc]{2,6}|(?P<twice>[a-zA-Z])(?P=twice)|\d{1,3})\)(?=\s|\*\*|\()"
    r"|(?P<bare>[A-Za-z]|[ivx]{2,6}|[IVX]{2,6})[.)](?=\s+\S|\*\*)|(?P<digits>\d{1,3})\)(?=\s+\S))"
    rf"|(?:\((?P<inside2>[A-Za-z])\)|(?P<bare2>[A-Za-z])[.．、)）])(?=[{_CJK}])"
)
_LETTER_LEVELS = {"I.": 1, "A.": 2, "a.": 3, "(a)": 4, "(1)": 5, "(A)": 6, "(i)": 7}
# J. R. R. Tolkien; (c) 2024
_NO_ITEM = re.compile(r"\s*[A-Z]\.|\s+(?:19|20)\d\d\b")
_ROMAN_ALONE = frozenset("ivxIVX")


def decimal_number(line: str, start: int) -> Marker | None:
    """The number ``3.1.2`` in front of a title at ``start``, or None where it is a quantity or a date."""
    found = _DECIMAL.match(line, start)
    if found is None:
        return None
    number = tuple(int(part) for part in re.split("[.．]", found["number"]))
    rest, depth = line[found.end() :], len(number)
    if number[0] == 0 or (0 in number[1:] and depth > 2) or not rest.strip():
        return None
    accepted = _follows_dot(rest) if found["dot"] else _heads_title(line, rest, depth)
    return Marker("decimal", "1", number, found[0], found.end(), depth) if accepted else None


def _follows_dot(rest: str) -> bool:
    """Whether a number with a full stop of its own is followed by the text of an item."""
    if rest[0].isspace():
        return _DATE_GOES_ON.match(rest) is None
    return _TITLE.match(rest) is not None and not rest[0].isascii()


def _heads_title(line: str, rest: str, depth: int) -> bool:
    """Whether a number without a full stop of its own is followed by a title."""
    title = _TITLE.match(rest)
    if title is None or _QUANTITY.match(rest):
        return False
    if not title["space"]:
        return depth > 1 and re.match(f"[{_CJK}《“【]", rest) is not None
    return depth > 1 or (len(line) <= _LONGEST_HEADING and not _CLOSED.search(line))


def chinese_item(line: str, start: int) -> Marker | None:
    """The marker ``一、``, ``（一）``, ``1、``, ``（1）`` or ``①`` at ``start``, or None."""
    found = _CHINESE_ITEM.match(line, start)
    if found is None or (_COUNTS if found["comma"] else _REFERS).match(line, found.end()):
        return None
    unit, value = _chinese_style(line, found)
    if unit is None or value is None:
        return None
    return Marker("chinese", unit, (value,), found[0].strip(), found.end(), _CHINESE_LEVELS[unit])


def _chinese_style(line: str, found: re.Match[str]) -> tuple[str | None, int | None]:
    """Style and value; no style where another family is meant: ``1.`` and, before Latin text, ``(1)``."""
    if found["sign"]:
        return _sign(found["sign"])
    digits = found["comma"] or found["inside"] or found["half"]
    value, arabic = chinese_number(digits), digits[0] not in HAN_NUMERAL
    if found["comma"]:
        if not arabic:
            return "一、", value
        return ("1、" if found["mark"] else None), value
    ascii_only = found[0].isascii() and not re.match(rf"\s?[{_CJK}“《]", line[found.end() :])
    if arabic:
        return (None if ascii_only else "（1）"), value
    return "（一）", value


def _sign(char: str) -> tuple[str | None, int | None]:
    for first, last, value, unit in _SIGNS:
        if first <= char <= last:
            return unit, value + ord(char) - ord(first)
    return None, None


def letter_item(line: str, start: int) -> Marker | None:
    """The marker ``(a)``, ``a)``, ``A.``, ``(1)``, ``(i)`` or ``IV.`` at ``start``, or None."""
    found = _LETTER_ITEM.match(line, start)
    if found is None or _NO_ITEM.match(line, found.end()):
        return None
    inside = found["inside"] or found["inside2"]
    text = inside or found["bare"] or found["bare2"] or found["digits"]
    unit, value = _letter_style(text, bracketed=bool(inside))
    if value is None:
        return None
    return Marker("letter", unit, (value,), found[0], found.end(), _LETTER_LEVELS[unit])


def _letter_style(text: str, bracketed: bool) -> tuple[str, int | None]:
    """Style and value. One letter counts as roman only if it is i, v or x, since most lists are short."""
    if text.isdigit():
        return "(1)", int(text)
    if text in _ROMAN_ALONE or (len(text) > 1 and text[0] != text[-1]) or set(text) <= {"i", "I"}:
        return ("I." if text.isupper() and not bracketed else "(i)"), roman_number(text)
    value = letter_value(text[0]) + 26 * (len(text) - 1)
    if bracketed:
        return ("(A)" if text.isupper() else "(a)"), value
    return ("A." if text.isupper() else "a."), value

"""Numbers written as Chinese numerals, roman numerals and English words."""

from __future__ import annotations

import re

HAN_NUMERAL = "零〇○一二两兩三四五六七八九十百千万亿廿卅卌壹贰貳叁參肆伍陆陸柒捌玖拾佰仟萬億"
CHINESE_NUMERAL = "0-9０-９" + HAN_NUMERAL
"""Characters of Chinese numbers, to stand inside the brackets of a regular expression."""

# Longer ones are no numbers of anything, and Python refuses to convert thousands of digits.
_LONGEST = 24

_DIGITS = {char: value for value, chars in enumerate(
    ("零〇○", "一壹", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖")
) for char in chars}  # fmt: skip
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_TENS = {"廿": "二十", "卅": "三十", "卌": "四十"}
_GREAT_UNITS = ((10**8, "[亿億]"), (10**4, "[万萬]"))

_ROMAN = re.compile("(?=[MDCLXVI])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_WORD_VALUES = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), 2)}
    | {word: value for value, word in enumerate(_ORDINAL_WORDS.split(), 1)}
)


def chinese_number(text: str) -> int | None:
    """The value of a Chinese number, or None if the text is none.

    Reads 十二, 一百零三, 二〇二四, 廿三, 壹佰, 两万 and plain digits of either width.

    >>> chinese_number("一百零三"), chinese_number("二〇二四"), chinese_number("条")
    (103, 2024, None)
    """
    if not text or len(text) > _LONGEST:
        return None
    if all(char in "0123456789０１２３４５６７８９" for char in text):
        return int(text)
    if all(char in _DIGITS for char in text):
        return int("".join(str(_DIGITS[char]) for char in text))
    rest = "".join(_TENS.get(char, char) for char in text)
    total = 0
    for unit, pattern in _GREAT_UNITS:
        parts = re.split(pattern, rest)
        if len(parts) > 2:
            return None
        if len(parts) == 2:
            head = _below_ten_thousand(parts[0])
            if not head:
                return None
            total, rest = total + head * unit, parts[1]
    tail = _below_ten_thousand(rest) if rest else 0
    return None if tail is None else total + tail


def _below_ten_thousand(text: str) -> int | None:
    """Value of 三千零五 and the like: digits in front of ever smaller units."""
    total, digit, last_unit = 0, None, 10_000
    for char in text:
        if char in _UNITS:
            unit = _UNITS[char]
            if unit >= last_unit or digit == 0:
                return None
            total, digit, last_unit = total + (digit or 1) * unit, None, unit
        elif char in _DIGITS:
            if digit:  # two digits in a row have no unit between them
                return None
            digit = _DIGITS[char]
        else:
            return None
    return total + (digit or 0) if text else None


def roman_number(text: str) -> int | None:
    """The value of a roman numeral in one case and in its regular form, or None.

    >>> roman_number("XIV"), roman_number("iv"), roman_number("IIII")
    (14, 4, None)
    """
    upper = text.upper()
    if text not in (upper, text.lower()) or not _ROMAN.fullmatch(upper):
        return None
    values = [_ROMAN_VALUES[char] for char in upper]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def word_number(text: str) -> int | None:
    """The value of an English number word from one to ninety-nine, or of first to twelfth, or None.

    >>> word_number("Twenty-One"), word_number("first"), word_number("few")
    (21, 1, None)
    """
    tens, _, ones = text.lower().partition("-")
    value = _WORD_VALUES.get(tens)
    if value is None or not ones:
        return value
    small = _WORD_VALUES.get(ones, 0)
    return value + small if value >= 20 and 0 < small < 10 else None

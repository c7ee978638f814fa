"""How Office files write the numbers of lists and headings: 1, iv, c, 三, ④ …"""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_SIMPLIFIED_LEGAL = ("零壹贰叁肆伍陆柒捌玖", ("", "拾", "佰", "仟"))
_TRADITIONAL_LEGAL = ("零壹貳參肆伍陸柒捌玖", ("", "拾", "佰", "仟"))
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
_CYCLES = {
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "ideographEnclosedCircle": "㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉",
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "aiueo": _AIUEO,
    "aiueoFullWidth": _AIUEO,
    "iroha": _IROHA,
    "irohaFullWidth": _IROHA,
    "russianLower": "абвгдежзиклмнопрстуфхцчшщэюя",
    "russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ",
}
_MOST_LETTERS = 780


def format_number(number: int, name: str) -> str:
    """A number in one of Word's formats; in decimal where the format does not reach or is unknown.

    Args:
        number: from 0.
        name: as in ``w:numFmt``, or ``zeros:3`` for a fixed width.

    >>> [format_number(12, name) for name in ("lowerRoman", "chineseCounting", "upperLetter", "decimalZero")]
    ['xii', '十二', 'L', '12']
    """
    if name.startswith("zeros:"):
        return str(number).zfill(int(name[6:]))
    if name in _CYCLES:
        cycle = _CYCLES[name]
        return cycle[number - 1] if 1 <= number <= len(cycle) else str(number)
    write = _FORMATS.get(name)
    return str(number) if write is None else write(number)


def _roman(number: int) -> str:
    text = ""
    for size, letters in _ROMAN:
        times, number = divmod(number, size)
        text += letters * min(times, 40)
    return text or "0"


def _letters(number: int) -> str:
    """A … z, aa, bb … zz, aaa: Word repeats the letter."""
    if not 1 <= number <= _MOST_LETTERS:
        return str(number)
    times, letter = divmod(number - 1, 26)
    return chr(ord("a") + letter) * (times + 1)


def _counted(number: int, digits: str = _DIGITS, units: tuple[str, ...] = _UNITS) -> str:
    """一百零五: with the words for ten, hundred, thousand; ten itself without a one before it."""
    if number == 0:
        return digits[0]
    if number > 99_999_999:
        return str(number)
    high, low = divmod(number, 10_000)
    if high:
        rest = "" if not low else (digits[0] if low < 1000 else "") + _below(low, digits, units)
        return _counted(high, digits, units) + ("萬" if digits == _TRADITIONAL_LEGAL[0] else "万") + rest
    text = _below(low, digits, units)
    return text[1:] if text.startswith("一十") else text


def _below(number: int, digits: str, units: tuple[str, ...]) -> str:
    """A number from 1 to 9999."""
    text, gap = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            text += (digits[0] if gap and text else "") + digits[digit] + units[place]
        gap = not digit
    return text


def _by_digit(number: int, zero: str = "〇") -> str:
    return "".join(zero if digit == "0" else _DIGITS[int(digit)] for digit in str(number))


def _counted_to_hundred(number: int) -> str:
    """Counted below a hundred, digit by digit from there on."""
    return _counted(number) if number < 100 else _by_digit(number, "○")


def _japanese(number: int) -> str:
    """As counted, but 百 and 千 without a one before them and no zeros."""
    text = _counted(number)
    for unit in ("百", "千"):
        text = text.replace(f"一{unit}", unit)
    return text.replace("零", "").replace("一十", "十") if number else text


def _ordinal(number: int) -> str:
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _enclosed(first: str, most: int) -> Callable[[int], str]:
    return lambda number: chr(ord(first) + number - 1) if 1 <= number <= most else str(number)


def _circle(number: int) -> str:
    if 21 <= number <= 35:
        return chr(0x3251 + number - 21)
    if 36 <= number <= 50:
        return chr(0x32B1 + number - 36)
    return _enclosed("①", 20)(number)


_FORMATS: dict[str, Callable[[int], str]] = {
    "none": lambda _: "",
    "decimalZero": lambda number: f"{number:02d}",
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "ordinal": _ordinal,
    "numberInDash": lambda number: f"- {number} -",
    "decimalFullWidth": lambda number: "".join(chr(0xFF10 + int(digit)) for digit in str(number)),
    "decimalFullWidth2": lambda number: "".join(chr(0xFF10 + int(digit)) for digit in str(number)),
    "decimalEnclosedCircle": _circle,
    "decimalEnclosedCircleChinese": _circle,
    "decimalEnclosedFullstop": _enclosed("⒈", 20),
    "decimalEnclosedParen": _enclosed("⑴", 20),
    "chineseCounting": _counted_to_hundred,
    "taiwaneseCounting": _counted_to_hundred,
    "chineseCountingThousand": _counted,
    "taiwaneseCountingThousand": _counted,
    "chineseLegalSimplified": lambda number: _counted(number, *_SIMPLIFIED_LEGAL),
    "ideographLegalTraditional": lambda number: _counted(number, *_TRADITIONAL_LEGAL),
    "japaneseCounting": _japanese,
    "ideographDigital": _by_digit,
    "japaneseDigitalTenThousand": _by_digit,
    "taiwaneseDigital": lambda number: _by_digit(number, "○"),
}

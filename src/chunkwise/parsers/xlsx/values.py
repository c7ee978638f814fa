"""Numbers of cells as text: whole numbers without a point, dates in ISO form, shares with their sign."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import lru_cache

_BUILT_IN = {
    9: "0%", 10: "0.00%", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mm:ss.0", **{number: "yyyy-mm-dd" for number in (*range(27, 32), 36, *range(50, 59))},
    32: "h:mm", 33: "h:mm:ss", 34: "h:mm", 35: "h:mm:ss",
}  # fmt: skip
_LITERALS = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_AM_PM = re.compile(r"am/pm|a/p|上午/下午", re.IGNORECASE)
_DAY = datetime.timedelta(days=1)
_LAST_SERIAL = 2_958_466
"""The day after 9999-12-31."""
_FIRST_LEAP_BUG = 60
"""Excel counts 1900-02-29, which never was, as day 60."""


@dataclass(frozen=True, slots=True)
class Format:
    """What a number format says of the kind of value."""

    percent: int | None = None
    """Decimals of a share; None if it is none."""
    width: int = 0
    """Least digits of a whole number, as ``000`` has three."""
    date: bool = False
    time: bool = False
    elapsed: bool = False

    @property
    def plain(self) -> bool:
        """Whether the number is shown as it is."""
        return self.percent is None and not (self.width or self.date or self.time or self.elapsed)


PLAIN = Format()


@lru_cache(maxsize=1_000)
def read_format(code: str) -> Format:
    """The meaning of a format code.

    >>> read_format("0.0%").percent, read_format('yyyy"年"m"月"').date, read_format("00000").width
    (1, True, 5)
    """
    elapsed = bool(_ELAPSED.search(_LITERALS.sub("", code)))
    first = _AM_PM.sub("h", _LITERALS.sub("", code.partition(";")[0])).lower()
    if "general" in first or first.strip() in ("", "@"):
        return PLAIN
    if elapsed:
        return Format(elapsed=True)
    dates, times = set(first) & set("yd"), set(first) & set("hs")
    months_only = "m" in first and not times
    if not set(first) & set("0#?") and (dates or times or months_only):
        return Format(date=bool(dates) or months_only, time=bool(times))
    if times and set(first) & set("0") and ":" in first:  # mm:ss.0
        return Format(date=bool(dates), time=True)
    if "%" in first:
        decimals = re.search(r"\.([0#?]+)", first)
        return Format(percent=len(decimals[1]) if decimals else 0)
    return Format(width=len(first)) if re.fullmatch(r"0{2,}", first) else PLAIN


def built_in_format(number: int) -> Format:
    """The meaning of a format that every workbook has under this number."""
    return read_format(_BUILT_IN.get(number, "General"))


def number_text(number: float) -> str:
    """A number as a sheet shows it: at most 15 digits, no point in whole numbers.

    >>> number_text(1.0), number_text(0.1 + 0.2), number_text(12345678901.5)
    ('1', '0.3', '12345678901.5')
    """
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.15g}".replace("e", "E")


def formatted(number: float, form: Format, from_1904: bool = False) -> str:
    """A number as its format says.

    Args:
        number: the value.
        form: its format.
        from_1904: whether the workbook counts days from 1904.
    """
    if form.plain or number != number or abs(number) == float("inf"):
        return number_text(number) if number == number and abs(number) != float("inf") else str(number)
    if form.percent is not None:
        return f"{number * 100:.{min(form.percent, 15)}f}%"
    if form.width:
        return number_text(number).zfill(form.width) if number == int(number) >= 0 else number_text(number)
    if not 0 <= number < _LAST_SERIAL:
        return number_text(number)
    return _moment(number, form, from_1904)


def _moment(serial: float, form: Format, from_1904: bool) -> str:
    seconds = round(serial * 86_400)
    hours, rest = divmod(seconds, 3_600)
    clock = f"{rest // 60:02d}:{rest % 60:02d}"
    if form.elapsed:
        return f"{hours}:{clock}"
    if serial < 1 and not form.date:
        return f"{hours % 24:02d}:{clock}"
    days, within = divmod(seconds, 86_400)
    if from_1904:
        day = datetime.date(1904, 1, 1) + days * _DAY
    elif days == 0 or days == _FIRST_LEAP_BUG:
        return number_text(serial)
    else:
        day = datetime.date(1899, 12, 31 if days < _FIRST_LEAP_BUG else 30) + days * _DAY
    if form.time and (within or not form.date):
        return f"{day.isoformat()} {within // 3600:02d}:{clock}"
    return day.isoformat()

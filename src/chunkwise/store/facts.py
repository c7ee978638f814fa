"""Metadata as one text in which a store can look without knowing the fields beforehand.

For each field a *fact*: ``\\x01 field \\x02 kind value \\x03``, kind one letter; for a list, one fact of
kind ``l`` and one for each element, with the kind in capitals. Values keep their order as texts, so
that every comparison of the filter grammar is one of texts: exact, typed, for any field of any row.

``coded`` keeps the separators, NUL and lone surrogates out of a text (no database takes all of these)
and can be undone; order and substrings of coded texts are those of the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from chunkwise.errors import InvalidOption
from chunkwise.store.filters import plain
from chunkwise.store.matching import kind_of

FIELD, VALUE, END = "\x01", "\x02", "\x03"
"""What stands before a field's name, before its value, and after it."""

# A character that cannot stand in a database is written as a leading character and digits. None of
# these ever stands for itself, so a match can begin only where a character begins; the leading
# characters sort as the characters that they stand for.
_DIGITS = "\x06\x07\x08"
_LOW, _HIGH = "\x05", "\ud7ff"
_UNSAFE = re.compile("[\x00-\x08\ud7ff-\udfff]")
_CODED = re.compile(f"{_LOW}([{_DIGITS}]{{2}})|{_HIGH}([{_DIGITS}]{{7}})")

_LETTERS = {"text": "s", "number": "n", "flag": "b", "nothing": "z", "other": "x"}
_MIDDLE = 5_000_000_000  # added to an exponent, so that none is negative
_COMPLEMENT = str.maketrans("0123456789", "9876543210")


def facts_of(metadata: Mapping[str, object]) -> str:
    """All facts of a row.

    Raises:
        InvalidOption: the name of a field is not a text.
    """
    return "".join(fact for field, value in metadata.items() for fact in _facts(field, plain(value)))


def fact_start(field: str, letter: str = "") -> str:
    """How the facts of a field begin, those of one kind where a letter is given."""
    return FIELD + coded(field) + VALUE + letter


def fact_value(value: object) -> tuple[str, str]:
    """A scalar's letter and its ordered text.

    >>> fact_value("b"), fact_value(True), fact_value(-2)[1] < fact_value(-1.5)[1] < fact_value(10)[1]
    (('s', 'b'), ('b', '1'), True)
    """
    kind = kind_of(value)
    letter = _LETTERS[kind]
    if kind == "text":
        return letter, coded(str(value))
    if kind == "number" and isinstance(value, int | float):
        return letter, ordered_number(value)
    return letter, str(int(bool(value))) if kind == "flag" else ""


def ordered_number(number: float) -> str:
    """A number as a text of the same order, exact for whole numbers of any size and all floats.

    >>> sorted([ordered_number(n) for n in (10, -1, 0.5)]) == [ordered_number(n) for n in (-1, 0.5, 10)]
    True
    """
    exact = Decimal(number)
    if exact.is_infinite():
        return "3" if number > 0 else "/"
    if not exact:
        return "1"
    digits = "".join(map(str, exact.as_tuple().digits)).rstrip("0")
    size = f"{exact.adjusted() + _MIDDLE:010}{digits}"
    # Of two negative numbers with the same beginning, the one with more digits is the lesser.
    return "2" + size if exact > 0 else "0" + size.translate(_COMPLEMENT) + "~"


def coded(text: str) -> str:
    """A text that every database takes: without control characters below 9 and lone surrogates."""
    return _UNSAFE.sub(lambda match: _code(ord(match.group())), text)


def decoded(text: str) -> str:
    """The text of which ``coded`` made this one.

    >>> decoded(coded("a\\0b")) == "a\\0b"
    True
    """
    return _CODED.sub(_decode, text)


def _facts(field: object, value: object) -> Iterator[str]:
    if not isinstance(field, str):
        raise InvalidOption(f"The name of a metadata field is a text, not {field!r}.")
    if isinstance(value, list):
        yield fact_start(field, "l") + END
        for item in value:
            letter, text = fact_value(item)
            yield fact_start(field, letter.upper()) + text + END
    else:
        letter, text = fact_value(value)
        yield fact_start(field, letter) + text + END


def _code(point: int) -> str:
    lead, number, width = (_LOW, point, 2) if point < 9 else (_HIGH, point - ord(_HIGH), 7)
    digits = ""
    for _ in range(width):
        number, rest = divmod(number, 3)
        digits = _DIGITS[rest] + digits
    return lead + digits


def _decode(match: re.Match[str]) -> str:
    low, high = match.groups()
    number = 0
    for digit in low or high:
        number = number * 3 + _DIGITS.index(digit)
    return chr(number if low else number + ord(_HIGH))

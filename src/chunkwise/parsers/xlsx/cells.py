"""Rows and cells of a sheet, as every kind of workbook gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from chunkwise.model.table import Figure

_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_LETTERS = 26


@dataclass(slots=True)
class Row:
    """One row of a sheet with its cells that are not empty."""

    number: int
    """Row number as the sheet shows it, from 1."""
    cells: dict[int, str] = field(default_factory=dict)
    """Column, from 0 → text, in order of the columns."""
    typed: set[int] = field(default_factory=set)
    """Columns whose cell holds a number, a date or a truth value and no text."""
    hidden: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Area:
    """A merged cell of a sheet; all four ends are inside it."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int


@dataclass(slots=True)
class Extras:
    """What a sheet holds besides cells."""

    pictures: list[Figure] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Texts of boxes and shapes."""
    warnings: list[str] = field(default_factory=list)


class Sheet(Protocol):
    """One sheet of a workbook."""

    name: str
    hidden: bool

    def rows(self) -> Iterator[Row]:
        """The rows that are not empty, in order."""
        ...

    def merges(self) -> list[Area]:
        """The merged cells."""
        ...

    def hidden_columns(self) -> list[tuple[int, int]]:
        """The hidden columns as ranges (first, last), from 0; known once the rows are read."""
        ...

    def extras(self) -> Extras:
        """Pictures, text boxes and what is left out; known once the rows are read."""
        ...


def column_number(letters: str) -> int:
    """The number, from 0, of a column.

    >>> column_number("A"), column_number("AB")
    (0, 27)
    """
    number = 0
    for letter in letters.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1


def column_letters(number: int) -> str:
    """The letters of a column, whose number counts from 0.

    >>> column_letters(0), column_letters(27)
    ('A', 'AB')
    """
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters


def parse_area(reference: str) -> Area | None:
    """The cells that a reference such as ``A1:C2`` names; None if it names none.

    >>> parse_area("B2:C5")
    Area(first_row=2, first_column=1, last_row=5, last_column=2)
    """
    first, _, last = reference.partition(":")
    begin, end = _ADDRESS.fullmatch(first), _ADDRESS.fullmatch(last or first)
    if begin is None or end is None:
        return None
    rows = sorted((int(begin[2]), int(end[2])))
    columns = sorted((column_number(begin[1]), column_number(end[1])))
    return Area(rows[0], columns[0], rows[1], columns[1])

"""The delimiter field: one string that names delimiters, as RAGFlow's users write it.

Each character is a delimiter by itself; text between backticks is one delimiter of several
characters. Two adjacent backticks are a literal backtick.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delimiters:
    """What a delimiter field names."""

    single: tuple[str, ...] = ()
    """Characters that are delimiters by themselves, in the order of the field, each once."""
    wrapped: tuple[str, ...] = ()
    """Delimiters given between backticks, longest first, each once."""

    @property
    def exact(self) -> bool:
        """Whether the field asks for exact splitting: at least one delimiter between backticks."""
        return bool(self.wrapped)

    @property
    def pattern(self) -> re.Pattern[str] | None:
        """Matches any wrapped delimiter, longest first; None where there is none."""
        return re.compile("|".join(map(_escaped, self.wrapped))) if self.wrapped else None

    @property
    def single_pattern(self) -> re.Pattern[str] | None:
        """Matches any single delimiter (a line break in each of its forms); None where there is none."""
        return re.compile("|".join(map(_escaped, self.single))) if self.single else None


def parse_delimiters(field: str) -> Delimiters:
    r"""Read a delimiter field.

    ``\r\n`` and ``\r`` count as ``\n``, here and in the text.

    >>> parse_delimiters("\n。`##`")
    Delimiters(single=('\n', '。'), wrapped=('##',))
    """
    field = field.replace("\r\n", "\n").replace("\r", "\n")
    single: dict[str, None] = {}
    wrapped: dict[str, None] = {}
    at = 0
    while at < len(field):
        close = field.find("`", at + 1) if field[at] == "`" else -1
        if close > at + 1:
            wrapped[field[at + 1 : close]] = None
            at = close + 1
        else:
            single[field[at]] = None
            at = close + 1 if close == at + 1 else at + 1
    return Delimiters(tuple(single), tuple(sorted(wrapped, key=lambda d: -len(d))))


def any_pattern(delimiters: Delimiters) -> re.Pattern[str] | None:
    """Matches any delimiter of the field, wrapped ones first; None where there is none."""
    marks = (*delimiters.wrapped, *delimiters.single)
    return re.compile("|".join(map(_escaped, marks))) if marks else None


def _escaped(delimiter: str) -> str:
    return re.escape(delimiter).replace("\\\n", r"(?:\r\n|\r|\n)")

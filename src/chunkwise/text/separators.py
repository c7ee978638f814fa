"""Separators that users name: texts or regular expressions, as kinds of places to cut at.

A text is looked for backwards in a window, as every other kind of place. A regular expression
cannot be: it runs over the document once, with a limit on its time, and its matches are kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from re import escape
from typing import Literal, TypeAlias, get_args

from chunkwise.errors import InvalidOption
from chunkwise.text.boundaries import Level
from chunkwise.text.expressions import check_expression, matches

Keep: TypeAlias = Literal["start", "end", "drop"]
"""Where a separator stands that a text was cut at: in front of the next piece, at the end of the one
before it, or in neither of them."""


@dataclass(frozen=True, slots=True)
class Separators:
    """Separators, the most wanted first.

    Raises:
        InvalidOption: an expression cannot be compiled, or ``keep`` is unknown.
    """

    texts: tuple[str, ...] = ()
    """Texts or expressions; empty ones (LangChain's "between any two characters") say nothing new."""
    regex: bool = False
    """Whether they are regular expressions."""
    keep: Keep = "end"
    """What becomes of a separator where the text is cut."""

    def __post_init__(self) -> None:
        if self.keep not in get_args(Keep):
            raise InvalidOption(f"keep_separator is {self.keep!r}: it has to be 'start', 'end' or 'drop'.")
        if self.regex:
            for text in self.texts:
                check_expression(text)

    def levels(self, text: str) -> tuple[Level, ...]:
        """A kind of place for each separator, to be looked for in this text and no other.

        Raises:
            InvalidOption: an expression takes too long.
        """
        return tuple(self._level(text, separator) for separator in self.texts if separator)

    def _level(self, text: str, separator: str) -> Level:
        name = f"separator {separator!r:.24}"
        if not self.regex and not ("\n" in separator and "\r" in text):
            return _literal(name, separator, self.keep)
        # A line break in a separator stands for each of its forms, as in all rules of chunkwise.
        pattern = separator if self.regex else escape(separator).replace("\\\n", r"(?:\r\n|\r|\n)")
        return _matched(name, list(matches(text, pattern)), self.keep)


def as_separators(given: str | Sequence[str], regex: bool, keep: Keep) -> Separators:
    """Separators out of one text or a sequence of texts."""
    return Separators((given,) if isinstance(given, str) else tuple(given), regex, keep)


def _literal(name: str, mark: str, keep: Keep) -> Level:
    """The places of a text that stands for itself. Several in a row are one place, as white space is."""
    length = len(mark)

    def run(text: str, low: int, high: int) -> int:
        """Where the last run of marks begins that has a whole one in ``[low, high)``, or -1."""
        at = text.rfind(mark, low, high)
        before = at
        while before >= 0:
            at = before
            before = text.rfind(mark, max(low, at - length), at + length - 1)
        return at

    def after(text: str, low: int, high: int) -> int:
        at = run(text, low, high)
        if at < 0:
            return -1
        while text.startswith(mark, at) and at + length <= high:
            at += length
        return at

    def before(text: str, low: int, high: int) -> int:
        at = run(text, low, high + length)
        return at if at > low else -1

    def behind(text: str, at: int) -> int:
        while text.startswith(mark, at):
            at += length
        return at

    if keep == "end":
        return Level(name, "delimiter", after, 0)
    return Level(name, "delimiter", before, 0, behind if keep == "drop" else None)


def _matched(name: str, matches: Sequence[tuple[int, int]], keep: Keep) -> Level:
    """The places of the matches of an expression, which are known."""
    if keep != "end":  # in a row, the last one that fits is the end of as many as fit
        matches = _runs(matches)
    places = [match[keep == "end"] for match in matches]

    def find(text: str, low: int, high: int) -> int:
        at = bisect_right(places, high) - 1
        return places[at] if at >= 0 and places[at] > low else -1

    def behind(text: str, at: int) -> int:
        return matches[bisect_right(places, at) - 1][1]

    return Level(name, "delimiter", find, 0, behind if keep == "drop" else None)


def _runs(matches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Matches that follow each other directly as one."""
    runs: list[tuple[int, int]] = []
    for start, end in matches:
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs

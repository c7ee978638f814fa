"""LangChain's recursion over separators, on offsets: no text is joined, none is looked for.

The algorithm is that of LangChain's ``RecursiveCharacterTextSplitter``. What is different: a chunk
is a slice of the source from the first to the last of its pieces, so a separator that stands
between two of them is in it as it was matched, with its own length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from chunkwise.adapters.langchain.lengths import LengthFunction, lengths_of
from chunkwise.adapters.langchain.merging import merged_runs
from chunkwise.text.expressions import matches

KeepSeparator: TypeAlias = bool | Literal["start", "end"]
Range: TypeAlias = tuple[int, int]
"""Where a piece begins and ends in the text."""
_Task: TypeAlias = tuple[Range, int | None] | tuple["_Run", None]

_META = re.compile(r"[\\.^$*+?{}\[\]|()]")
_READ_OTHERWISE = re.compile(r"\\.|\{(?![\d,])|\[\[:", re.DOTALL)
_ESCAPED = {"{": r"\{", "[[:": r"[\[:"}
_PLAIN = re.compile("[\u0000-\u02ff\u3001-\u3029\u4e00-\u9fff]*")
"""Characters that are grapheme clusters each, but for CR before LF, between which LangChain cuts."""


@dataclass(slots=True)
class _Run:
    """Pieces that follow each other and are to be merged."""

    pieces: Sequence[Range]
    lengths: Sequence[int]


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts a text at separators and merges what is small."""

    size: int
    """What a chunk may hold, in the unit of ``length``."""
    overlap: int
    """What two chunks may have in common, in the same unit."""
    length: LengthFunction
    """Measures a text."""
    keep: KeepSeparator
    """Whether a separator belongs to the piece after it (``True``, ``"start"``) or before it (``"end"``)."""
    regex: bool
    """Whether separators are regular expressions."""

    def once(self, text: str, separator: str) -> Sequence[Range]:
        """Cut at one separator and merge, as ``CharacterTextSplitter`` does."""
        pieces = self._pieces(text, (0, len(text)), separator)
        return self._merged(text, _Run(pieces, self._lengths(text, pieces)))

    def recursively(self, text: str, separators: Sequence[str]) -> list[tuple[Range, bool]]:
        """Cut at the first separator that occurs, and what is too long at the ones after it.

        Returns:
            The chunks in order, and whether each was merged: a piece that no separator makes
            smaller is left as it is, with its white space.
        """
        found: list[tuple[Range, bool]] = []
        # A stack and not a recursion: there may be more separators than Python has frames.
        todo: list[_Task] = [((0, len(text)), 0)]
        while todo:
            what, level = todo.pop()
            if isinstance(what, _Run):
                found.extend((chunk, True) for chunk in self._merged(text, what))
            elif level is None:
                found.append((what, False))
            else:
                todo.extend(reversed(list(self._level(text, what, separators, level))))
        return found

    def _level(self, text: str, where: Range, separators: Sequence[str], level: int) -> Iterator[_Task]:
        """One step of the recursion: runs to merge, and pieces to cut further."""
        separator, deeper = self._first_in(text[where[0] : where[1]], separators, level)
        pieces = self._pieces(text, where, separator)
        lengths = self._lengths(text, pieces)
        begin = 0
        for at in [at for at, length in enumerate(lengths) if length >= self.size]:
            if begin < at:
                yield _Run(pieces[begin:at], lengths[begin:at]), None
            yield pieces[at], deeper
            begin = at + 1
        if begin < len(pieces):
            yield _Run(pieces[begin:], lengths[begin:]), None

    def _first_in(self, text: str, separators: Sequence[str], level: int) -> tuple[str, int | None]:
        """The first separator from a level on that occurs, and the level below it."""
        for at in range(level, len(separators)):
            separator = separators[at]
            if not separator:
                return separator, None
            pattern = self._pattern(separator)
            if separator in text if pattern is None else any(True for _ in matches(text, pattern)):
                return separator, at + 1 if at + 1 < len(separators) else None
        return separators[-1], None

    def _pattern(self, separator: str) -> str | None:
        """The separator, if it is an expression; None where it stands for itself, which is faster."""
        return _expression(separator) if self.regex and _META.search(separator) else None

    def _pieces(self, text: str, where: Range, separator: str) -> list[Range]:
        start, end = where
        # A copy, since "^" and look-behind have to see nothing before the part.
        part = text if end - start == len(text) else text[start:end]
        if not separator:
            return list(self._characters(part, start))
        pattern = self._pattern(separator)
        found = _occurrences(part, separator) if pattern is None else list(matches(part, pattern))
        if not self.keep:
            begins = [0, *(b for _, b in found)]
            ends = [*(a for a, _ in found), len(part)]
        else:
            cuts = [b if self.keep == "end" else a for a, b in found]
            begins, ends = [0, *cuts], [*cuts, len(part)]
        return [(start + a, start + b) for a, b in zip(begins, ends, strict=True) if a < b]

    def _characters(self, part: str, offset: int) -> Iterator[Range]:
        """What a reader sees as characters; the code points of one that alone is too long."""
        if _PLAIN.fullmatch(part):
            yield from ((at, at + 1) for at in range(offset, offset + len(part)))
            return
        for match in _grapheme().finditer(part):
            start, end = offset + match.start(), offset + match.end()
            fits = end - start == 1 or (match[0] != "\r\n" and self.length(match[0]) <= self.size)
            yield from [(start, end)] if fits else ((at, at + 1) for at in range(start, end))

    def _lengths(self, text: str, pieces: Sequence[Range]) -> list[int]:
        if self.length is len:
            return [end - start for start, end in pieces]
        return lengths_of(self.length, [text[start:end] for start, end in pieces])

    def _merged(self, text: str, run: _Run) -> Sequence[Range]:
        if len(run.pieces) < 2:
            return run.pieces
        # Nothing has a length, too, to a function that counts the special tokens around a text.
        gaps = [self.length("")] * len(run.pieces)
        if not self.keep:
            gaps[1:] = self._gaps(text, run.pieces)
        runs = merged_runs(run.lengths, gaps, self.size, self.overlap)
        return [(run.pieces[first][0], run.pieces[last - 1][1]) for first, last in runs]

    def _gaps(self, text: str, pieces: Sequence[Range]) -> list[int]:
        """The lengths of what stands between two pieces each; the same text is measured once."""
        between = [(end, start) for (_, end), (start, _) in pairwise(pieces)]
        if self.length is len:
            return [end - start for start, end in between]
        texts = [text[start:end] for start, end in between]
        known = {gap: self.length(gap) for gap in set(texts)}
        return [known[gap] for gap in texts]


def _occurrences(text: str, separator: str) -> list[Range]:
    """Where a separator occurs, from left to right, without overlap."""
    found = []
    at = text.find(separator)
    while at >= 0:
        found.append((at, at + len(separator)))
        at = text.find(separator, at + len(separator))
    return found


@lru_cache(maxsize=256)
def _expression(pattern: str) -> str:
    """The same expression for an engine with a limit on time, or ``re.error``, as LangChain raises it.

    ``regex`` reads a brace before a letter, and ``[[:``, as something that ``re`` does not know.
    """
    re.compile(pattern)
    return _READ_OTHERWISE.sub(lambda found: _ESCAPED.get(found[0], found[0]), pattern)


@lru_cache(maxsize=1)
def _grapheme() -> Any:
    import regex

    return regex.compile(r"\X")

"""Records and cells of delimited text with their offsets, and which delimiter it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

DELIMITERS = ("\t", ";", "|", ",")
"""In the order of trust: commas stand in prose and in numbers."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_SAMPLED_RECORDS = 200


@dataclass(slots=True)
class Record:
    """One record: its stretch of the text without the line end, and its cells, from the left."""

    start: int
    end: int
    starts: list[int]
    """Start of each cell's text, its quotation marks and surrounding blanks left out."""
    ends: list[int]
    unclosed: bool = False
    """Whether a quotation mark opens a cell and nothing closes it; it counts as text then."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text is delimited."""

    delimiter: str
    columns: int
    """The commonest number of cells."""
    share: float
    """Share of the records that have this many."""
    records: int
    """How many records were looked at."""


def records(text: str, delimiter: str, start: int = 0) -> Iterator[Record]:
    """The records from ``start`` on; blank lines, and records of nothing but white space, are skipped.

    Quotation marks are those of RFC 4180: ``"a ""b"" c"`` may hold delimiters and line ends.

    >>> [[text[a:b] for a, b in zip(r.starts, r.ends)] for text in ['x,"a,b"'] for r in records(text, ",")]
    [['x', 'a,b']]
    """
    position, length = start, len(text)
    while position < length:
        match = _LINE_END.search(text, position)
        end, after = match.span() if match else (length, length)
        if text.find('"', position, end) < 0:
            record = _plain_record(text, position, end, delimiter)
        else:
            record, after = _quoted_record(text, position, delimiter)
        if record.start < record.end:
            yield record
        position = after


def sniff(text: str, expected: str = "") -> Dialect:
    """The delimiter whose number of cells a record is the most constant.

    Args:
        text: the text or its beginning, cut at a line end.
        expected: the delimiter that the file's name speaks of; it wins where nothing decides.
    """
    dialects = [_dialect(text, delimiter) for delimiter in DELIMITERS]
    several = [dialect for dialect in dialects if dialect.columns > 1]
    if not several:
        return _dialect(text, expected or ",")
    order = [expected, *DELIMITERS]
    return max(several, key=lambda d: (round(d.share, 1), -order.index(d.delimiter)))


def _dialect(text: str, delimiter: str) -> Dialect:
    widths = Counter(len(r.starts) for r in islice(records(text, delimiter), _SAMPLED_RECORDS))
    if not widths:
        return Dialect(delimiter, 0, 0.0, 0)
    columns, count = widths.most_common(1)[0]
    total = widths.total()
    return Dialect(delimiter, columns, count / total, total)


def _plain_record(text: str, start: int, end: int, delimiter: str) -> Record:
    """A record without quotation marks: one line."""
    starts: list[int] = []
    ends: list[int] = []
    position = start
    for cell in text[start:end].split(delimiter):
        after = position + len(cell)
        bare = cell.strip()
        if len(bare) != len(cell):
            position = position + len(cell) - len(cell.lstrip()) if bare else after
        starts.append(position)
        ends.append(position + len(bare))
        position = after + 1
    return _trimmed(text, start, end, starts, ends)


def _quoted_record(text: str, start: int, delimiter: str) -> tuple[Record, int]:
    """A record with quotation marks, and where the next one begins."""
    quoted, odd, plain = _cell_patterns(delimiter)
    starts: list[int] = []
    ends: list[int] = []
    position, unclosed = start, False
    while True:
        match = quoted.match(text, position)
        if match is not None:
            left, right = match.span(1)
        else:
            match = odd.match(text, position)
            if match is None:
                match = plain.match(text, position)
                assert match is not None  # it matches the empty cell
                unclosed = unclosed or match.group().lstrip().startswith('"')
            left, right = _bare(text, *match.span())
        starts.append(left)
        ends.append(right)
        position = match.end()
        if text[position : position + 1] != delimiter:
            break
        position += 1
    record = _trimmed(text, start, position, starts, ends)
    record.unclosed = unclosed
    line_end = _LINE_END.match(text, position)
    return record, line_end.end() if line_end else len(text)


@cache
def _cell_patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A cell in quotation marks; one with text after the closing mark; any other cell.

    The second may not run over a line end: there, a mark that was never closed would swallow the
    lines up to the next one.
    """
    d = re.escape(delimiter)
    blank = "[ ]*" if delimiter == "\t" else r"[ \t]*"
    quoted = re.compile(rf'{blank}"([^"]*(?:""[^"]*)*)"{blank}(?={d}|[\r\n]|\Z)')
    odd = re.compile(rf'{blank}"[^"\r\n]*(?:""[^"\r\n]*)*"[^{d}\r\n]*')
    plain = re.compile(rf"[^{d}\r\n]*")
    return quoted, odd, plain


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    cell = text[start:end]
    bare = cell.strip()
    if not bare:
        return end, end
    left = start + len(cell) - len(cell.lstrip())
    return left, left + len(bare)


def _trimmed(text: str, start: int, end: int, starts: list[int], ends: list[int]) -> Record:
    """The record without white space at its ends; empty cells at the rim move in with it."""
    left, right = _bare(text, start, end)
    if left > start or right < end:
        starts = [min(max(at, left), right) for at in starts]
        ends = [min(max(at, left), right) for at in ends]
    return Record(left, right, starts, ends)

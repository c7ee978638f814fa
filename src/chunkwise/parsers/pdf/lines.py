"""Lines: the segments that stand on one baseline, joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkwise.parsers.pdf.right_to_left import changes_script
from chunkwise.parsers.pdf.segments import WIDEST_GAP, Segment, is_spacing
from chunkwise.parsers.pdf.styles import Style
from chunkwise.text.language import is_cjk

_SAME_BASE = 0.2
"""In sizes: baselines closer than this are one."""
_RAISED = 0.5
"""In sizes of the larger: superscripts and subscripts are shifted by less than this."""
_SCRIPT = (0.45, 0.87)
"""Size of a superscript or subscript, as a share of the size of its line."""
_SCRIPT_GAP = 1.2
_SPACE = 0.15
_WIDE_GAP = 1.5
"""In sizes: a wider gap is no space between words but one between columns of a table."""
_HEAD_GAP = 0.3
# A wide gap behind one of these is no gap between the columns of a table.
_MARKER = re.compile(
    r"[^\w\s]|o|[\[(（]?\w{1,4}[\])）.．、:]|\d{1,2}|\d{1,2}(?:\.\d{1,2}){1,5}|§+|"
    r"第[\w]{1,6}[编章节条款部篇]|(?:Chapter|Section|Article|Part|Appendix|Annex|Figure|Table) \w{1,6}[.:]?"
)
_DINGBATS = re.compile("dingbat|wingding|symbol|webding", re.IGNORECASE)
_OPEN_ROWS = 4
_NEIGHBOURS = 16


@dataclass(slots=True, eq=False)
class PageLine:
    """A line of text, in the frame of its page in which it is upright."""

    page: int
    """Page number, from 1."""
    turn: int
    text: str
    edges: list[float] | None
    """x of the boundaries of its characters; None where they are not known."""
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    """y of the baseline of its main style."""
    style: Style
    """The style of most of its characters."""
    bold: bool
    """Whether all of it is bold."""
    bold_start: bool
    """Whether it begins in bold."""
    bold_end: bool
    """Whether it ends in bold."""
    mono: bool
    """Whether all of it is in a font of fixed width."""
    rtl: bool
    """Whether most of it runs from right to left."""
    wide_gaps: int
    """Gaps in it that are wider than between words."""
    ends_blank: bool
    """Whether white space follows it in the file."""
    head: str = ""
    """Its first piece, where a gap sets it apart: a bullet, a number."""
    dingbat: bool = False
    """Whether its first piece is a character of a font of signs."""
    mark: int | None = None
    """Number of the bookmark that names it."""

    @property
    def size(self) -> float:
        """Font size of most of its characters."""
        return self.style.size

    @property
    def lead(self) -> float:
        """Where it begins, growing in the direction of reading."""
        return -self.x1 if self.rtl else self.x0

    @property
    def trail(self) -> float:
        """Where it ends, growing in the direction of reading."""
        return -self.x0 if self.rtl else self.x1


def lines_of(segments: Iterable[Segment], page: int) -> list[PageLine]:
    """The lines that segments of one region make, from top to bottom.

    Args:
        segments: of one turn, in any order.
        page: page number, from 1.
    """
    return [_line(row, page) for row in rows_of(segments)]


def rows_of(segments: Iterable[Segment]) -> list[list[Segment]]:
    """The segments that stand on one baseline, from top to bottom; superscripts belong to their line."""
    rows: list[_Row] = []
    for segment in sorted(segments, key=lambda s: (s.base, s.order)):
        row = next((row for row in rows[: -_OPEN_ROWS - 1 : -1] if row.holds(segment)), None)
        if row is None:
            rows.append(_Row(segment, [segment]))
        else:
            row.add(segment)
    rows.sort(key=lambda row: row.main.base)
    return [row.in_order() for row in rows]


@dataclass(slots=True)
class _Row:
    main: Segment
    """Its largest segment."""
    segments: list[Segment]

    def holds(self, segment: Segment) -> bool:
        """Whether the segment stands on the same baseline, or a little above or below and smaller."""
        main = self.main
        larger = max(segment.style.size, main.style.size)
        shift = abs(segment.base - main.base)
        if shift <= _SAME_BASE * larger:
            return True
        share = min(segment.style.size, main.style.size) / (larger or 1.0)
        if shift > _RAISED * larger or not _SCRIPT[0] < share < _SCRIPT[1]:
            return False
        return any(_touches(segment, one) for one in self.segments[-_NEIGHBOURS:])

    def add(self, segment: Segment) -> None:
        """Put a segment into the row."""
        self.segments.append(segment)
        if (segment.style.size, len(segment.text)) > (self.main.style.size, len(self.main.text)):
            self.main = segment

    def in_order(self) -> list[Segment]:
        """From left to right; rows with text that runs from right to left keep PDFium's order."""
        if any(segment.rtl for segment in self.segments):
            return sorted(self.segments, key=lambda s: s.order)
        return sorted(self.segments, key=lambda s: s.x0)


def _touches(one: Segment, other: Segment) -> bool:
    """Whether two segments are neighbours and do not stand above each other."""
    gap = max(one.x0 - other.x1, other.x0 - one.x1)
    smaller, larger = sorted((one.style.size, other.style.size))
    return -0.3 * smaller < gap < _SCRIPT_GAP * larger


def _line(row: Sequence[Segment], page: int) -> PageLine:
    main, chars = max(row, key=lambda s: (s.style.size, len(s.text))), Counter[Style]()
    for segment in row:
        chars[segment.style] += len(segment.text)
    text, edges, wide = _joined(row)
    return PageLine(
        page, main.turn, text, edges,
        min(s.x0 for s in row), min(s.y0 for s in row), max(s.x1 for s in row), max(s.y1 for s in row),
        main.base, chars.most_common(1)[0][0],
        all(s.style.bold for s in row), row[0].style.bold,
        row[-1].style.bold, all(s.style.mono for s in row),
        2 * sum(len(s.text) for s in row if s.rtl) > len(text), wide, bool(row[-1].after), _head(row),
        len(row[0].text) == 1 and _DINGBATS.search(row[0].style.font) is not None,
    )  # fmt: skip


def _head(row: Sequence[Segment]) -> str:
    """The first segment, where a gap follows it."""
    if len(row) < 2 or row[1].x0 - row[0].x1 < _HEAD_GAP * row[0].style.size:
        return ""
    return row[0].text


def _joined(row: Sequence[Segment]) -> tuple[str, list[float] | None, int]:
    """Text and boundaries of a row of segments, and how many of its gaps are wide."""
    parts, wide = [row[0].text], 0
    blanks = []
    for last, segment in pairwise(row):
        gap = segment.x0 - last.x1
        if gap > _WIDE_GAP * max(last.style.size, segment.style.size):
            wide += last is not row[0] or _MARKER.fullmatch(last.text) is None
        blank = _between(last, segment, gap)
        parts += [blank, segment.text]
        blanks.append(len(blank))
    return "".join(parts), _joined_edges(row, blanks), wide


def _joined_edges(row: Sequence[Segment], blanks: Sequence[int]) -> list[float] | None:
    """The boundaries of all characters of a row; None in text of mixed direction."""
    if len(row) == 1:
        return row[0].edges
    edges: list[float] = []
    for segment, count in zip(row, [0, *blanks], strict=True):
        if segment.edges is None or segment.rtl or (edges and segment.x0 < edges[0]):
            return None
        if edges:
            end = edges[-1] if count else edges.pop()
            start = max(segment.edges[0], end)
            edges += [end + (start - end) * at / count for at in range(1, count)]
            edges += [max(edge, start) for edge in segment.edges]
        else:
            edges += segment.edges
    return edges


def _between(last: Segment, segment: Segment, gap: float) -> str:
    """The white space between two neighbouring segments of a line."""
    size = max(last.style.size, segment.style.size)
    blank = last.after.strip(" ") or segment.before.strip(" ") or last.after or segment.before
    if last.style.mono and segment.style.mono and gap > 0 and not is_cjk(last.text[-1]):
        width = (last.x1 - last.x0) / len(last.text)
        return " " * max(len(blank), round(gap / width)) if width else blank
    if last.rtl or segment.rtl:
        meets = changes_script(last.text[-1], last.rtl, segment.text[0], segment.rtl)
        return blank or (" " if meets or abs(gap) > WIDEST_GAP * size else "")
    if is_spacing(last.text[-1], segment.text[0], gap, size):
        return "" if blank == " " else blank
    return blank or (" " if gap > _SPACE * size else "")

"""Running heads, running feet and page numbers: what stands in the margins of page after page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median_low
from typing import Literal, TypeAlias

from chunkwise.parsers.pdf.body import LEAST_RUNNING, WIDEST_LABEL
from chunkwise.parsers.pdf.lines import PageLine, lines_of, rows_of
from chunkwise.parsers.pdf.reading import RawPage
from chunkwise.parsers.pdf.segments import Segment
from chunkwise.text.numerals import roman_number

Side: TypeAlias = Literal["header", "footer"]

_ZONE = 0.14
"""Share of the page's height, above and below, in which furniture stands."""
_DEEPEST = 3
"""Rows from the page's edge that can be furniture."""
_LARGEST = 1.2
"""In sizes of the running text: larger rows are headings at the top of a page."""
_LONGEST = 240
"""Characters: a longer row is body text."""
_LEAST_PAGES, _LEAST_SHARE = 3, 0.03
_SHORT_DOCUMENT = 5
_SAME_PLACE, _SAME_NUMBER_PLACE = 6.0, 3.0
"""Points: rows with the same words, or with numbers, further apart are not the same running head."""
_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"[ivxlcdm]{1,8}", re.IGNORECASE)
# "1. Scope" and "2) Terms" are numbered headings, not numbered pages.
_TOKEN = re.compile(r"(?:(?<=\W)|^)(\d{1,4}|[ivxlc]{1,8}|[IVXLC]{1,8})(?=\W|$)(?![.)、．]\s*\w)")
_PAGE_NUMBER = re.compile(
    r"[\s\-–—|·.]*(?:(?:page|seite|p\.|s\.|第)\s*)?(?:\d{1,3}[-–])?\d{1,4}(?:\s*(?:/|of|von|de|页|頁|共)\s*)?"
    r"(?:\s*共?\s*\d{1,4}\s*[页頁]?)?[\s\-–—|·.]*",
    re.IGNORECASE,
)
_SLOT_SHARE = 0.2
_SLOT_CLEARANCE = 0.5
_FEW_CLEARANCE, _FEW_SIZE = 1.5, 0.95
"""In sizes of the row, and of the running text: a running head without its like on other pages."""
_FEW_DEEPEST = 0.12
"""Share of the page's height."""
_CLEARANCE = 1.3
"""In sizes: a page number of a page without its like stands at least so far from the text."""


@dataclass(slots=True)
class Furniture:
    """The furniture of one page."""

    headers: list[PageLine] = field(default_factory=list)
    footers: list[PageLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Row:
    page: int
    side: Side
    depth: int
    """0 for the row that is next to the page's edge."""
    line: PageLine
    segments: tuple[Segment, ...]
    clearance: float
    """Distance to the next text towards the middle of the page, in points."""
    height: float
    """Height of its page."""


def take_furniture(pages: Sequence[RawPage]) -> list[Furniture]:
    """Take running heads and page numbers out of the pages' segments.

    Furniture is a row near a page's edge whose words stand at the same place on other pages
    (numbers aside), or that begins or ends with a number which counts the pages.
    """
    largest = _LARGEST * _usual_size(pages)
    rows = [row for page in pages for row in _margin_rows(page) if row.line.size <= largest]
    found = {id(row) for row in _repeated(rows, len(pages))}
    found |= {id(row) for row in _numbered(rows, len(pages))}
    found |= {id(row) for row in rows if _is_lone_number(row)}
    found |= {id(row) for row in _few_numbered(rows, largest / _LARGEST)}
    found |= {id(row) for row in _in_slots(rows, found, len(pages))}
    result = [Furniture() for _ in pages]
    taken: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        if id(row) in found:
            place = result[row.page - pages[0].page.number]
            (place.headers if row.side == "header" else place.footers).append(row.line)
            taken[row.page].update(id(segment) for segment in row.segments)
    for page, furniture in zip(pages, result, strict=True):
        gone = taken.get(page.page.number)
        if gone:
            page.segments = [segment for segment in page.segments if id(segment) not in gone]
        furniture.footers.reverse()  # rows are counted from the edge
    return result


def _usual_size(pages: Sequence[RawPage]) -> float:
    """The font size of most characters, without labels where there is running text."""
    everything: Counter[float] = Counter()
    running: Counter[float] = Counter()
    for page in pages:
        for segment in page.segments:
            size = segment.style.size
            everything[size] += len(segment.text)
            if segment.x1 - segment.x0 >= WIDEST_LABEL * size:
                running[size] += len(segment.text)
    sizes = running if running.total() >= LEAST_RUNNING * everything.total() else everything
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _margin_rows(page: RawPage) -> Iterator[_Row]:
    """The rows next to the page's upper and lower edge, the outermost first."""
    height = page.frame.size(page.turn)[1]
    upright = [segment for segment in page.segments if segment.turn == page.turn]
    above = [segment for segment in upright if segment.y1 <= _ZONE * height]
    below = [segment for segment in upright if segment.y0 >= (1 - _ZONE) * height]
    for side, zone in (("header", above), ("footer", below)):
        rows = rows_of(zone)
        inner = _nearest_inside(upright, zone, side == "header")
        if side == "footer":
            rows.reverse()
        for depth, row in enumerate(rows[:_DEEPEST]):
            line = lines_of(row, page.page.number)
            if len(line) == 1 and len(line[0].text) <= _LONGEST:
                after = rows[depth + 1] if depth + 1 < len(rows) else inner
                yield _Row(
                    page.page.number, "header" if side == "header" else "footer",
                    depth, line[0], tuple(row), _distance(line[0], after), height,
                )  # fmt: skip


def _nearest_inside(upright: Sequence[Segment], zone: Sequence[Segment], above: bool) -> list[Segment]:
    """The segment outside of the zone that is nearest to it, if there is one."""
    known = {id(segment) for segment in zone}
    others = [segment for segment in upright if id(segment) not in known]
    if not others:
        return []
    return [min(others, key=lambda s: s.y0) if above else max(others, key=lambda s: s.y1)]


def _distance(line: PageLine, others: Iterable[Segment]) -> float:
    gaps = [max(other.y0 - line.y1, line.y0 - other.y1) for other in others]
    return min(gaps, default=float("inf"))


def _repeated(rows: Sequence[_Row], pages: int) -> Iterator[_Row]:
    """Rows whose words stand at the same place on enough pages."""
    alike: dict[tuple[Side, str], list[_Row]] = defaultdict(list)
    for row in rows:
        alike[row.side, _pattern(row.line.text)].append(row)
    least = max(_LEAST_PAGES, _LEAST_SHARE * pages)
    for group in alike.values():
        same = _at_one_place(group, _SAME_PLACE)
        count = len({row.page for row in same})
        if count >= least or (count >= 2 and pages <= _SHORT_DOCUMENT and _is_exact(same)):
            yield from same


def _is_exact(rows: Sequence[_Row]) -> bool:
    """Whether rows are the outermost ones at exactly the same height: this counts in short documents."""
    bases = [row.line.base for row in rows]
    return max(bases) - min(bases) <= 1.5 and all(row.depth == 0 for row in rows)


def _in_slots(rows: Sequence[_Row], found: set[int], pages: int) -> Iterator[_Row]:
    """Outermost rows that stand exactly where other pages have their furniture, in the same style."""
    slots: dict[tuple[Side, float], int] = defaultdict(int)
    for row in rows:
        if id(row) in found:
            slots[row.side, row.line.size] += 1
    places = {key: set[int]() for key in slots}
    for row in rows:
        if id(row) in found:
            places[row.side, row.line.size].update(round(row.line.base) + step for step in (-1, 0, 1))
    for row in rows:
        key = row.side, row.line.size
        usual = slots.get(key, 0) >= max(2, _SLOT_SHARE * pages) and round(row.line.base) in places[key]
        if usual and row.depth == 0 and row.clearance > row.line.size * _SLOT_CLEARANCE:
            yield row


def _pattern(text: str) -> str:
    """The words of a row without its numbers."""
    words = ("#" if _ROMAN.fullmatch(word) else word for word in _NUMBER.sub("#", text).casefold().split())
    return "".join(words)


def _numbered(rows: Sequence[_Row], pages: int) -> Iterator[_Row]:
    """Rows that begin or end with a number which counts the pages."""
    voters: dict[tuple[Side, bool, int], list[_Row]] = defaultdict(list)
    for row in rows:
        for is_roman, value in _numbers(row.line.text):
            voters[row.side, is_roman, value - row.page].append(row)
    least = max(_LEAST_PAGES, _LEAST_SHARE * pages) if pages > 2 else 2
    for group in voters.values():
        same = _at_one_place(group, _SAME_NUMBER_PLACE)
        if len({row.page for row in same}) >= least:
            yield from same


def _few_numbered(rows: Sequence[_Row], usual: float) -> Iterator[_Row]:
    """Running heads with page numbers where too few pages have one, as in an excerpt of a book.

    One has to be the outermost row, in small type and well apart from the text; a number at its start
    has two digits at least, unless another such row of the document counts with it.
    """
    heads: dict[int, list[tuple[_Row, bool]]] = defaultdict(list)
    for row in rows:
        size = row.line.size
        apart = row.clearance > _FEW_CLEARANCE * size and row.line.y0 < _FEW_DEEPEST * row.height
        if row.side != "header" or row.depth > 0 or not apart or size > _FEW_SIZE * usual or row.line.bold:
            continue
        for is_roman, value in _numbers(row.line.text):
            if not is_roman and value >= row.page:
                heads[value - row.page].append((row, value > 9))
    for group in heads.values():
        pages = {row.page for row, _ in group}
        yield from (row for row, is_long in group if is_long or len(pages) > 1)


def _at_one_place(rows: Sequence[_Row], most: float) -> list[_Row]:
    """The rows that stand no further than this from the middle one's height, in points."""
    middle = median_low(row.line.base for row in rows)
    return [row for row in rows if abs(row.line.base - middle) <= most]


def _numbers(text: str) -> set[tuple[bool, int]]:
    """The numbers at the start and end of a row: whether it is roman, and its value."""
    tokens = list(_TOKEN.finditer(text))
    ends = [token[1] for token in tokens if not text[: token.start()].strip(" -–—|·.")]
    ends += [token[1] for token in tokens if not text[token.end() :].strip(" -–—|·.页頁")]
    values = {(not token.isdigit(), int(token) if token.isdigit() else roman_number(token)) for token in ends}
    return {(is_roman, value) for is_roman, value in values if value is not None}


def _is_lone_number(row: _Row) -> bool:
    """Whether a row is nothing but a page number, well apart from the text."""
    return (
        row.depth == 0
        and row.clearance > _CLEARANCE * row.line.size
        and _PAGE_NUMBER.fullmatch(row.line.text) is not None
    )

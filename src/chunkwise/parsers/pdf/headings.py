"""Headings without bookmarks: by size, weight and number, one mapping for the whole document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from chunkwise.parsers.pdf.body import Body, halves
from chunkwise.parsers.pdf.captions import CAPTION
from chunkwise.parsers.pdf.endings import ends_clause, ends_sentence
from chunkwise.parsers.pdf.levels import give_levels, look_of, settle_levels
from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.parsers.pdf.lists import is_bullet
from chunkwise.parsers.pdf.paragraphs import Paragraph
from chunkwise.text.numbering import find_marker

_LARGER = 1.08
_MOST_COMMON = 0.15
_MOST_LINES = 4
_LONGEST, _LONGEST_BOLD = 240, 120
_LARGEST_LABEL = 1.5
"""In sizes of the running text: what is larger inside of a drawing is set in an ornament."""
_TITLE_LARGER = 1.15
_TITLE_DEPTH = 0.6
"""Share of the page's height above which a title stands."""
_HAS_WORD = re.compile(r"[^\W\d_]")
_LABEL = re.compile(
    r"(?:notes?|tips?|hints?|caution|warnings?|important|attention|danger|example|see also|"
    r"[注备備][意记記]?|提示|警告|小心|重要|危险|示例|例)\s*[:：]?", re.IGNORECASE
)  # fmt: skip
_MANY_BOOKMARKS = 10
_LONGEST_RUN = 3
_MARKED = 120


def find_headings(
    pages: Sequence[Sequence[Paragraph]], body: Body, levels: Mapping[int, int], height: float
) -> None:
    """Set kind and level of headings and of the title.

    Bookmarks come first. A document whose bookmarks name many of its headings needs no guesses;
    elsewhere a heading is a short paragraph in a larger size, or bold, that ends no sentence.

    Args:
        pages: the paragraphs of each page in reading order.
        body: what is usual in the document.
        levels: number of a bookmark → level.
        height: height of the first page in points.
    """
    paragraphs = [paragraph for page in pages for paragraph in page]
    named = [paragraph for paragraph in paragraphs if paragraph.mark is not None]
    for paragraph in named:
        paragraph.kind, paragraph.level = "heading", levels.get(paragraph.mark or 0, 1)
    # Good bookmarks name all headings: what is only bold beside them is none.
    told = len(levels) >= _MANY_BOOKMARKS
    guessed = _without_runs(
        paragraphs, [one.mark is None and _is_heading(one, body, told) for one in paragraphs]
    )
    title = _title(pages[0] if pages else (), [*named, *guessed], body, height)
    if title is not None:
        title.kind, title.level = "title", 0
    give_levels(named, [one for one in guessed if one is not title])
    settle_levels([one for one in paragraphs if one.kind == "heading"])


def _title(
    first_page: Sequence[Paragraph], headings: Sequence[Paragraph], body: Body, height: float
) -> Paragraph | None:
    """What is larger than everything else on the first page, and than all headings."""
    if not first_page:
        return None
    largest = max(first_page, key=lambda one: one.first.size)
    others = [one.first.size for one in first_page if one is not largest]
    first = largest.first
    if largest.mark is not None or len(largest.lines) > _MOST_LINES or first.y0 > _TITLE_DEPTH * height:
        return None
    if first.size < max(_TITLE_LARGER * body.size, max(others, default=0.0) + 0.5):
        return None
    if not _HAS_WORD.search(first.text) or find_marker(first.text[:_MARKED]) is not None:
        return None
    alike = [one for one in headings if one is not largest and look_of(one) == look_of(largest)]
    return None if alike else largest


def find_captions(paragraphs: Sequence[Paragraph]) -> None:
    """Set the kind of captions: short paragraphs that begin with "Figure 3." or 表1-2."""
    for paragraph in paragraphs:
        is_short = paragraph.kind == "paragraph" and len(paragraph.lines) <= _MOST_LINES
        if is_short and CAPTION.match(paragraph.first.text):
            paragraph.kind = "caption"


def _is_heading(paragraph: Paragraph, body: Body, only_larger: bool) -> bool:
    """Whether a paragraph that no bookmark names is set and worded like a heading."""
    if paragraph.is_label and paragraph.first.size < _LARGEST_LABEL * body.size:
        return False
    if paragraph.kind not in ("paragraph", "list_item") or len(paragraph.lines) > _MOST_LINES:
        return False
    first, last = paragraph.first, paragraph.last
    larger = first.size >= _LARGER * body.size
    bold = all(line.bold for line in paragraph.lines) and not body.bold and halves(first.size) >= body.size
    if not larger and (only_larger or not bold):
        return False
    length = sum(len(line.text) for line in paragraph.lines)
    if length > (_LONGEST if larger else _LONGEST_BOLD) or body.share(first) > _MOST_COMMON:
        return False
    if first.wide_gaps or is_bullet(first):
        return False
    return _reads_as_heading(first, last)


def _reads_as_heading(first: PageLine, last: PageLine) -> bool:
    text = first.text
    if not _HAS_WORD.search(text) or len(text) < 2 or ends_clause(last.text) or CAPTION.match(text):
        return False
    if _LABEL.fullmatch(text):
        return False
    if ends_sentence(last.text) and not last.text.endswith(("?", "？")):
        return False
    return not text[0].islower()


def _without_runs(paragraphs: Sequence[Paragraph], are_headings: Sequence[bool]) -> list[Paragraph]:
    """The headings, without runs of equal ones that head nothing: a cover, a list of names."""
    result: list[Paragraph] = []
    pairs = zip(paragraphs, are_headings, strict=True)
    for is_heading, group in groupby(
        pairs, key=lambda pair: (pair[1], look_of(pair[0])) if pair[1] else None
    ):
        run = [paragraph for paragraph, _ in group] if is_heading else []
        if len(run) < _LONGEST_RUN or any(find_marker(one.first.text[:_MARKED]) for one in run):
            result += run
    return result

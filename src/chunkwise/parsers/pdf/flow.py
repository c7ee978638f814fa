"""The order of a document: what goes on over a column or page, and where running heads stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from chunkwise.parsers.pdf.endings import breaks_word, sentence_ends_between
from chunkwise.parsers.pdf.furniture import Furniture
from chunkwise.parsers.pdf.lists import is_bullet
from chunkwise.parsers.pdf.paragraphs import Paragraph
from chunkwise.parsers.pdf.pictures import Picture
from chunkwise.parsers.pdf.tables import RuledTable
from chunkwise.text.numbering import find_marker

Element: TypeAlias = Paragraph | Picture | RuledTable

_OTHER_SIZE = 0.05


@dataclass(slots=True)
class PageFlow:
    """The regions of a page in reading order, each with its elements."""

    regions: list[list[Element]] = field(default_factory=list)
    furniture: Furniture = field(default_factory=Furniture)


def in_order(pages: Sequence[PageFlow]) -> Iterator[Element]:
    """All elements of the document in reading order, paragraphs that go on joined.

    Running heads stand after the paragraph that they interrupt, since this is one element of the
    earlier page.
    """
    _join(pages)
    for page in pages:
        for line in page.furniture.headers:
            yield Paragraph("header", [line])
        for region in page.regions:
            yield from region
        for line in page.furniture.footers:
            yield Paragraph("footer", [line])


def _join(pages: Sequence[PageFlow]) -> None:
    """Put the beginning of a region to the paragraph before it, where that goes on there."""
    before: Paragraph | None = None
    skipped = False
    for page in pages:
        for region in page.regions:
            first = _first_text(region)
            if first is None:
                skipped = skipped or bool(region)
                continue
            at, below = first
            joins = before is not None and _goes_on(before, below, skipped or at > 0)
            if before is not None and joins:
                before.lines += below.lines
                before.full = below.full
                del region[at]
            found, passed = _last_text(region)
            before, skipped = (found, passed) if found is not None else (before, True)


def _first_text(region: Sequence[Element]) -> tuple[int, Paragraph] | None:
    """Where the text of a region begins: behind pictures with their captions, and not a footnote."""
    for at, element in enumerate(region):
        if isinstance(element, Paragraph) and element.kind not in ("footnote", "caption"):
            return at, element
    return None


def _last_text(region: Sequence[Element]) -> tuple[Paragraph | None, bool]:
    """The last paragraph of the text of a region, and whether a picture or caption follows it."""
    passed = False
    for element in reversed(region):
        if not isinstance(element, Paragraph) or element.kind == "caption":
            passed = True
        elif element.kind != "footnote":
            return element, passed
    return None, passed


def _goes_on(before: Paragraph, below: Paragraph, over_media: bool) -> bool:
    """Whether a paragraph goes on with another one, in the next column or on the next page."""
    if before.kind not in ("paragraph", "list_item") or below.kind != "paragraph":
        return False
    last, first = before.last, below.first
    if last.turn != first.turn or last.bold != first.bold or last.wide_gaps or first.wide_gaps:
        return False
    if abs(last.size - first.size) > _OTHER_SIZE * last.size:
        return False
    if sentence_ends_between(last.text, first.text) or is_bullet(first):
        return False
    if first.text[0].islower() or (breaks_word(last.text) and not over_media):
        return True
    if over_media or last.text[-1] in ":：" or find_marker(first.text[:200]) is not None:
        return False
    return before.full

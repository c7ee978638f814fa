"""Footnotes: small print at the foot of a page or column that begins with a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkwise.parsers.pdf.body import Body
from chunkwise.parsers.pdf.paragraphs import Paragraph

_SMALLER = 0.93
_LOWER_PART = 0.5
_MARK = re.compile(
    r"(?:\d{1,3}|[*†‡§¶#]{1,3}|[①-⑳]|\[\d{1,3}\]|[\u00b9\u00b2\u00b3\u2070-\u2079])[\s.)]?\s*\S"
)


def find_footnotes(regions: Sequence[Sequence[Paragraph]], body: Body, turn: int, height: float) -> None:
    """Set the kind of the footnotes at the end of the regions of a page.

    Args:
        regions: the paragraphs of each region, in reading order.
        body: what is usual in the document.
        turn: how most of the page's text runs.
        height: height of the page in points.
    """
    begun = False
    for region in regions:
        small = _small_print(region, body, turn, height)
        marked = next((at for at, one in enumerate(small) if _MARK.match(one.first.text)), None)
        if begun and small and marked != 0:
            marked = 0  # the last note of the column before goes on
        if marked is None:
            continue
        begun = True
        for paragraph in small[marked:]:
            paragraph.kind, paragraph.level = "footnote", None


def _small_print(region: Sequence[Paragraph], body: Body, turn: int, height: float) -> list[Paragraph]:
    """The paragraphs in small print with which a region ends, in the lower part of the page."""
    small: list[Paragraph] = []
    for paragraph in reversed(region):
        first = paragraph.first
        if first.turn != turn or first.size > _SMALLER * body.size or first.y0 < _LOWER_PART * height:
            break
        if paragraph.kind not in ("paragraph", "list_item") or first.wide_gaps:
            break
        small.append(paragraph)
    small.reverse()
    return small

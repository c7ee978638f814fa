"""Fonts of fixed width that do not say so: all their letters are equally wide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from chunkwise.parsers.pdf.segments import Segment
from chunkwise.parsers.pdf.styles import Style

_SAMPLE = 400
_LEAST_SAMPLE, _LEAST_LETTERS = 30, 8
_SPREAD = 0.04
"""In sizes."""


def mark_monospace(segments: Iterable[Segment]) -> None:
    """Set ``mono`` in the styles of segments whose letters are all equally wide."""
    by_style: dict[Style, list[Segment]] = defaultdict(list)
    for segment in segments:
        by_style[segment.style].append(segment)
    for style, group in by_style.items():
        if not style.mono and _is_monospace(style, group):
            marked = replace(style, mono=True)
            for segment in group:
                segment.style = marked


def _is_monospace(style: Style, group: Iterable[Segment]) -> bool:
    widths: list[float] = []
    letters: set[str] = set()
    for segment in group:
        edges, text = segment.edges, segment.text
        if edges is None or segment.rtl:
            continue
        for at in islice(range(len(text) - 1), _SAMPLE):
            if text[at].isascii() and text[at].isalnum() and text[at + 1].isalnum():
                widths.append(edges[at + 1] - edges[at])
                letters.add(text[at])
        if len(widths) > _SAMPLE:
            break
    if len(widths) < _LEAST_SAMPLE or len(letters) < _LEAST_LETTERS:
        return False
    widths.sort()
    cut = len(widths) // 20
    return widths[-1 - cut] - widths[cut] <= _SPREAD * style.size

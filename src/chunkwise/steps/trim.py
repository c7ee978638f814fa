"""Trimming: spans begin and end at non-blank characters but keep the indentation of their first line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from chunkwise.model.span import Span

_NONBLANK = re.compile(r"\S")
_LINE_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def first_nonblank(text: str, start: int, end: int) -> int:
    """Offset of the first character of ``text[start:end]`` that is not white space, or ``end``."""
    if start < end and not text[start].isspace():  # nearly always, and the search is slow to begin
        return start
    match = _NONBLANK.search(text, start, end)
    return match.start() if match else end


def content_start(text: str, start: int, end: int) -> int:
    r"""Where a span that may begin at ``start`` begins: at its first line's indentation, or ``end`` if blank.

    >>> content_start("\n  x", 0, 4), content_start("a  x", 1, 4)
    (1, 3)
    """
    first = first_nonblank(text, start, end)
    if first in (start, end):
        return first
    at = first
    while at > start and text[at - 1] not in _LINE_BREAKS:
        at -= 1
    inside_line = at == start and start > 0 and text[start - 1] not in _LINE_BREAKS
    return first if inside_line else at


def content_end(text: str, start: int, end: int) -> int:
    """Where a span that may reach to ``end`` ends: after its last non-blank character, or ``start``."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def clip(text: str, spans: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    """The parts of ``spans`` inside ``[start, end)``, each trimmed; blank ones are left out."""
    if len(spans) == 1:
        span = spans[0]
        start = content_start(text, max(span.start, start), min(span.end, end))
        end = content_end(text, start, min(span.end, end))
        return (Span(start, end),) if start < end else ()
    clipped = []
    for span in touching(spans, start, end):
        a, b = max(span.start, start), min(span.end, end)
        if a < b:
            a = content_start(text, a, b)
            b = content_end(text, a, b)
            if a < b:
                clipped.append(Span(a, b))
    return tuple(clipped)


def touching(spans: Sequence[Span], start: int, end: int) -> Iterator[Span]:
    """Those of ascending spans that share something with ``[start, end)``, found by bisection."""
    for at in range(bisect_right(spans, start, key=lambda span: span.end), len(spans)):
        if spans[at].start >= end:
            return
        yield spans[at]


def join(text: str, spans: Sequence[Span]) -> str:
    """The text of the spans, joined by a newline: what ``Chunk.text`` is."""
    if len(spans) == 1:
        return text[spans[0].start : spans[0].end]
    return "\n".join([text[span.start : span.end] for span in spans])

"""Positions of small sections are noise: which stretches of a draft give it positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.steps.base import Draft
from chunkwise.steps.trim import touching


def without_small(document: Document, drafts: list[Draft], counter: Counter, least: int) -> list[Draft]:
    """Let blocks with fewer than ``least`` tokens give no position, unless a draft would have none."""
    blocks = [block for block in document.blocks if len(block.span) and block.lines]
    if not blocks:
        return drafts
    counts = counter.count_many([block.span.of(document.text) for block in blocks])
    large = [block.span for block, count in zip(blocks, counts, strict=True) if count >= least]
    return [replace(draft, positions_from=_shared(draft.spans, large) or None) for draft in drafts]


def _shared(spans: Sequence[Span], large: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(
        Span(max(span.start, block.start), min(span.end, block.end))
        for span in spans
        for block in touching(large, span.start, span.end)
    )

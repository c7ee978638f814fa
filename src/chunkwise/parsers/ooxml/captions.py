"""Ties captions to the table or figure that they stand at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chunkwise.model.block import Block

_TABLE = re.compile(r"\s*(?:table|tab\.|tableau|tabelle|tabla|表|图表|표)", re.IGNORECASE)
_FIGURE = re.compile(r"\s*(?:figure|fig\.|abbildung|chart|图|圖|그림)", re.IGNORECASE)
_WORD = 40


def attach_captions(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, with the table or figure next to each caption as its parent.

    A caption that says what it belongs to takes the neighbour of that kind; tables have theirs
    above as a rule, and figures below. The title of a chart (style ``chart``) stands above it.

    Args:
        text: the document's text.
        blocks: its blocks, in order.
    """
    found = list(blocks)
    for number, block in enumerate(found):
        if block.kind == "caption":
            before = found[number - 1] if number else None
            after = found[number + 1] if number + 1 < len(found) else None
            if block.style.get("name") == "chart":
                before = None
            parent = _choose(block.span.of(text)[:_WORD], before, after)
            found[number] = replace(block, parent=parent)
    return tuple(found)


def _choose(caption: str, before: Block | None, after: Block | None) -> str | None:
    first, second = (after, before) if _TABLE.match(caption) else (before, after)
    wanted = "table" if _TABLE.match(caption) else "figure" if _FIGURE.match(caption) else None
    neighbours = [block for block in (first, second) if block is not None and block.is_media]
    fitting = [block for block in neighbours if block.kind == wanted] or neighbours
    return fitting[0].id if fitting else None

"""Pictures of which nothing can be read: they stay with the text around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from chunkwise.model.block import Block
from chunkwise.model.document import NO_ALT, Document
from chunkwise.model.span import Span
from chunkwise.model.table import Figure
from chunkwise.steps.trim import first_nonblank
from chunkwise.text.graphemes import is_inside_cluster
from chunkwise.text.sentences import last_sentence_end

_WORD = re.compile(r"[^\W\u2e80-\uffef]+|.", re.S)
"""A word, or one character where words are not set apart."""


def is_unread(document: Document, block: Block) -> bool:
    """Whether a block is a picture without alternative text, and without text found in it.

    It is written as ``[image]``, or in Markdown as ``![](address)``.
    """
    if block.kind != "figure":
        return False
    if len(block.span) == len(NO_ALT):
        return block.span.of(document.text) == NO_ALT
    data = block.data
    return isinstance(data, Figure) and not data.alt and document.text.startswith("![](", block.span.start)


def ties(document: Document, blocks: Sequence[Block]) -> list[Span]:
    """What is not to be cut, so that no chunk is such a picture and nothing else.

    A run of these pictures is tied to the first word below it; where nothing is below, to the last
    sentence above. Where the blocks hold nothing else, there is nothing to tie them to.

    Args:
        document: the document.
        blocks: neighbouring blocks with text under one heading, in order.
    """
    found: list[Span] = []
    first = -1  # where the run of pictures begins
    for at, block in enumerate(blocks):
        if is_unread(document, block):
            first = at if first < 0 else first
        elif first >= 0:
            found.append(Span(blocks[first].span.start, _first_word_end(document.text, block.span)))
            first = -1
    if first > 0:
        above = blocks[first - 1].span
        start = max(last_sentence_end(document.text, above.start, above.end - 1), above.start)
        found.append(Span(first_nonblank(document.text, start, above.end), blocks[-1].span.end))
    return found


def joined(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap as one.

    >>> joined([Span(4, 9), Span(0, 5), Span(9, 10)])
    [Span(start=0, end=9), Span(start=9, end=10)]
    """
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _first_word_end(text: str, span: Span) -> int:
    """Where the first word of a block ends, between two grapheme clusters."""
    match = _WORD.match(text, first_nonblank(text, span.start, span.end), span.end)
    end = match.end() if match else span.end
    while end < span.end and is_inside_cluster(text, end):
        end += 1
    return end

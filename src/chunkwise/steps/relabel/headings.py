"""Headings that are known by their numbering alone: 第一章, Chapter 2, Part IV."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.steps.base import Notes
from chunkwise.text.numbering import Marker, find_marker

HEADS = frozenset({"part", "subpart", "chapter", "section", "subsection"})
"""Units that head a stretch of articles."""

_TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class NumberedHeadings:
    """Makes headings of the blocks that begin with a legal marker above the article, whatever their style.

    Articles become paragraphs, even where a style or a ``#`` made headings of them. Levels are
    those of the units (part 1, chapter 3, section 4 …), whatever else the document has, so that an
    edit in one place moves no heading in another. A short first block is the title.
    """

    family: str = "legal"
    """Family of markers; only ``legal`` so far."""

    def __call__(self, document: Document, notes: Notes) -> Document:
        """The document with other kinds and levels."""
        markers = [block_marker(document, block) for block in document.blocks]
        titled = any(
            block.kind == "title" or (block.is_heading and block.level == 0) for block in document.blocks
        )
        blocks: list[Block] = []
        started = titled
        for block, marker in zip(document.blocks, markers, strict=True):
            if marker is None:
                blocks.append(block if started else _as_title(document, block))
                started = started or bool(len(block.span))
            elif marker.unit in HEADS:
                blocks.append(replace(block, kind="heading", level=marker.level))
                started = True
            else:
                blocks.append(replace(block, kind="paragraph", level=None) if block.is_heading else block)
                started = True
        return replace(document, blocks=tuple(blocks))


def block_marker(document: Document, block: Block) -> Marker | None:
    """The legal marker that a text block begins with, or None."""
    if (
        block.is_media
        or block.is_furniture
        or block.kind in ("toc", "code", "footnote")
        or not len(block.span)
    ):
        return None
    span = block.span
    end = document.text.find("\n", span.start, span.end)
    line = document.text[span.start : min(span.end if end < 0 else end, span.start + 200)]
    marker = find_marker(line)
    return marker if marker and marker.family == "legal" else None


def _as_title(document: Document, block: Block) -> Block:
    """The first block as the title, where it is short and says nothing but a name."""
    if block.kind == "heading" and block.level == 1:
        return replace(block, kind="title", level=0)
    text = block.span.of(document.text)
    is_name = block.kind == "paragraph" and 0 < len(text) <= _TITLE_LENGTH and "\n" not in text
    if is_name and text[-1] not in "。.；;：:，,！!？?)）":
        return replace(block, kind="title", level=0)
    return block

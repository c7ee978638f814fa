"""Units by section: the text between two headings, tables and pictures apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from chunkwise.model.block import Block
from chunkwise.model.chunk import Boundary, Dropped
from chunkwise.model.document import Document, heading_level, is_invisible
from chunkwise.model.span import Span
from chunkwise.model.table import Table
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.unread import is_unread, joined, ties
from chunkwise.steps.trim import content_start

LEFT_OUT = {"header": "furniture", "footer": "furniture", "toc": "contents"}


def left_out(document: Document, block: Block) -> str:
    """Why a block is part of no unit, or an empty text."""
    if block.kind in LEFT_OUT:
        return LEFT_OUT[block.kind]
    invisible = 0 < len(block.span) <= 200 and is_invisible(block.span.of(document.text))
    return "invisible" if invisible and not block.is_media else ""


@dataclass(frozen=True, slots=True)
class Sections:
    """One unit for each run of text under a heading, and one for each table or picture.

    Headings are no text of a unit: they are its ``heading_path``. A heading with nothing below it
    is a unit of its own. Running heads, page numbers and contents pages are left out and reported.
    A picture of which nothing can be read, caption included, stays with the text around it.
    """

    pictures: Literal["apart", "inline"] = "apart"
    """``apart``: a picture is a unit of its own; ``inline``: it stays with the text around it."""
    need_headings: bool = False
    """Whether to warn of a document without headings."""
    headings: Literal["path", "text"] = "path"
    """``text``: a heading is part of the text below it, too, as its first line."""
    atoms: Sequence[str] = ()
    """Kinds of blocks that are not cut while they fit, as ``code``."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        if self.need_headings and not any(map(document.heads_section, document.blocks)):
            notes.warnings.append("No headings were found: the text was cut by length alone.")
        run = _Run(document, frozenset(self.atoms))
        paths = document.heading_paths()
        with_body = headings_with_body(document)
        captions = _captions(document.blocks)
        begins: Boundary = "document"
        for at, (block, path) in enumerate(zip(document.blocks, paths, strict=True)):
            if reason := left_out(document, block):
                notes.dropped.append(Dropped(block.span, reason))
                run.interrupted = True
            elif document.heads_section(block):
                yield from run.close(begins)
                begins = "heading"
                run.head = block if self.headings == "text" else None
                if at not in with_body:
                    yield from _one(document, [block], path[:-1], "heading")
            elif block.is_media and self._stands_apart(document, captions[at]):
                yield from run.close(begins)
                yield from _one(document, captions[at], path, "media" if begins != "document" else begins, at)
                begins = "media"
            elif block.is_media:
                for part in captions[at]:
                    run.add(part, path, at if _is_silent(document, captions[at]) else -1)
            elif at not in captions:
                run.add(block, path)
        yield from run.close(begins)

    def _stands_apart(self, document: Document, group: list[Block]) -> bool:
        """Whether a table or picture, here with its captions, is a unit of its own."""
        if any(block.kind == "table" for block in group):
            return True
        return self.pictures == "apart" and not _is_silent(document, group)


def headings_with_body(document: Document) -> set[int]:
    """Indices of the headings that have content or another heading below them."""
    found: set[int] = set()
    open_headings: list[tuple[int, int]] = []
    marked = 0  # so many of the open headings, from the outermost, are in ``found`` already
    for at, block in enumerate(document.blocks):
        level = heading_level(block) if document.heads_section(block) else None
        while level is not None and open_headings and open_headings[-1][1] >= level:
            open_headings.pop()
        marked = min(marked, len(open_headings))
        if level is not None or (len(block.span) and not left_out(document, block)):
            found.update(index for index, _ in open_headings[marked:])
            marked = len(open_headings)
        if level is not None:
            open_headings.append((at, level))
    return found


def _captions(blocks: tuple[Block, ...]) -> dict[int, list[Block]]:
    """For each table or picture its blocks in order: itself and the captions next to it.

    The captions' own indices are keys too, with an empty list, so that they are not taken twice.
    """
    groups: dict[int, list[Block]] = {}
    for at, block in enumerate(blocks):
        if not block.is_media:
            continue
        group = [block]
        if at > 0 and at - 1 not in groups and _is_caption_of(blocks[at - 1], block):
            group.insert(0, blocks[at - 1])
            groups[at - 1] = []
        if at + 1 < len(blocks) and _is_caption_of(blocks[at + 1], block):
            group.append(blocks[at + 1])
            groups[at + 1] = []
        groups[at] = group
    return groups


def _is_silent(document: Document, group: list[Block]) -> bool:
    """Whether it is a picture of which nothing can be read, without a caption."""
    return len(group) == 1 and is_unread(document, group[0])


def _is_caption_of(block: Block, media: Block) -> bool:
    return block.kind == "caption" and block.parent == media.id


def _one(
    document: Document, blocks: list[Block], path: tuple[str, ...], begins: Boundary, at: int = -1
) -> Iterator[Unit]:
    """The unit of a table, a picture or a lone heading (nothing where it is blank)."""
    spans = tuple(indented(document.text, block.span) for block in blocks if len(block.span))
    if not spans:
        return
    main = next((block for block in blocks if block.is_media), blocks[0])
    if main.kind == "table":
        header = main.data.header_rows if isinstance(main.data, Table) else 0
        before = [block.span for block in blocks[: blocks.index(main)]]
        after = [block.span for block in blocks[blocks.index(main) + 1 :]]
        rows = (*before, *table_rows(document.text, main), *after)
        header = header and header + len(before)
        yield Unit(spans, "table", path, begins, rows=rows, header_rows=header, block=at)
    elif main.kind == "figure":
        yield Unit(spans, "image", path, begins, whole=True, block=at)
    else:
        yield Unit(spans, "text", path, begins)


def table_rows(text: str, block: Block) -> tuple[Span, ...]:
    """The rows of a table; where the parser knows none, its lines."""
    if isinstance(block.data, Table) and block.data.rows:
        return block.data.rows
    rows = []
    start = block.span.start
    for line in block.span.of(text).splitlines(keepends=True):
        if not line.isspace():
            rows.append(Span(start, start + len(line.rstrip())))
        start += len(line)
    return tuple(rows)


def indented(text: str, span: Span) -> Span:
    """The span with the indentation of its first line."""
    at = span.start
    while at > 0 and text[at - 1] in " \t\u3000\u00a0":
        at -= 1
    return Span(content_start(text, at, span.end), span.end)


class _Run:
    """Neighbouring text blocks under one heading."""

    def __init__(self, document: Document, atoms: frozenset[str]) -> None:
        self.document = document
        self.atoms = atoms
        self.head: Block | None = None
        """The heading that the run begins with, if there will be any text."""
        self.blocks: list[Block] = []
        self.pictures: list[int] = []
        """Indices of the blocks that are pictures of which nothing can be read."""
        self.path: tuple[str, ...] = ()
        self.interrupted = False
        self._spans: list[Span] = []

    def add(self, block: Block, path: tuple[str, ...], picture: int = -1) -> None:
        """Take one more block; a gap left by furniture begins a new span.

        ``picture`` is its index, where it is a picture of which nothing can be read.
        """
        if not len(block.span):
            return
        if picture >= 0:
            self.pictures.append(picture)
        if self.head is not None and not self.blocks and not self.interrupted:
            self.blocks.append(self.head)
            self._spans.append(indented(self.document.text, self.head.span))
        if self.blocks and not self.interrupted:
            self._spans[-1] = Span(self._spans[-1].start, block.span.end)
        else:
            self._spans.append(indented(self.document.text, block.span))
        self.blocks.append(block)
        self.path = path
        self.interrupted = False

    def close(self, begins: Boundary) -> Iterator[Unit]:
        """The unit of the run, if there is any text, and an empty run again."""
        if self.blocks and len(self.pictures) == len(self.blocks):
            for number, (at, block) in enumerate(zip(self.pictures, self.blocks, strict=True)):
                after = "media" if number or begins != "document" else begins
                yield from _one(self.document, [block], self.path, after, at)
        elif self.blocks:
            headed = self.blocks[0] is self.head
            # A heading is not cut off the text that it heads.
            stops = tuple(block.span.start for block in self.blocks[2 if headed else 1 :])
            yield Unit(tuple(self._spans), "text", self.path, begins, stops, self._atoms(), headed)
        self.blocks, self.pictures, self._spans, self.interrupted, self.head = [], [], [], False, None

    def _atoms(self) -> tuple[Span, ...]:
        """What is not cut while it fits."""
        atoms = [block.span for block in self.blocks if block.kind in self.atoms]
        return tuple(joined([*atoms, *ties(self.document, self.blocks)]) if self.pictures else atoms)

"""What parsers share: names of documents, and blocks that tile a text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Protocol
from urllib.parse import urlsplit

from chunkwise.model.block import NOTHING, Block, BlockKind, Metadata, Scalar
from chunkwise.model.document import Document, clean_text
from chunkwise.model.ids import content_hash
from chunkwise.model.position import Page
from chunkwise.model.source import Source
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Table
from chunkwise.parsers.encoding import decode

_NON_BLANK = re.compile(r"\S")
_INDENT = " \t\u3000\xa0"


class NamedParser(Protocol):
    """The part of a parser that ends up in ``Document.parser``."""

    name: str
    version: str


@dataclass(slots=True)
class Draft:
    """A block in the making: a stretch of a verbatim text, not yet trimmed, numbered or checked."""

    kind: BlockKind
    start: int
    """First code point of the stretch; white space at its ends is cut off later."""
    end: int
    level: int | None = None
    parent: Draft | None = None
    data: Table | Figure | None = None
    style: Mapping[str, Scalar] = NOTHING
    keep_indent: bool = False
    """Whether the span keeps the white space before the first line's first character (code)."""


def document_id(
    *,
    key: str | None = None,
    path: str | os.PathLike[str] | None = None,
    root: str | os.PathLike[str] | None = None,
    url: str | None = None,
    data: bytes | None = None,
) -> str:
    """The id of a document, from the first of these that is given; never an absolute path.

    Args:
        key: the caller's own id.
        path: the file: relative to ``root`` with ``/``; without a root as given if it is
            relative, else its name alone.
        root: the folder that was added.
        url: taken without user, query and fragment.
        data: the bytes, hashed.

    >>> document_id(path="/srv/docs/law/tax.md", root="/srv/docs")
    'law/tax.md'
    >>> document_id(url="https://example.org/a?page=2")
    'https://example.org/a'
    """
    if key is not None:
        return key
    if path is not None:
        return _path_id(Path(path), None if root is None else Path(root))
    if url is not None:
        parts = urlsplit(url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
    return content_hash(data or b"")


def build_document(
    parser: NamedParser,
    source: Source,
    data: bytes,
    text: str,
    blocks: Sequence[Block],
    *,
    id: str | None = None,
    media_type: str | None = None,
    pages: tuple[Page, ...] = (),
    metadata: Metadata = NOTHING,
    warnings: Sequence[str] = (),
) -> Document:
    """The document of a source: what every parser ends with.

    Args:
        parser: who read it.
        source: what was read.
        data: its bytes, for ``content_hash``.
        text: the canonical text.
        blocks: the blocks over it, in order.
        id: the id of a part; the source's own otherwise.
        media_type: what the content is, where the source does not say.
        pages: page sizes.
        metadata: title, author …
        warnings: what could not be read.
    """
    text, found = clean_text(text, strip_mark=False)
    return Document(
        id=id or source.id,
        content_hash=content_hash(data),
        source=source.name,
        media_type=source.media_type or media_type or "application/octet-stream",
        text=text,
        blocks=tuple(blocks),
        pages=pages,
        metadata=metadata,
        warnings=(*warnings, *found),
        parser=f"{parser.name}@{parser.version}",
    )


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A source of a verbatim format, decoded."""

    data: bytes
    """The bytes as they were."""
    text: str
    """The decoded bytes without a byte order mark, otherwise untouched."""
    metadata: Metadata
    """``encoding``, where it is not UTF-8."""
    warnings: tuple[str, ...]
    """What could not be decoded."""


def read_verbatim(source: Source) -> Verbatim:
    """Read and decode a source whose text is its canonical text.

    Raises:
        OSError: the file cannot be read.
    """
    data = source.read()
    text, encoding, warnings = decode(data)
    metadata: Metadata = NOTHING if encoding == "utf-8" else {"encoding": encoding}
    return Verbatim(data, text, metadata, tuple(warnings))


def tile(
    text: str, drafts: Sequence[Draft], *, filler: BlockKind = "paragraph", marks: str = ""
) -> tuple[Block, ...]:
    """Turn drafts into blocks that hold every non-blank character of ``text`` exactly once.

    Args:
        text: the canonical text.
        drafts: in order of their starts; an overlap is cut off the later one.
        filler: kind of the blocks that are made of what no draft covers.
        marks: characters that mean nothing alone (``>``): a stretch of these that no draft covers
            goes to a neighbour.

    >>> [block.span.of("a\\n\\n b ") for block in tile("a\\n\\n b ", [Draft("paragraph", 0, 2)])]
    ['a', 'b']
    """
    pieces = list(_covering(text, drafts, filler, marks))
    blocks: list[Block] = []
    ids: dict[int, str] = {}
    for draft, span in pieces:
        number = f"b{len(blocks)}"
        ids[id(draft)] = number
        parent = ids.get(id(draft.parent)) if draft.parent is not None else None
        blocks.append(
            Block(number, draft.kind, span, draft.level, parent, data=draft.data, style=draft.style)
        )
    return tuple(blocks)


def _path_id(path: Path, root: Path | None) -> str:
    if root is not None:
        # abspath and not resolve: a link inside the root keeps the name that the user sees.
        inside = PurePath(os.path.abspath(path))
        base = PurePath(os.path.abspath(root))
        if inside != base and inside.is_relative_to(base):
            return inside.relative_to(base).as_posix()
        return path.name
    return path.name if path.anchor else path.as_posix()


def _covering(
    text: str, drafts: Sequence[Draft], filler: BlockKind, marks: str
) -> Iterator[tuple[Draft, Span]]:
    """The drafts that are not blank, with their trimmed spans, and fillers for what they leave."""
    held: tuple[Draft, Span] | None = None
    done = 0
    for draft in [*drafts, Draft(filler, len(text), len(text))]:
        start = max(draft.start, done)
        gap = text[done:start].strip()
        if gap and marks and not gap.strip(marks + " \t\r\n"):
            # Lone quote markers: the block before takes them, unless its rows must tile it.
            if held is not None and held[0].kind != "table":
                held = (held[0], Span(held[1].start, _trim(text, done, start, False).end))
            elif draft.kind not in ("table", "heading") and draft.end > start:
                start = done
            else:
                yield from _flush(held)
                held = (Draft(filler, done, start), _trim(text, done, start, False))
        elif gap:
            yield from _flush(held)
            held = (Draft(filler, done, start), _trim(text, done, start, False))
        span = _trim(text, start, max(draft.end, start), draft.keep_indent)
        if len(span):
            yield from _flush(held)
            held = (draft, span)
        done = max(done, draft.end)
    yield from _flush(held)


def _flush(held: tuple[Draft, Span] | None) -> Iterator[tuple[Draft, Span]]:
    if held is not None:
        yield held


def _trim(text: str, start: int, end: int, keep_indent: bool) -> Span:
    """The stretch without white space at its ends, but with its first line's indentation if asked."""
    first = _NON_BLANK.search(text, start, end)
    if first is None:
        return Span(start, start)
    left = first.start()
    if keep_indent:
        while left > start and text[left - 1] in _INDENT:
            left -= 1
    piece = text[first.start() : end]
    return Span(left, first.start() + len(piece.rstrip()))

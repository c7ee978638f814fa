"""The document: one immutable text, tiled by typed blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args
from unicodedata import category

from chunkwise.errors import InvalidOption
from chunkwise.model.block import HEADING_KINDS, NOTHING, Block, BlockKind, Line, Metadata
from chunkwise.model.ids import content_hash, text_hash
from chunkwise.model.position import Page, Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure

NO_ALT = "[image]"
"""The canonical text of a figure without alternative text."""

_DEEPEST = 32
_FEW = 64
_NONBLANK = re.compile(r"\S")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = frozenset(get_args(BlockKind))
_KIND_ALIASES = {"text": "paragraph", "image": "figure", "picture": "figure", "list": "list_item"}


@dataclass(frozen=True, slots=True)
class Document:
    """What a parser makes of a file, and what every method cuts.

    ``text`` is the canonical text: the decoded input itself for plain text, Markdown, code, JSON
    and CSV, a rendering without markup for all other formats. Every offset in chunkwise counts
    Unicode code points of this text.
    """

    id: str
    """The caller's key, a relative path, a URL without query, or ``sha256:`` of the bytes."""
    content_hash: str
    """``sha256:`` of the input's bytes."""
    source: str
    """The input as the caller named it, for messages."""
    media_type: str
    """Such as ``text/markdown``."""
    text: str
    """The canonical text."""
    blocks: tuple[Block, ...]
    """In reading order; they tile everything in ``text`` that is not white space."""
    pages: tuple[Page, ...] = ()
    """Empty where the format has no pages."""
    metadata: Metadata = NOTHING
    """Author, title, front matter, ``part_of`` …"""
    warnings: tuple[str, ...] = ()
    """What could not be read, and why."""
    parser: str = ""
    """Name and version of the parser."""

    @classmethod
    def from_text(cls, text: str, id: str | None = None) -> Document:
        """Wrap a string as it is: one paragraph, offsets into ``text`` itself.

        A byte order mark at the start is taken off; lone surrogates become U+FFFD, with a warning.

        >>> Document.from_text("one\\n\\ntwo").blocks[0].span
        Span(start=0, end=8)
        """
        text = text.removeprefix("\ufeff")
        warnings: tuple[str, ...] = ()
        try:
            hashed = text_hash(text)
        except UnicodeEncodeError:
            text, warnings = clean_text(text)
            hashed = text_hash(text)
        span = trimmed(text, 0, len(text))
        blocks = (Block("b0", "paragraph", span),) if len(span) else ()
        return cls(id or hashed, hashed, "text", "text/plain", text, blocks, warnings=warnings)

    @classmethod
    def from_sections(
        cls,
        sections: Iterable[str | Sequence[Any] | Mapping[str, Any]],
        id: str = "sections",
        joiner: str = "\n",
    ) -> Document:
        """Build a document from the sections that another parser made.

        Args:
            sections: each a string, a pair (text, position), or a mapping with ``text`` and any of
                ``kind``, ``position``, ``level``. A figure without text stands as ``[image]``. A
                position is [page, left, right, top, bottom] in points, page from 1, or None
                (RAGFlow's order).
            id: the document's id.
            joiner: what stands between two sections in ``Document.text``.

        Raises:
            InvalidOption: a section has none of these forms.

        >>> Document.from_sections(["one", {"text": "T", "kind": "heading", "level": 1}]).text
        'one\\nT'
        """
        if isinstance(sections, str | bytes) or not isinstance(sections, Iterable):
            raise InvalidOption(f"from_sections takes a list of sections, not {type(sections).__name__}.")
        if not isinstance(joiner, str) or not isinstance(id, str):
            raise InvalidOption("joiner and id are texts.")
        parts: list[str] = []
        blocks: list[Block] = []
        warnings: tuple[str, ...] = ()
        offset = 0
        for section in sections:
            text, kind, level, position = _read_section(section)
            text, found = clean_text(text, strip_mark=False)
            if kind == "figure" and not text.strip():
                text = NO_ALT
            warnings += found
            if parts:
                offset += len(joiner)
            parts.append(text)
            span = trimmed(text, 0, len(text))
            span = Span(span.start + offset, span.end + offset)
            if len(span) or position is not None:
                lines = (Line(span, position),) if position is not None else ()
                data = Figure(alt="" if text == NO_ALT else text) if kind == "figure" else None
                blocks.append(Block(f"b{len(blocks)}", kind, span, level, lines=lines, data=data))
            offset += len(text)
        text = joiner.join(parts)
        numbers = sorted({line.position.page for b in blocks for line in b.lines if line.position})
        pages = tuple(Page(n, 0.0, 0.0) for n in numbers)
        return cls(
            id, content_hash(text.encode()), id, "text/plain", text, tuple(blocks), pages, warnings=warnings
        )

    def heading_text(self, block: Block) -> str:
        """A heading as it is shown in paths: without markup, white space folded."""
        title = block.style.get("title")
        return title if isinstance(title, str) else " ".join(block.span.of(self.text).split())

    def heads_section(self, block: Block) -> bool:
        """Whether the block is a heading with a text to be seen; one without heads nothing."""
        return block.kind in HEADING_KINDS and not is_invisible(self.heading_text(block))

    def heading_paths(self) -> list[tuple[str, ...]]:
        """For each block, the titles above it, outermost first; a heading's own title is last.

        A heading of level n closes every open heading of level n or deeper.
        """
        paths: list[tuple[str, ...]] = []
        levels: list[int] = []
        titles: list[str] = []
        path: tuple[str, ...] = ()
        for block in self.blocks:
            if self.heads_section(block):
                level = heading_level(block)
                while levels and levels[-1] >= level:
                    levels.pop()
                    titles.pop()
                levels.append(level)
                titles.append(self.heading_text(block))
                path = tuple(titles)
            paths.append(path)
        return paths


def heading_level(block: Block) -> int:
    """The depth of a heading: 0 for a title, 1 where a heading does not say, at most 32."""
    if block.level is not None:
        return min(block.level, _DEEPEST)
    return 0 if block.kind == "title" else 1


def clean_text(text: str, strip_mark: bool = True) -> tuple[str, tuple[str, ...]]:
    """Take off a byte order mark and replace lone surrogates one for one.

    Returns:
        The text, and the warnings that the replacement gives.
    """
    if strip_mark and text.startswith("\ufeff"):
        text = text[1:]
    try:
        text.encode()  # far cheaper than a search
    except UnicodeEncodeError:
        text, count = _SURROGATE.subn("\ufffd", text)
        return text, (f"{count} lone surrogates were replaced by U+FFFD.",)
    return text, ()


def is_invisible(text: str) -> bool:
    """Whether a reader sees nothing of it: white space, zero-width and other format characters.

    >>> is_invisible("\u200b "), is_invisible("a")
    (True, False)
    """
    return all(char.isspace() or category(char) == "Cf" for char in text[:200]) and len(text) <= 200


def trimmed(text: str, start: int, end: int) -> Span:
    """The span of ``text[start:end]`` without white space at its ends (empty at ``start`` if blank)."""
    first = _NONBLANK.search(text, start, end)
    if first is None:
        return Span(start, start)
    # Few characters are looked at one by one; a copy without them costs less where they are many.
    for at in range(end, max(end - _FEW, first.start()), -1):
        if not text[at - 1].isspace():
            return Span(first.start(), at)
    return Span(first.start(), start + len(text[start:end].rstrip()))


def _read_section(section: object) -> tuple[str, BlockKind, int | None, Position | None]:
    kind: str = "paragraph"
    level: int | None = None
    place: object = None
    if isinstance(section, str):
        text: object = section
    elif isinstance(section, Mapping):
        text, place = section.get("text"), section.get("position")
        kind, level = section.get("kind") or "paragraph", section.get("level")
        kind = _KIND_ALIASES.get(kind, kind) if isinstance(kind, str) else kind
    elif isinstance(section, list | tuple) and len(section) == 2:
        text, place = section
    else:
        raise InvalidOption(f"A section is a string, (text, position) or a mapping, not {section!r:.80}.")
    if not isinstance(text, str):
        raise InvalidOption(f"A section's text is a string, not {type(text).__name__}: {section!r:.80}.")
    if level is not None and (not isinstance(level, int) or isinstance(level, bool) or level < 0):
        raise InvalidOption(f"A section's level is a whole number from 0, not {level!r:.40}.")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InvalidOption(f"There is no block kind {kind!r}. There are: {', '.join(sorted(_KINDS))}.")
    return text, cast("BlockKind", kind), level, _read_position(place)


def _read_position(place: object) -> Position | None:
    if place is None or isinstance(place, Position):
        return place
    try:
        page, left, right, top, bottom = cast("Sequence[float]", place)
        return Position(int(page), float(left), float(top), float(right), float(bottom))
    except (TypeError, ValueError):
        raise InvalidOption(f"A position is [page, left, right, top, bottom], not {place!r:.80}.") from None

"""Text for one line of a terminal: nothing in it moves the cursor, and widths are counted in cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkwise.model.chunk import Chunk

_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20)}
_CONTROLS |= dict.fromkeys(range(0x80, 0xA0), "\ufffd")  # C1: some terminals obey these
_CONTROLS |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
# Marks that turn the direction of writing would turn the rest of the line as well.
_CONTROLS |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F], "")
_CONTROLS[0x7F] = "\u2421"
_NEWLINES = re.compile(r"\r\n?")
_BLANKS = re.compile(r"\s+")
_CLOSES = "，。、；：！？）」』》〉】〕"
"""What no line begins with."""

_ENOUGH = 1_000


def count(number: int, what: str) -> str:
    """A number with its noun.

    >>> count(1, "chunk"), count(1200, "chunk")
    ('1 chunk', '1,200 chunks')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def size_of(chunk: Chunk) -> str:
    """How long a chunk is, in words."""
    if chunk.tokens is None:
        return count(len(chunk.index_text), "character")
    return count(chunk.tokens, "token")


def visible(text: str) -> str:
    r"""A text in one line: white space folded, control characters shown and not sent.

    >>> visible("a\n\tb \x1b[31m")
    'a b ␛[31m'
    """
    return _BLANKS.sub(" ", text).strip().translate(_CONTROLS)


def safe(text: str) -> str:
    r"""A text of several lines: only line ends and tabs are sent as they are.

    >>> safe("a\r\n\tb \x1b[31m")
    'a\n\tb ␛[31m'
    """
    return _NEWLINES.sub("\n", text).translate(_CONTROLS | {9: "\t", 10: "\n"})


def head(text: str, start: int = 0, end: int | None = None) -> str:
    """The beginning of ``text[start:end]`` in one line: enough for any terminal, however long it is."""
    stop = start + _ENOUGH if end is None else min(end, start + _ENOUGH)
    return visible(text[start:stop])


def clip(text: str, width: int, ellipsis: str = "…") -> str:
    """A text cut to so many cells of the terminal (a Han character takes two).

    >>> clip("第一章 总则", 6)
    '第一…'
    """
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return text
    if width <= cell_len(ellipsis):
        return ellipsis[:width]
    room = width - cell_len(ellipsis)
    cut = set_cell_size(text, room)
    while cell_len(cut) > room:  # rich misjudges some joiners at the start of a text
        cut = cut[:-1]
    return cut.rstrip() + ellipsis


def folded(text: str, width: int) -> list[tuple[int, int]]:
    """The lines of a text in so many cells: broken at blanks, and between characters of two cells.

    A mark that closes something stays with what it closes.

    Returns:
        (start, end) of each line.

    >>> text = "one two three 第一章总则"
    >>> [text[start:end] for start, end in folded(text, 8)]
    ['one two ', 'three 第', '一章总则']
    """
    from rich.cells import cell_len

    lines: list[tuple[int, int]] = []
    start = cells = 0
    last = -1  # the last place at which the line may be broken
    for at, char in enumerate(text):
        if char == "\n":
            lines.append((start, at))
            start, cells, last = at + 1, 0, -1
            continue
        size = cell_len(char)
        if (size > 1 and char not in _CLOSES) or (at > start and text[at - 1] == " "):
            last = at
        if cells + size > width and not char.isspace() and at > start:
            cut = last if last > start else at
            lines.append((start, cut))
            start, last = cut, -1
            cells = cell_len(text[start:at])
        cells += size
    return [*lines, (start, len(text))]


def clip_left(text: str, width: int, ellipsis: str = "…") -> str:
    """The end of a text in so many cells.

    >>> clip_left("one two three", 6)
    '…three'
    """
    from rich.cells import cell_len

    if cell_len(text) <= width:
        return text
    kept = text[-4 * width :]
    while kept and cell_len(kept) > width - cell_len(ellipsis):
        kept = kept[1:]
    return ellipsis + kept.lstrip()


def clip_path(titles: Sequence[str], width: int, ellipsis: str = "…") -> str:
    """Headings in so many cells: the nearest first of all, then as many above it as there is room for.

    >>> clip_path(["Part I", "Chapter 2", "Article 5"], 16)
    '… > Article 5'
    """
    from rich.cells import cell_len

    shown = [head(title) for title in titles]
    for first in range(len(shown)):
        path = " > ".join([*([ellipsis] if first else []), *shown[first:]])
        if cell_len(path) <= width:
            return path
    return clip(shown[-1], width, ellipsis) if shown else ""

"""Where paragraphs and list items begin in plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from chunkwise.parsers.base import Draft
from chunkwise.parsers.lines import TextLine
from chunkwise.text.numbering import find_marker
from chunkwise.text.wrapping import is_wrapped

_BULLET = re.compile(r"(?:[-*+•‣▪●○◦·–][ \t\u3000]+)(?=\S)")
_NUMBER = re.compile(r"(\d{1,3})(?:[.)](?=[ \t])|[.)）．、](?=\s?[^\d\s]))")
_CODE_SIGN = re.compile(r"[{};=<>]|\w\(|\)$|^(?:def|class|if|for|while|return|import|#include)\b")
_MAY_BE_LEGAL = re.compile(r"\s*(?:第|§|(?:art|sec|sub|chap|part|title|book|sched|annex)\w*\.?\s)", re.I)


def prose(lines: Iterable[TextLine]) -> Iterator[Draft]:
    """Drafts for the lines of a plain text: paragraphs, list items, and what looks like code.

    Blank lines and form feeds end a paragraph; in a run of other lines, each run is judged by
    itself: one wrapped paragraph, or a paragraph a line.

    >>> from chunkwise.parsers.lines import lines_of
    >>> [draft.kind for draft in prose(lines_of("Two things:\\n- one\\n- two"))]
    ['paragraph', 'list_item', 'list_item']
    """
    run: list[TextLine] = []
    for line in lines:
        if not line.is_blank:
            run.append(line)
        if run and (line.is_blank or line.ends_page):
            yield from _drafts(run)
            run = []
    if run:
        yield from _drafts(run)


def _drafts(run: Sequence[TextLine]) -> Iterator[Draft]:
    """Drafts for lines without a blank one between."""
    if len(run) == 1 and not _BULLET.match(run[0].text):
        yield Draft("paragraph", run[0].start, run[0].end)
        return
    if _is_code(run):
        yield Draft("code", run[0].start, run[-1].end, keep_indent=True)
        return
    markers = _markers(run)
    first = next((number for number, marked in enumerate(markers) if marked), len(run))
    if first:
        yield from _plain(run[:first])
    if first < len(run):
        yield from _items(run[first:], markers[first:])


def _markers(run: Sequence[TextLine]) -> list[bool]:
    """For each line, whether it begins a list item.

    Bullets always do; numbers only where they count up by one, at least twice, at the same
    indentation: a wrapped line may begin with "1984.".
    """
    marked = [_BULLET.match(line.text) is not None for line in run]
    last: dict[int, tuple[int, int]] = {}  # indentation → the number and where it stood
    for at, line in enumerate(run):
        match = _NUMBER.match(line.text)
        if match is None:
            continue
        value = int(match[1])
        before = last.get(line.indent)
        if before is not None and value == before[0] + 1:
            marked[at] = marked[before[1]] = True
        last[line.indent] = (value, at)
    return marked


def _items(run: Sequence[TextLine], markers: Sequence[bool]) -> Iterator[Draft]:
    """List items with their continuation lines; deeper indentation makes a nested item."""
    open_items: list[tuple[int, Draft]] = []
    item: Draft | None = None
    for line, marked in zip(run, markers, strict=True):
        if not marked and item is not None:
            item.end = line.end
            continue
        if item is not None:
            yield item
        while open_items and open_items[-1][0] >= line.indent:
            open_items.pop()
        parent = open_items[-1][1] if open_items else None
        item = Draft("list_item", line.start, line.end, level=len(open_items) + 1, parent=parent)
        open_items.append((line.indent, item))
    if item is not None:
        yield item


def _plain(run: Sequence[TextLine]) -> Iterator[Draft]:
    """One paragraph, one for each article or indented first line, or one a line."""
    for piece in (piece for part in _legal_pieces(run) for piece in _indented_pieces(part)):
        if len(piece) == 1 or is_wrapped([line.text for line in piece]):
            yield Draft("paragraph", piece[0].start, piece[-1].end)
        else:
            for line in piece:
                yield Draft("paragraph", line.start, line.end)


def _legal_pieces(run: Sequence[TextLine]) -> Iterator[Sequence[TextLine]]:
    """An article begins a paragraph, and the line of a chapter or section is one by itself."""
    begins = {0}
    for at, line in enumerate(run):
        marker = find_marker(line.text) if _MAY_BE_LEGAL.match(line.text) else None
        if marker and marker.family == "legal":
            begins.add(at)
            if marker.unit not in ("article", "paragraph", "item"):
                begins.add(at + 1)
    bounds = sorted(begins | {len(run)})
    for start, end in pairwise(bounds):
        yield run[start:end]


def _indented_pieces(run: Sequence[TextLine]) -> Iterator[Sequence[TextLine]]:
    """Old books mark paragraphs by an indented first line: cut there if most lines have none."""
    least = min(line.indent for line in run)
    begins = [at for at, line in enumerate(run) if at and 2 <= line.indent - least <= 8]
    if not begins or 2 * len(begins) > len(run):
        yield run
        return
    for start, end in zip([0, *begins], [*begins, len(run)], strict=True):
        yield run[start:end]


def _is_code(run: Sequence[TextLine]) -> bool:
    """Whether lines look like source code: some indented, and most with signs that code has."""
    if len(run) < 2 or not any(line.indent >= 2 for line in run):
        return False
    return 2 * sum(1 for line in run if _CODE_SIGN.search(line.text)) > len(run)

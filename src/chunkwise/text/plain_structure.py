"""Paragraphs and headings of plain text, known by its lines alone.

Headings are lines that say so themselves: wiki headings (``== History ==``, as MediaWiki and
DokuWiki write them, also with spaces between the signs), and short lines that begin with a number
above the article (``第一章 总则``, ``Chapter 2``). Nothing is guessed by capitals or by length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkwise.model.span import Span
from chunkwise.text.numbering import find_marker
from chunkwise.text.wrapping import is_wrapped

_WIKI = re.compile(r"((?:=[ \t]?){1,6})(?<=[= \t])([^=\s](?:.*[^=\s])?)[ \t]*((?:=[ \t]?){1,6})")
_MAY_BE_LEGAL = re.compile(r"第|(?:sub|chap|ch|sec|part|title|book|sched|annex)\w*\.?\s|§", re.IGNORECASE)
_HEADS = frozenset({"part", "subpart", "chapter", "section", "subsection"})
_LONGEST_HEADING = 80
_SENTENCE_MARKS = frozenset(".。；;：:，,！!？?")


@dataclass(frozen=True, slots=True)
class PlainParagraph:
    """A paragraph or a heading of plain text."""

    span: Span
    """Where it stands, without white space around it."""
    title: str = ""
    """What a heading is called, without its signs; empty for a paragraph."""
    level: int = 0
    """Depth of a heading, from 1; 0 for a paragraph."""


def plain_paragraphs(text: str, start: int = 0, end: int | None = None) -> Iterator[PlainParagraph]:
    """The paragraphs and headings of ``text[start:end]``, in order; they hold all but white space.

    A blank line ends a paragraph. Lines without one between are one paragraph where they were
    wrapped, else each is a paragraph.

    >>> [(part.title, part.level) for part in plain_paragraphs("== Life ==\\nBorn.\\n\\nDied.")]
    [('Life', 2), ('', 0), ('', 0)]
    """
    run: list[Span] = []
    for line in _lines(text, start, len(text) if end is None else min(end, len(text))):
        heading = _heading(text, line) if len(line) else None
        if len(line) and heading is None:
            run.append(line)
            continue
        yield from _paragraphs(text, run)
        run = []
        if heading is not None:
            yield heading
    yield from _paragraphs(text, run)


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    """Each line without the white space at its ends; an empty span for a blank one."""
    at = start
    for piece in text[start:end].splitlines(keepends=True):
        bare = piece.strip()
        first = at + len(piece) - len(piece.lstrip()) if bare else at
        yield Span(first, first + len(bare))
        at += len(piece)


def _paragraphs(text: str, run: Sequence[Span]) -> Iterator[PlainParagraph]:
    if len(run) > 1 and is_wrapped([line.of(text) for line in run]):
        yield PlainParagraph(Span(run[0].start, run[-1].end))
    else:
        yield from map(PlainParagraph, run)


def _heading(text: str, line: Span) -> PlainParagraph | None:
    if text[line.start] == "=":
        found = _WIKI.fullmatch(text, line.start, line.end)
        if found and found[1].count("=") == found[3].count("="):
            return PlainParagraph(line, found[2], found[1].count("="))
        return None
    if len(line) > _LONGEST_HEADING or text[line.end - 1] in _SENTENCE_MARKS:
        return None
    if not _MAY_BE_LEGAL.match(text, line.start):
        return None
    marker = find_marker(line.of(text))
    if marker is None or marker.unit not in _HEADS:
        return None
    return PlainParagraph(line, " ".join(line.of(text).split()), marker.level)

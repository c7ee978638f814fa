"""The text of a paragraph: its lines joined, with the boundaries of all characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkwise.parsers.pdf.chars import HYPHEN
from chunkwise.parsers.pdf.code import indents
from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.text.language import HANGUL, is_cjk

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u00ad][^\W\d_]+)*")
_BROKEN = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]\Z")
_DASH = re.compile(r"\w[-\u2010\u2011]\Z")
_FIRST = re.compile(r"[^\W\d_]+")
_HANGUL = re.compile(f"[{HANGUL}]")
_SOFT_HYPHEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Piece:
    """A line as it stands in the canonical text of its block."""

    line: PageLine
    start: int
    """First code point, in the block's text."""
    text: str
    edges: list[float] | None


def words_of(lines: Iterable[PageLine]) -> frozenset[str]:
    """All words of a document in lower case, compounds with their hyphens and also in one word each.

    A word that is broken at a line end is none.
    """
    words: set[str] = set()
    for line in lines:
        text = line.text[: -len(found[0])] if (found := _BROKEN.search(line.text[-80:])) else line.text
        words.update(word.casefold().replace("\u2010", HYPHEN) for word in _WORD.findall(text))
    return frozenset(words)


def joined(lines: Sequence[PageLine], words: frozenset[str]) -> tuple[str, list[Piece]]:
    """The text of a paragraph, and its lines in it.

    Lines are joined by a space, or by nothing between two CJK characters. A hyphen at a line end
    goes if the joined word occurs elsewhere in the document, or if the next line goes on in lower
    case and the word with its hyphen occurs nowhere.

    Args:
        lines: the lines in reading order.
        words: the words of the document.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for line, below in zip(lines, [*lines[1:], None], strict=True):
        text, joiner = _with_joiner(line, below, words)
        text, edges = _without_soft_hyphens(text, line.edges)
        pieces.append(Piece(line, length, text, edges))
        parts += [text, joiner]
        length += len(text) + len(joiner)
    return "".join(parts), pieces


def joined_code(lines: Sequence[PageLine]) -> tuple[str, list[Piece]]:
    """The text of a code block: a line a line, indented by spaces as on the page."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for line, indent in zip(lines, indents(lines), strict=True):
        text, edges = _without_soft_hyphens(line.text, line.edges)
        pieces.append(Piece(line, length + indent, text, edges))
        parts.append(" " * indent + text)
        length += indent + len(text) + 1
    return "\n".join(parts), pieces


def joined_rows(lines: Sequence[PageLine]) -> tuple[str, list[Piece]]:
    """The text of lines that stay lines, such as those of a table of contents."""
    pieces: list[Piece] = []
    length = 0
    for line in lines:
        text, edges = _without_soft_hyphens(line.text, line.edges)
        pieces.append(Piece(line, length, text, edges))
        length += len(text) + 1
    return "\n".join(piece.text for piece in pieces), pieces


def _with_joiner(line: PageLine, below: PageLine | None, words: frozenset[str]) -> tuple[str, str]:
    """The text of a line without a hyphen that breaks a word, and what follows it."""
    text = line.text
    if below is None:
        return text, ""
    broken = _BROKEN.search(text[-80:])
    if broken is not None:
        return (text[:-1] if _hyphen_goes(broken[1], text, below, words) else text), ""
    if _DASH.search(text[-2:]):
        return text, ""
    return text, _joiner(text[-1], below.text[0], line.ends_blank)


def _hyphen_goes(first: str, text: str, below: PageLine, words: frozenset[str]) -> bool:
    if text.endswith(_SOFT_HYPHEN):
        return True
    rest = _FIRST.match(below.text)
    if rest is None:
        return False
    if f"{first}{rest[0]}".casefold() in words:
        return True
    return below.text[0].islower() and f"{first}{HYPHEN}{rest[0]}".casefold() not in words


def _joiner(left: str, right: str, blank: bool) -> str:
    if not is_cjk(left) or not is_cjk(right):
        return " "
    # Korean has spaces between words: whether one stood at the line end, the file may tell.
    return " " if blank and _HANGUL.match(left) and _HANGUL.match(right) else ""


def _without_soft_hyphens(text: str, edges: list[float] | None) -> tuple[str, list[float] | None]:
    """A line without soft hyphens; the boundaries of what is left."""
    if _SOFT_HYPHEN not in text:
        return text, None if edges is None else edges[: len(text) + 1]
    kept = [at for at, char in enumerate(text) if char != _SOFT_HYPHEN]
    text_kept = "".join(text[at] for at in kept)
    if edges is None:
        return text_kept, None
    return text_kept, [*(edges[at] for at in kept), edges[len(text)]]

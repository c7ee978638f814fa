"""From markdown-it's block tokens to blocks with exact stretches of the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chunkwise.model.block import BlockKind
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Table
from chunkwise.parsers.base import Draft
from chunkwise.parsers.markdown_html_table import html_table

_IMAGE = re.compile(
    r"!\[(?P<alt>(?:[^\[\]\\]|\\.)*)\]"
    r"\([ \t]*(?:<(?P<quoted>[^<>]*)>|(?P<plain>[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*\)"
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKUP = re.compile(r"[\\`*_\[\]<&!~]")
_MOST_MARKUP, _MOST_BRACKETS = 200, 20
"""Signs in a title above which its inline markup is left alone: parsing it is quadratic."""
_ATTRIBUTES = re.compile(r"[ \t]*\{[#.][^{}]*\}$")
_LANGUAGE = re.compile(r"[\w+#.-]+")


@dataclass(slots=True)
class _Item:
    """A list item that is open."""

    draft: Draft
    line: int
    """The line with its marker."""
    waits: bool = True
    """Whether its own text is still to come."""


class Drafts:
    """Reads the tokens of one text into drafts of blocks."""

    def __init__(self, markdown: MarkdownIt, text: str, references: dict[str, Any]) -> None:
        self._markdown = markdown
        self._text = text
        self._references = references
        lengths = [len(line) + 1 for line in text.split("\n")]
        self._starts = [0, *accumulate(lengths)]
        self._drafts: list[Draft] = []
        self._items: list[_Item] = []
        self._quotes = 0
        self._inner: tuple[int, int] | None = None  # a quote or list that begins inside a line
        self._titles: list[tuple[Draft, str]] = []

    def read(self, tokens: Sequence[Token]) -> list[Draft]:
        """The drafts, in order."""
        contents = [token.content for token in tokens[1:]]  # a paragraph's stands in the next token
        for token, content in zip(tokens, [*contents, ""], strict=False):
            action = _ACTIONS.get(token.type)
            if action is not None:
                action(self, token, content)
        for draft, content in self._titles:
            title = self._title(content)
            if title:
                draft.style = {"title": title}
            else:
                draft.kind, draft.level = "paragraph", None
        return self._drafts

    def _begin_quote(self, token: Token, _: str) -> None:
        self._quotes += 1
        self._note_inner(token)

    def _end_quote(self, token: Token, _: str) -> None:
        self._quotes -= 1

    def _begin_list(self, token: Token, _: str) -> None:
        self._note_inner(token)

    def _begin_item(self, token: Token, _: str) -> None:
        line, _end = _lines(token)
        parent = self._items[-1] if self._items else None
        # Only the first item of a list can stand behind another marker, and then _inner knows where.
        start = self._start(line, self._starts[line])
        self._settle(start)
        owner = parent.draft if parent else None
        draft = Draft("list_item", start, start, level=len(self._items) + 1, parent=owner)
        self._drafts.append(draft)
        self._items.append(_Item(draft, line))

    def _end_item(self, token: Token, _: str) -> None:
        self._settle(self._starts[self._items[-1].line + 1])
        self._items.pop()

    def _paragraph(self, token: Token, content: str) -> None:
        if self._figures(token, content):
            return
        item = self._items[-1] if self._items else None
        if item is not None and item.waits:
            # The first paragraph of an item is its own text: one block, marker included.
            self._inner = None
            item.draft.end, item.waits = self._starts[_lines(token)[1]], False
            return
        self._add("paragraph", token, style={"name": "quote"} if self._quotes else None)

    def _heading(self, token: Token, content: str) -> None:
        if self._items or self._quotes:
            self._add("paragraph", token)
            return
        draft = self._add("heading", token)
        draft.level = int(token.tag[1:])
        self._titles.append((draft, content))

    def _fence(self, token: Token, _: str) -> None:
        match = _LANGUAGE.search(token.info)
        draft = self._add("code", token, style={"language": match.group().lstrip(".")} if match else None)
        draft.keep_indent = True

    def _code(self, token: Token, _: str) -> None:
        self._add("code", token).keep_indent = True

    def _html(self, token: Token, _: str) -> None:
        start = token.content.lstrip()[:20].lower()
        if start.startswith("<table"):
            draft = self._add("table", token, style={"name": "html"})
            draft.data = html_table(self._text, draft.start, draft.end)
            return
        self._add("paragraph", token, style={"name": "comment" if start.startswith("<!--") else "html"})

    def _rule(self, token: Token, _: str) -> None:
        self._add("paragraph", token, style={"name": "rule"})

    def _definitions(self, token: Token, _: str) -> None:
        self._add("paragraph", token, style={"name": "link definitions"})

    def _formula(self, token: Token, _: str) -> None:
        self._add("formula", token)

    def _footnote(self, token: Token, _: str) -> None:
        self._add("footnote", token)

    def _table(self, token: Token, _: str) -> None:
        draft = self._add("table", token)
        first, last = _lines(token)
        columns = len(token.meta["rows"][0])
        starts: list[int] = []
        ends: list[int] = []
        rows: list[Span] = []
        # The line of dashes belongs to the header row.
        borders = [draft.start, *(self._starts[line] for line in range(first + 2, last)), draft.end]
        for cells, begin, after in zip(token.meta["rows"], borders[:-1], borders[1:], strict=True):
            row = self._trimmed(begin, after)
            if not len(row):  # a form feed alone, which Markdown does not take for a blank line
                continue
            rows.append(row)
            # A row may be longer than the header: its last cell runs to its end then.
            pieces = cells[:columns] + [(row.end, row.end)] * (columns - len(cells))
            if len(cells) > columns:
                pieces[-1] = (pieces[-1][0], cells[-1][1])
            starts += [start for start, _end in pieces]
            ends += [end for _start, end in pieces]
        draft.data = Table(tuple(rows), columns, tuple(starts), tuple(ends), header_rows=1)

    def _figures(self, token: Token, content: str) -> bool:
        """Images that stand alone in their lines: a figure for each."""
        if not content.startswith("!["):
            return False
        first, last = _lines(token)
        images = [_IMAGE.fullmatch(line.strip()) for line in content.split("\n")]
        if len(images) != last - first or not all(images):
            return False
        draft = self._add("figure", token)
        for number, image in enumerate(images):
            assert image is not None
            if number:
                draft = Draft("figure", self._starts[first + number], 0, parent=draft.parent)
                self._drafts.append(draft)
            draft.end = self._starts[first + number + 1]
            alt = " ".join(_ESCAPED.sub(r"\1", image["alt"]).split())
            draft.data = Figure(image["quoted"] or image["plain"] or None, alt)
        return True

    def _add(self, kind: BlockKind, token: Token, style: dict[str, str] | None = None) -> Draft:
        """A block of whole lines, but for markers of items before it in its first line."""
        first, last = _lines(token)
        start = self._start(first, int(token.meta["start"]))
        self._settle(start)
        draft = Draft(kind, start, self._starts[last])
        if self._items:
            draft.parent = self._items[-1].draft
        if style:
            draft.style = style
        self._drafts.append(draft)
        return draft

    def _start(self, line: int, inside: int) -> int:
        """Where a block begins: with its line, unless the marker of an open item stands there."""
        inner, self._inner = self._inner, None
        if not self._items or self._items[-1].line != line:
            return self._starts[line]
        return inner[1] if inner is not None and inner[0] == line else inside

    def _note_inner(self, token: Token) -> None:
        """Remember where the outermost container begins that stands behind an item's marker."""
        line, _end = _lines(token)
        if self._inner is None or self._inner[0] != line:
            self._inner = (line, int(token.meta["start"]))

    def _settle(self, next_start: int) -> None:
        """An item whose first child is no paragraph has its marker alone as its own text."""
        if self._items and self._items[-1].waits:
            item = self._items[-1]
            item.draft.end = min(next_start, self._starts[item.line + 1])
            item.waits = False

    def _trimmed(self, start: int, end: int) -> Span:
        piece = self._text[start:end]
        bare = piece.strip()
        left = start + len(piece) - len(piece.lstrip())
        return Span(left, left + len(bare))

    def _title(self, content: str) -> str:
        """A heading's text without markup."""
        content = _ATTRIBUTES.sub("", content.strip())
        signs = len(_MARKUP.findall(content))
        if 0 < signs <= _MOST_MARKUP and content.count("[") <= _MOST_BRACKETS:
            tokens = self._markdown.parseInline(content, {"references": self._references})
            shown = "".join(_shown(token) for token in tokens[0].children or ())
            # The library turns NUL into U+FFFD, which the text does not have.
            content = shown if "\ufffd" in content else shown.replace("\ufffd", "\0")
        return " ".join(content.split())


def _shown(token: Token) -> str:
    """What a reader sees of an inline token."""
    if token.type in ("text", "text_special", "code_inline", "image"):
        return token.content
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return " " if token.type == "html_inline" and token.content.lower().startswith("<br") else ""


def _lines(token: Token) -> tuple[int, int]:
    """First line of a token, and one past its last."""
    assert token.map is not None
    return token.map[0], token.map[1]


_ACTIONS: dict[str, Callable[[Drafts, Token, str], None]] = {
    "blockquote_open": Drafts._begin_quote,
    "blockquote_close": Drafts._end_quote,
    "bullet_list_open": Drafts._begin_list,
    "ordered_list_open": Drafts._begin_list,
    "list_item_open": Drafts._begin_item,
    "list_item_close": Drafts._end_item,
    "paragraph_open": Drafts._paragraph,
    "heading_open": Drafts._heading,
    "fence": Drafts._fence,
    "code_block": Drafts._code,
    "html_block": Drafts._html,
    "hr": Drafts._rule,
    "table": Drafts._table,
    "formula": Drafts._formula,
    "footnote": Drafts._footnote,
    "definitions": Drafts._definitions,
}

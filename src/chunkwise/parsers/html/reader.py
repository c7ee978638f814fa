"""Reads a page's events into blocks, in document order, whatever is left open or nested."""

from __future__ import annotations

import posixpath
import re
from collections import Counter

from chunkwise.model.block import BlockKind
from chunkwise.model.table import Figure
from chunkwise.parsers.html.grid import Grid
from chunkwise.parsers.html.inline import BREAK, fold
from chunkwise.parsers.html.names import (
    BREAKS,
    CLOSED_BY,
    CONTENT,
    FURNITURE,
    HEADINGS,
    LISTS,
    SILENT,
    VOID,
)
from chunkwise.parsers.html.tolerant import TolerantParser
from chunkwise.parsers.rendered import RenderedText

_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|brush:)-?([\w+#-]+)")
Attributes = list[tuple[str, str | None]]


class PageReader(TolerantParser):
    """Feed it a page, call ``close``, then read ``text``, ``metadata`` and ``hidden``.

    Nesting costs no recursion, and tags that are never closed or never opened cost no text.
    """

    def __init__(
        self,
        keep_furniture: bool = True,
        text: RenderedText | None = None,
        folder: str = "",
        has_main: bool = False,
    ) -> None:
        """Begin a page.

        Args:
            keep_furniture: whether navigation and page headers become furniture blocks.
            text: where the blocks go, if several pages make one document.
            has_main: whether the page has a ``<main>``, so that all else is around it.
            folder: the page's own folder in its archive, for relative addresses of pictures.
        """
        super().__init__()
        self.text = RenderedText() if text is None else text
        self._folder = folder
        self.metadata: dict[str, str] = {}
        self.hidden = 0
        self._furniture = keep_furniture
        self._has_main = has_main
        self._main_seen = False
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        self._inline: list[str] = []
        self._figures: list[Figure] = []
        self._figure_id: str | None = None
        self._grids: list[Grid] = []
        self._cells: list[tuple[bool, int, int, list[str]]] = []
        self._silent_below: int | None = None
        self._title: list[str] | None = None
        self._pre = 0
        self._language: str | None = None
        self._numbers: list[int | None] = []
        self._item: tuple[int, str] | None = None
        self._item_ids: list[str | None] = []

    # Events

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """An element begins."""
        if self._silent_below is not None:
            if tag not in VOID:
                self._push(tag)
            return
        self._close_implied(tag)
        values = dict(attrs)
        if tag in VOID:
            self._void(tag, values)
            return
        if tag in BREAKS:
            self._flush(before=tag)
        self._push(tag)
        if tag in SILENT or self._is_hidden(values):
            self.hidden += tag not in SILENT
            self._silent_below = len(self._open)
            return
        self._begin(tag, values)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """``<tag/>``: only void elements end at once; HTML ignores the slash elsewhere."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """An element ends, and with it all that was left open inside."""
        if tag == "br":
            self._inline.append(BREAK)
        if not self._counts[tag]:
            if tag in BREAKS:
                self._flush()
            return
        while self._open:
            top = self._open[-1]
            self._pop()
            if top == tag:
                break

    def handle_data(self, data: str) -> None:
        """Text."""
        if self._silent_below is None:
            (self._inline if self._title is None else self._title).append(data)

    def close(self) -> None:
        """The page ends."""
        super().close()
        while self._open:
            self._pop()
        self._flush()

    # Elements

    def _begin(self, tag: str, values: dict[str, str | None]) -> None:
        if tag == "title" and not self._counts["body"]:
            self._title = []
        elif tag in LISTS:
            self._numbers.append(_number(values.get("start"), 1) if tag == "ol" else None)
            self._item_ids.append(None)
        elif tag == "li":
            self._begin_item(values)
        elif tag == "pre":
            self._pre += 1
            self._language = _language(values)
        elif tag == "code" and self._pre:
            self._language = self._language or _language(values)
        elif tag == "table":
            self._grids.append(Grid())
        elif tag == "figure":
            self._figure_id = None
        elif self._grids:
            self._begin_in_table(tag, values)

    def _begin_in_table(self, tag: str, values: dict[str, str | None]) -> None:
        grid = self._grids[-1]
        if tag == "thead":
            grid.in_head = True
        elif tag == "tr":
            grid.begin_row()
        elif tag in ("td", "th"):
            spans = _number(values.get("rowspan"), 1), _number(values.get("colspan"), 1)
            self._cells.append((tag == "th", *spans, self._inline))
            self._inline = []

    def _end(self, tag: str) -> None:
        if tag == "title" and self._title is not None:
            self.metadata.setdefault("title", fold("".join(self._title)))
            self._title = None
        elif tag in LISTS:
            self._numbers and self._numbers.pop()
            self._item_ids and self._item_ids.pop()
        elif tag == "pre":
            self._pre = max(0, self._pre - 1)
        elif self._grids:
            self._end_in_table(tag)

    def _end_in_table(self, tag: str) -> None:
        grid = self._grids[-1]
        if tag in ("td", "th") and self._cells:
            is_header, rows, columns, outer = self._cells.pop()
            text, self._inline = "".join(self._inline), outer
            grid.cell(text, is_header, rows, columns)
        elif tag == "thead":
            grid.end_head()
        elif tag == "caption":
            grid.caption, self._inline = fold("".join(self._inline)), []
        elif tag == "table":
            self._end_table(self._grids.pop())

    def _end_table(self, grid: Grid) -> None:
        grid.close()
        if self._cells:  # a table in a cell: its text goes on in the outer one
            lines = [" ".join(cell for cell in row if cell) for row in grid.rows]
            self._inline.append(BREAK + BREAK.join([grid.caption, *lines]) + BREAK)
            return
        self._inline = []
        block = None
        if sum(map(len, grid.rows)) > 1:
            block = self.text.table(grid.rows, header_rows=grid.header_rows, merges=grid.merges)
        elif grid.rows:
            self._add("paragraph", grid.rows[0][0] if grid.rows[0] else "")
        if grid.caption:
            self.text.add("caption", grid.caption, parent=block.id if block else None)
        self._add_figures()

    def _void(self, tag: str, values: dict[str, str | None]) -> None:
        if tag == "br":
            self._inline.append(BREAK)
        elif tag == "hr":
            self._flush()
        elif tag == "img" and (values.get("src") or values.get("alt")):
            self._figure(values)
        elif tag == "meta":
            name = (values.get("name") or "").lower()
            if name in ("author", "description", "keywords") and values.get("content"):
                self.metadata.setdefault(name, fold(values["content"] or ""))

    def _figure(self, values: dict[str, str | None]) -> None:
        source = values.get("src") or None
        if source and source.startswith("data:"):
            source = None
        if source and self._folder and "://" not in source:
            source = "#" + posixpath.normpath(posixpath.join(self._folder, source))
        width, height = (_length(values.get(name)) for name in ("width", "height"))
        if (width is not None and width <= 2) or (height is not None and height <= 2):
            return  # a counting pixel
        figure = Figure(source, fold(values.get("alt") or ""), width, height)
        self._figures.append(figure)
        if self._cells and figure.alt:
            self._inline.append(f" {figure.alt} ")
        elif not self._cells and not fold("".join(self._inline)):
            self._add_figures()

    def _begin_item(self, values: dict[str, str | None]) -> None:
        mark = "- "
        if self._numbers and self._numbers[-1] is not None:
            number = _number(values.get("value"), self._numbers[-1])
            self._numbers[-1] = number + 1
            mark = f"{number}. "
        self._item = (max(1, len(self._numbers)), mark)

    # Blocks

    def _flush(self, before: str = "") -> None:
        """End the paragraph that is being written, if there is one."""
        if self._cells:  # paragraphs in a cell are lines of it
            if self._inline:
                self._inline.append(BREAK)
            return
        if self._grids and before != "table":
            return
        raw, self._inline = "".join(self._inline), []
        if self._pre and not raw.isspace():
            self._add("code", raw.strip("\n"), language=self._language)
        else:
            self._add(self._kind(), fold(raw))
        self._add_figures()

    def _add(self, kind: BlockKind, text: str, language: str | None = None) -> None:
        """Add a block with the level and the style that its place asks for."""
        if not text.strip():
            return
        level, parent = None, None
        style: dict[str, str | int | float | bool | None] = {"language": language} if language else {}
        furniture = self._furniture_kind()
        if furniture is not None:
            kind = furniture
        elif kind == "heading":
            level = HEADINGS[next(tag for tag in reversed(self._open) if tag in HEADINGS)]
        elif kind == "list_item" and self._item is not None:
            level, mark = self._item
            text, self._item = mark + text, None
            parent = next((id for id in reversed(self._item_ids[max(0, level - 32) : level - 1]) if id), None)
        elif kind == "caption":
            parent = self._figure_id
        block = self.text.add(kind, text, level=level, parent=parent, style=style)
        if block and kind == "list_item" and self._item_ids:
            self._item_ids[-1] = block.id

    def _add_figures(self) -> None:
        if not self._cells and not self._grids:
            for figure in self._figures:
                if furniture := self._furniture_kind():
                    self.text.add(furniture, figure.alt or "[image]")
                else:
                    self._figure_id = self.text.figure(figure).id
            self._figures = []

    def _kind(self) -> BlockKind:
        if any(self._counts[tag] for tag in HEADINGS):
            return "heading"
        if self._counts["figcaption"]:
            return "caption"
        return "list_item" if self._item is not None else "paragraph"

    def _furniture_kind(self) -> BlockKind | None:
        """Header or footer, where the place is around the content of the page."""
        if not self._furniture:
            return None
        if self._counts["nav"]:
            return "header"
        if any(self._counts[tag] for tag in CONTENT):
            return None
        if self._has_main:  # what stands outside of the main part of a page is around it
            return "footer" if self._main_seen else "header"
        tag = next((tag for tag in FURNITURE if self._counts[tag]), None)
        return None if tag is None else ("header" if FURNITURE[tag] == "header" else "footer")

    # The stack

    def _push(self, tag: str) -> None:
        self._open.append(tag)
        self._counts[tag] += 1
        self._main_seen = self._main_seen or tag == "main"

    def _pop(self) -> None:
        tag = self._open[-1]
        silent = self._silent_below is not None
        if self._silent_below == len(self._open):
            self._silent_below = None
        if not silent and tag in BREAKS:
            self._flush()
        self._open.pop()
        self._counts[tag] -= 1
        if not silent:
            self._end(tag)

    def _close_implied(self, tag: str) -> None:
        """End the elements whose end tag is left out before this one."""
        while self._open and tag in CLOSED_BY.get(self._open[-1], ()):
            self._pop()

    def _is_hidden(self, values: dict[str, str | None]) -> bool:
        return "hidden" in values or bool(_HIDDEN_STYLE.search(values.get("style") or ""))


def _number(value: str | None, default: int) -> int:
    digits = (value or "").strip()
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else default


def _length(value: str | None) -> float | None:
    match = re.match(r"\s*(\d{1,6}(?:\.\d+)?)(?:px)?\s*$", value or "")
    return float(match[1]) if match else None


def _language(values: dict[str, str | None]) -> str | None:
    match = _LANGUAGE.search(values.get("class") or "")
    return match[1] if match else None

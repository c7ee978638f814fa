"""The body of a Word document as blocks, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkwise.model.block import BlockKind, Scalar
from chunkwise.parsers.docx.inline import Inline, Marks
from chunkwise.parsers.docx.items import Box, Diagram, Formula, Item, Mark, Picture
from chunkwise.parsers.docx.monospace import is_monospaced, is_prose
from chunkwise.parsers.docx.numbering import Label
from chunkwise.parsers.docx.parts import Parts, note_elements
from chunkwise.parsers.docx.stories import Flat, paragraph_label, story_blocks
from chunkwise.parsers.docx.styles import Role
from chunkwise.parsers.docx.tables import Grid, read_grid, row_cells, table_rows
from chunkwise.parsers.ooxml.charts import Chart
from chunkwise.parsers.ooxml.math import linear
from chunkwise.parsers.ooxml.xml import Element, W, integer, value
from chunkwise.parsers.rendered import RenderedText

_VAL = f"{W}val"
_ICON_POINTS = 24.0
"""A picture in the line that is no higher does not break a paragraph."""
_LEGAL_LABEL = re.compile(r"第.+[编篇章节条款]|(?:article|section|part|chapter|§)\s*\S+", re.IGNORECASE)
_CONTENTS_ENTRY = re.compile(r".*[^\d\s][\s.…·．]*(?:\d{1,4}|[ivxlc]{1,6})", re.DOTALL)


class Body:
    """Writes a document's body, block by block."""

    def __init__(self, parts: Parts, out: RenderedText) -> None:
        self._parts = parts
        self._out = out
        self._marks = Marks()
        self._inline = Inline(parts, parts.body, self._marks)
        self._notes = {kind: dict(note_elements(story, kind)) for kind, story in parts.notes.items()}
        self._told: set[tuple[str, str]] = set()
        self._items: list[tuple[int, str]] = []
        """Level and id of the list items that are open."""
        self._code: list[str] = []
        self._code_style: dict[str, Scalar] = {}

    def write(self, container: Element) -> None:
        """Write everything below an element: the body itself, a text box, a framed cell."""
        for element, in_contents in story_blocks(container):
            if element.tag == f"{W}p":
                self._paragraph(element, in_contents)
            elif element.tag == f"{W}tbl":
                self._table(element)
            elif element.tag == f"{W}altChunk":
                self._parts.losses["embedded"] += 1
            else:
                self._add("formula", linear(element), None, {})
        self._end_code()

    def _paragraph(self, element: Element, in_contents: bool) -> None:
        properties = element.find(f"{W}pPr")
        outline = integer(value(properties, f"{W}outlineLvl", _VAL))
        role = self._parts.styles.role(value(properties, f"{W}pStyle", _VAL), outline)
        label = paragraph_label(element, self._parts)
        items = self._inline.read(element)
        if in_contents or self._inline.in_contents:
            role = self._contents_role(role, items, in_contents)
        if all(isinstance(item, str) for item in items):
            text = "".join(map(str, items)).rstrip()
            if role.kind == "code" or (label is None and self._is_code(element, role, text)):
                self._code.append(text)
                self._code_style = {"name": role.name}
                return
        self._end_code()
        self._write_items(role, label, items)

    def _is_code(self, element: Element, role: Role, text: str) -> bool:
        """Whether a paragraph without a style for code is set like code, and is no sentence on its own."""
        if role.kind != "paragraph" or not is_monospaced(element, self._parts):
            return False
        return bool(self._code) or not is_prose(text)

    def _contents_role(self, role: Role, items: Sequence[Item], in_control: bool) -> Role:
        """What a paragraph inside a table of contents is: an entry, if it can be one."""
        text = "".join(item for item in items if isinstance(item, str)).strip()
        if role.kind in ("heading", "title") and not in_control:
            # A field without an end: the contents are over where the body begins.
            self._inline.fields.clear()
            return role
        if role.kind == "paragraph" and not in_control and not _CONTENTS_ENTRY.fullmatch(text[:500]):
            return role
        return Role("toc", None, role.name)

    def _write_items(self, role: Role, label: Label | None, items: Sequence[Item]) -> None:
        """Write a paragraph: its text in one block, or in several around a picture; then the rest."""
        line = _Paragraph(role, label)
        after: list[Item] = []
        for item in items:
            if isinstance(item, (str, Formula, Mark)):
                line.pieces.append(item)
            elif isinstance(item, Picture) and not item.floating and line.is_blank:
                self._end_code()
                self._out.figure(item.figure)
            elif isinstance(item, Picture) and line.may_break and _breaks(item):
                after = self._write_line(line, [*after, item])
                line = _Paragraph(role, None)
            else:
                after.append(item)
        self._write_line(line, after)

    def _write_line(self, line: _Paragraph, after: Sequence[Item]) -> list[Item]:
        """Write the text, the notes that it refers to, and what hangs on it; nothing is left over."""
        marks = [piece for piece in line.pieces if isinstance(piece, Mark)]
        kind, level = line.kind
        self._add(kind, line.text, level, line.style)
        self._write_notes(marks)
        for item in after:
            self._write_object(item)
        return []

    def _write_object(self, item: Item) -> None:
        if isinstance(item, Picture):
            self._out.figure(item.figure)
        elif isinstance(item, Box):
            fields, self._inline.fields = self._inline.fields, type(self._inline.fields)()
            self.write(item.content)
            self._inline.fields = fields
        elif isinstance(item, Chart):
            self._add("caption", item.title, None, {"name": "chart"})
            self._out.table(item.rows, header_rows=1, style={"name": "chart"})
        elif isinstance(item, Diagram):
            for level, text in item.texts:
                self._add("list_item", text, level, {"name": "diagram"})

    def _add(self, kind: BlockKind, text: str, level: int | None, style: dict[str, Scalar]) -> None:
        """Add a block; a list item hangs on the one above it in the list's tree."""
        parent = None
        if kind == "list_item":
            while self._items and self._items[-1][0] >= (level or 1):
                self._items.pop()
            parent = self._items[-1][1] if self._items else None
        block = self._out.add(kind, text, level=level, parent=parent, style=style)
        if block is None:
            return
        if kind != "list_item":
            self._items.clear()
        else:
            self._items.append((level or 1, block.id))

    def _end_code(self) -> None:
        """Write the lines of code that stand together."""
        lines, self._code = self._code, []
        self._add("code", "\n".join(lines), None, self._code_style)

    def _table(self, element: Element) -> None:
        self._end_code()
        rows = table_rows(element, self._parts.losses)
        if len(rows) == 1 and len(row_cells(rows[0])) == 1:  # a frame around text and no table
            self.write(row_cells(rows[0])[0])
            return
        flat = Flat(self._parts, self._inline)
        grid = read_grid(element, rows, flat.text, self._parts.styles)
        self._parts.losses["cell_pictures"] += len(flat.images)
        self._add_table(element, grid, flat.images)
        self._write_notes(flat.marks)

    def _add_table(self, element: Element, grid: Grid, images: Sequence[str]) -> None:
        style_id = value(element.find(f"{W}tblPr"), f"{W}tblStyle", _VAL)
        chain = self._parts.styles.chain(style_id) if style_id else []
        style: dict[str, Scalar] = {"name": chain[0].name} if chain and chain[0].name else {}
        if images:
            style["images"] = "\n".join(images)
        self._items.clear()
        self._out.table(grid.rows, header_rows=grid.header_rows, merges=grid.merges, style=style)

    def _write_notes(self, marks: Sequence[Mark]) -> None:
        """Write the notes that were referred to, each once."""
        for mark in marks:
            note = self._notes.get(mark.kind, {}).get(mark.id)
            if note is None or (mark.kind, mark.id) in self._told:
                continue
            self._told.add((mark.kind, mark.id))
            flat = Flat(self._parts, Inline(self._parts, self._parts.notes[mark.kind], self._marks))
            text = flat.text(note)
            shown = f"[{mark.label}] {text}" if mark.label and text else text
            self._add("footnote", shown, None, {"name": mark.kind})
            self._write_notes(flat.marks)


class _Paragraph:
    """The text of a paragraph, or of a part of it, in the making."""

    def __init__(self, role: Role, label: Label | None) -> None:
        self.pieces: list[Item] = []
        self._role = role
        self._label = label

    @property
    def is_blank(self) -> bool:
        """Whether there is no text yet."""
        return all(isinstance(piece, str) and not piece.strip() for piece in self.pieces)

    @property
    def may_break(self) -> bool:
        """Whether a picture may cut it in two."""
        return self._role.kind == "paragraph" and self._label is None

    @property
    def kind(self) -> tuple[BlockKind, int | None]:
        """Kind and level of its block."""
        label = self._label
        if self._role.kind != "paragraph":
            return self._role.kind, self._role.level
        if label is not None and not _LEGAL_LABEL.fullmatch(label.text):
            return "list_item", label.level
        formulas = [piece for piece in self.pieces if isinstance(piece, Formula)]
        blank = all(isinstance(piece, Formula) or _is_blank(piece) for piece in self.pieces)
        return ("formula" if formulas and blank else "paragraph"), None

    @property
    def text(self) -> str:
        """Its text with its number and its marks."""
        return self._with_label("".join(self._shown(marks=True)).strip())

    @property
    def style(self) -> dict[str, Scalar]:
        """The style's name; for a heading with marks its title without them."""
        style: dict[str, Scalar] = {"name": self._role.name}
        if self._role.kind in ("heading", "title") and any(isinstance(piece, Mark) for piece in self.pieces):
            style["title"] = " ".join(self._with_label("".join(self._shown(marks=False)).strip()).split())
        return style

    def _shown(self, marks: bool) -> Iterator[str]:
        for piece in self.pieces:
            if isinstance(piece, Mark):
                if marks and piece.label:
                    yield f"[{piece.label}]"
            elif isinstance(piece, Formula):
                yield piece.text
            elif isinstance(piece, str):
                yield piece

    def _with_label(self, text: str) -> str:
        label = self._label
        if label is None or not text or (label.bullet and self._role.kind != "paragraph"):
            return text
        return f"{label.prefix}{text}"


def _is_blank(piece: Item) -> bool:
    return isinstance(piece, str) and not piece.strip(" \t\n.,;，。；　")


def _breaks(picture: Picture) -> bool:
    height = picture.figure.height
    return not picture.floating and (height is None or height > _ICON_POINTS)

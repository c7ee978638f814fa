"""Paragraphs and tables of a story in order, and stories that become one text: cells, notes, headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkwise.parsers.docx.drawings import choose
from chunkwise.parsers.docx.inline import Inline
from chunkwise.parsers.docx.items import Box, Diagram, Formula, Item, Mark, Picture
from chunkwise.parsers.docx.numbering import Label
from chunkwise.parsers.docx.parts import Parts
from chunkwise.parsers.docx.tables import row_cells, table_rows
from chunkwise.parsers.ooxml.charts import Chart
from chunkwise.parsers.ooxml.math import linear
from chunkwise.parsers.ooxml.xml import MC, Element, M, W, integer, value
from chunkwise.parsers.rendered import NO_TEXT

_VAL = f"{W}val"
_WRAPPERS = frozenset(f"{W}{name}" for name in ("sdtContent", "customXml", "ins", "moveTo"))
_SHOWN = frozenset({f"{W}p", f"{W}tbl", f"{W}altChunk", f"{M}oMathPara", f"{M}oMath"})


def story_blocks(container: Element, in_contents: bool = False) -> Iterator[tuple[Element, bool]]:
    """The paragraphs, tables, formulas and embedded documents right below a container, in order.

    Yields:
        The element, and whether it stands in a content control for a table of contents.
    """
    for child in container:
        if child.tag in _SHOWN:
            yield child, in_contents
        elif child.tag in _WRAPPERS:
            yield from story_blocks(child, in_contents)
        elif child.tag == f"{W}sdt":
            gallery = value(child, f"{W}sdtPr/{W}docPartObj/{W}docPartGallery", _VAL) or ""
            is_contents = in_contents or gallery == "Table of Contents"
            yield from story_blocks(child, is_contents)
        elif child.tag == f"{MC}AlternateContent":
            branches = (list(story_blocks(branch, in_contents)) for branch in choose(child))
            yield from next(filter(None, branches), ())


def paragraph_label(paragraph: Element, parts: Parts) -> Label | None:
    """The automatic number of a paragraph, from itself or from its style; None if it has none."""
    properties = paragraph.find(f"{W}pPr")
    numbers = None if properties is None else properties.find(f"{W}numPr")
    list_id = value(numbers, f"{W}numId", _VAL)
    level = integer(value(numbers, f"{W}ilvl", _VAL))
    if list_id is None:
        style = value(properties, f"{W}pStyle", _VAL)
        of_style = parts.styles.list_of(style)
        if of_style is None:
            return None
        list_id, style_level, named = of_style
        if level is None:
            level = parts.numbering.level_of_style(list_id, style or named)
        if level is None:
            level = parts.numbering.level_of_style(list_id, named)
        level = style_level if level is None else level
    return parts.numbering.label(list_id, level or 0)


@dataclass(slots=True)
class Flat:
    """Makes one text of a container, and gathers what a text cannot hold."""

    parts: Parts
    inline: Inline
    images: list[str] = field(default_factory=list)
    """References of the pictures met."""
    marks: list[Mark] = field(default_factory=list)
    """References to notes met."""

    def text(self, container: Element) -> str:
        """The text of a container: a paragraph a line, a nested table row a line."""
        lines: list[str] = []
        for element, _ in story_blocks(container):
            if element.tag == f"{W}p":
                lines.append(self._paragraph(element))
            elif element.tag == f"{W}tbl":
                lines += self._table(element)
            elif element.tag == f"{W}altChunk":
                self.parts.losses["embedded"] += 1
            else:
                lines.append(linear(element).strip())
        return "\n".join(line for line in lines if line.strip())

    def _paragraph(self, element: Element) -> str:
        label = paragraph_label(element, self.parts)
        text = "".join(map(self._shown, self.inline.read(element))).strip()
        return f"{label.prefix}{text}" if label is not None and text else text

    def _table(self, element: Element) -> Iterator[str]:
        """A nested table: cells joined by commas, each row closed by a semicolon but for the last."""
        lines = []
        for row in table_rows(element, self.parts.losses):
            texts = (self.text(cell) for cell in row_cells(row))
            lines.append(", ".join(text for text in texts if text.strip()))
        lines = [line for line in lines if line]
        return (f"{line};" if number < len(lines) else line for number, line in enumerate(lines, 1))

    def _shown(self, item: Item) -> str:
        if isinstance(item, str):
            return item
        if isinstance(item, Formula):
            return item.text
        if isinstance(item, Mark):
            self.marks.append(item)
            return f"[{item.label}]" if item.label else ""
        if isinstance(item, Box):
            return f"\n{self.text(item.content)}\n"
        if isinstance(item, Picture):
            if item.figure.image:
                self.images.append(item.figure.image)
            return f" {item.figure.alt or NO_TEXT} "
        if isinstance(item, Chart):
            rows = [", ".join(filter(None, row)) for row in item.rows]
            return "\n".join(["", item.title, *rows, ""])
        assert isinstance(item, Diagram)
        return "\n".join(["", *(text for _, text in item.texts), ""])

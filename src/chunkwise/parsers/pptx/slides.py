"""Slides as blocks: title, content in reading order, footers, notes."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.model.block import NOTHING, BlockKind, Line, Scalar
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure
from chunkwise.parsers.ooxml.charts import read_chart
from chunkwise.parsers.ooxml.diagrams import read_diagram
from chunkwise.parsers.ooxml.xml import DGM, A, C, Element, P, R
from chunkwise.parsers.pptx.deck import Deck, Slide
from chunkwise.parsers.pptx.order import in_order
from chunkwise.parsers.pptx.paragraphs import Paragraph, body_text, read_paragraphs
from chunkwise.parsers.pptx.shapes import Box, Placeholder, Shape, label, placeholder, read_shapes
from chunkwise.parsers.pptx.tables import read_table
from chunkwise.parsers.rendered import RenderedText

_FOOTERS = frozenset({"dt", "ftr", "sldNum", "hdr"})
_STYLES = {"title": "titleStyle", "ctrTitle": "titleStyle"}


class SlideWriter:
    """Writes slides, one after the other."""

    def __init__(self, deck: Deck, out: RenderedText) -> None:
        self._deck = deck
        self._out = out
        self._items: list[tuple[int, str]] = []
        self.hidden_shapes: list[Element] = []

    def write(self, slide: Slide) -> None:
        """Write one slide."""
        nodes = read_shapes(slide.sheet, slide.parents, self.hidden_shapes)
        shapes = list(in_order(nodes))
        titles = [shape for shape in shapes if shape.placeholder is not None and shape.placeholder.is_title]
        footers = [shape for shape in shapes if _is_footer(shape.placeholder)]
        apart = {id(shape) for shape in (*titles, *footers)}
        for shape in titles:
            self._title(slide, shape)
        for shape in shapes:
            if id(shape) not in apart:
                self._shape(slide, shape)
        for shape in footers:
            self._text("footer", body_text(_body(shape.element)), self._place(slide, shape))
        self._notes(slide)

    def _title(self, slide: Slide, shape: Shape) -> None:
        text = body_text(_body(shape.element))
        first = slide.page.number == 1
        self._text("title" if first else "heading", text, self._place(slide, shape), 0 if first else 1)

    def _shape(self, slide: Slide, shape: Shape) -> None:
        place = self._place(slide, shape)
        self._items.clear()
        if shape.kind == "picture":
            self._picture(slide, shape.element, place)
        elif shape.kind == "frame":
            self._frame(slide, shape, place)
        else:
            for paragraph in read_paragraphs(_body(shape.element), self._styles(slide, shape)):
                self._paragraph(paragraph, place)
            if shape.element.find(f"{P}spPr/{A}blipFill/{A}blip") is not None:
                self._picture(slide, shape.element, place)

    def _paragraph(self, paragraph: Paragraph, place: Position) -> None:
        """A list item hangs on the one above it that is less deep."""
        if not paragraph.listed:
            self._items.clear()
            self._text("formula" if paragraph.formula else "paragraph", paragraph.text, place)
            return
        while self._items and self._items[-1][0] >= paragraph.level:
            self._items.pop()
        parent = self._items[-1][1] if self._items else None
        number = self._text("list_item", paragraph.text, place, paragraph.level, parent)
        if number is not None:
            self._items.append((paragraph.level, number))

    def _frame(self, slide: Slide, shape: Shape, place: Position) -> None:
        """A table, a chart, a diagram, or an object that shows a picture of itself."""
        data = shape.element.find(f"{A}graphic/{A}graphicData")
        table = None if data is None else data.find(f"{A}tbl")
        chart = None if data is None else data.find(f"{C}chart")
        diagram = None if data is None else data.find(f"{DGM}relIds")
        if table is not None:
            read = read_table(table, (place.x0, place.y0, place.x1, place.y1), place.page)
            self._out.table(
                read.rows, header_rows=read.header_rows, merges=read.merges, positions=read.positions
            )
        elif chart is not None:
            self._chart(self._linked(slide, chart, f"{R}id"), place)
        elif diagram is not None:
            root = self._linked(slide, diagram, f"{R}dm")
            for level, text in () if root is None else read_diagram(root):
                self._paragraph(Paragraph(text, level, listed=True), place)
        else:
            picture = next(shape.element.iter(f"{P}pic"), None)
            self._picture(slide, shape.element if picture is None else picture, place)

    def _chart(self, root: Element | None, place: Position) -> None:
        if root is None:
            return
        chart = read_chart(root)
        self._text("caption", chart.title, place, style={"name": "chart"})
        cells = {(r, c): place for r, row in enumerate(chart.rows) for c, text in enumerate(row) if text}
        self._out.table(chart.rows, header_rows=1, style={"name": "chart"}, positions=cells)

    def _picture(self, slide: Slide, element: Element, place: Position) -> None:
        blip = next(element.iter(f"{A}blip"), None)
        name = "" if blip is None else blip.get(f"{R}embed") or blip.get(f"{R}link") or ""
        relation = slide.sheet.relations.get(name)
        own = label(element)
        alt = "" if own is None else own.get("descr") or own.get("title") or ""
        figure = Figure(
            image=None if relation is None else relation.reference,
            alt=alt.strip(),
            width=round(place.x1 - place.x0, 2),
            height=round(place.y1 - place.y0, 2),
        )
        self._out.figure(figure, position=place)

    def _notes(self, slide: Slide) -> None:
        """What the speaker notes, as paragraphs of style ``notes``; their place is the whole slide."""
        if slide.notes is None:
            return
        place = _position(slide, None)
        for element in slide.notes.tree.iter(f"{P}sp"):
            own = placeholder(element)
            if own is not None and own.kind == "body":
                for paragraph in read_paragraphs(_body(element), ()):
                    self._text("paragraph", paragraph.text, place, style={"name": "notes"})

    def _styles(self, slide: Slide, shape: Shape) -> list[Element]:
        """The list styles that a shape inherits, nearest first."""
        bodies = (_body(ancestor) for ancestor in shape.ancestors)
        found = [style for body in bodies if body is not None for style in body.findall(f"{A}lstStyle")]
        if shape.placeholder is None:
            return [*found, *self._deck.root.findall(f"{P}defaultTextStyle")]
        name = _STYLES.get(shape.placeholder.kind, "bodyStyle")
        masters = slide.parents[1:]
        return [*found, *(style for one in masters for style in one.root.findall(f"{P}txStyles/{P}{name}"))]

    def _linked(self, slide: Slide, element: Element, attribute: str) -> Element | None:
        relation = slide.sheet.relations.get(element.get(attribute, ""))
        sheet = None if relation is None or relation.external else self._deck.sheet(relation.target)
        return None if sheet is None else sheet.root

    def _text(
        self,
        kind: BlockKind,
        text: str,
        place: Position,
        level: int | None = None,
        parent: str | None = None,
        style: dict[str, Scalar] | None = None,
    ) -> str | None:
        """Add a block of text with its place; its id, or None if the text is blank."""
        lines = (Line(Span(0, len(text)), place),)
        block = self._out.add(kind, text, level=level, parent=parent, style=style or NOTHING, lines=lines)
        return None if block is None else block.id

    def _place(self, slide: Slide, shape: Shape) -> Position:
        return _position(slide, shape.box)


def _position(slide: Slide, box: Box | None) -> Position:
    """A box on the slide; the whole slide where none is known."""
    x0, y0, x1, y1 = box or (0.0, 0.0, slide.page.width, slide.page.height)
    return Position(slide.page.number, round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))


def _body(element: Element) -> Element | None:
    return element.find(f"{P}txBody")


def _is_footer(own: Placeholder | None) -> bool:
    return own is not None and own.kind in _FOOTERS


def hidden_pages(slides: Sequence[Slide]) -> list[int]:
    """The numbers of the hidden slides."""
    return [slide.page.number for slide in slides if slide.hidden]

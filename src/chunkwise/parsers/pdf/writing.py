"""From elements to the canonical text with its blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from chunkwise.model.block import Line, Scalar
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure
from chunkwise.parsers.pdf.flow import Element
from chunkwise.parsers.pdf.frame import Frame
from chunkwise.parsers.pdf.joining import Piece, joined, joined_code, joined_rows, words_of
from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.parsers.pdf.paragraphs import Paragraph
from chunkwise.parsers.pdf.pictures import Picture
from chunkwise.parsers.pdf.tables import RuledTable
from chunkwise.parsers.rendered import RenderedText


def write(elements: Sequence[Element], frames: Mapping[int, Frame]) -> RenderedText:
    """The canonical text of a document.

    Args:
        elements: in reading order.
        frames: page number → frame.
    """
    words = words_of(line for one in elements for line in _text_lines(one))
    text = RenderedText()
    for element in elements:
        if isinstance(element, Picture):
            _write_picture(text, element, frames[element.page])
        elif isinstance(element, RuledTable):
            _write_table(text, element, words, frames[element.page])
        else:
            _write_paragraph(text, element, words, frames)
    return text


def _write_picture(text: RenderedText, picture: Picture, frame: Frame) -> None:
    position = frame.position(picture.page, 0, frame.turned(0, *picture.bounds))
    figure = Figure(picture.reference, "", round(picture.width, 2), round(picture.height, 2))
    text.figure(figure, position=position)


def _write_table(text: RenderedText, table: RuledTable, words: frozenset[str], frame: Frame) -> None:
    rows = [[""] * table.columns for _ in range(table.rows)]
    positions = {}
    for (row, column), lines in table.cells.items():
        rows[row][column] = joined(lines, words)[0]
        positions[row, column] = _around([_position(line, frame) for line in lines])
    text.table(rows, header_rows=table.header_rows, merges=table.merges, positions=positions)


def _text_lines(element: Element) -> Iterator[PageLine]:
    if isinstance(element, Paragraph):
        yield from element.lines
    elif isinstance(element, RuledTable):
        yield from chain.from_iterable(element.cells.values())


def _position(line: PageLine, frame: Frame) -> Position:
    return frame.position(line.page, line.turn, (line.x0, line.y0, line.x1, line.y1))


def _around(positions: Sequence[Position]) -> Position:
    """The smallest box around boxes of one page."""
    return Position(
        positions[0].page,
        min(one.x0 for one in positions),
        min(one.y0 for one in positions),
        max(one.x1 for one in positions),
        max(one.y1 for one in positions),
    )


def _write_paragraph(
    text: RenderedText, paragraph: Paragraph, words: frozenset[str], frames: Mapping[int, Frame]
) -> None:
    if paragraph.kind == "code":
        content, pieces = joined_code(paragraph.lines)
    elif paragraph.kind == "toc":
        content, pieces = joined_rows(paragraph.lines)
    else:
        content, pieces = joined(paragraph.lines, words)
    # A line of soft hyphens alone has no text.
    lines = [_line(piece, frames[piece.line.page]) for piece in pieces if piece.text]
    text.add(paragraph.kind, content, level=paragraph.level, style=_style(paragraph), lines=lines)


def _line(piece: Piece, frame: Frame) -> Line:
    line = piece.line
    return Line(
        Span(piece.start, piece.start + len(piece.text)),
        _position(line, frame),
        None if piece.edges is None else frame.edges(line.turn, piece.edges),
    )


def _style(paragraph: Paragraph) -> dict[str, Scalar]:
    """What the page says of a paragraph's looks."""
    first = paragraph.first
    style: dict[str, Scalar] = {"font": first.style.font, "size": first.size}
    if all(line.bold for line in paragraph.lines):
        style["bold"] = True
    if paragraph.mark is not None:
        style["outline"] = True
    return style

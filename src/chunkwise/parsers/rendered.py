"""The canonical text of formats with markup of their own (DOCX, HTML, PDF …), block by block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chunkwise.model.block import NOTHING, Block, BlockKind, Line, Scalar
from chunkwise.model.document import clean_text
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Merge, Table

_CELL_JOINER = " | "
_INDENT, _DEEPEST_INDENT = "  ", 12
NO_TEXT = "[image]"
"""What stands for a figure without any text."""


class RenderedText:
    """Collects blocks and writes the text that they stand in.

    Blocks are joined by a blank line, neighbouring list items and table rows by a line end. The
    blocks' spans are offsets into the text that ``finish`` returns.

    >>> page = RenderedText()
    >>> _ = page.add("heading", "Fees", level=1)
    >>> _ = page.table([["What", "How much"], ["Entry", "3"]], header_rows=1)
    >>> page.finish()[0]
    'Fees\\n\\nWhat | How much\\nEntry | 3'
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []

    def add(
        self,
        kind: BlockKind,
        text: str,
        *,
        level: int | None = None,
        parent: str | None = None,
        style: Mapping[str, Scalar] = NOTHING,
        lines: Sequence[Line] = (),
        data: Table | Figure | None = None,
    ) -> Block | None:
        """Add a block of text; None, and nothing is added, if the text is blank.

        Args:
            kind: what the block is.
            text: its text without markup; white space at its ends is cut off.
            level: depth of a heading or a list item.
            parent: id of the block that it belongs to.
            style: what the format says of its looks.
            lines: its lines with spans into ``text`` as it is given here.
            data: the figure behind the text (tables have ``table``).
        """
        bare = text.strip()
        if not bare:
            return None
        start = self._begin(kind, level)
        if kind == "code":  # the first line keeps its indentation, in front of the block
            start += self._write(text[: len(text) - len(text.lstrip())].rpartition("\n")[2])
        shift = start - (len(text) - len(text.lstrip()))
        moved = tuple(_moved(line, shift, start, start + len(bare)) for line in lines)
        return self._end(bare, kind, start, level, parent, style, moved, data)

    def table(
        self,
        rows: Sequence[Sequence[str]],
        *,
        header_rows: int = 0,
        merges: Sequence[Merge] = (),
        parent: str | None = None,
        style: Mapping[str, Scalar] = NOTHING,
        positions: Mapping[tuple[int, int], Position] | None = None,
    ) -> Block | None:
        """Add a table, one line a row; None, and nothing is added, if all cells are blank.

        Args:
            rows: the texts of the cells; short rows are padded. What a merge covers is not written.
            header_rows: how many leading rows are header rows.
            merges: the merged cells.
            parent: id of the block that it belongs to.
            style: what the format says of its looks.
            positions: (row, column) → box of a cell, where the format has pages.
        """
        columns = max((len(row) for row in rows), default=0)
        merges = [_clipped(m, len(rows), columns) for m in merges if m.row < len(rows) and m.column < columns]
        texts, cells = _row_texts(_written(rows, columns, merges))
        joined = "\n".join(texts)
        bare = joined.strip()
        if not bare:
            return None
        start = self._begin("table")
        first = start - (len(joined) - len(joined.lstrip()))
        spans, starts, ends = _placed(texts, cells, first, Span(start, start + len(bare)))
        table = Table(spans, columns, starts, ends, min(header_rows, len(rows)), tuple(merges))
        places = sorted((positions or {}).items())
        lines = tuple(Line(table.cell(*place), position) for place, position in places)
        return self._end(bare, "table", start, None, parent, style, lines, table)

    def figure(
        self,
        figure: Figure,
        *,
        ocr: str = "",
        parent: str | None = None,
        style: Mapping[str, Scalar] = NOTHING,
        position: Position | None = None,
    ) -> Block:
        """Add a figure: one line with its alternative text, else the text in it, else ``[image]``."""
        text = _folded(figure.alt) or _folded(ocr) or NO_TEXT
        lines = (Line(Span(0, len(text)), position),) if position is not None else ()
        block = self.add("figure", text, parent=parent, style=style, lines=lines, data=figure)
        assert block is not None
        return block

    def finish(self) -> tuple[str, tuple[Block, ...], tuple[str, ...]]:
        """The text, the blocks over it, and a warning if lone surrogates had to be replaced."""
        text, warnings = clean_text("".join(self._parts), strip_mark=False)
        return text, tuple(self._blocks), warnings

    def _write(self, text: str) -> int:
        self._parts.append(text)
        self._length += len(text)
        return len(text)

    def _begin(self, kind: BlockKind, level: int | None = None) -> int:
        """Write what stands between two blocks; the offset at which the new one begins.

        A nested list item is indented below its list, so that a reader of the text sees the nesting.
        """
        if self._blocks:
            joiner = "\n" if kind == self._blocks[-1].kind == "list_item" else "\n\n"
            if joiner == "\n" and level:
                joiner += _INDENT * (min(level, _DEEPEST_INDENT) - 1)
            self._parts.append(joiner)
            self._length += len(joiner)
        return self._length

    def _end(
        self,
        text: str,
        kind: BlockKind,
        start: int,
        level: int | None,
        parent: str | None,
        style: Mapping[str, Scalar],
        lines: tuple[Line, ...],
        data: Table | Figure | None,
    ) -> Block:
        self._parts.append(text)
        self._length += len(text)
        span = Span(start, self._length)
        block = Block(f"b{len(self._blocks)}", kind, span, level, parent, lines, data, style)
        self._blocks.append(block)
        return block


def _folded(cell: str) -> str:
    """A text in one line: line ends and the blanks around them become one space."""
    return " ".join(part for part in map(str.strip, cell.splitlines()) if part)


def _clipped(merge: Merge, rows: int, columns: int) -> Merge:
    """A merged cell that ends with the table."""
    return Merge(
        merge.row,
        merge.column,
        min(merge.row_span, rows - merge.row),
        min(merge.column_span, columns - merge.column),
    )


def _covered(merge: Merge) -> Iterator[tuple[int, int]]:
    """The places that a merged cell covers, but for the one where it is written."""
    for row in range(merge.row, merge.row + merge.row_span):
        for column in range(merge.column, merge.column + merge.column_span):
            if (row, column) != (merge.row, merge.column):
                yield row, column


def _written(rows: Sequence[Sequence[str]], columns: int, merges: Sequence[Merge]) -> Iterator[list[str]]:
    """What is written in each cell: its text in one line, nothing where a merged cell covers it."""
    covered = {place for merge in merges for place in _covered(merge)}
    for number, row in enumerate(rows):
        yield [
            "" if column >= len(row) or (number, column) in covered else _folded(row[column])
            for column in range(columns)
        ]


def _row_texts(rows: Iterable[Sequence[str]]) -> tuple[list[str], list[list[tuple[int, int]]]]:
    """Each row as one line, and where its cells stand in it."""
    texts: list[str] = []
    cells: list[list[tuple[int, int]]] = []
    for row in rows:
        line = _CELL_JOINER.join(row)
        bare = line.strip()
        position = len(line.lstrip()) - len(line)  # empty cells at the start move to the left end
        places = []
        for cell in row:
            start = min(max(position, 0), len(bare))
            places.append((start, start + len(cell)))
            position += len(cell) + len(_CELL_JOINER)
        texts.append(bare)
        cells.append(places)
    return texts, cells


def _placed(
    texts: Sequence[str], cells: Sequence[Sequence[tuple[int, int]]], first: int, block: Span
) -> tuple[tuple[Span, ...], tuple[int, ...], tuple[int, ...]]:
    """Rows and cells as offsets into the whole text; blank rows at the rim shrink to the block's end."""
    rows: list[Span] = []
    starts: list[int] = []
    ends: list[int] = []
    position = first

    def inside(offset: int) -> int:
        return min(max(offset, block.start), block.end)

    for text, places in zip(texts, cells, strict=True):
        rows.append(Span(inside(position), inside(position + len(text))))
        starts += [inside(position + start) for start, _ in places]
        ends += [inside(position + end) for _, end in places]
        position += len(text) + 1
    return tuple(rows), tuple(starts), tuple(ends)


def _moved(line: Line, by: int, least: int, most: int) -> Line:
    """A line in the whole text; edges go where white space at its ends was cut off."""
    start = min(max(line.span.start + by, least), most)
    end = min(max(line.span.end + by, start), most)
    edges = line.edges
    if edges is not None:
        cut = start - (line.span.start + by)
        edges = edges[cut : cut + (end - start) + 1]
    return Line(Span(start, end), line.position, edges)

"""Tables of Word documents as grids of texts with merged cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from chunkwise.model.table import Merge
from chunkwise.parsers.docx.losses import Losses
from chunkwise.parsers.docx.styles import Styles
from chunkwise.parsers.ooxml.headers import header_rows, looks_typed
from chunkwise.parsers.ooxml.xml import Element, W, integer, is_on, value

_VAL = f"{W}val"
_MOST_COLUMNS = 255
_WRAPPERS = frozenset(f"{W}{name}" for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"))


@dataclass(slots=True)
class Grid:
    """A table as ``RenderedText.table`` takes it."""

    rows: list[list[str]] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    header_rows: int = 0


@dataclass(slots=True)
class _Open:
    """A cell that may go on in the next row."""

    row: int
    column: int
    span: int
    rows: int = 1


def table_rows(table: Element, losses: Losses) -> list[Element]:
    """The ``w:tr`` of a table, without the deleted and the hidden ones."""
    rows = []
    for row in _unwrapped(table, f"{W}tr"):
        properties = row.find(f"{W}trPr")
        if properties is not None and properties.find(f"{W}del") is not None:
            losses["deleted"] += 1
        elif is_on(properties, f"{W}hidden", _VAL):
            losses["hidden_rows"] += 1
        else:
            rows.append(row)
    return rows


def row_cells(row: Element) -> list[Element]:
    """The ``w:tc`` of a row."""
    return list(_unwrapped(row, f"{W}tc"))


def read_grid(
    table: Element, rows: Sequence[Element], read_cell: Callable[[Element], str], styles: Styles
) -> Grid:
    """The texts and merged cells of a table.

    Args:
        table: ``w:tbl``.
        rows: its rows, from ``table_rows``.
        read_cell: makes the text of a ``w:tc``.
        styles: of the document.
    """
    grid = Grid()
    open_cells: dict[int, _Open] = {}
    done: list[_Open] = []
    for number, row in enumerate(rows):
        grid.rows.append([])
        open_cells = _read_row(grid, number, row, open_cells, done, read_cell)
    done += open_cells.values()
    merges = [Merge(cell.row, cell.column, cell.rows, cell.span) for cell in done]
    grid.merges = sorted(merge for merge in merges if merge.row_span > 1 or merge.column_span > 1)
    grid.header_rows = _header_rows(table, rows, grid, styles)
    return grid


def _read_row(
    grid: Grid,
    number: int,
    row: Element,
    above: dict[int, _Open],
    done: list[_Open],
    read_cell: Callable[[Element], str],
) -> dict[int, _Open]:
    """Add a row; the cells by column that may go on in the next one. Those that end go to ``done``."""
    texts = grid.rows[number]
    texts += [""] * min(integer(value(row.find(f"{W}trPr"), f"{W}gridBefore", _VAL)) or 0, _MOST_COLUMNS)
    now: dict[int, _Open] = {}
    overflow: list[str] = []
    last: _Open | None = None
    for cell in row_cells(row):
        text, column = read_cell(cell), len(texts)
        span, down, along = _spans(cell)
        if column + span > _MOST_COLUMNS:
            overflow.append(text)
            continue
        texts += [text, *[""] * (span - 1)]
        # A cell that is merged away and has a text all the same, which Word does not show, stays a cell.
        origin = above.get(column) if down == "continue" and not text.strip() else None
        if origin is not None and origin.span == span:
            del above[column]
            origin.rows += 1
            now[column] = last = origin
        elif along == "continue" and not text.strip() and last is not None and last.row == number:
            last.span += span
        else:
            now[column] = last = _Open(number, column, span)
    if overflow:
        texts.append("\n".join(overflow))
    done += above.values()
    return now


def _spans(cell: Element) -> tuple[int, str | None, str | None]:
    """Columns of a cell, and how it is merged downwards and along (``restart``, ``continue``, None)."""
    properties = cell.find(f"{W}tcPr")
    span = integer(value(properties, f"{W}gridSpan", _VAL)) or 1
    merges = []
    for name in ("vMerge", "hMerge"):
        found = None if properties is None else properties.find(f"{W}{name}")
        merges.append(None if found is None else found.get(_VAL, "continue"))
    return min(max(span, 1), _MOST_COLUMNS), merges[0], merges[1]


def _header_rows(table: Element, rows: Sequence[Element], grid: Grid, styles: Styles) -> int:
    """What the table says; else one if its style or its bold type sets the first row off; else a guess."""
    marked = 0
    for row in rows:
        if not is_on(row.find(f"{W}trPr"), f"{W}tblHeader", _VAL):
            break
        marked += 1
    if marked and marked < len(rows):
        return marked
    if len(rows) < 2 or len(grid.rows[0]) < 2:
        return 0
    typed = [[looks_typed(text) for text in row] for row in grid.rows]
    guessed = header_rows(grid.rows, typed, grid.merges)
    if guessed or any(typed[0]) or not all(text.strip() for text in grid.rows[0]):
        return guessed
    properties = table.find(f"{W}tblPr")
    look = None if properties is None else properties.find(f"{W}tblLook")
    styled = styles.marks_header(value(properties, f"{W}tblStyle", _VAL)) and _shows_first_row(look)
    return 1 if styled or (_is_bold(rows[0], styles) and not _is_bold(rows[1], styles)) else 0


def _shows_first_row(look: Element | None) -> bool:
    """Whether the table's style applies its first-row rules (bit 0x20 of the older form)."""
    if look is None:
        return False
    named = look.get(f"{W}firstRow")
    if named is not None:
        return named not in ("0", "false", "off")
    try:
        return bool(int(look.get(_VAL, "0"), 16) & 0x20)
    except ValueError:
        return False


def _is_bold(row: Element, styles: Styles) -> bool:
    """Whether every piece of text in a row is bold."""
    runs = [run for run in row.iter(f"{W}r") if (run.findtext(f"{W}t") or "").strip()]
    return bool(runs) and all(_is_bold_run(run, styles) for run in runs)


def _is_bold_run(run: Element, styles: Styles) -> bool:
    properties = run.find(f"{W}rPr")
    own = is_on(properties, f"{W}b", _VAL)
    if own is not None:
        return own
    paragraph = next(run.iterancestors(f"{W}p"), None)
    of_paragraph = None if paragraph is None else value(paragraph.find(f"{W}pPr"), f"{W}pStyle", _VAL)
    return styles.is_bold(value(properties, f"{W}rStyle", _VAL)) or styles.is_bold(of_paragraph)


def _unwrapped(element: Element, tag: str) -> Iterator[Element]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _unwrapped(child, tag)

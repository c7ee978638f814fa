"""The laws of documents, for the tests of parsers here and in other packages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.model.table import Table

_INDENT = " \t\u3000\xa0"


def check_document(document: Document) -> list[str]:
    """The laws that a document breaks, as sentences; an empty list is a good document.

    Blocks lie in the text in reading order, do not overlap, hold every character that is not white
    space exactly once, begin and end at such a character (but for indentation), have ids of their
    own, and parents that exist; a table's rows tile its block, its cells lie in their rows.

    >>> check_document(Document.from_text("one two"))
    []
    """
    return [
        *_check_names(document),
        *_check_tiling(document),
        *(problem for block in document.blocks for problem in _check_block(document, block)),
    ]


def _check_names(document: Document) -> Iterator[str]:
    if not document.id or document.id.startswith("/"):
        yield f"the id {document.id!r} is empty or an absolute path"
    if not document.content_hash.startswith("sha256:"):
        yield f"the content hash {document.content_hash!r} does not begin with sha256:"
    if document.parser and "@" not in document.parser:
        yield f"the parser {document.parser!r} is not named name@version"
    counts = Counter(block.id for block in document.blocks)
    yield from (f"{count} blocks have the id {name!r}" for name, count in counts.items() if count > 1)
    for block in document.blocks:
        if block.parent is not None and (block.parent not in counts or block.parent == block.id):
            yield f"the parent {block.parent!r} of block {block.id!r} is no other block"


def _check_tiling(document: Document) -> Iterator[str]:
    text, done = document.text, 0
    for block in document.blocks:
        span = block.span
        if not 0 <= span.start < span.end <= len(text):
            yield f"block {block.id!r} is empty or not inside the text: {span}"
            continue
        if span.start < done:
            yield f"block {block.id!r} begins at {span.start}, before the end of the one above: {done}"
        yield from _check_gap(text, done, span.start)
        done = max(done, span.end)
    yield from _check_gap(text, done, len(text))


def _check_gap(text: str, start: int, end: int) -> Iterator[str]:
    left = text[start:end].strip()
    if left:
        yield f"no block holds {left[:40]!r} between {start} and {end}"


def _check_block(document: Document, block: Block) -> Iterator[str]:
    own = block.span.of(document.text)
    if own and (own[-1].isspace() or own.lstrip(_INDENT)[:1].isspace()):
        yield f"block {block.id!r} begins or ends with white space: {own[:20]!r} … {own[-20:]!r}"
    for line in block.lines:
        if not block.span.contains(line.span):
            yield f"a line of block {block.id!r} is not inside it: {line.span}"
        if line.edges is not None and len(line.edges) != len(line.span) + 1:
            yield f"a line of block {block.id!r} has {len(line.edges)} edges, not {len(line.span) + 1}"
    if isinstance(block.data, Table):
        yield from _check_table(document.text, block, block.data)


def _check_table(text: str, block: Block, table: Table) -> Iterator[str]:
    name = f"the table of block {block.id!r}"
    if len(table.starts) != len(table.rows) * table.columns or len(table.ends) != len(table.starts):
        yield f"{name} has {len(table.starts)} cells, not {len(table.rows)} times {table.columns}"
        return
    if not 0 <= table.header_rows <= len(table.rows):
        yield f"{name} has {table.header_rows} header rows of {len(table.rows)}"
    done = block.span.start
    for number, row in enumerate(table.rows):
        if row.start < done or not block.span.contains(row):
            yield f"row {number} of {name} overlaps or is not inside the block: {row}"
        yield from _check_gap(text, done, row.start)
        done = row.end
        yield from (f"{name}, row {number}: {problem}" for problem in _check_cells(table, number, row))
    yield from _check_gap(text, done, block.span.end)
    for merge in table.merges:
        if merge.row + merge.row_span > len(table.rows) or merge.column + merge.column_span > table.columns:
            yield f"a merge of {name} reaches out of it: {merge}"


def _check_cells(table: Table, number: int, row: Span) -> Iterator[str]:
    last = row.start
    for cell in table.cells(number):
        if cell.start > cell.end or not row.contains(cell):
            yield f"a cell is not inside the row: {cell}"
        elif cell.start < last:
            yield f"a cell begins before the end of the one before it: {cell}"
        last = max(last, cell.end)

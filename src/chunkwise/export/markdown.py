"""A document as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkwise.export.html import table_html
from chunkwise.model.block import Block
from chunkwise.model.document import Document, heading_level
from chunkwise.model.table import Figure, Table

_SPECIAL = re.compile(r"([\\`*\[\]]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;))")
_LINE_START = re.compile(r"^(\s*)([#+>-]|\d+[.)]|=+$|~{3})(?=\s|$)", re.M)
_MARKER = re.compile(r"\s*(?:[-*+•]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]+)[.)])\s+")


def document_markdown(document: Document) -> str:
    r"""Render a document as Markdown (CommonMark with pipe tables).

    A document that is Markdown already is its own text. Running heads and page numbers become
    comments; a table with merged cells becomes HTML, which Markdown allows, since a pipe table
    cannot say it.

    >>> fees = [{"text": "Fees", "kind": "heading", "level": 1}, "Entry is *3*."]
    >>> print(document_markdown(Document.from_sections(fees)))
    # Fees
    <BLANKLINE>
    Entry is \*3\*.
    <BLANKLINE>
    """
    if document.media_type == "text/markdown":
        return document.text
    pieces: list[tuple[str, str]] = [
        (block.kind, piece)
        for block in document.blocks
        if len(block.span)
        for piece in _block(document, block)
    ]
    text = ""
    for at, (kind, piece) in enumerate(pieces):
        tight = at and kind == pieces[at - 1][0] == "list_item"
        text += ("" if not at else "\n" if tight else "\n\n") + piece
    return text + "\n" if text else ""


def _block(document: Document, block: Block) -> Iterator[str]:
    text = block.span.of(document.text)
    match block.kind:
        case "title" | "heading":
            level = min(6, max(1, heading_level(block) + (1 if _has_title(document) else 0)))
            yield "#" * level + " " + _escaped(" ".join(text.split()))
        case "list_item":
            indent = "  " * (max(1, block.level or 1) - 1)
            marker = _MARKER.match(text)
            lead, rest = (marker.group().strip(), text[marker.end() :]) if marker else ("-", text)
            lead = "-" if lead in "•*+-" else lead
            yield f"{indent}{lead} " + _escaped(rest).replace("\n", f"\n{indent}  ")
        case "table":
            yield table_markdown(document, block)
        case "figure":
            figure = block.data if isinstance(block.data, Figure) else Figure(alt=text)
            yield f"![{_escaped(' '.join((figure.alt or text).split()))}]({figure.image or ''})"
        case "code":
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
            yield f"{fence}{block.style.get('language') or ''}\n{text}\n{fence}"
        case "formula":
            yield f"$$\n{text}\n$$"
        case "caption":
            yield f"*{_escaped(' '.join(text.split()))}*"
        case "header" | "footer":
            yield f"<!-- {block.kind}: {text.replace('--', '- -')} -->"
        case _:
            yield _escaped(text).replace("\n", "\\\n")


def table_markdown(document: Document, block: Block) -> str:
    """A table as pipes; as HTML where it has merged cells or several header rows.

    One without cells, or written in HTML, stays as it is.
    """
    table = block.data
    if not isinstance(table, Table) or block.style.get("name") == "html":
        return block.span.of(document.text)
    if table.merges or table.header_rows > 1:
        return table_html(document.text, table)
    rows = [
        [_cell(table.cell(row, column).of(document.text)) for column in range(table.columns)]
        for row in range(len(table.rows))
    ]
    header = rows[0] if table.header_rows else [""] * table.columns
    body = rows[1:] if table.header_rows else rows
    lines = [header, ["---"] * table.columns, *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def _has_title(document: Document) -> bool:
    return any(block.is_heading and heading_level(block) == 0 for block in document.blocks)


def _escaped(text: str) -> str:
    """The text, with whatever Markdown would read as markup escaped."""
    text = _SPECIAL.sub(r"\\\1", text)
    return _LINE_START.sub(
        lambda m: m[1] + (m[2][:-1] + "\\" + m[2][-1] if m[2][0].isdigit() else "\\" + m[2]), text
    )

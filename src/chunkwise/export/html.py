"""A document as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from chunkwise.model.block import Block
from chunkwise.model.document import Document, heading_level
from chunkwise.model.table import Figure, Merge, Table

_STYLE = "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem .6rem}pre{overflow:auto;background:#f6f6f6;padding:.8rem}.furniture{color:#888;font-size:.8rem}"  # noqa: E501


_MARK = re.compile(r"(?:[-*•]|(\d{1,9})[.)])\s+")


def document_html(document: Document) -> str:
    """Render a document as one HTML page: headings, nested lists, tables with merged cells, code.

    >>> page = document_html(Document.from_text("a < b"))
    >>> "<p>a &lt; b</p>" in page
    True
    """
    title = document.metadata.get("title")
    head = f"<title>{escape(str(title or document.id))}</title>"
    body = "\n".join(_body(document))
    return (
        f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n{head}\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def table_html(text: str, table: Table) -> str:
    """A table with its merged cells and header rows.

    Args:
        text: the document's text, which the cells point into.
        table: the table.
    """
    origins = {(merge.row, merge.column): merge for merge in table.merges}
    covered = {place for merge in table.merges for place in _places(merge)} - origins.keys()
    lines = ["<table>"]
    for row in range(len(table.rows)):
        if row == 0 and table.header_rows:
            lines.append("<thead>")
        if row == table.header_rows:
            lines.append("<tbody>" if not table.header_rows else "</thead>\n<tbody>")
        tag = "th" if row < table.header_rows else "td"
        cells = []
        for column in range(table.columns):
            if (row, column) not in covered:
                merge = origins.get((row, column), Merge(row, column))
                spans = _attribute("rowspan", merge.row_span) + _attribute("colspan", merge.column_span)
                cells.append(f"<{tag}{spans}>{escape(table.cell(row, column).of(text), quote=False)}</{tag}>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines.append(
        "</tbody>" if len(table.rows) > table.header_rows else "</thead>" if table.header_rows else ""
    )
    lines.append("</table>")
    return "\n".join(line for line in lines if line)


def _places(merge: Merge) -> Iterator[tuple[int, int]]:
    for row in range(merge.row, merge.row + merge.row_span):
        for column in range(merge.column, merge.column + merge.column_span):
            yield row, column


def _attribute(name: str, value: int) -> str:
    return f' {name}="{value}"' if value > 1 else ""


def _body(document: Document) -> Iterator[str]:
    if document.media_type == "text/markdown":
        yield _markdown(document.text)
        return
    lists = _Lists()
    shift = int(any(block.is_heading and heading_level(block) == 0 for block in document.blocks))
    for block in document.blocks:
        if len(block.span) and block.kind == "list_item":
            yield from lists.item(max(1, block.level or 1), block.span.of(document.text))
        elif len(block.span):
            yield from lists.close(0)
            yield _block(document, block, shift)
    yield from lists.close(0)


def _markdown(text: str) -> str:
    """Markdown as any Markdown reader shows it."""
    from markdown_it import MarkdownIt

    page: str = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    return page


class _Lists:
    """Open lists, each inside an item of the one above."""

    def __init__(self) -> None:
        self.tags: list[str] = []

    def item(self, level: int, text: str) -> Iterator[str]:
        """Begin an item; a number at its start becomes its value, a bullet goes."""
        mark = _MARK.match(text)
        number = mark.group(1) if mark else None
        yield from self.close(level, keep_item=False)
        while len(self.tags) < level:
            tag = "ol" if number else "ul"
            self.tags.append(tag)
            yield f"<{tag}>"
        value = f' value="{number}"' if number and self.tags[-1] == "ol" else ""
        bare = text[mark.end() :] if mark and (not number or value) else text
        yield f"<li{value}>{_lines(escape(bare, quote=False))}"

    def close(self, level: int, keep_item: bool = True) -> Iterator[str]:
        """End the lists below a level and, at the level, the item that is open."""
        while len(self.tags) > level:
            yield f"</li>\n</{self.tags.pop()}>"
        if self.tags and not keep_item and len(self.tags) == level:
            yield "</li>"


def _block(document: Document, block: Block, shift: int) -> str:
    text = escape(block.span.of(document.text), quote=False)
    match block.kind:
        case "title" | "heading":
            level = min(6, max(1, heading_level(block) + shift))
            return f"<h{level}>{escape(document.heading_text(block), quote=False)}</h{level}>"
        case "table" if isinstance(block.data, Table):
            return table_html(document.text, block.data)
        case "table" | "code":
            language = block.style.get("language")
            name = f' class="language-{escape(str(language))}"' if language else ""
            return f"<pre><code{name}>{text}</code></pre>"
        case "figure":
            figure = (
                block.data if isinstance(block.data, Figure) else Figure(alt=block.span.of(document.text))
            )
            return f'<figure><img src="{escape(figure.image or "")}" alt="{escape(figure.alt)}"></figure>'
        case "header" | "footer" | "toc" | "footnote" | "caption" | "formula":
            name = "furniture" if block.is_furniture else block.kind
            return f'<p class="{name}">{_lines(text)}</p>'
        case _:
            return f"<p>{_lines(text)}</p>"


def _lines(text: str) -> str:
    return text.replace("\n", "<br>\n")

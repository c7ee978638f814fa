"""Tables written in HTML inside Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.export.markdown import document_markdown
from chunkwise.model.table import Merge, Table
from chunkwise.parsers.read import parse_text
from chunkwise.testing.documents import check_document
from chunkwise.testing.laws import broken_laws


def read(text: str):
    document = parse_text(text, media_type="text/markdown")
    assert check_document(document) == []
    return document


def table_of(text: str) -> tuple[list[str], list[list[str]], Table]:
    document = read(text)
    table = next(block.data for block in document.blocks if block.kind == "table")
    assert isinstance(table, Table)
    rows = [row.of(document.text) for row in table.rows]
    return rows, [[cell.of(document.text) for cell in table.cells(n)] for n in range(len(rows))], table


def test_rows_are_what_stands_between_their_tags():
    text = "<table>\n  <tr>\n    <th>Name</th>\n    <th>名称</th>\n  </tr>\n  <tr><td>duck</td>\n<td>鸭\n子</td></tr>\n</table>"
    rows, found, table = table_of(text)
    assert rows == [
        "<table>\n  <tr>\n    <th>Name</th>\n    <th>名称</th>\n  </tr>",
        "<tr><td>duck</td>\n<td>鸭\n子</td></tr>\n</table>",
    ]
    assert found == [["Name", "名称"], ["duck", "鸭\n子"]]
    assert (table.columns, table.header_rows, table.merges) == (2, 1, ())


def test_heads_parts_and_captions():
    text = (
        '<TABLE class="a>b"><caption>Birds</caption><thead><tr><td>A</td></tr><tr><td>B</td></tr></thead>\n'
        "<tbody><!-- <tr> --><tr><td> x <b>y</b></td></tr></tbody>\n<tfoot><tr><td>z</td></tr></tfoot></TABLE>\n</div>"
    )
    rows, found, table = table_of(text)
    assert rows == [
        '<TABLE class="a>b"><caption>Birds</caption><thead><tr><td>A</td></tr>',
        "<tr><td>B</td></tr></thead>",
        "<tbody><!-- <tr> --><tr><td> x <b>y</b></td></tr></tbody>",
        "<tfoot><tr><td>z</td></tr></tfoot></TABLE>\n</div>",
    ]
    assert found == [["A"], ["B"], ["x <b>y</b>"], ["z"]]
    assert table.header_rows == 2


def test_merged_cells():
    text = "<table><tr><th colspan=2>A<th>B</tr><tr><td rowspan='2'>1<td>2<td>3<tr><td>4<td>5</table>"
    _, found, table = table_of(text)
    assert found == [["A", "", "B"], ["1", "2", "3"], ["", "4", "5"]]
    assert table.merges == (Merge(0, 0, 1, 2), Merge(1, 0, 2, 1))
    assert table.header_rows == 1


def test_a_cell_that_reaches_farther_than_the_table():
    _, found, table = table_of("<table><tr><td>1<td>2<tr><td colspan=100 rowspan=9>3</table>")
    assert found == [["1", "2"], ["3", ""]]
    assert table.merges == (Merge(1, 0, 1, 2),)


@pytest.mark.parametrize(
    "text",
    [
        "<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>",
        "<table><tr><td>1</td></tr>",
        "<table><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>",
        "<table><tr><td>1</td></tr></table> and text",
        "<table><td>1</td></table>",
        "<table><tr><td>1</td></td></tr></table>",
        "<table><tr><td title='1</td></tr></table>",
        "<table><!-- <tr><td>1</td></tr></table>",
        "<table></table>",
        "<table><tr><td>1</td></tr></table><TABLE>",
        "<table><tr><td>1<td rowspan=2>2<tr><td colspan=2>3</table>",
    ],
)
def test_what_is_broken_or_nested_has_no_rows(text):
    assert [(block.kind, block.data) for block in read(text).blocks] == [("table", None)]


def test_tables_inside_quotes_and_lists():
    rows, found, _ = table_of("> <table>\n> <tr><td>1</td></tr>\n> <tr><td>2</td></tr>\n> </table>\n\nend")
    assert rows == ["> <table>\n> <tr><td>1</td></tr>", "> <tr><td>2</td></tr>\n> </table>"]
    assert found == [["1"], ["2"]]
    _, found, _ = table_of("- a\n\n  <table>\n  <tr><td>1</td></tr>\n  </table>")
    assert found == [["1"]]


@pytest.mark.parametrize(
    ("names", "cell"), [(("Name", "Sound"), "quack quack"), (("名称", "叫声"), "嘎嘎嘎嘎")]
)
@pytest.mark.parametrize("method", ["markdown", "recursive", "general"])
def test_chunks_hold_whole_rows_and_repeat_the_header(names, cell, method):
    head = f"<table>\n<thead>\n<tr>\n<th>{names[0]}</th>\n<th>{names[1]}</th>\n</tr>\n</thead>\n<tbody>"
    rows = [f"<tr>\n<td>{number}</td>\n<td>{cell}</td>\n</tr>" for number in range(30)]
    text = "\n".join([head, *rows, "</tbody>\n</table>"])
    chunking = cw.chunk(read(f"# T\n\n{text}\n"), method, max_tokens=150)
    assert broken_laws(chunking) == []
    assert len(chunking) > 3
    for chunk in chunking[1:]:
        assert chunk.text.startswith("<tr>")
        assert chunk.context.table_header == head[: head.index("\n<tbody>")]
    assert all(chunk.text.count("<tr>") == chunk.text.count("</tr>") for chunk in chunking)


def test_rows_as_the_table_method_shows_them():
    text = "<table><tr><th>Name</th><th>Sound</th></tr><tr><td>duck</td><td>quack</td></tr></table>"
    assert [chunk.content for chunk in cw.chunk(read(text), "table")] == ["Name: duck\nSound: quack"]


def test_it_is_exported_as_it_is():
    text = "<table><tr><th>a</th></tr><tr><td>R&amp;D <b>x</b></td></tr></table>"
    assert document_markdown(read(text)).strip() == text


PIECES = ["<tr>", "</tr>", "<td>", "</td>", "<th colspan=2>", "<td rowspan=3>", "</th>", "<thead>", "</thead>", "<tbody>",
          "a", "中", "\n", " ", "<!--", "-->", "</table>", "<table>", "> ", "\r\n", "<td x='>", "'"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.booleans())
def test_any_tags_make_a_good_document(pieces, closed):
    text = "<table>" + "".join(pieces) + ("</table>" if closed else "")
    document = read(text)
    assert broken_laws(cw.chunk(document, "recursive", max_tokens=12)) == []
    assert broken_laws(cw.chunk(document, "table", max_tokens=40)) == []

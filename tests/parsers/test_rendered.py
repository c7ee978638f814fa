from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise.model.block import Line
from chunkwise.model.document import Document
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Merge, Table
from chunkwise.parsers.rendered import RenderedText
from chunkwise.testing.documents import check_document

BOX = Position(1, 0.0, 0.0, 10.0, 10.0)


def _document(page: RenderedText) -> Document:
    text, blocks, warnings = page.finish()
    return Document("x", "sha256:0", "x", "text/html", text, blocks, warnings=warnings, parser="x@1")


def test_blocks_are_joined_by_blank_lines_and_items_by_line_ends():
    page = RenderedText()
    page.add("title", " T \n")
    page.add("list_item", "a", level=1)
    page.add("list_item", "b", level=1)
    page.add("paragraph", "\t")
    page.add("paragraph", "p")
    document = _document(page)
    assert document.text == "T\n\na\nb\n\np"
    assert check_document(document) == []


def test_tables_are_one_line_a_row():
    page = RenderedText()
    rows = [["Name", "Note", ""], ["A", " two\r\n lines ", "x"], ["", "", "y"], ["short"]]
    block = page.table(rows, header_rows=1, merges=[Merge(0, 1, 1, 2)])
    document = _document(page)
    assert document.text == "Name | Note |\nA | two lines | x\n|  | y\nshort |  |"
    assert check_document(document) == []
    table = block.data
    assert [[table.cell(r, c).of(document.text) for c in range(3)] for r in range(4)] == [
        ["Name", "Note", ""],
        ["A", "two lines", "x"],
        ["", "", "y"],
        ["short", "", ""],
    ]
    assert table.value(document.text, 0, 2) == "Note"
    assert table.header_rows == 1


def test_what_a_merge_covers_is_not_written():
    page = RenderedText()
    page.table(
        [["a", "again", "b"], ["below", "c", "d"]], merges=[Merge(0, 0, 2, 2), Merge(5, 5), Merge(1, 2, 9, 9)]
    )
    document = _document(page)
    assert document.text == "a |  | b\n|  | d"
    assert document.blocks[0].data.merges == (Merge(0, 0, 2, 2), Merge(1, 2, 1, 1))
    assert check_document(document) == []


def test_a_blank_table_is_nothing():
    page = RenderedText()
    assert page.table([[" "], ["\n"]]) is None
    assert page.table([]) is None
    assert page.finish() == ("", (), ())


def test_figures_show_their_text_or_say_that_there_is_none():
    page = RenderedText()
    page.figure(Figure("a.png", alt="two\nlines"))
    page.figure(Figure("b.png"), ocr="read")
    block = page.figure(Figure("c.png"), position=BOX)
    document = _document(page)
    assert document.text == "two lines\n\nread\n\n[image]"
    assert block.lines == (Line(block.span, BOX),)
    assert check_document(document) == []


def test_lines_and_edges_move_with_the_text():
    page = RenderedText()
    page.add("paragraph", "first")
    block = page.add(
        "paragraph",
        "  ab \ncd",
        lines=[Line(Span(0, 5), BOX, (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)), Line(Span(6, 8), BOX)],
    )
    document = _document(page)
    assert [line.span.of(document.text) for line in block.lines] == ["ab ", "cd"]
    assert block.lines[0].edges == (2.0, 3.0, 4.0, 5.0)
    assert check_document(document) == []


def test_lone_surrogates_are_replaced_one_for_one():
    page = RenderedText()
    page.add("paragraph", "a\ud800b")
    document = _document(page)
    assert document.text == "a\ufffdb"
    assert len(document.warnings) == 1


CELLS = st.text(alphabet=" a|中\n\u3000", max_size=5)


@settings(max_examples=100, deadline=None)
@given(
    rows=st.lists(st.lists(CELLS, max_size=4), max_size=5),
    merges=st.lists(
        st.builds(Merge, st.integers(0, 4), st.integers(0, 3), st.integers(1, 3), st.integers(1, 3)),
        max_size=2,
    ),
    before=CELLS,
)
def test_any_table_keeps_the_laws(rows, merges, before):
    page = RenderedText()
    page.add("paragraph", before)
    page.table(rows, merges=merges, positions={(0, 0): BOX} if rows and rows[0] else {})
    assert check_document(_document(page)) == []


def test_the_checker_sees_broken_documents():
    page = RenderedText()
    page.add("paragraph", "one")
    page.table([["a", "b"], ["c", "d"]])
    good = _document(page)
    one, table = good.blocks
    assert check_document(good) == []
    data = table.data
    assert isinstance(data, Table)
    broken = [
        replace(good, id="/etc/x"),
        replace(good, content_hash="md5:1"),
        replace(good, parser="x"),
        replace(good, blocks=(one,)),
        replace(good, blocks=(table, one)),
        replace(good, blocks=(one, replace(table, id=one.id))),
        replace(good, blocks=(one, replace(table, parent="b9"))),
        replace(good, blocks=(replace(one, span=Span(0, 4)), table)),
        replace(good, blocks=(replace(one, span=Span(0, 0)), table)),
        replace(good, blocks=(one, replace(table, data=replace(data, rows=data.rows[:1])))),
        replace(good, blocks=(one, replace(table, data=replace(data, header_rows=3)))),
        replace(good, blocks=(one, replace(table, data=replace(data, starts=(0, *data.starts[1:]))))),
        replace(good, blocks=(one, replace(table, data=replace(data, merges=(Merge(1, 1, 2, 1),))))),
        replace(good, blocks=(replace(one, lines=(Line(Span(0, 9)),)), table)),
        replace(good, blocks=(replace(one, lines=(Line(Span(0, 3), None, (0.0,)),)), table)),
    ]
    assert all(check_document(document) for document in broken)


def test_code_keeps_the_indentation_of_its_first_line():
    page = RenderedText()
    page.add("paragraph", "Before:")
    page.add("code", "\n    if a:\n        b\n")
    text, blocks, _ = page.finish()
    assert text == "Before:\n\n    if a:\n        b"
    assert blocks[1].span.of(text) == "if a:\n        b"

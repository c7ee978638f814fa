"""What stands on a sheet: titles, tables beside and below each other, merged cells, headers."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from office_files import one, shown

from chunkwise.model.table import Merge
from chunkwise.parsers.xlsx.parser import XlsxParser

openpyxl = pytest.importorskip("openpyxl")


def sheet(rows, merges=(), start="A1"):
    """The document of one sheet; None is an empty cell."""
    book = openpyxl.Workbook()
    work = book.active
    first = work[start]
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if value is not None:
                work.cell(first.row + number, first.column + column, value)
    for area in merges:
        work.merge_cells(area)
    out = io.BytesIO()
    book.save(out)
    return one(XlsxParser(), out.getvalue())


def tables(document):
    return [block for block in document.blocks if block.kind == "table"]


def test_a_plain_table():
    document = sheet([["名称", "数量"], ["笔", 3], ["纸", 12]])
    assert shown(document) == [("table", "名称 | 数量\n笔 | 3\n纸 | 12")]
    assert document.blocks[0].data.header_rows == 1
    assert document.blocks[0].style["range"] == "A1:B3"
    assert document.metadata["sheet"] == "Sheet"


def test_a_title_a_blank_row_and_a_blank_column():
    rows = [
        ["Project plan"],
        [],
        ["Task", None, "Owner", "Status"],
        ["Build", None, "Ann", "open"],
        ["Test", None, "Bo", "done"],
    ]
    document = sheet(rows)
    assert shown(document) == [
        ("paragraph", "Project plan"),
        ("table", "Task | Owner | Status\nBuild | Ann | open\nTest | Bo | done"),
    ]
    assert tables(document)[0].data.header_rows == 1
    assert tables(document)[0].style["range"] == "A3:D5"


def test_titles_right_above_the_header():
    rows = [["2024年销售报表", None, None], ["单位：元", None, None], ["月份", "收入", "支出"], ["1月", 3, 4]]
    document = sheet(rows, ["A1:C1"])
    assert [text for kind, text in shown(document) if kind == "paragraph"] == ["2024年销售报表", "单位：元"]
    assert tables(document)[0].data.header_rows == 1


def test_a_title_in_the_middle_above_a_full_header():
    document = sheet([[None, "Report", None], ["a", "b", "c"], [1, 2, 3]])
    assert [kind for kind, _ in shown(document)] == ["paragraph", "table"]


def test_a_note_merged_below():
    document = sheet([["a", "b"], [1, 2], ["来源：统计局", None]], ["A3:B3"])
    assert shown(document) == [("table", "a | b\n1 | 2"), ("paragraph", "来源：统计局")]


def test_header_rows_with_merged_cells():
    rows = [
        ["Product", "Sales", None, "Note"],
        [None, "Jan", "Feb", None],
        ["Pen", 3, 4, "x"],
        ["Ink", 5, 6, None],
    ]
    document = sheet(rows, ["A1:A2", "B1:C1", "D1:D2"])
    data = tables(document)[0].data
    assert data.header_rows == 2
    assert data.merges == (Merge(0, 0, 2, 1), Merge(0, 1, 1, 2), Merge(0, 3, 2, 1))
    assert data.value(document.text, 1, 0) == "Product"
    assert data.value(document.text, 0, 2) == "Sales"


def test_a_header_whose_second_row_is_merged_away_is_not_cut_off():
    document = sheet([["A", "B"], [None, None], [1, 2]], ["A1:A2", "B1:B2"])
    assert tables(document)[0].data.header_rows == 2
    assert len(tables(document)) == 1


def test_merged_cells_in_the_body():
    document = sheet([["区域", "城市"], ["华东", "上海"], [None, "杭州"], ["华北", "北京"]], ["A2:A3"])
    data = tables(document)[0].data
    assert data.merges == (Merge(1, 0, 2, 1),)
    assert data.value(document.text, 2, 0) == "华东"
    assert document.text == "区域 | 城市\n华东 | 上海\n| 杭州\n华北 | 北京"


def test_tables_beside_and_below_each_other():
    rows = [
        ["a", "b", None, None, "x", "y"],
        [1, 2, None, None, 7, 8],
        [3, 4, None, None, None, None],
        [],
        [],
        [None, "c", "d"],
        [None, 5, 6],
    ]
    document = sheet(rows)
    assert [block.style["range"] for block in tables(document)] == ["A1:B3", "E1:F2", "B6:C7"]
    assert [block.data.header_rows for block in tables(document)] == [1, 1, 1]


def test_tables_that_touch_at_a_corner():
    rows = [["a", "b", None, None], [1, 2, None, None], [None, None, "c", "d"], [None, None, 3, 4]]
    assert [block.style["range"] for block in tables(sheet(rows))] == ["A1:B2", "C3:D4"]


def test_a_blank_row_inside_a_table_is_left_out():
    document = sheet([["a", "b"], ["x", 2], [], ["y", 4]])
    assert shown(document) == [("table", "a | b\nx | 2\ny | 4")]


def test_two_tables_with_a_blank_row_between_them_stay_two():
    document = sheet([["a", "b"], ["x", 2], [], ["c", "d"], ["y", 4]])
    assert [block.style["range"] for block in tables(document)] == ["A1:B2", "A4:B5"]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["Name", 2021, 2022], ["Anna", 3, 4]], 1),
        ([["项目", "2023年", "2024年"], ["收入", 3, 4]], 1),
        ([["Question", "Answer"], ["Who?", "Me."], ["Why?", "So."]], 1),
        ([["yes", "no"], ["yes", "maybe"]], 0),
        ([[1, 2], [3, 4]], 0),
        ([[None, "x", "y"], ["row", "a", "b"]], 1),
        ([["编号"], [1], [2]], 1),
    ],
)
def test_headers(rows, header):
    assert tables(sheet(rows))[0].data.header_rows == header


def test_lone_cells_are_paragraphs():
    assert shown(sheet([["说明"], ["第二行"]])) == [("paragraph", "说明"), ("paragraph", "第二行")]
    assert shown(sheet([["only"]], start="C7")) == [("paragraph", "only")]


def test_a_merge_over_the_whole_sheet_makes_no_giant_table():
    document = sheet([["Title"], ["a", "b"], [1, 2]], ["A1:XFD1"])
    assert shown(document) == [("paragraph", "Title"), ("table", "a | b\n1 | 2")]


def test_line_breaks_in_cells_are_folded():
    assert sheet([["a\nb", "x"], ["c\r\n d", 1]]).text == "a b | x\nc d | 1"


CELLS = st.one_of(
    st.none(), st.none(), st.integers(0, 9), st.sampled_from(["a", "文", "b c", " ", "x|y", "2024", "👨‍👩‍👧"])
)
AREAS = st.sampled_from(["A1:B1", "A1:A3", "B2:C3", "C1:D1", "A4:E4", "D2:E5"])


def _apart(areas):
    """The areas that do not overlap an earlier one, since no workbook has such."""
    kept, cells = [], set()
    for area in areas:
        own = {cell for row in openpyxl.utils.cell.rows_from_range(area) for cell in row}
        if not own & cells:
            kept.append(area)
            cells |= own
    return kept


@settings(max_examples=80, deadline=None)
@given(rows=st.lists(st.lists(CELLS, max_size=6), max_size=8), areas=st.lists(AREAS, max_size=3))
def test_every_cell_stands_in_the_text_once(rows, areas):
    areas = _apart(areas)
    document = sheet(rows, areas)
    covered = {c for a in areas for row in openpyxl.utils.cell.rows_from_range(a) for c in row} - {
        a.partition(":")[0] for a in areas
    }
    kept = [
        str(value).strip()
        for number, row in enumerate(rows, 1)
        for column, value in enumerate(row)
        if value is not None and str(value).strip() and f"{'ABCDEF'[column]}{number}" not in covered
    ]
    pieces = [
        piece.strip()
        for line in document.text.splitlines()
        for piece in line.replace("x|y", "x/y").split("|")
    ]
    assert sorted(piece.replace("x/y", "x|y") for piece in pieces if piece) == sorted(kept)

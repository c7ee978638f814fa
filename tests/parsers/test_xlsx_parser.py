"""Whole workbooks: sheets, parts, hidden things, older formats, broken and hostile files."""

from __future__ import annotations

import datetime
import io
import sys
from pathlib import Path

import pytest
from office_files import NAMES, OFFICE, SHEET_NAMES, book, one, relations, several, shown, unzipped, zipped

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.source import Source
from chunkwise.model.table import Figure
from chunkwise.parsers.formats import ODS, XLS, XLSB, XLSX
from chunkwise.parsers.xlsx import parts as parts_module
from chunkwise.parsers.xlsx.parser import XlsxParser
from chunkwise.testing.documents import check_document

openpyxl = pytest.importorskip("openpyxl")
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
PARSER = XlsxParser()


def saved(made):
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def workbook(**sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        work = made.create_sheet(name)
        for row in rows:
            work.append(row)
    return made


def fails(data, match):
    with pytest.raises(ParseError, match=match) as caught:
        list(PARSER.parse(Source("key", "a.xlsx", data=data)))
    assert str(caught.value).startswith("a.xlsx: ")


def test_several_sheets_are_parts():
    made = workbook(销售=[["a", "b"], [1, 2]], Empty=[], Second=[["c", "d"], [3, 4]])
    made.properties.title = "Report"
    first, second = several(PARSER, saved(made))
    assert (first.id, second.id) == ("key#销售", "key#Second")
    assert first.metadata["part_of"] == second.metadata["part_of"] == "key"
    assert first.metadata["sheet"] == "销售"
    assert first.metadata["title"] == "Report"
    assert first.media_type == XLSX


def test_one_sheet_keeps_the_id():
    document = one(PARSER, saved(workbook(A=[["x", "y"]], B=[])))
    assert document.id == "key"
    assert "part_of" not in document.metadata


def test_an_empty_workbook_is_one_document_without_blocks():
    document = one(PARSER, saved(workbook(A=[], B=[])))
    assert (document.id, document.text, document.blocks) == ("key", "", ())


def test_sheets_and_parts_that_are_hidden_are_read_and_told():
    made = workbook(A=[["a", "b", "c"], [1, 2, 3], [4, 5, 6]], B=[["x", "y"]])
    made["A"].row_dimensions[2].hidden = True
    made["A"].column_dimensions["B"].hidden = True
    made["B"].sheet_state = "hidden"
    first, second = several(PARSER, saved(made))
    assert first.text == "a | b | c\n1 | 2 | 3\n4 | 5 | 6"
    assert first.warnings == ("Hidden rows, read as well: 2.", "Hidden columns, read as well: B.")
    assert second.warnings == ("The sheet is hidden; it was read as well.",)


def test_comments_are_counted():
    made = workbook(A=[["a", "b"]])
    made["A"]["A1"].comment = openpyxl.comments.Comment("why", "me")
    assert one(PARSER, saved(made)).warnings == ("Comments, left out: 1.",)


def test_pictures_boxes_and_charts_of_a_sheet():
    xdr = f"{OFFICE}/drawingml/2006/spreadsheetDrawing"
    picture = '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" descr="图标"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill>'
    picture += '<xdr:spPr><a:xfrm><a:ext cx="127000" cy="254000"/></a:xfrm></xdr:spPr></xdr:pic>'
    box = "<xdr:sp><xdr:txBody><a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>box</a:t></a:r></a:p><a:p/></xdr:txBody></xdr:sp>"
    drawing = f'<xdr:wsDr xmlns:xdr="{xdr}" {NAMES}><xdr:twoCellAnchor>{picture}{box}</xdr:twoCellAnchor></xdr:wsDr>'
    data = book("<row><c><v>1</v></c></row>")
    parts = unzipped(data)
    parts["xl/worksheets/_rels/sheet1.xml.rels"] = relations({"d": ("drawing", "../drawings/d1.xml")})
    parts["xl/drawings/d1.xml"] = drawing
    parts["xl/drawings/_rels/d1.xml.rels"] = relations(
        {"i": ("image", "../media/i.png"), "c": ("chart", "../charts/c.xml")}
    )
    document = one(PARSER, zipped(parts))
    assert [text for _, text in shown(document)][1:] == ["In a box", "图标"]
    assert document.blocks[-1].data == Figure("#xl/media/i.png", "图标", 10.0, 20.0)
    assert document.warnings == ("Charts, left out: 1.",)


def test_a_large_sheet_is_cut_and_its_header_carried(monkeypatch):
    monkeypatch.setattr(parts_module, "ROWS_PER_PART", 4)
    rows = [["Title", None], ["名称", "数量"], *([f"n{n}", n] for n in range(7))]
    made = workbook(大表=rows, Other=[["x", "y"]])
    first, second, third, other = several(PARSER, saved(made))
    assert [d.id for d in (first, second, third, other)] == [
        "key#大表!1-4",
        "key#大表!5-8",
        "key#大表!9-9",
        "key#Other",
    ]
    assert first.text == "Title\n\n名称 | 数量\nn0 | 0\nn1 | 1"
    assert second.text == "名称 | 数量\nn2 | 2\nn3 | 3\nn4 | 4\nn5 | 5"
    assert third.text == "名称 | 数量\nn6 | 6"
    assert [d.blocks[-1].data.header_rows for d in (first, second, third)] == [1, 1, 1]
    assert (second.metadata["first_row"], second.metadata["last_row"]) == (5, 8)


def test_a_carried_header_keeps_its_merged_cells(monkeypatch):
    monkeypatch.setattr(parts_module, "ROWS_PER_PART", 3)
    made = workbook(S=[["Item", "Sales", None], [None, "Jan", "Feb"], *(["p", n, n] for n in range(3))])
    for area in ("A1:A2", "B1:C1"):
        made["S"].merge_cells(area)
    first, second = several(PARSER, saved(made))
    assert first.blocks[0].data.merges == second.blocks[0].data.merges
    assert second.blocks[0].data.header_rows == 2
    assert second.text == "Item | Sales |\n| Jan | Feb\np | 1 | 1\np | 2 | 2"


def test_no_header_is_carried_over_a_gap(monkeypatch):
    monkeypatch.setattr(parts_module, "ROWS_PER_PART", 2)
    first, second = several(PARSER, saved(workbook(S=[["a", "b"], ["x", 1], [], [], ["y", 2], ["z", 3]])))
    assert second.text == "y | 2\nz | 3"
    assert first.id == "key#S!1-2"


def test_sheets_far_apart_cost_nothing():
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    assert [text for _, text in shown(one(PARSER, book(rows)))] == ["1", "2"]


def test_many_overlapping_merges_end():
    merges = "".join(f'<mergeCell ref="A{n}:Z{n + 900}"/>' for n in range(1, 900))
    rows = "".join(
        f'<row r="{n}"><c r="A{n}"><v>{n}</v></c><c r="Z{n}"><v>{n}</v></c></row>' for n in range(1, 1000)
    )
    document = one(PARSER, book(rows, after=f"<mergeCells>{merges}</mergeCells>"))
    assert document.blocks


def test_xls():
    xlwt = pytest.importorskip("xlwt")
    made = xlwt.Workbook(encoding="utf-8")
    work = made.add_sheet("旧表")
    day = xlwt.easyxf(num_format_str="yyyy-mm-dd")
    for row, values in enumerate(
        [
            ["编号", "日期", "数"],
            ["001", datetime.date(2024, 5, 1), 1.0],
            ["002", datetime.date(2024, 5, 2), 2.5],
        ]
    ):
        for column, value in enumerate(values):
            work.write(
                row, column, value, day if isinstance(value, datetime.date) else xlwt.Style.default_style
            )
    work.write_merge(4, 4, 0, 2, "Note")
    document = one(PARSER, saved(made))
    assert document.text == "编号 | 日期 | 数\n001 | 2024-05-01 | 1\n002 | 2024-05-02 | 2.5\n\nNote"
    assert document.blocks[0].data.header_rows == 1


def test_ods():
    names = "".join(
        f' xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"'
        for prefix in ("office", "table", "text")
    )
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    number = (
        '<table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>'
    )
    rows = f"<table:table-row>{cell.format('名')}{cell.format('n')}</table:table-row><table:table-row>{cell.format('a')}{number}</table:table-row>"
    content = f'<office:document-content{names}><office:body><office:spreadsheet><table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
    data = zipped({"mimetype": ODS, "content.xml": content, "META-INF/manifest.xml": "<x/>"})
    document = one(PARSER, data)
    assert document.text == "名 | n\na | 3"
    assert document.metadata["sheet"] == "S"


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "no workbook"),
        (b"<html>", "no workbook"),
        (b"PK\x03\x04 nothing", "damaged"),
        (zipped({"a": "b"}), "no xl/workbook.xml"),
        (zipped({"xl/workbook.xml": f"<workbook {SHEET_NAMES}/>"}), "no sheets"),
        (zipped({"xl/workbook.xml": "<a><b></a>"}), "no readable XML"),
        (zipped({"xl/workbook.bin": "junk"}), "damaged|survive"),
        (book("<row><c>"), "no readable XML"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99 + "EncryptedPackage".encode("utf-16-le"),
            "password",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000, "damaged|survive"),
    ],
    ids=range(10),
)
def test_broken_files_are_explained(data, match):
    fails(data, match)


def test_a_panic_of_the_reader_is_an_error(monkeypatch):
    import python_calamine

    class PanicException(BaseException):
        pass

    class Book:
        @staticmethod
        def from_filelike(file):
            raise PanicException("boom")

    monkeypatch.setattr(python_calamine, "CalamineWorkbook", Book)
    fails(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000, "does not survive")


def test_missing_packages_are_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(MissingExtra, match=r"chunkwise\[office\]"):
        list(PARSER.parse(Source("key", "a.xls", data=b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000)))
    monkeypatch.setitem(sys.modules, "lxml.etree", None)
    with pytest.raises(MissingExtra, match=r"Reading Excel files .*chunkwise\[office\]"):
        list(PARSER.parse(Source("key", "a.xlsx", data=book(""))))


def test_what_it_reads():
    assert PARSER.media_types == (XLSX, XLS, XLSB, ODS)
    assert PARSER.isolated


def test_real_files_keep_the_laws_and_hold_every_value():
    paths = sorted((SHARED / "docs" / "xlsx").glob("*.xlsx"))
    if not paths:
        pytest.skip("the shared data is not here")
    for path in paths:
        documents = list(PARSER.parse(Source(path.name, path.name, path=path)))
        made = openpyxl.load_workbook(path, data_only=True)
        assert [d.metadata["sheet"] for d in documents] == [
            w.title for w in made.worksheets if any(any(r) for r in w.values)
        ]
        for document in documents:
            assert check_document(document) == [], path
            held = " ".join(document.text.split())
            values = [
                v for row in made[document.metadata["sheet"]].values for v in row if v not in (None, "")
            ]
            assert all(" ".join(str(v).split()) in held for v in values), path

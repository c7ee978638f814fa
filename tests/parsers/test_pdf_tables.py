from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from pdf_cases.pdf_reading import kinds_and_texts, parse_pdf
from pdf_cases.pdf_sheet import Sheet

from chunkwise.model.document import Document
from chunkwise.model.table import Merge, Table
from chunkwise.testing.documents import check_document

XS, YS = (50, 150, 250, 350), (100, 120, 140, 160)
ROWS = [("Port", "Ship", "Fare"), ("Old town", "Anna", "3.50"), ("New pier", "Berta", "4.00")]


def _fill(sheet: Sheet, rows=ROWS, top: float = 114, step: float = 20) -> Sheet:
    for at, row in enumerate(rows):
        for x, text in zip(XS, row, strict=False):
            sheet.text(x + 4, top + step * at, text)
    return sheet


def _table(document: Document) -> Table:
    (block,) = [block for block in document.blocks if block.kind == "table"]
    assert check_document(document) == []
    assert isinstance(block.data, Table)
    return block.data


def test_a_grid_of_lines_is_a_table_between_its_neighbours():
    sheet = Sheet().text(50, 80, "The text above the table.").text(50, 190, "The text below the table.")
    document = parse_pdf(_fill(sheet.grid(XS, YS)).data)
    assert kinds_and_texts(document) == [
        ("paragraph", "The text above the table."),
        ("table", "Port | Ship | Fare\nOld town | Anna | 3.50\nNew pier | Berta | 4.00"),
        ("paragraph", "The text below the table."),
    ]
    table = _table(document)
    assert (table.columns, len(table.rows), table.header_rows, table.merges) == (3, 3, 1, ())


def test_every_cell_has_its_box():
    document = parse_pdf(_fill(Sheet().grid(XS, YS)).data)
    (block,) = document.blocks
    assert [line.span.of(document.text) for line in block.lines] == [cell for row in ROWS for cell in row]
    for number, line in enumerate(block.lines):
        row, column = divmod(number, 3)
        assert XS[column] < line.position.x0 < line.position.x1 < XS[column + 1]
        assert YS[row] - 2 < line.position.y0 < line.position.y1 < YS[row + 1] + 2


def test_merged_cells():
    sheet = Sheet().box(50, 100, 300, 60).line(50, 120, 350, 120).line(150, 140, 350, 140)
    sheet.line(150, 100, 150, 160).line(250, 120, 250, 160)
    sheet.text(54, 114, "Port").text(154, 114, "Ship and fare")
    sheet.text(54, 134, "Old town").text(154, 134, "Anna").text(254, 134, "3.50")
    sheet.text(154, 154, "Berta").text(254, 154, "4.00")
    document = parse_pdf(sheet.data)
    table = _table(document)
    assert table.merges == (Merge(0, 1, 1, 2), Merge(1, 0, 2, 1))
    assert document.text == "Port | Ship and fare |\nOld town | Anna | 3.50\n| Berta | 4.00"
    assert table.value(document.text, 2, 0) == "Old town"


def test_bold_rows_are_headers():
    sheet = Sheet().grid(XS, YS)
    for at, font in enumerate(("Helvetica-Bold", "Helvetica-Bold", "Helvetica")):
        for x in XS[:3]:
            sheet.text(x + 4, 114 + 20 * at, f"cell {at}", font=font)
    assert _table(parse_pdf(sheet.data)).header_rows == 2


def test_lines_of_a_cell_are_joined():
    sheet = Sheet().grid((50, 150, 350), (100, 140, 160, 180))
    sheet.text(54, 114, "Old").text(54, 126, "town").text(154, 114, "a long text that goes").text(
        154, 126, "on here"
    )
    sheet.text(54, 154, "x").text(154, 154, "y").text(54, 174, "z").text(154, 174, "w")
    assert parse_pdf(sheet.data).text == "Old town | a long text that goes on here\nx | y\nz | w"


def test_text_over_a_line_between_cells_is_cut_there():
    sheet = _fill(Sheet().grid(XS, YS), ROWS[:2])
    sheet.text(54, 154, "A name so long it x").text(154, 154, "")
    sheet.text(108, 134, "tight").text(154.5, 134, "")
    sheet.text(203, 154, "1234567890 5.75")
    document = parse_pdf(sheet.data)
    table = _table(document)
    left, right = (table.cell(2, column).of(document.text) for column in (1, 2))
    assert left + right in ("1234567890 5.75", "1234567890" + "5.75")
    assert left
    assert right


def test_columns_that_only_the_header_divides():
    sheet = Sheet().box(50, 100, 300, 60).line(50, 120, 350, 120).line(50, 140, 350, 140)
    sheet.line(150, 100, 150, 120).line(250, 100, 250, 120)
    document = parse_pdf(_fill(sheet).data)
    assert document.text == "Port | Ship | Fare\nOld town | Anna | 3.50\nNew pier | Berta | 4.00"
    assert _table(document).merges == ()


def test_rows_that_no_line_divides_are_told_by_their_numbers():
    sheet = Sheet().grid((50, 150, 250), (100, 120, 180))
    sheet.text(54, 114, "Port").text(154, 114, "Fare")
    for at in range(4):
        sheet.text(54, 132 + 13 * at, f"Port {at}")
        if at != 2:
            sheet.text(154, 132 + 13 * at, f"{at}.50")
    assert parse_pdf(sheet.data).text == "Port | Fare\nPort 0 | 0.50\nPort 1 | 1.50\nPort 2 |\nPort 3 | 3.50"


def test_a_table_without_lines_at_its_sides():
    sheet = Sheet()
    for y in YS:
        sheet.line(50, y, 350, y)
    for x in XS[1:3]:
        sheet.line(x, 100, x, 160)
    assert _table(parse_pdf(_fill(sheet).data)).columns == 3


def test_filled_boxes_are_cells():
    sheet = Sheet()
    for row, y in enumerate(YS[:3]):
        for column, x in enumerate(XS[:3]):
            sheet.canvas.setFillGray(0.8 if (row + column) % 2 else 0.9)
            sheet.canvas.rect(x + 2, sheet._height - y - 18, 95, 16, stroke=0, fill=1)  # with slits between
    sheet.canvas.setFillGray(0)
    assert (
        parse_pdf(_fill(sheet).data).text
        == "Port | Ship | Fare\nOld town | Anna | 3.50\nNew pier | Berta | 4.00"
    )


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet().box(50, 100, 300, 60).text(54, 130, "A text in a box.").text(54, 145, "Its second line."),
        Sheet().grid(range(50, 350, 30), range(100, 300, 30)).text(52, 112, "10").text(52, 142, "20"),
        Sheet()
        .box(50, 100, 9, 9)
        .box(50, 120, 9, 9)
        .text(70, 108, "Yes, to tick")
        .text(70, 128, "No, to tick"),
        Sheet()
        .line(50, 100, 350, 100)
        .line(50, 140, 350, 140)
        .text(54, 120, "between rules")
        .text(254, 120, "right"),
    ],
    ids=["box", "chart", "tick boxes", "rules"],
)
def test_other_lines_are_no_table(sheet):
    assert "table" not in {block.kind for block in parse_pdf(sheet.data).blocks}


def test_two_tables_on_one_page():
    sheet = _fill(_fill(Sheet().grid(XS, YS).grid(XS, [y + 150 for y in YS])), top=264)
    tables = [block for block in parse_pdf(sheet.data).blocks if block.kind == "table"]
    assert len(tables) == 2


def test_a_table_on_a_rotated_page():
    sheet = Sheet(width=595, height=420)
    sheet.canvas.rotate(90)
    sheet.canvas.translate(0, -595)
    sheet._height = 595
    _fill(sheet.grid(XS, YS))
    document = parse_pdf(sheet.data)
    assert document.text == "Port | Ship | Fare\nOld town | Anna | 3.50\nNew pier | Berta | 4.00"
    for line in document.blocks[0].lines:
        assert line.position.y1 - line.position.y0 > 10  # the words run upwards
        assert 100 < line.position.x0 < line.position.x1 < 160

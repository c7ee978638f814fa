from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from pdf_cases.pdf_builders import wrapped
from pdf_cases.pdf_glyphs import glyph_pdf
from pdf_cases.pdf_reading import kinds_and_texts, parse_pdf
from pdf_cases.pdf_sheet import Sheet
from pdf_cases.pdf_texts import ENGLISH

ENGLISH_TEXTS = [text.replace("\u00ad", "") for text in ENGLISH]


def _texts(sheet: Sheet) -> list[str]:
    return [text for _, text in kinds_and_texts(parse_pdf(sheet.data))]


def test_two_columns_below_a_line_over_both():
    sheet = Sheet().text(40, 40, "A line that stands over both columns and is longer than one of them is.")
    sheet.lines(40, 80, wrapped(ENGLISH_TEXTS[0], "Helvetica", 10, 150))
    sheet.lines(220, 84, wrapped(ENGLISH_TEXTS[1], "Helvetica", 10, 150))
    sheet.text(40, 200, "And another line that stands below both of the columns, as wide as they are.")
    assert _texts(sheet) == [
        "A line that stands over both columns and is longer than one of them is.",
        *ENGLISH_TEXTS[:2],
        "And another line that stands below both of the columns, as wide as they are.",
    ]


def test_three_columns():
    sheet = Sheet(width=600)
    for at, x in enumerate((40, 220, 400)):
        sheet.lines(x, 80, wrapped(ENGLISH_TEXTS[at], "Helvetica", 10, 150))
    assert _texts(sheet) == ENGLISH_TEXTS[:3]


def test_columns_of_two_lines_with_a_wide_gutter():
    sheet = Sheet().text(40, 40, "Quarterly report of the island ferry company", 14, "Helvetica-Bold")
    sheet.lines(40, 80, ["The board has reviewed the annual", "accounts of the company."])
    sheet.lines(260, 80, ["The auditors approved the budget", "of the coming year."])
    assert _texts(sheet)[1:] == [
        "The board has reviewed the annual accounts of the company.",
        "The auditors approved the budget of the coming year.",
    ]


def test_a_heading_with_its_number_further_left_does_not_close_a_column():
    sheet = Sheet()
    sheet.lines(40, 80, wrapped(" ".join(ENGLISH_TEXTS), "Helvetica", 10, 150))
    for at in range(2):
        sheet.text(210, 80 + 95 * at, f"{at + 1}.")
        sheet.text(225, 80 + 95 * at, f"The heading {at + 1}", 10, "Helvetica-Bold")
        sheet.lines(225, 95 + 95 * at, wrapped(ENGLISH_TEXTS[at], "Helvetica", 10, 150))
    texts = _texts(sheet)
    assert texts[0] == " ".join(ENGLISH_TEXTS)
    assert [text for text in texts[1:] if "heading" not in text] == ENGLISH_TEXTS[:2]


def test_rows_of_a_table_without_lines_are_not_read_as_columns():
    rows = [
        ("Harbour", "Departure"),
        ("Old town", "seven"),
        ("New pier", "eight"),
        ("Island", "nine"),
        ("Cape", "ten"),
    ]
    sheet = Sheet()
    for at, (left, right) in enumerate(rows):
        sheet.text(40, 80 + 16 * at, left).text(220, 80 + 16 * at, right)
    assert _texts(sheet) == [f"{left} {right}" for left, right in rows]


def test_a_picture_over_both_columns_cuts_them():
    sheet = Sheet()
    for block, y in enumerate((80, 300)):
        sheet.lines(40, y, wrapped(ENGLISH_TEXTS[2 * block], "Helvetica", 10, 150))
        sheet.lines(220, y, wrapped(ENGLISH_TEXTS[2 * block + 1], "Helvetica", 10, 150))
    sheet.image(40, 180, 330, 90)
    assert _texts(sheet) == [*ENGLISH_TEXTS[:2], "[image]", *ENGLISH_TEXTS[2:]]


def test_a_picture_in_a_column_stays_there():
    sheet = Sheet().image(40, 40, 150, 60)
    sheet.lines(40, 120, wrapped(ENGLISH_TEXTS[0], "Helvetica", 10, 150))
    sheet.lines(220, 46, wrapped(ENGLISH_TEXTS[1] + " " + ENGLISH_TEXTS[2], "Helvetica", 10, 150))
    assert _texts(sheet) == ["[image]", ENGLISH_TEXTS[0], ENGLISH_TEXTS[1] + " " + ENGLISH_TEXTS[2]]


def test_columns_of_hebrew_begin_on_the_right():
    line = "שלום עולם וברוך הבא אל"
    left, right = [f"{line} {char}" for char in "אבגדה"], [f"{line} {char}" for char in "וזחטי"]
    glyphs = [(40.0, 300.0 - 12 * at, list(reversed(text))) for at, text in enumerate(left)]
    glyphs += [(280.0, 304.0 - 12 * at, list(reversed(text))) for at, text in enumerate(right)]
    text = parse_pdf(glyph_pdf(glyphs)).text
    assert text.replace("\n\n", " ") == " ".join(right + left)

"""Cells of workbooks as text: numbers, dates, shares, truth values, errors, texts."""

from __future__ import annotations

import datetime

import pytest
from office_files import SHEET_NAMES, book, one, unzipped, zipped

from chunkwise.parsers.xlsx.cells import Area, column_letters, column_number, parse_area
from chunkwise.parsers.xlsx.parser import XlsxParser
from chunkwise.parsers.xlsx.values import formatted, number_text, read_format
from chunkwise.parsers.xlsx.workbook import unescaped


def cell_text(cell, **parts):
    return one(XlsxParser(), book(f"<row>{cell}</row>", **parts)).text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<c><v>12</v></c>", "12"), ("<c><v>1.0</v></c>", "1"), ("<c><v>0.30000000000000004</v></c>", "0.3"),
        ("<c><v>1E+20</v></c>", "1E+20"), ("<c><v>-3.50</v></c>", "-3.5"), ('<c t="n"><v>123456789012</v></c>', "123456789012"),
        ('<c t="b"><v>1</v></c>', "TRUE"), ('<c t="b"><v>0</v></c>', "FALSE"), ('<c t="e"><v>#DIV/0!</v></c>', "#DIV/0!"),
        ('<c t="s"><v>0</v></c>', "001"), ('<c t="s"><v>1</v></c>', "富文本"), ('<c t="s"><v>99</v></c>', ""),
        ('<c t="str"><f>A1</f><v>result</v></c>', "result"), ("<c><f>1+1</f><v>2</v></c>", "2"),
        ('<c t="inlineStr"><is><t>in </t><t>line</t></is></c>', "in line"), ('<c t="d"><v>2024-05-01T00:00:00</v></c>', "2024-05-01"),
        ('<c t="str"><v>a_x000A_b</v></c>', "a\nb"), ("<c><v>NaN</v></c>", "nan"), ("<c><v>junk</v></c>", "junk"),
        ('<c t="s"><v>2</v></c>', "漢字"),
    ],
)  # fmt: skip
def test_cells_as_written(cell, text):
    strings = "<si><t>001</t></si><si><r><rPr/><t>富</t></r><r><t>文本</t></r></si><si><t>漢字</t><rPh sb='0' eb='2'><t>かんじ</t></rPh></si>"
    assert cell_text(cell, strings=strings) == text


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("0%", "0.125", "12%"), ("0.0%", "0.125", "12.5%"), ("0.00%", "-0.5", "-50.00%"), ("000", "7", "007"), ("00000", "123456", "123456"),
        ("yyyy-mm-dd", "45413", "2024-05-01"), ("d/m/yyyy", "45413.75", "2024-05-01"), ("yyyy\\-mm\\-dd hh:mm", "45413.5", "2024-05-01 12:00:00"),
        ("yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;", "45413", "2024-05-01"), ("[$-804]yyyy/m/d;@", "45413", "2024-05-01"),
        ("h:mm", "0.5", "12:00:00"), ("h:mm AM/PM", "0.75", "18:00:00"), ("[h]:mm", "1.5", "36:00:00"), ("mm:ss.0", "0.001", "00:01:26"),
        ("m/d/yy", "1", "1900-01-01"), ("m/d/yy", "59", "1900-02-28"), ("m/d/yy", "60", "60"), ("m/d/yy", "61", "1900-03-01"),
        ("m/d/yy", "-1", "-1"), ("m/d/yy", "99999999", "99999999"), ("mmm", "45413", "2024-05-01"),
        ("#,##0.00", "1234.5", "1234.5"), ("General", "1.5", "1.5"), ("[Red]0.00", "2", "2"), ("&quot;day&quot; 0", "3", "3"), ("@", "4", "4"),
    ],
)  # fmt: skip
def test_numbers_by_their_format(code, value, text):
    assert cell_text(f'<c s="1"><v>{value}</v></c>', formats=[code]) == text


def test_days_may_be_counted_from_1904():
    assert (
        cell_text('<c s="1"><v>1</v></c>', formats=["yyyy-mm-dd"], workbook='<workbookPr date1904="1"/>')
        == "1904-01-02"
    )


def test_a_built_in_format():
    styles = (
        f'<styleSheet {SHEET_NAMES}><cellXfs><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>'
    )
    data = book('<row><c s="0"><v>45413</v></c><c s="1"><v>0.5</v></c><c><v>45413</v></c></row>')
    document = one(XlsxParser(), zipped({**unzipped(data), "xl/st.xml": styles}))
    assert document.text == "2024-05-01 | 50.00% | 2024-05-01"


def test_every_date_is_what_a_calendar_says():
    form = read_format("yyyy-mm-dd")
    for serial in range(61, 60_000, 997):
        assert formatted(serial, form) == str(datetime.date(1899, 12, 30) + datetime.timedelta(days=serial))


def test_a_formula_without_a_value_is_told():
    document = one(
        XlsxParser(), book('<row><c t="n"><v>1</v></c><c><f>A1*2</f></c><c t="str"><f>""</f><v/></c></row>')
    )
    assert document.text == "1"
    assert document.warnings == ("Formulas without a stored value, left empty: 1.",)


def test_addresses_may_be_left_out_or_wrong():
    rows = '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c r="!!"><v>4</v></c></row><row><c><v>5</v></c></row>'
    document = one(XlsxParser(), book(rows))
    assert document.text.replace("\n\n", "\n").replace(" | ", "\n").split() == ["1", "2", "3", "4", "5"]


def test_a_strict_workbook_with_prefixes():
    names = 'xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"'
    plain = book(
        "",
        names='xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships"',
    )
    parts = unzipped(plain)
    parts["xl/worksheets/sheet1.xml"] = (
        f'<x:worksheet {names}><x:sheetData><x:row r="1"><x:c r="B1" t="inlineStr"><x:is><x:t>文</x:t></x:is></x:c>'
        '<x:c r="C1"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    ).encode()
    assert one(XlsxParser(), zipped(parts)).text == "文 | 2"


def test_escaped_characters():
    assert unescaped("a_x000A_b _x005F_x _x12_") == "a\nb _x _x12_"
    assert unescaped("_xD83D__xDE00_") == "😀"
    document = one(XlsxParser(), book('<row><c t="str"><v>a_xD83D_b</v></c></row>'))
    assert document.text == "a\ufffdb"
    assert document.warnings == ("1 lone surrogates were replaced by U+FFFD.",)


def test_references():
    assert [column_letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert all(column_number(column_letters(number)) == number for number in range(0, 16_384, 7))
    assert parse_area("$C$5:A1") == Area(1, 0, 5, 2)
    assert parse_area("B2") == Area(2, 1, 2, 1)
    assert parse_area("Sheet!A1") is None


@pytest.mark.parametrize(
    ("number", "text"), [(0.0, "0"), (-0.0, "0"), (1e15, "1E+15"), (1e-7, "1E-07"), (100.10, "100.1")]
)
def test_numbers(number, text):
    assert number_text(number) == text

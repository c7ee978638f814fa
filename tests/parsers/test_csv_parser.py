from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise.parsers import csv as csv_module
from chunkwise.parsers.csv import CsvParser
from chunkwise.parsers.csv_scan import records, sniff
from chunkwise.parsers.read import parse_all, parse_text
from chunkwise.testing.documents import check_document


def rows(document):
    assert check_document(document) == []
    (block,) = [block for block in document.blocks if block.kind == "table"]
    table = block.data
    return [[cell.of(document.text) for cell in table.cells(n)] for n in range(len(table.rows))]


def table(text, media_type="text/csv"):
    document = parse_text(text, media_type=media_type)
    return rows(document), document.blocks[-1].data, document.warnings


def test_quotes_delimiters_and_newlines_in_cells():
    found, data, warnings = table('name,note\n"Li, Wei","two\nlines"\nAnna, "say ""hi""" \r\n')
    assert found == [["name", "note"], ["Li, Wei", "two\nlines"], ["Anna", 'say ""hi""']]
    assert data.header_rows == 1
    assert warnings == ()


def test_row_spans_are_the_records_without_line_ends():
    text = 'a,b\r\n"x\ry",2\n\n3,4'
    document = parse_text(text, media_type="text/csv")
    assert [row.of(text) for row in document.blocks[0].data.rows] == ["a,b", '"x\ry",2', "3,4"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_recognised(delimiter):
    text = "".join(
        delimiter.join(row) + "\n"
        for row in [["名称", "价格", "x"], ["苹果, 红", "3.5", ""], ["梨", "12", "y"]]
    )
    found, data, _ = table(text.replace("苹果, 红", '"苹果, 红"'))
    assert found[1] == ["苹果, 红", "3.5", ""]
    assert data.columns == 3


def test_decimal_commas_do_not_mislead():
    assert sniff("a;b\n1,5;2,5\n3,5;4,5\n").delimiter == ";"


def test_a_separator_line_names_the_delimiter():
    document = parse_text("sep=;\na,x;b\n1;2\n", media_type="text/csv")
    assert rows(document) == [["a,x", "b"], ["1", "2"]]
    assert document.blocks[0].span.of(document.text) == "sep=;"


@pytest.mark.parametrize(
    ("text", "header_rows"),
    [
        ("name,age\nAnna,3\n", 1),
        ("名称,数量\n苹果,三个\n", 1),
        ("1,2\n3,4\n", 0),
        ("a,b\na,c\n", 0),
        ("x,x\n1,2\n", 0),
        ("name,,\nAnna,1,2\n", 0),
        ("only,one\n", 0),
        ("2020-01-01,x\n2020-01-02,y\n", 0),
        ("Industry\nSales\nOther\n", 1),
    ],
)
def test_headers(text, header_rows):
    assert table(text)[1].header_rows == header_rows


def test_ragged_rows_are_padded_and_counted():
    found, _, warnings = table("a,b,c\n1\n1,2,3\n1,2,3,4\n")
    assert found == [["a", "b", "c", ""], ["1", "", "", ""], ["1", "2", "3", ""], ["1", "2", "3", "4"]]
    assert warnings == ("Rows with more or fewer than 3 cells: 2 (row 1, 3).",)


def test_one_wide_row_does_not_blow_up_the_table():
    text = "x," * 50_000 + "\n" + "a,b\n" * 5_000
    document = parse_text(text, media_type="text/csv")
    data = document.blocks[0].data
    assert len(data.starts) < 10 * (50_000 + 10_000)
    assert check_document(document) == []


def test_a_quotation_mark_without_an_end_swallows_nothing():
    found, _, warnings = table('a,b\n5" pipe,1\n"open,2\n3,4\n')
    assert found == [["a", "b"], ['5" pipe', "1"], ['"open', "2"], ["3", "4"]]
    assert warnings == ("Quotation marks without an end, read as text: 1.",)


def test_text_behind_a_closing_quotation_mark_stays_in_the_cell():
    assert table('a,b\n"x,1"y,2\n')[0][1] == ['"x,1"y', "2"]


def test_huge_sheets_are_cut_and_carry_their_header(monkeypatch):
    monkeypatch.setattr(csv_module, "ROWS_PER_PART", 3)
    data = b"k,v\r\n" + b"".join(b"r%d,%d\r\n" % (n, n) for n in range(1, 8))
    found = list(parse_all(data, key="big.csv"))
    assert [d.id for d in found] == ["big.csv#rows-1-3", "big.csv#rows-4-6", "big.csv#rows-7-7"]
    assert [d.metadata for d in found] == [
        {"part_of": "big.csv", "first_row": first, "last_row": last}
        for first, last in [(1, 3), (4, 6), (7, 7)]
    ]
    assert found[0].text == data.decode()[: len(found[0].text)]
    assert found[1].text == "k,v\r\nr4,4\r\nr5,5\r\nr6,6"
    assert rows(found[2]) == [["k", "v"], ["r7", "7"]]
    assert all(d.blocks[0].data.header_rows == 1 for d in found)


def test_huge_sheets_without_a_header(monkeypatch):
    monkeypatch.setattr(csv_module, "ROWS_PER_PART", 2)
    found = list(parse_all(b"1,2\n3,4\n5,6\n", key="x.csv"))
    assert [rows(d) for d in found] == [[["1", "2"], ["3", "4"]], [["5", "6"]]]
    assert found[1].id == "x.csv#rows-3-3"


def test_exactly_one_part_is_one_document(monkeypatch):
    monkeypatch.setattr(csv_module, "ROWS_PER_PART", 2)
    (document,) = parse_all(b"k,v\na,1\nb,2\n", key="x.csv")
    assert document.id == "x.csv"
    assert "part_of" not in document.metadata


def test_the_limit_of_a_part():
    assert csv_module.ROWS_PER_PART == 20_000
    assert CsvParser().isolated is False


CELL = st.text(alphabet='ab",\n\r ;|\t中', max_size=5)


@settings(max_examples=100, deadline=None)
@given(
    values=st.lists(st.lists(CELL, min_size=2, max_size=2), min_size=1, max_size=5),
    delimiter=st.sampled_from([",", ";", "|"]),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_the_scanner_agrees_with_the_standard_library(values, delimiter, quoting):
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, quoting=quoting).writerows(values)
    text = buffer.getvalue()
    expected = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    ]
    found = [
        [text[a:b].replace('""', '"').strip() for a, b in zip(r.starts, r.ends, strict=True)]
        for r in records(text, delimiter)
    ]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        '"' * 200_001,
        '"a\n' * 60_000,
        '"",' * 60_000,
        '"a""\n' * 50_000,
        "," * 200_000,
        "\n" * 200_000,
        "a" * 500_000,
    ],
    ids=["quotes", "open quotes", "empty cells", "odd quotes", "delimiters", "newlines", "one word"],
)
def test_hostile_texts_are_read_in_linear_time(text):
    for document in parse_all(text.encode(), media_type="text/csv"):
        assert check_document(document) == []

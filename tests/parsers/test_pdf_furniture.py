from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from pdf_cases.pdf_builders import wrapped
from pdf_cases.pdf_reading import FURNITURE, kinds_and_texts, parse_pdf
from pdf_cases.pdf_sheet import Sheet
from pdf_cases.pdf_texts import ENGLISH

TEXTS = [text.replace("\u00ad", "") for text in ENGLISH]


def _furniture(heads: list[str], feet: list[str], body_at: float = 120) -> list[tuple[str, str]]:
    """What is furniture in a file with these lines above and below on its pages."""
    sheet = Sheet()
    for page, (head, foot) in enumerate(zip(heads, feet, strict=True)):
        if page:
            sheet.new_page()
        sheet.text(60, 40, head, 8).text(200, 570, foot, 8)
        sheet.lines(60, body_at, wrapped(TEXTS[page % 4], "Helvetica", 10, 300))
    found = kinds_and_texts(parse_pdf(sheet.data), furniture=True)
    return [(kind, text) for kind, text in found if kind in FURNITURE]


def test_equal_heads_and_counting_feet():
    heads, feet = ["Ferries"] * 4, [f"- {page} -" for page in range(7, 11)]
    assert _furniture(heads, feet) == [
        pair for foot in feet for pair in (("header", "Ferries"), ("footer", foot))
    ]


def test_different_heads_on_left_and_right_pages():
    heads = ["Ferries", "Chapter one"] * 3
    assert len(_furniture(heads, [""] * 6)) == 6


@pytest.mark.parametrize(
    "feet", [["iv", "v", "vi"], ["Seite 4", "Seite 5", "Seite 6"], ["第 4 页", "第 5 页", "第 6 页"]]
)
def test_numbers_of_any_kind(feet):
    if not feet[0].isascii():
        feet = [foot.replace("第", "p").replace("页", "") for foot in feet]
    assert [text for _, text in _furniture(["", "", ""], feet)] == [foot.strip() for foot in feet]


def test_a_head_that_changes_but_counts_the_pages():
    heads = ["1 Arrival", "The harbour 2", "3 Fares of all kinds", "Goods 4"]
    assert [text for _, text in _furniture(heads, [""] * 4)] == heads


def test_numbered_headings_at_the_top_of_pages_are_none():
    assert _furniture(["1. Arrival", "2. The harbour", "3. Fares"], [""] * 3) == []


def test_two_pages_with_the_same_head():
    assert [text for _, text in _furniture(["Ferries", "Ferries"], ["", ""])] == ["Ferries", "Ferries"]


def test_a_lone_page_number_on_a_single_page():
    assert _furniture([""], ["3"]) == [("footer", "3")]


def test_the_first_lines_of_the_text_are_none():
    heads = ["First title", "Second title", "Third title", "Fourth title"]
    assert _furniture(heads, [""] * 4) == []


def test_a_foot_in_the_place_of_the_others():
    feet = ["Harbour law", "Harbour law", "Harbour law", "Fares"]
    assert [text for _, text in _furniture([""] * 4, feet)] == feet


def test_repeated_text_in_the_middle_is_none():
    sheet = Sheet()
    for page in range(4):
        if page:
            sheet.new_page()
        sheet.text(60, 300, "The same line on all pages.")
    assert {kind for kind, _ in kinds_and_texts(parse_pdf(sheet.data), furniture=True)} == {"paragraph"}


def test_a_logo_on_every_page_is_no_figure():
    sheet = Sheet()
    for page in range(5):
        if page:
            sheet.new_page()
        sheet.image(20, 20, 60, 50).lines(60, 120, wrapped(TEXTS[page % 4], "Helvetica", 10, 300))
    sheet.image(100, 300, 80, 80)
    assert [kind for kind, _ in kinds_and_texts(parse_pdf(sheet.data))].count("figure") == 1


@pytest.mark.parametrize(
    "heads", [["78 The ferries"], ["78 The ferries", "84 The ferries of the lake"], ["Ferries 5"]]
)
def test_running_heads_with_numbers_on_few_pages(heads):
    found = _furniture(heads, [""] * len(heads))
    assert [text for _, text in found] == (heads if heads != ["Ferries 5"] else [])


def test_a_number_of_one_digit_needs_another_page():
    assert _furniture(["1 Arrival"], [""]) == []
    assert [text for _, text in _furniture(["1 Arrival", "Harbours 2"], ["", ""])] == [
        "1 Arrival",
        "Harbours 2",
    ]


def test_a_numbered_line_that_is_near_the_text_is_no_head():
    assert _furniture(["78 The ferries"], [""], body_at=56) == []


def test_a_page_number_with_its_chapter():
    assert _furniture([""], ["7-45"]) == [("footer", "7-45")]

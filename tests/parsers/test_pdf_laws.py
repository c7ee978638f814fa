"""The laws of documents for pages on which anything stands anywhere, and for broken files."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_cases import pdf_files
from pdf_cases.pdf_builders import HEIGHT, WIDTH
from pdf_cases.pdf_glyphs import glyph_pdf
from pdf_cases.pdf_reading import parse_pdf
from pdf_cases.pdf_sheet import Sheet

from chunkwise.errors import ParseError
from chunkwise.model.document import Document
from chunkwise.parsers.pdf.columns import regions
from chunkwise.parsers.pdf.lines import lines_of
from chunkwise.parsers.pdf.segments import Segment
from chunkwise.parsers.pdf.sides import Item
from chunkwise.parsers.pdf.styles import Style
from chunkwise.testing.documents import check_document

WORDS = [
    "harbour",
    "Ferry",
    "1.",
    "•",
    "-",
    "well-",
    "fare:",
    "3.50",
    "iv",
    "(a)",
    "Note",
    "end.",
    "1.2.3",
    "A",
]

STRINGS = st.tuples(
    st.sampled_from(["text", "text", "text", "image", "line", "box", "page"]),
    st.integers(0, 40),
    st.integers(1, 58),
    st.sampled_from([6, 10, 10, 10, 18]),
    st.sampled_from([0, 0, 0, 90, 180, 270, 33]),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5),
    st.sampled_from(["Helvetica", "Helvetica", "Helvetica-Bold", "Courier"]),
)


def _draw(sheet: Sheet, thing: tuple[object, ...]) -> None:
    kind, x, y, size, angle, words, font = thing
    if kind == "page":
        sheet.new_page()
    elif kind == "image":
        sheet.image(10 * x, 10 * y, 5 * size, 4 * size)
    elif kind == "line":
        sheet.line(10 * x, 10 * y, 10 * x + (20 * size if angle else 0), 10 * y + (0 if angle else 20 * size))
    elif kind == "box":
        sheet.box(10 * x, 10 * y, 10 * size, 5 * size)
    else:
        sheet.canvas.saveState()
        sheet.canvas.translate(10 * x, HEIGHT - 10 * y)
        sheet.canvas.rotate(angle)
        sheet.canvas.setFont(font, size)
        sheet.canvas.drawString(0, 0, " ".join(words))
        sheet.canvas.restoreState()


def _check(document: Document) -> None:
    assert check_document(document) == []
    for block in document.blocks:
        for line in block.lines:
            page, box = document.pages[line.position.page - 1], line.position
            assert 0 <= box.x0 <= box.x1 <= page.width
            assert 0 <= box.y0 <= box.y1 <= page.height
            if line.edges is not None:
                assert list(line.edges) in (sorted(line.edges), sorted(line.edges, reverse=True))


@settings(max_examples=80, deadline=None)
@given(
    things=st.lists(STRINGS, max_size=40),
    rotation=st.sampled_from([0, 90, 180, 270]),
    crop=st.sampled_from([None, (50, 60, 300, 400)]),
)
def test_anything_anywhere_keeps_the_laws(things, rotation, crop):
    sheet = Sheet()
    sheet.canvas.setPageRotation(rotation)
    if crop:
        sheet.canvas.setCropBox(crop)
    for thing in things:
        _draw(sheet, thing)
    _check(parse_pdf(sheet.data))


@settings(max_examples=60, deadline=None)
@given(things=st.lists(STRINGS.filter(lambda thing: thing[0] == "text"), min_size=1, max_size=25))
def test_every_letter_of_the_page_is_in_the_text(things):
    """Nothing is lost, whatever stands where: only hyphens at line ends may go."""
    sheet = Sheet(width=1500, height=HEIGHT)
    places = set()
    expected = []
    for thing in things:
        _, x, y, size, _, words, font = thing
        if (x // 12, y) in places:  # PDFium itself drops what is drawn twice at one place
            continue
        places.add((x // 12, y))
        sheet.text(300 * (x // 12) + 10, 10 * y, " ".join(words), size, font)
        expected += words
    document = parse_pdf(sheet.data)
    _check(document)

    def letters(text: str) -> list[str]:
        return sorted(char for char in text if char.isalnum())

    assert letters(document.text) == letters("".join(expected))


GLYPHS = st.sampled_from(
    ["a", "b", " ", "1", ".", "-", "中", "文", "。", "ש", "م", "😀", *"\ufb01\u2f00\u00ad\0\u3000\u0301"]
)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(1, 38), st.lists(GLYPHS, min_size=1, max_size=12)),
        min_size=1,
        max_size=12,
    )
)
def test_any_unicode_keeps_the_laws(lines):
    document = parse_pdf(glyph_pdf([(10.0 * x, 10.0 * y, glyphs) for x, y, glyphs in lines]))
    _check(document)
    assert not set(document.text) & {"\0", "\u00ad", "\ufb01", "\u2f00"}


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 5000), data=st.binary(min_size=1, max_size=40))
def test_damaged_files_give_a_document_or_a_reason(at, data):
    good = pdf_files.lists_and_code()[0]
    at %= len(good)
    try:
        document = parse_pdf(good[:at] + data + good[at + len(data) :])
    except ParseError:
        return
    _check(document)


def _segments(count: int) -> list[Segment]:
    """Segments in two ragged columns, with superscripts, some over both columns."""
    large, small = Style("F", 10.0), Style("F", 6.0)
    result = []
    for at in range(count):
        x, base = (at % 2) * 220.0 + at % 7, 12.0 * (at // 2)
        width = 400.0 if at % 31 == 0 else 180.0
        style = small if at % 5 == 0 else large
        edges = [x + width * n / 10 for n in range(11)]
        result.append(
            Segment("some words", edges, x, base - 8, x + width, base + 2, base, style, 0, False, "", "", at)
        )
    return result


def _calls(count: int) -> int:
    """How many Python functions are called to lay out so many segments."""
    segments = _segments(count)
    calls = 0

    def counting(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        for region in regions([Item((s.x0, s.y0, s.x1, s.y1), s) for s in segments]):
            lines_of([item.thing for item in region if isinstance(item.thing, Segment)], 1)
    finally:
        sys.setprofile(before)
    return calls


def test_the_work_grows_with_the_number_of_segments_alone():
    few, many = _calls(1_000), _calls(8_000)
    assert many < 8 * 1.5 * few


def test_a_page_width_of_text_is_no_limit():
    sheet = Sheet(width=3 * WIDTH, height=HEIGHT)
    sheet.text(10, 100, "word " * 400, 0.5)
    document = parse_pdf(sheet.data)
    assert document.text.split() == ["word"] * 400

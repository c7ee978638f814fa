from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

import pypdfium2
from pdf_cases import pdf_files
from pdf_cases.pdf_builders import HEIGHT, WIDTH
from pdf_cases.pdf_reading import parse_pdf

from chunkwise.methods.places import clipped
from chunkwise.model.document import Document
from chunkwise.model.position import Position
from chunkwise.model.span import Span

FILES = [pdf_files.english_manual, pdf_files.chinese_manual, pdf_files.paper, pdf_files.lists_and_code]


def _check_lines(document: Document) -> int:
    """Every line lies on its page, its edges in its box and in order; the number of lines with edges."""
    count = 0
    for block in document.blocks:
        for line in block.lines:
            box = line.position
            page = document.pages[box.page - 1]
            assert 0 <= box.x0 <= box.x1 <= page.width
            assert 0 <= box.y0 <= box.y1 <= page.height
            if line.edges is not None:
                count += 1
                assert len(line.edges) == len(line.span) + 1
                assert list(line.edges) == sorted(line.edges)
                assert box.x0 - 0.02 <= line.edges[0]
                assert line.edges[-1] <= box.x1 + 0.02
    return count


@pytest.mark.parametrize("make", FILES)
def test_lines_lie_on_their_pages(make):
    assert _check_lines(parse_pdf(make()[0])) > 20


@pytest.mark.parametrize("make", [pdf_files.english_manual, pdf_files.chinese_manual, pdf_files.paper])
def test_a_clipped_box_holds_the_text_of_its_span(make):
    """What PDFium finds in the box of some characters of a line is these characters."""
    data, _ = make()
    document = parse_pdf(data)
    pdf = pypdfium2.PdfDocument(data)
    checked = 0
    for page in document.pages:
        text = pdf[page.number - 1].get_textpage()
        for block in document.blocks:
            for line in block.lines[::3]:
                if line.position.page != page.number or len(line.span) < 8 or block.kind == "figure":
                    continue
                span = Span(line.span.start + 2, line.span.end - 3)
                box = clipped(line, span)
                found = text.get_text_bounded(
                    box.x0 + 0.5, page.height - box.y1 + 1.5, box.x1 - 0.5, page.height - box.y0 - 3
                )
                assert "".join(found.split()) == "".join(span.of(document.text).split())
                checked += 1
        text.close()
    pdf.close()
    assert checked > 15


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_rotated_pages_are_read_upright_with_positions_on_the_unrotated_page(rotation):
    document = parse_pdf(pdf_files.shown_text(rotation=rotation))
    (page,) = document.pages
    assert page.rotation == rotation
    assert (page.width, page.height) == ((WIDTH, HEIGHT) if rotation in (0, 180) else (HEIGHT, WIDTH))
    assert document.text == "The first line as shown.\n\nand the second one below it."
    first, second = (block.lines[0].position for block in document.blocks)
    # The first letter begins 72 points from the left and 100 points from above, as shown.
    left, baseline = {
        0: (first.x0, first.y1), 90: (page.height - first.y1, first.x1),
        180: (page.width - first.x1, page.height - first.y0), 270: (first.y0, page.width - first.x0),
    }[rotation]  # fmt: skip
    assert left == pytest.approx(72, abs=0.1)
    assert baseline == pytest.approx(100 + 2.7, abs=0.5)
    assert _shown_below(first, second, rotation)


def _shown_below(first: Position, second: Position, rotation: int) -> bool:
    return {
        0: second.y0 > first.y0, 90: second.x0 > first.x0, 180: second.y0 < first.y0, 270: second.x0 < first.x0,
    }[rotation]  # fmt: skip


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_crop_box_is_the_page(rotation):
    whole = parse_pdf(pdf_files.shown_text(rotation=rotation))
    cut = parse_pdf(pdf_files.shown_text(rotation=rotation, crop=(20, 30, 415, 415)))
    (page,) = cut.pages
    assert (page.width, page.height) == (395, 385)
    if rotation == 90:  # all of it is inside of the box
        assert cut.text == whole.text
        top = whole.pages[0].height - 415
        for one, other in zip(whole.blocks, cut.blocks, strict=True):
            before, after = one.lines[0].position, other.lines[0].position
            assert after.x0 == pytest.approx(before.x0 - 20, abs=0.02)
            assert after.y0 == pytest.approx(before.y0 - top, abs=0.02)
    for block in cut.blocks:
        for line in block.lines:
            assert 0 <= line.position.x0 <= line.position.x1 <= page.width


def test_text_outside_of_the_crop_box_is_not_on_the_page():
    document = parse_pdf(pdf_files.shown_text(crop=(0, HEIGHT - 102, WIDTH, HEIGHT)))
    assert document.text == "The first line as shown."


def test_edges_of_upside_down_text_fall():
    document = parse_pdf(pdf_files.shown_text(rotation=180))
    edges = document.blocks[0].lines[0].edges
    assert list(edges) == sorted(edges, reverse=True)


def test_lines_that_run_up_or_down_have_no_edges():
    document = parse_pdf(pdf_files.shown_text(rotation=90))
    assert document.blocks[0].lines[0].edges is None

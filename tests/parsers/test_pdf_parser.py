from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from pdf_cases import pdf_files
from pdf_cases.pdf_reading import kinds_and_texts, parse_pdf

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.model.table import Figure
from chunkwise.parsers.pdf.parser import PdfParser
from chunkwise.parsers.read import _parse_to_list
from chunkwise.runtime.workers import run_isolated
from chunkwise.testing.documents import check_document

FILES = [pdf_files.english_manual, pdf_files.chinese_manual, pdf_files.paper, pdf_files.lists_and_code]


def _pages_of(block: Block) -> list[int]:
    return sorted({line.position.page for line in block.lines if line.position})


@pytest.mark.parametrize("make", FILES)
def test_a_file_is_read_as_it_was_written(make):
    data, truth = make()
    document = parse_pdf(data)
    assert kinds_and_texts(document) == truth
    assert check_document(document) == []
    assert document.warnings == ()


@pytest.mark.parametrize("make", FILES)
def test_the_same_bytes_give_the_same_document(make):
    data, _ = make()
    assert parse_pdf(data) == parse_pdf(data)


def test_bookmarks_give_the_levels():
    document = parse_pdf(pdf_files.english_manual()[0])
    headings = [block for block in document.blocks if block.kind == "heading"]
    assert [block.level for block in headings] == [1, 2, 2, 2] * 3
    assert all(block.style["outline"] for block in headings)
    title = document.blocks[1]
    assert (title.kind, title.level) == ("title", 0)


def test_numbers_give_the_levels_where_there_are_no_bookmarks():
    document = parse_pdf(pdf_files.chinese_manual()[0])
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 1, 1]


def test_furniture_stands_after_the_paragraph_that_it_interrupts():
    document = parse_pdf(pdf_files.english_manual()[0])
    furniture = [text for kind, text in kinds_and_texts(document, True) if kind in ("header", "footer")]
    pages = len(document.pages)
    assert furniture == [
        text for page in range(1, pages + 1) for text in ("The island ferry", f"Page {page}")
    ]
    broken = [at for at, block in enumerate(document.blocks) if len(_pages_of(block)) == 2]
    assert broken
    for at in broken:
        assert [block.kind for block in document.blocks[at + 1 : at + 3]] == ["footer", "header"]
        first, second = _pages_of(document.blocks[at])
        assert _pages_of(document.blocks[at + 1]) == [first]
        assert _pages_of(document.blocks[at + 2]) == [second]


def test_columns_are_read_one_after_the_other():
    document = parse_pdf(pdf_files.paper()[0])
    for block in document.blocks:
        lines = [line.position for line in block.lines if line.position]
        for above, below in pairwise(lines):
            assert (below.page, below.x0 > above.x1, below.y0) > (above.page, False, above.y0)


def test_nested_list_items_have_levels():
    from pdf_cases.pdf_builders import Typesetter

    sheet = Typesetter(foot="")
    sheet.item("•", "One thing")
    for x in (20, 20):
        sheet._line("–", sheet.x + x, "Helvetica", 10)
        sheet._line("a smaller thing", sheet.x + x + 12, "Helvetica", 10)
        sheet.y -= 13
    sheet.item("•", "Another thing")
    document = parse_pdf(sheet.finish())
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("list_item", n) for n in (1, 2, 2, 1)
    ]


def test_metadata_and_pages():
    document = parse_pdf(pdf_files.english_manual()[0])
    assert document.metadata["title"] == "A test"
    assert document.metadata["page_count"] == len(document.pages) > 3
    assert str(document.metadata["created"]).startswith("2000-01-01T00:00:00")
    assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))
    assert (document.pages[0].width, document.pages[0].height) == (420.0, 595.0)
    assert document.media_type == "application/pdf"


def test_a_scanned_page_is_one_figure_with_a_warning():
    document = parse_pdf(pdf_files.scan())
    assert kinds_and_texts(document) == [("paragraph", "The only text."), ("figure", "[image]")]
    figure = document.blocks[1].data
    assert figure == Figure("#page-2", "", 420.0, 595.0)
    (warning,) = document.warnings
    assert warning.startswith("1 of 2 pages has no text")
    assert "(page 2)" in warning
    assert "chunkwise[ocr]" in warning


def test_pictures_are_named_by_page_and_number():
    document = parse_pdf(pdf_files.paper()[0])
    (figure,) = [block for block in document.blocks if block.kind == "figure"]
    assert figure.data == Figure("#page-1-image-1", "", 100.0, 60.0)
    (line,) = figure.lines
    assert round(line.position.x1 - line.position.x0) == 100


def test_small_images_and_backgrounds_are_no_figures():
    import io

    from pdf_cases.pdf_builders import HEIGHT, WIDTH, new_canvas, small_image

    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    canvas.drawImage(small_image(), 0, 0, WIDTH, HEIGHT)
    canvas.drawImage(small_image(), 50, 50, 30, 200)
    canvas.drawString(72, 300, "Text before a background.")
    canvas.showPage()
    canvas.save()
    document = parse_pdf(buffer.getvalue())
    assert kinds_and_texts(document) == [("paragraph", "Text before a background.")]


def test_an_empty_page_is_an_empty_document():
    import io

    from pdf_cases.pdf_builders import new_canvas

    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    canvas.showPage()
    canvas.save()
    document = parse_pdf(buffer.getvalue())
    assert (document.text, document.blocks, document.warnings) == ("", (), ())
    assert len(document.pages) == 1


def test_a_password_is_asked_for():
    with pytest.raises(ParseError, match=r"file\.pdf: it is encrypted: a password is needed"):
        parse_pdf(pdf_files.encrypted("secret"))


def test_an_empty_password_is_none():
    assert parse_pdf(pdf_files.encrypted("")).text == "Secret text."


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"no PDF", pdf_files.scan()[:700]], ids=range(4))
def test_broken_files_say_why(data):
    with pytest.raises(ParseError, match=r"file\.pdf: the PDF cannot be opened: it is not a PDF file, or"):
        parse_pdf(data)


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(OSError):
        next(PdfParser().parse(Source("a", "a.pdf", path=tmp_path / "a.pdf")))


def test_without_pdfium_the_extra_is_named(monkeypatch):
    for name in list(sys.modules):
        if name.partition(".")[0] == "pypdfium2":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(MissingExtra, match=r"Reading PDF needs .*chunkwise\[pdf\]"):
        parse_pdf(pdf_files.scan())


def test_threads_do_not_disturb_each_other():
    data = [make()[0] for make in FILES]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(parse_pdf, data * 3))
    assert found == [parse_pdf(one) for one in data] * 3


def test_it_runs_in_a_worker_process():
    parser = PdfParser()
    assert parser.isolated
    source = Source("key", "file.pdf", data=pdf_files.paper()[0])
    (document,) = run_isolated(_parse_to_list, parser, source)
    assert isinstance(document, Document)
    assert document == parse_pdf(pdf_files.paper()[0])

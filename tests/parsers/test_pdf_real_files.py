"""Real files beside the checkout: the laws, and what must be found in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

import pytest

pytest.importorskip("pypdfium2")

from pdf_cases.pdf_reading import FURNITURE, parse_pdf

from chunkwise.model.document import Document
from chunkwise.model.table import Table
from chunkwise.testing.documents import check_document

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
PDFS = DATA / "docs" / "pdf"
TABLES = DATA / "icdar2013" / "eu"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no shared data beside the checkout")


def _read(path: Path) -> Document:
    return parse_pdf(path.read_bytes())


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


@pytest.mark.parametrize(
    "path", sorted(PDFS.glob("*.pdf")) + sorted(TABLES.glob("*.pdf")), ids=lambda path: path.stem
)
def test_the_laws(path):
    document = _read(path)
    assert check_document(document) == []
    assert document.blocks
    for block in document.blocks:
        for line in block.lines:
            page, box = document.pages[line.position.page - 1], line.position
            assert 0 <= box.x0 <= box.x1 <= page.width
            assert 0 <= box.y0 <= box.y1 <= page.height


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("2305.03393v1-pg9", 0.9), ("amt_handbook_sample", 0.94), ("code_and_formula", 0.97), ("multi_page", 0.99),
        ("normal_4pages", 0.8), ("picture_classification", 0.99), ("table_mislabeled_as_picture", 0.93),
    ],
)  # fmt: skip
def test_the_words_are_in_the_order_of_another_reading(name, least):
    """The longest common run of words with what another engine made of the file, as a share."""
    from difflib import SequenceMatcher

    truth = _words(re.sub(r"<!--.*?-->|&\w+;", "", (PDFS / "truth" / f"{name}.md").read_text("utf-8")))
    document = _read(PDFS / f"{name}.pdf")
    body = [block.span.of(document.text) for block in document.blocks if block.kind not in FURNITURE]
    found = _words("\n".join(body))
    assert SequenceMatcher(None, truth, found, autojunk=False).ratio() >= least


Pairs: TypeAlias = set[tuple[str, str, str]]


def _pairs(cells: dict[tuple[int, int], str], rows: int, columns: int) -> Pairs:
    """Each cell with its next neighbour that is not empty, to the right and below."""
    found = set()
    for (row, column), text in cells.items():
        right = (cells.get((row, at), "") for at in range(column + 1, columns))
        below = (cells.get((at, column), "") for at in range(row + 1, rows))
        for side, others in (("right", right), ("below", below)):
            other = next((one for one in others if one and one != text), "")
            if text and other:
                found.add((side, text, other))
    return found


def _true_pairs(path: Path) -> Pairs:
    found: Pairs = set()
    for table in ElementTree.parse(path).getroot().iter("table"):
        cells: dict[tuple[int, int], str] = {}
        for cell in table.iter("cell"):
            row, column = int(cell.get("start-row", 0)), int(cell.get("start-col", 0))
            text = "".join(_words(cell.findtext("content") or ""))
            for r in range(row, int(cell.get("end-row", row)) + 1):
                for c in range(column, int(cell.get("end-col", column)) + 1):
                    cells[r, c] = text
        found |= _pairs(cells, 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells))
    return found


def _found_pairs(document: Document) -> Pairs:
    found: Pairs = set()
    for block in document.blocks:
        if isinstance(block.data, Table):
            rows, columns = len(block.data.rows), block.data.columns
            places = [(row, column) for row in range(rows) for column in range(columns)]
            values = {at: "".join(_words(block.data.value(document.text, *at))) for at in places}
            found |= _pairs(values, rows, columns)
    return found


@pytest.mark.parametrize(
    "name",
    [
        f"eu-{number}"
        for number in ("001", "002", "003", "004", "005", "007", "008", "009a", "010", "013", "014")
    ]
    + [f"eu-{number}" for number in ("015", "020", "021", "022", "023", "024", "025")],
)
def test_ruled_tables_have_the_right_cells(name):
    assert _found_pairs(_read(TABLES / f"{name}.pdf")) == _true_pairs(TABLES / f"{name}-str.xml")


def test_headings_of_a_report():
    document = _read(TABLES / "eu-012.pdf")
    headings = [
        (block.level, block.span.of(document.text)) for block in document.blocks if block.kind == "heading"
    ]
    assert (1, "1. General policy context: framework for the knowledge society") in headings
    assert (2, "1.1. Political and administrative structure") in headings
    assert (2, "1.3. The economy and the labour market") in headings


def test_headings_of_a_korean_paper_in_two_columns():
    document = _read(PDFS / "normal_4pages.pdf")
    found = [(block.level, block.span.of(document.text)) for block in document.blocks if block.is_heading]
    assert (0, "코로나-19 관련 보험약관상 재해보험금 지급문제 및 개선과제") in found
    assert [text for level, text in found if level == 1 and text[0].isdigit()] == [
        "1 들어가며", "2 코로나-19 관련 보험 현황", "3 문제점", "4 개선과제", "5 맺으며",
    ]  # fmt: skip

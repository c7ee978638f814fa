from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

from pdf_cases.pdf_builders import Typesetter, chinese_font, wrapped
from pdf_cases.pdf_reading import kinds_and_texts, parse_pdf
from pdf_cases.pdf_sheet import Sheet
from pdf_cases.pdf_texts import CHINESE, ENGLISH

from chunkwise.parsers.pdf.outline import Bookmark, mark_lines

BOLD = "Helvetica-Bold"
TEXT = ENGLISH[0].replace("\u00ad", "")


class Page:
    """A page that is written from above to below."""

    def __init__(self) -> None:
        self.sheet, self.y = Sheet(), 60.0

    def put(self, text: str, size: float = 10, font: str = "Helvetica", gap: float = 10) -> Page:
        self.y += gap
        for line in wrapped(text, font, size, 300):
            self.y += 1.25 * size
            self.sheet.text(60, self.y, line, size, font)
        return self

    def headings(self) -> list[tuple[str, int, str]]:
        document = parse_pdf(self.sheet.data)
        return [
            (block.kind, block.level, block.span.of(document.text))
            for block in document.blocks
            if block.kind in ("title", "heading")
        ]


def test_size_and_weight_rank_headings_without_numbers():
    page = Page().put("The report", 20)
    for name in ("Spring", "Autumn"):
        page.put(f"{name} on the islands", 14).put(TEXT)
        page.put("Weather and tides", 10, BOLD).put(TEXT)
    assert page.headings() == [
        ("title", 0, "The report"),
        ("heading", 1, "Spring on the islands"),
        ("heading", 2, "Weather and tides"),
        ("heading", 1, "Autumn on the islands"),
        ("heading", 2, "Weather and tides"),
    ]


def test_numbers_rank_headings_of_one_look():
    page = Page()
    for text in ("1 Ships", "1.1 Ferries", "1.1.1 Old ferries", "1.2 Boats", "2 Ports"):
        page.put(text, 12, BOLD).put(TEXT)
    assert [(level, text) for _, level, text in page.headings()] == [
        (1, "1 Ships"), (2, "1.1 Ferries"), (3, "1.1.1 Old ferries"), (2, "1.2 Boats"), (1, "2 Ports"),
    ]  # fmt: skip


def test_chinese_numbers_rank_headings():
    font = chinese_font()
    sheet = Typesetter(font=font, bold=font, size=10, leading=15, foot="")
    names = ("第一章　总则", "第一节　目的", "一、适用范围", "第二节　原则", "第二章　船票")
    for name in names:
        sheet.heading(name, 2, bookmark=False)
        sheet.paragraph(CHINESE[0], indent=20)
    document = parse_pdf(sheet.finish())
    found = [
        (block.level, block.span.of(document.text)) for block in document.blocks if block.kind == "heading"
    ]
    assert found == list(zip((1, 2, 3, 2, 1), names, strict=True))


def test_a_guess_skips_no_level():
    page = Page()
    for text, size in (("Small first", 12), ("Large", 16), ("Small", 12), ("Large again", 16)):
        page.put(text, size, BOLD).put(TEXT)
    assert [level for _, level, _ in page.headings()] == [1, 1, 2, 1]


@pytest.mark.parametrize(
    "text",
    [
        "This whole sentence is bold and ends as sentences do.",
        "and so on in lower case",
        "The following are needed:",
        "Note",
        "提示",
        "12",
        "Figure 3: The pier in winter",
        "* * *",
    ],
)
def test_bold_text_that_is_no_heading(text):
    font = chinese_font() if text == "提示" else BOLD
    page = Page().put("Heading", 14).put(TEXT).put(text, 12, font).put(TEXT).put(TEXT)
    assert [heading[2] for heading in page.headings()] == ["Heading"]


def test_a_bold_beginning_of_a_paragraph_is_no_heading():
    sheet = (
        Sheet()
        .text(60, 80, "The bold beginning of this one.", 10, BOLD)
        .text(225, 80, "It goes on in light type")
    )
    sheet.lines(
        60, 92, ["and ends in the second line of the paragraph, which", "is followed by a third one."]
    )
    for at in range(4):
        sheet.lines(60, 150 + 60 * at, wrapped(TEXT, "Helvetica", 10, 300))
    kinds = {kind for kind, _ in kinds_and_texts(parse_pdf(sheet.data))}
    assert kinds == {"paragraph"}


def test_names_on_a_cover_are_no_headings():
    page = Page()
    for name in ("Anna Berg", "Carl Dahl", "Eva Falk", "Gustav Holm"):
        page.put(name, 12, BOLD, gap=20)
    page.put(TEXT).put(TEXT).put(TEXT)
    assert page.headings() == []


def test_a_heading_in_two_lines_is_one():
    page = (
        Page()
        .put("A long heading that does not fit in one line of the page and so goes on", 16)
        .put(TEXT)
        .put(TEXT)
    )
    assert [text for _, _, text in page.headings()] == [
        "A long heading that does not fit in one line of the page and so goes on"
    ]


def test_bookmarks_decide_where_there_are_many():
    sheet = Typesetter(foot="")
    for chapter in range(1, 12):
        sheet.heading(f"{chapter} Chapter", 1)
        sheet.paragraph(ENGLISH[0])
        sheet._line("Only bold", sheet.x, BOLD, 10)
        sheet.y -= 20
    document = parse_pdf(sheet.finish())
    assert {block.span.of(document.text) for block in document.blocks if block.kind == "heading"} == {
        f"{chapter} Chapter" for chapter in range(1, 12)
    }


def test_bookmarks_with_and_without_numbers_over_several_lines():
    sheet = Sheet().text(60, 80, "1.2 Rules for passengers who", 12).text(60, 94, "carry bicycles", 12)
    sheet.text(60, 120, TEXT[:60]).text(60, 150, "2 Goods", 12).text(60, 180, TEXT[:60])
    for title in ("Rules for passengers who carry bicycles", "2. GOODS", "Not there"):
        sheet.canvas.bookmarkPage(title)
        sheet.canvas.addOutlineEntry(title, title, 0)
    document = parse_pdf(sheet.data)
    headings = [block.span.of(document.text) for block in document.blocks if block.style.get("outline")]
    assert headings == ["1.2 Rules for passengers who carry bicycles", "2 Goods"]


def test_a_bookmark_with_another_number_names_another_heading():
    assert mark_lines([[]], [Bookmark("1 Scope", 1, 1)]) == {}
    document_lines = Sheet().text(60, 80, "2 Scope", 12).text(60, 120, "1 Scope", 12)
    document_lines.canvas.bookmarkPage("a")
    document_lines.canvas.addOutlineEntry("1 Scope", "a", 0)
    document = parse_pdf(document_lines.data)
    marked = [block.span.of(document.text) for block in document.blocks if block.style.get("outline")]
    assert marked == ["1 Scope"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Figure 3: The pier", "caption"),
        ("Table 2-1 Fares in winter", "caption"),
        ("表1-2 票价", "caption"),
        ("图 3　码头", "caption"),
        ("Figure 3 shows the pier in winter.", "paragraph"),
        ("Tables 2 and 3 list the fares.", "paragraph"),
        ("表中所列票价为成人票价。", "paragraph"),
        ("图3所示为码头。", "paragraph"),
    ],
)
def test_captions(text, kind):
    font = "Helvetica" if text.isascii() else chinese_font()
    document = parse_pdf(Page().put(TEXT).put(text, 10, font, gap=20).put(TEXT, gap=20).sheet.data)
    assert [(block.kind, block.span.of(document.text)) for block in document.blocks][1] == (kind, text)


def test_footnotes_stand_behind_the_paragraph_that_they_interrupt():
    sheet = Sheet()
    sheet.lines(60, 400, wrapped(f"{TEXT} {TEXT}", "Helvetica", 10, 300)[:5])
    sheet.line(60, 520, 120, 520).text(60, 535, "1 A note in small print.", 7).text(
        60, 545, "2 Another one.", 7
    )
    sheet.new_page().lines(60, 60, ["and this is how it goes on."])
    document = parse_pdf(sheet.data)
    assert [block.kind for block in document.blocks] == ["paragraph", "footnote", "footnote"]
    assert document.blocks[0].span.of(document.text).endswith("and this is how it goes on.")


def test_contents_lines_are_one_block_of_lines():
    sheet = Sheet()
    for at, name in enumerate(("Departure", "Fares", "Goods")):
        sheet.text(60, 80 + 14 * at, f"{at + 1} {name} " + ". " * 30 + f" {at * 3 + 1}")
    document = parse_pdf(sheet.data)
    (block,) = document.blocks
    assert block.kind == "toc"
    assert len(block.lines) == 3
    assert document.text.count("\n") == 2


def _ranked(*texts: str, size: float = 12) -> list[int]:
    page = Page()
    for text in texts:
        page.put(text, size, BOLD, gap=4).put(TEXT, gap=2)
    found = page.headings()
    assert [text for _, _, text in found] == list(texts)
    return [level for _, level, _ in found]


@pytest.mark.parametrize(
    ("texts", "levels"),
    [
        (("5.1 Ships", "5.2 Boats"), [1, 1]),  # an excerpt
        (("2 Ports", "2.2 Ships", "3.2.2 Boats", "3.3 Piers"), [1, 2, 1, 1]),  # with gaps
        (("2 Ports", "2.2 Ships", "2.3.2 Boats", "2.4 Piers"), [1, 2, 2, 2]),
        (("2 Ports", "2.2 Ships", "2.2.1 Boats", "2.2.2 Rafts", "3 Piers"), [1, 2, 3, 3, 1]),
    ],
)
def test_numbers_are_in_no_section_that_they_contradict(texts, levels):
    assert _ranked(*texts) == levels


def test_numbers_that_look_alike_are_of_one_depth():
    font = chinese_font()
    sheet = Typesetter(font=font, bold=font, size=10, leading=15, foot="")
    for level, name in ((1, "1 总则"), (2, "(1) 船票"), (2, "(2) Rules of fares"), (2, "（3）班次")):
        sheet.heading(name, level, bookmark=False)
        sheet.paragraph(CHINESE[0], indent=20)
    document = parse_pdf(sheet.finish())
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 2, 2, 2]


def _with_label(boxes: int) -> list[str]:
    page = Page().put("Heading", 14).put(TEXT).put(TEXT)
    for at in range(boxes):
        page.sheet.box(60 + 3 * at, 300 + 3 * at, 250 - 6 * at, 90 - 6 * at)
    page.sheet.text(90, 345, "Create permission", 12, BOLD)
    page.y = 420
    return [text for _, _, text in page.put(TEXT).put(TEXT).headings()]


def test_a_label_in_a_drawing_is_no_heading():
    assert _with_label(6) == ["Heading"]


def test_a_heading_in_a_frame_is_one():
    assert _with_label(1) == ["Heading", "Create permission"]


def test_small_labels_do_not_make_the_text_large():
    page = Page().put(TEXT).put(TEXT).put("A label", 7, BOLD)
    for at in range(60):
        page.sheet.text(60 + 75 * (at % 4), 250 + 20 * (at // 4), "Small label", 6)
    assert page.headings() == []


def test_each_caption_is_a_block():
    sheet = Sheet().lines(60, 80, ["Figure 7-27. Steel nuts.", "Figure 7-26. Locking nuts."])
    sheet.lines(
        60, 160, ["This text goes on and speaks of what can be seen in", "Figure 3. But it ends here."]
    )
    assert kinds_and_texts(parse_pdf(sheet.data)) == [
        ("caption", "Figure 7-27. Steel nuts."),
        ("caption", "Figure 7-26. Locking nuts."),
        ("paragraph", "This text goes on and speaks of what can be seen in Figure 3. But it ends here."),
    ]

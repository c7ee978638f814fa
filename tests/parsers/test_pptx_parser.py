"""Presentations: order, levels, tables, pictures, charts, notes, positions, broken files."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from office_files import (
    BODY,
    CHART,
    DIAGRAM,
    NAMES,
    POINT,
    TITLE,
    ap,
    deck,
    one,
    shown,
    sp,
    texts,
    xfrm,
    zipped,
)

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.position import Page, Position
from chunkwise.model.source import Source
from chunkwise.model.table import Figure, Merge
from chunkwise.parsers.formats import PPTX
from chunkwise.parsers.pptx.parser import PptxParser
from chunkwise.testing.documents import check_document

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
PARSER = PptxParser()


def read(*slides, **more):
    return one(PARSER, deck(*slides, **more))


def test_a_file_of_python_pptx_reads_as_it_was_written():
    pptx = pytest.importorskip("pptx")
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[0])
    first.shapes.title.text, first.placeholders[1].text = "年度报告", "Subtitle"
    second = made.slides.add_slide(made.slide_layouts[1])
    second.shapes.title.text = "Agenda"
    frame = second.placeholders[1].text_frame
    frame.text = "One"
    below = frame.add_paragraph()
    below.text, below.level = "二", 1
    table = second.shapes.add_table(
        2, 2, 0, pptx.util.Inches(5), pptx.util.Inches(4), pptx.util.Inches(1)
    ).table
    for cell, text in zip(table.iter_cells(), ["a", "b", "c", "d"], strict=True):
        cell.text = text
    second.notes_slide.notes_text_frame.text = "Say hello.\n打招呼。"
    made.core_properties.title = "Deck"
    out = io.BytesIO()
    made.save(out)
    document = one(PARSER, out.getvalue())
    assert shown(document) == [
        ("title0", "年度报告"),
        ("paragraph", "Subtitle"),
        ("heading1", "Agenda"),
        ("list_item1", "- One"),
        ("list_item2", "- 二"),
        ("table", "a | b\nc | d"),
        ("paragraph", "Say hello."),
        ("paragraph", "打招呼。"),
    ]
    assert document.pages == (Page(1, 720.0, 540.0), Page(2, 720.0, 540.0))
    assert document.blocks[4].parent == document.blocks[3].id
    assert document.blocks[5].data.header_rows == 1
    assert [block.style.get("name") for block in document.blocks[-2:]] == ["notes", "notes"]
    assert document.metadata["title"] == "Deck"
    assert document.media_type == PPTX
    assert all(line.position for block in document.blocks for line in block.lines)
    assert all(block.lines for block in document.blocks)


def test_the_title_comes_first_and_places_are_inherited():
    document = read(sp("Text", ph=BODY) + sp("Heading", ph=TITLE) + sp("free", box=(10, 500, 100, 20)))
    assert shown(document) == [("title0", "Heading"), ("list_item1", "- Text"), ("paragraph", "free")]
    places = [block.lines[0].position for block in document.blocks]
    assert places == [
        Position(1, 40.0, 20.0, 680.0, 100.0),
        Position(1, 40.0, 120.0, 640.0, 420.0),
        Position(1, 10.0, 500.0, 110.0, 520.0),
    ]


def test_only_the_first_slide_has_the_title_of_the_deck():
    document = read(sp("A", ph='type="ctrTitle"'), sp("B", ph=TITLE), sp("no title", box=(0, 0, 9, 9)))
    assert shown(document) == [("title0", "A"), ("heading1", "B"), ("paragraph", "no title")]


@pytest.mark.parametrize(
    ("boxes", "order"),
    [
        (
            {"d": (400, 300, 100, 50), "a": (0, 0, 600, 50), "c": (0, 300, 100, 50), "b": (0, 100, 600, 100)},
            "abcd",
        ),
        ({"c": (400, 100, 200, 300), "a": (0, 100, 200, 100), "b": (0, 250, 200, 150)}, "abc"),
        ({"b": (10, 60, 50, 20), "c": (100, 60, 50, 20), "a": (0, 0, 500, 400)}, "abc"),
        ({"b": (0, 95, 100, 100), "a": (0, 0, 100, 100)}, "ab"),
    ],
)
def test_reading_order(boxes, order):
    document = read("".join(sp(name, box=box) for name, box in boxes.items()))
    assert "".join(texts(document)) == order


def group(inside, box, inner):
    (x, y, w, h), (cx, cy, cw, ch) = box, inner
    points = f'<a:off x="{x * POINT}" y="{y * POINT}"/><a:ext cx="{w * POINT}" cy="{h * POINT}"/>'
    points += f'<a:chOff x="{cx * POINT}" y="{cy * POINT}"/><a:chExt cx="{cw * POINT}" cy="{ch * POINT}"/>'
    return f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm>{points}</a:xfrm></p:grpSpPr>{inside}</p:grpSp>"


def test_groups_stay_together_and_move_their_shapes():
    inner = sp("in 1", box=(0, 0, 10, 10)) + group(
        sp("in 2", box=(0, 0, 4, 4)), (0, 20, 20, 20), (0, 0, 4, 4)
    )
    document = read(sp("after", box=(100, 120, 50, 10)) + group(inner, (200, 100, 80, 160), (0, 0, 20, 40)))
    assert texts(document) == ["after", "in 1", "in 2"]
    assert document.blocks[1].lines[0].position == Position(1, 200.0, 100.0, 240.0, 140.0)
    assert document.blocks[2].lines[0].position == Position(1, 200.0, 180.0, 280.0, 260.0)


def test_a_shape_on_its_side():
    document = read(sp("x", box=(100, 100, 40, 20), turn='rot="16200000"'))
    assert document.blocks[0].lines[0].position == Position(1, 110.0, 90.0, 130.0, 130.0)


def test_bullets_and_numbers():
    number = '<a:buAutoNum type="{}"/>'
    paragraphs = [
        ap("plain", bullet="<a:buNone/>"),
        ap("dot"),
        ap("below", 1),
        ap("one", bullet=number.format("arabicPeriod")),
        ap("a", 1, number.format("alphaLcParenR")),
        ap("b", 1, number.format("alphaLcParenR")),
        ap("two", bullet=number.format("arabicPeriod")),
        ap("again", bullet='<a:buAutoNum type="romanUcPeriod" startAt="4"/>'),
        ap("中", bullet=number.format("ea1ChsPeriod")),
        ap("none here", 2),
    ]
    document = read(sp(*paragraphs, ph=BODY))
    assert texts(document) == [
        "plain", "- dot", "- below", "1. one", "a) a", "b) b", "2. two", "IV. again", "一. 中", "none here",
    ]  # fmt: skip
    assert [block.kind for block in document.blocks][0::9] == ["paragraph", "paragraph"]
    assert document.blocks[2].parent == document.blocks[1].id
    assert document.blocks[5].parent == document.blocks[3].id


def test_breaks_fields_and_formulas_in_a_paragraph():
    math = f"<m:oMathPara {NAMES}><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>"
    inside = f'<mc:AlternateContent><mc:Choice><a14:m xmlns:a14="u">{math}</a14:m></mc:Choice><mc:Fallback/></mc:AlternateContent>'
    text = "<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:fld><a:t>7</a:t></a:fld></a:p>"
    document = read(sp(text, f"<a:p>{inside}</a:p>", box=(0, 0, 9, 9)))
    assert shown(document) == [("paragraph", "a\n7"), ("formula", "x^2")]


def frame(data, box=(100, 200, 300, 60)):
    place = xfrm(box).replace("a:xfrm", "p:xfrm")
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="f" descr="Object 对象"/></p:nvGraphicFramePr>'
        f"{place}<a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def test_tables_with_merged_cells_and_the_box_of_each_cell():
    def tc(text, more=""):
        return f"<a:tc {more}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    rows = (
        tc("head", 'gridSpan="2"') + tc("", 'hMerge="1"'),
        tc("a", 'rowSpan="2"') + tc("b"),
        tc("", 'vMerge="1"') + tc("c"),
    )
    grid = '<a:tblGrid><a:gridCol w="100"/><a:gridCol w="200"/></a:tblGrid>'
    table = (
        f'<a:tbl><a:tblPr firstRow="1"/>{grid}'
        + "".join(f'<a:tr h="10">{row}</a:tr>' for row in rows)
        + "</a:tbl>"
    )
    document = read(frame(table))
    (block,) = document.blocks
    assert document.text == "head |\na | b\n| c"
    assert block.data.merges == (Merge(0, 0, 1, 2), Merge(1, 0, 2, 1))
    assert block.data.header_rows == 1
    boxes = {line.span.of(document.text): line.position for line in block.lines}
    assert boxes["head"] == Position(1, 100.0, 200.0, 400.0, 220.0)
    assert boxes["a"] == Position(1, 100.0, 220.0, 200.0, 260.0)
    assert boxes["c"] == Position(1, 200.0, 240.0, 400.0, 260.0)


def pic(link="i", alt="", box=(10, 20, 100, 50)):
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="4" name="p" descr="{alt}"/></p:nvPicPr><p:blipFill><a:blip r:embed="{link}"/></p:blipFill>'
        f"<p:spPr>{xfrm(box)}</p:spPr></p:pic>"
    )


def test_pictures_and_objects():
    links = {"i": ("image", "../media/image1.png")}
    unknown = frame("<p:oleObj/>")
    with_picture = frame(
        f"<mc:AlternateContent><mc:Choice><p:oleObj/></mc:Choice><mc:Fallback><p:oleObj>{pic()}</p:oleObj></mc:Fallback></mc:AlternateContent>"
    )
    document = read(pic(alt="Duck 鸭") + unknown + with_picture, links=links)
    assert texts(document) == ["Duck 鸭", "Object 对象", "[image]"]
    assert document.blocks[0].data == Figure("#ppt/media/image1.png", "Duck 鸭", 100.0, 50.0)
    assert document.blocks[0].lines[0].position == Position(1, 10.0, 20.0, 110.0, 70.0)
    assert document.blocks[2].data.image == "#ppt/media/image1.png"


def test_charts_are_tables_and_diagrams_are_lists():
    links = {"c": ("chart", "../charts/c.xml"), "d": ("diagramData", "../diagrams/d.xml")}
    parts = {"ppt/charts/c.xml": CHART, "ppt/diagrams/d.xml": DIAGRAM}
    chart, diagram = frame('<c:chart r:id="c"/>'), frame('<dgm:relIds r:dm="d"/>', (0, 400, 10, 10))
    document = read(chart + diagram, links=links, parts=parts)
    assert shown(document) == [
        ("caption", "Ducks"),
        ("table", "| 鸭\nQ1 | 4.3\nQ2 | 5"),
        ("list_item1", "First"),
        ("list_item2", "Below"),
        ("list_item1", "Second"),
    ]
    assert document.blocks[0].parent == document.blocks[1].id
    assert document.blocks[3].parent == document.blocks[2].id


def test_notes_stand_at_the_end_and_footers_are_typed():
    notes = sp("Note 备注", ph='type="body" idx="1"') + sp("3", ph='type="sldNum" idx="2"')
    slide = (
        sp("7", box=(600, 500, 50, 20), ph='type="sldNum" idx="12"')
        + sp("Body", box=(0, 0, 9, 9))
        + sp("公司", ph='type="ftr" idx="11"')
    )
    document = read(slide, notes=notes)
    assert shown(document) == [
        ("paragraph", "Body"),
        ("footer", "7"),
        ("footer", "公司"),
        ("paragraph", "Note 备注"),
    ]
    assert document.blocks[3].lines[0].position == Position(1, 0.0, 0.0, 720.0, 540.0)


def test_what_is_hidden_is_told():
    document = read(
        sp("a", box=(0, 0, 9, 9)) + sp("b", box=(0, 20, 9, 9), hidden='hidden="1"'), sp("c"), show='show="0"'
    )
    assert texts(document) == ["a", "c"]
    assert document.warnings == ("Hidden slides, read as well: 1, 2.", "Hidden shapes, left out: 1.")


def test_comments_are_counted():
    links = {"k": ("comments", "../comments/c.xml")}
    parts = {"ppt/comments/c.xml": f"<p:cmLst {NAMES}><p:cm/><p:cm/></p:cmLst>"}
    assert read(sp("a"), links=links, parts=parts).warnings == ("Comments, left out: 2.",)


def test_shapes_without_a_place_come_last_and_fill_the_slide():
    document = read(sp("nowhere") + sp("somewhere", box=(0, 0, 9, 9)))
    assert texts(document) == ["somewhere", "nowhere"]
    assert document.blocks[1].lines[0].position == Position(1, 0.0, 0.0, 720.0, 540.0)


def test_a_damaged_slide_costs_a_warning_only():
    document = read(sp("a"), sp("b"), parts={"ppt/slides/slide1.xml": "<p:sld"})
    assert texts(document) == ["b"]
    assert "ppt/slides/slide1.xml is no readable XML" in document.warnings[0]
    assert document.blocks[0].lines[0].position.page == 2


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "damaged"),
        (deck(sp("x"))[:-40], "damaged"),
        (zipped({"a": "b"}), "no ppt/presentation.xml"),
        (zipped({"ppt/presentation.xml": "<a"}), "no readable XML"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
    ],
    ids=range(5),
)
def test_broken_files_are_explained(data, match):
    with pytest.raises(ParseError, match=match) as caught:
        list(PARSER.parse(Source("key", "a.pptx", data=data)))
    assert str(caught.value).startswith("a.pptx: ")


def test_an_empty_deck_has_no_pages():
    document = one(PARSER, deck())
    assert (document.text, document.pages) == ("", ())


def test_many_shapes_end():
    shapes = "".join(sp(str(n), box=(n % 50, n // 50, 60, 60)) for n in range(3_000))
    assert len(read(shapes).blocks) == 3_000


def test_a_missing_package_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "lxml.etree", None)
    with pytest.raises(MissingExtra, match=r"Reading PowerPoint files .*chunkwise\[office\]"):
        list(PARSER.parse(Source("key", "a.pptx", data=deck())))


def test_real_files_keep_the_laws():
    paths = sorted((SHARED / "docs" / "pptx").glob("*.pptx"))
    if not paths:
        pytest.skip("the shared data is not here")
    for path in paths:
        (document,) = PARSER.parse(Source(path.name, path.name, path=path))
        assert check_document(document) == [], path
        assert document.pages
        assert all(block.lines for block in document.blocks), path

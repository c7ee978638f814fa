"""Tables and pictures of Word documents."""

from __future__ import annotations

import pytest
from office_files import CHART, DIAGRAM, one, p, r, shown, style, texts, word

from chunkwise.model.table import Figure, Merge
from chunkwise.parsers.docx.parser import DocxParser

LINKS = {
    "i1": ("image", "media/image1.png"),
    "i2": ("image", "https://example.org/a.png"),
    "c1": ("chart", "charts/chart1.xml"),
    "d1": ("diagramData", "diagrams/data1.xml"),
}


def read(body, **parts):
    return one(DocxParser(), word(body, LINKS, **parts))


def tc(text="", properties="", inside=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inside or p(text)}</w:tc>"


def tr(*cells, properties=""):
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(c if c.startswith('<') else tc(c) for c in cells)}</w:tr>"


def tbl(*rows, properties=""):
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def table(document):
    (block,) = [block for block in document.blocks if block.kind == "table"]
    return block, block.data


def span(columns):
    return f'<w:gridSpan w:val="{columns}"/>'


DOWN, ON = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"


def test_merged_cells_stand_once_and_cells_with_equal_text_are_not_merged():
    rows = [
        tr(tc("销量", span(2)), "Price"),
        tr(tc("Q1", DOWN), "same", "same"),
        tr(tc("", ON), "x", "same"),
    ]
    document = read(tbl(*rows))
    block, data = table(document)
    assert block.span.of(document.text) == "销量 |  | Price\nQ1 | same | same\n| x | same"
    assert data.merges == (Merge(0, 0, 1, 2), Merge(1, 0, 2, 1))
    assert data.value(document.text, 2, 0) == "Q1"
    assert data.value(document.text, 0, 1) == "销量"


def test_a_cell_may_be_merged_both_ways():
    both = span(2) + DOWN
    document = read(tbl(tr(tc("a", both), "b"), tr(tc("", span(2) + ON), "c"), tr("d", "e", "f")))
    assert table(document)[1].merges == (Merge(0, 0, 2, 2),)


def test_a_merge_goes_on_only_in_the_same_columns():
    rows = [tr(tc("a", DOWN), "b"), tr(tc("c", span(2) + ON)), tr(tc("d", ON), "e")]
    document = read(tbl(*rows))
    assert table(document)[1].merges == (Merge(1, 0, 1, 2),)
    assert document.text == "a | b\nc |\nd | e"


def test_the_old_way_of_merging_along():
    rows = [tr(tc("a", '<w:hMerge w:val="restart"/>'), tc("", "<w:hMerge/>"), "b"), tr("c", "d", "e")]
    document = read(tbl(*rows))
    assert table(document)[1].merges == (Merge(0, 0, 1, 2),)
    assert document.text == "a |  | b\nc | d | e"


def test_a_merged_cell_with_a_text_of_its_own_stays_a_cell():
    rows = [tr(tc("a", DOWN), "b"), tr(tc("still here", ON), "c"), tr(tc("", ON), "d")]
    document = read(tbl(*rows))
    assert document.text == "a | b\nstill here | c\n| d"
    assert table(document)[1].merges == (Merge(1, 0, 2, 1),)


def test_rows_that_begin_late():
    document = read(tbl(tr("a", "b"), tr(tc("c"), properties='<w:gridBefore w:val="1"/>')))
    _, data = table(document)
    assert (data.cell(1, 0).of(document.text), data.cell(1, 1).of(document.text)) == ("", "c")


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["Name", "Size"], ["Anna", "12"]], 1),
        ([["名称", "金额"], ["张三", "¥1,200.50"]], 1),
        ([["Name", "Size"], ["Anna", "large"]], 0),
        ([["1", "2"], ["3", "4"]], 0),
        ([["", "", "Size"], ["a", "b", "3"]], 0),
        ([["日期", "事项"], ["2024年5月1日", "开会"]], 1),
        ([["only", "row"]], 0),
    ],
)
def test_a_header_is_guessed_where_values_stand_below_names(rows, header):
    assert table(read(tbl(*(tr(*row) for row in rows))))[1].header_rows == header


def test_marked_header_rows_are_taken_as_they_are():
    marked = "<w:tblHeader/>"
    rows = [tr("a", "b", properties=marked), tr("c", "d", properties=marked), tr("e", "f")]
    assert table(read(tbl(*rows)))[1].header_rows == 2
    off = [tr("a", "b", properties='<w:tblHeader w:val="0"/>'), tr("e", "f")]
    assert table(read(tbl(*off)))[1].header_rows == 0


def test_a_header_of_two_rows_by_its_merged_cells():
    rows = [
        tr(tc("Item", DOWN), tc("Sales", span(2))),
        tr(tc("", ON), "Jan", "Feb"),
        tr("Pens", "3", "4"),
    ]
    assert table(read(tbl(*rows)))[1].header_rows == 2


def test_a_bold_first_row_is_a_header():
    bold = tc(inside=p(runs=r("Name", "<w:b/>"))), tc(inside=p(runs=r("Note", "<w:b/>")))
    assert table(read(tbl(tr(*bold), tr("a", "b"))))[1].header_rows == 1
    assert table(read(tbl(tr(*bold), tr(*bold))))[1].header_rows == 0


def test_a_table_style_may_set_the_first_row_off():
    first = '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>'
    styles = style("g", "Grid", kind="table") + style("t", "Fancy", "g", first, kind="table")
    for look, header in (
        ('w:firstRow="1"', 1),
        ('w:firstRow="0"', 0),
        ('w:val="04A0"', 1),
        ('w:val="0480"', 0),
    ):
        properties = f'<w:tblStyle w:val="t"/><w:tblLook {look}/>'
        block, data = table(read(tbl(tr("a", "b"), tr("c", "d"), properties=properties), styles=styles))
        assert data.header_rows == header
        assert block.style["name"] == "Fancy"


def test_a_table_without_properties_and_rows_in_controls():
    row = f"<w:sdt><w:sdtContent>{tr('a', '<w:sdt><w:sdtContent>' + tc('b') + '</w:sdtContent></w:sdt>')}</w:sdtContent></w:sdt>"
    document = read(f"<w:tbl>{row}<w:ins>{tr('c', 'd')}</w:ins></w:tbl>")
    assert document.text == "a | b\nc | d"


def test_deleted_and_hidden_rows_are_dropped_and_counted():
    rows = [tr("a", "b"), tr("x", "x", properties="<w:del/>"), tr("y", "y", properties="<w:hidden/>")]
    document = read(tbl(*rows))
    assert document.text == "a | b"
    assert document.warnings == ("Hidden table rows, left out: 1.", "Tracked deletions, left out: 1.")


def test_a_nested_table_is_text_of_its_cell():
    inner = tbl(tr("x", "1"), tr("y", "2"))
    document = read(tbl(tr("a", tc(inside=p("Sizes:") + inner + p()))))
    assert document.text == "a | Sizes: x, 1; y, 2"


def test_a_single_cell_is_a_frame_around_text():
    inner = tbl(tr("x", "y"))
    document = read(tbl(tr(tc(inside=p("Notice 通知", "h1") + inner))), styles=style("h1", "heading 1"))
    assert shown(document) == [("heading1", "Notice 通知"), ("table", "x | y")]


def test_lists_notes_and_breaks_in_cells():
    note = f'<w:footnote w:id="1">{p("Tiny.")}</w:footnote>'
    mark = '<w:r><w:footnoteReference w:id="1"/></w:r>'
    document = read(tbl(tr(tc(inside=p(runs=r("a") + mark) + p("b")), "c")) + p("End"), footnotes=note)
    assert texts(document) == ["a[1] b | c", "[1] Tiny.", "End"]


def test_hostile_spans_make_no_giant_table():
    document = read(tbl(tr(tc("a", span(10**9)), "b", "c"), tr("d")))
    data = table(document)[1]
    assert data.columns <= 256
    assert document.text.replace("|", " ").split() == ["a", "b", "c", "d"]


def drawing(id="i1", kind="inline", alt="", size=(1270000, 635000), more=""):
    picture = f'<pic:pic><pic:nvPicPr><pic:cNvPr id="1"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="{id}"/></pic:blipFill></pic:pic>'
    return (
        f'<w:r><w:drawing><wp:{kind}><wp:extent cx="{size[0]}" cy="{size[1]}"/><wp:docPr id="1" descr="{alt}" {more}/>'
        f"<a:graphic><a:graphicData>{picture}</a:graphicData></a:graphic></wp:{kind}></w:drawing></w:r>"
    )


def test_pictures_stand_where_they_are():
    body = p("One") + p(runs=drawing(alt="A duck 鸭子")) + p("Two") + p(runs=drawing("i2"))
    document = read(body)
    assert shown(document) == [
        ("paragraph", "One"),
        ("figure", "A duck 鸭子"),
        ("paragraph", "Two"),
        ("figure", "[image]"),
    ]
    figures = [block.data for block in document.blocks if block.kind == "figure"]
    assert figures[0] == Figure("#word/media/image1.png", "A duck 鸭子", 100.0, 50.0)
    assert figures[1] == Figure("https://example.org/a.png", "", 100.0, 50.0)


def test_a_large_picture_in_the_line_divides_its_paragraph():
    document = read(p(runs=r("Before.") + drawing() + r("After.")))
    assert texts(document) == ["Before.", "[image]", "After."]


def test_an_icon_a_floating_picture_and_headings_keep_the_text_together():
    icon, floating = drawing(size=(127000, 127000)), drawing(kind="anchor")
    body = p(runs=r("Press ") + icon + r(" now")) + p(runs=r("a") + floating + r("b"))
    body += p(style="h1", runs=r("Head") + drawing() + r("ing"))
    document = read(body, styles=style("h1", "heading 1"))
    assert texts(document) == ["Press  now", "[image]", "ab", "[image]", "Heading", "[image]"]


def test_hidden_pictures_are_left_out_and_counted():
    document = read(p("a", runs=drawing(more='hidden="1"')))
    assert document.warnings == ("Hidden pictures, left out: 1.",)
    assert texts(document) == ["a"]


def test_pictures_of_older_files():
    shape = (
        '<v:shape style="width:72pt;height:2.54cm" alt="Old"><v:imagedata r:id="i1" o:title="x"/></v:shape>'
    )
    document = read(
        p(runs=f"<w:r><w:pict>{shape}</w:pict></w:r>") + p(runs=f"<w:r><w:object>{shape}</w:object></w:r>")
    )
    figures = [block.data for block in document.blocks]
    assert figures == [Figure("#word/media/image1.png", "Old", 72.0, 72.0)] * 2


def test_pictures_in_cells_stand_as_text_and_are_referred_to():
    cell = tc(inside=p(runs=r("see ") + drawing(alt="plan") + drawing()))
    document = read(tbl(tr("a", cell)))
    assert document.text == "a | see  plan  [image]"
    assert document.blocks[0].style["images"] == "#word/media/image1.png\n#word/media/image1.png"
    assert document.warnings == ("Pictures in table cells, which stand there as text: 2.",)


def test_charts_are_tables_and_diagrams_are_lists():
    def frame(inside):
        return p(
            runs=f"<w:r><w:drawing><wp:inline><a:graphic>{inside}</a:graphic></wp:inline></w:drawing></w:r>"
        )

    body = p("Text") + frame('<c:chart r:id="c1"/>') + frame('<dgm:relIds r:dm="d1"/>')
    document = read(body, **{"word/charts/chart1.xml": CHART, "word/diagrams/data1.xml": DIAGRAM})
    assert shown(document) == [
        ("paragraph", "Text"),
        ("caption", "Ducks"),
        ("table", "| 鸭\nQ1 | 4.3\nQ2 | 5"),
        ("list_item1", "First"),
        ("list_item2", "Below"),
        ("list_item1", "Second"),
    ]
    assert document.blocks[1].parent == document.blocks[2].id

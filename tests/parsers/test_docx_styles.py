"""What Word paragraphs are, by the names and outline levels of their styles."""

from __future__ import annotations

import pytest
from office_files import one, p, r, shown, style, word

from chunkwise.parsers.docx.parser import DocxParser


def read(body, styles=""):
    return one(DocxParser(), word(body, styles=styles))


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("heading 1", 1), ("Heading 9", 9), ("Heading1", 1), ("标题 2", 2), ("標題 3", 3), ("标题2", 2),
        ("見出し 1", 1), ("제목 4", 4), ("Überschrift 2", 2), ("Titre 1", 1), ("Título 3", 3), ("Rubrik 2", 2),
        ("Заголовок 5", 5), ("heading 3,H3", 3), ("二级标题", 2), ("3级标题", 3), ("Heading 2 no number", 2),
    ],
)  # fmt: skip
def test_headings_by_name_in_any_language(name, level):
    document = read(p("Text 文字", "x"), style("x", name))
    assert shown(document) == [(f"heading{level}", "Text 文字")]
    assert document.blocks[0].style["name"] == name


@pytest.mark.parametrize(
    "name", ["Heading", "HeadingTitle", "Heading 10", "Body Text 2", "Headline", "header 1", "Rubriker"]
)
def test_names_that_are_no_headings(name):
    assert shown(read(p("Text", "x"), style("x", name))) == [("paragraph", "Text")]


def test_a_style_is_what_its_ancestors_are():
    styles = style("h2", "heading 2") + style("mine", "My Own", "h2") + style("deeper", "条款", "mine")
    assert shown(read(p("Here", "deeper"), styles)) == [("heading2", "Here")]


def test_an_outline_level_in_the_style_makes_a_heading():
    styles = style("x", "公文一级", inside='<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')
    assert shown(read(p("一、总则", "x"), styles)) == [("heading1", "一、总则")]


def test_an_outline_level_of_the_paragraph_goes_first():
    styles = style("h1", "heading 1")
    level_4, body = '<w:outlineLvl w:val="3"/>', '<w:outlineLvl w:val="9"/>'
    document = read(p("A", properties=level_4) + p("B", "h1", level_4) + p("C", "h1", body), styles)
    assert shown(document) == [("heading4", "A"), ("heading4", "B"), ("paragraph", "C")]


def test_a_child_may_take_the_outline_level_back():
    styles = style("h1", "heading 1")
    styles += style("run-in", "Plain", "h1", '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
    assert shown(read(p("A", "run-in"), styles)) == [("paragraph", "A")]


@pytest.mark.parametrize("name", ["Title", "标题", "Titel", "제목", "Título"])
def test_titles_are_titles_whatever_their_outline_level(name):
    outline = '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'
    assert shown(read(p("Law", "x"), style("x", name))) == [("title0", "Law")]
    assert shown(read(p("Law", "x"), style("x", name, inside=outline))) == [("title0", "Law")]


def test_a_subtitle_is_no_heading_though_it_has_an_outline_level():
    styles = style("x", "Subtitle", inside='<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')
    assert shown(read(p("Second line", "x"), styles)) == [("paragraph", "Second line")]


@pytest.mark.parametrize("name", ["toc 1", "TOC 3", "目录 2", "TOC Heading", "目次 1"])
def test_lines_of_the_contents(name):
    styles = style("h1", "heading 1") + style("x", name, "h1")
    assert shown(read(p("Chapter\t12", "x"), styles)) == [("toc", "Chapter\t12")]


def test_the_default_style_holds_where_none_is_named():
    normal = '<w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/></w:style>'
    document = read(p("x") + p("y", "unknown"), normal)
    assert [block.style["name"] for block in document.blocks] == ["Normal", "Normal"]


def test_styles_that_are_based_on_each_other_end():
    styles = style("a", "One", "b") + style("b", "Two", "a")
    assert shown(read(p("x", "a"), styles)) == [("paragraph", "x")]


def test_paragraphs_of_code_are_one_block_with_their_indentation():
    styles = style("c", "HTML Preformatted")
    document = read(p("def f():", "c") + p("    return 1", "c") + p("Text.") + p("x = 1", "c"), styles)
    expected = [("code", "def f():\n    return 1"), ("paragraph", "Text."), ("code", "x = 1")]
    assert shown(document) == expected


def fixed(text, font="Consolas"):
    return p(runs=r(text, f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>'))


def test_paragraphs_in_a_font_of_fixed_width_are_one_block_of_code():
    body = fixed("def f():") + fixed("    return 1", "Courier New") + p("Text.") + fixed("SELECT 1;", "Menlo")
    assert shown(read(body)) == [
        ("code", "def f():\n    return 1"), ("paragraph", "Text."), ("code", "SELECT 1;"),
    ]  # fmt: skip


def test_the_font_of_a_style_counts():
    mono = '<w:rPr><w:rFonts w:ascii="DejaVu Sans Mono"/></w:rPr>'
    styles = style("m", "Listing", inside=mono) + style("c", "Mono", inside=mono, kind="character")
    run = r("y = 2", '<w:rStyle w:val="c"/>')
    assert shown(read(p("x = 1", "m") + p("") + p(runs=run), styles)) == [
        ("code", "x = 1"),
        ("code", "y = 2"),
    ]


@pytest.mark.parametrize("name", ["Code", "Source", "Source Code", "HTML Preformatted", "代码"])
def test_names_of_styles_for_code(name):
    assert shown(read(p("x", "c"), style("c", name))) == [("code", "x")]


def test_what_is_only_partly_or_everywhere_of_fixed_width_is_no_code():
    word = r("printf", '<w:rFonts w:ascii="Consolas"/>')
    prose = "This memo is set in a typewriter face throughout."
    assert shown(read(p("Call ", runs=word) + fixed(prose, "Courier New"))) == [
        ("paragraph", "Call printf"), ("paragraph", prose),
    ]  # fmt: skip
    normal = (
        '<w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/>'
        '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:style>'
    )
    assert shown(read(p("A typescript") + fixed("of 1950"), normal)) == [
        ("paragraph", "A typescript"), ("paragraph", "of 1950"),
    ]  # fmt: skip


def test_captions_belong_to_the_table_below_or_the_picture_above():
    table = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>"
    picture = p(runs="<w:r><w:pict><v:shape><v:imagedata/></v:shape></w:pict></w:r>")
    styles = style("c", "caption")
    body = p("Table 1 Fees", "c") + table + picture + p("图1 流程", "c") + p("Text") + p("Alone", "c")
    document = read(body, styles)
    parents = {shown(document)[n][1]: block.parent for n, block in enumerate(document.blocks)}
    ids = {block.kind: block.id for block in document.blocks}
    assert parents["Table 1 Fees"] == ids["table"]
    assert parents["图1 流程"] == ids["figure"]
    assert parents["Alone"] is None

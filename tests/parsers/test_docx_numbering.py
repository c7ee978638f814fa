"""Automatic numbers of Word are written out as Word shows them."""

from __future__ import annotations

import pytest
from office_files import one, p, shown, style, texts, word

from chunkwise.parsers.docx.parser import DocxParser
from chunkwise.parsers.ooxml.number_formats import format_number


def lvl(level, text, form="decimal", inside="", start=1):
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{inside}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def scheme(id, *levels):
    return f'<w:abstractNum w:abstractNumId="{id}">{"".join(levels)}</w:abstractNum>'


def num(id, of, overrides=""):
    return f'<w:num w:numId="{id}"><w:abstractNumId w:val="{of}"/>{overrides}</w:num>'


def restart(level, start):
    return f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


def at(list_id, level=0):
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'


def n(text, list_id, level=0):
    return p(text, properties=at(list_id, level))


def read(body, numbering, styles=""):
    return one(DocxParser(), word(body, numbering=numbering, styles=styles))


def test_levels_count_and_begin_anew():
    numbering = scheme(1, lvl(0, "%1."), lvl(1, "%1.%2"), lvl(2, "(%3)", "lowerLetter")) + num(5, 1)
    body = n("A", 5) + n("B", 5, 1) + n("C", 5, 2) + n("D", 5, 2) + n("E", 5, 1) + n("F", 5, 2) + n("G", 5)
    document = read(body, numbering)
    assert texts(document) == ["1. A", "1.1 B", "(a) C", "(b) D", "1.2 E", "(a) F", "2. G"]
    assert [block.level for block in document.blocks] == [1, 2, 3, 3, 2, 3, 1]
    assert [block.parent for block in document.blocks] == [None, "b0", "b1", "b1", "b0", "b4", None]
    assert document.text.count("\n") == 6  # items stand line by line


def test_articles_numbered_by_their_style_stay_paragraphs():
    numbering = scheme(1, lvl(0, "第%1条", "chineseCountingThousand", '<w:suff w:val="space"/>')) + num(1, 1)
    styles = style("tiao", "条文", inside='<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    document = read("".join(p("内容", "tiao") for _ in range(11)), numbering, styles)
    assert shown(document)[0] == ("paragraph", "第一条 内容")
    assert texts(document)[9:] == ["第十条 内容", "第十一条 内容"]


def test_english_articles_stay_paragraphs_too():
    numbering = scheme(1, lvl(0, "Article %1", "upperRoman"), lvl(1, "Section %1.%2")) + num(1, 1)
    document = read(n("Scope", 1) + n("General", 1, 1), numbering)
    assert shown(document) == [("paragraph", "Article I Scope"), ("paragraph", "Section I.1 General")]


def test_headings_carry_their_numbers():
    heading_2 = lvl(1, "第%2节", "chineseCounting", '<w:pStyle w:val="h2"/>')
    numbering = scheme(3, lvl(0, "第%1章", "chineseCounting", '<w:pStyle w:val="h1"/>'), heading_2) + num(
        7, 3
    )
    of_list = '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>'
    styles = style("h1", "heading 1", inside=of_list) + style("h2", "heading 2", inside=of_list)
    body = p("总则", "h1") + p("税务登记", "h2") + p("账簿", "h2") + p("附则", "h1") + p("其他", "h2")
    assert shown(read(body, numbering, styles)) == [
        ("heading1", "第一章 总则"),
        ("heading2", "第一节 税务登记"),
        ("heading2", "第二节 账簿"),
        ("heading1", "第二章 附则"),
        ("heading2", "第一节 其他"),
    ]


def test_a_bullet_is_a_dash_but_for_headings():
    numbering = scheme(1, lvl(0, "\uf0b7", "bullet"), lvl(1, "o", "bullet")) + num(1, 1)
    body = n("one", 1) + n("two", 1, 1) + p("Title", "h1", at(1))
    document = read(body, numbering, style("h1", "heading 1"))
    assert shown(document) == [("list_item1", "- one"), ("list_item2", "- two"), ("heading1", "Title")]
    assert document.blocks[1].parent == "b0"


def test_lists_of_one_scheme_count_on_until_one_restarts():
    numbering = (
        scheme(1, lvl(0, "%1.")) + num(1, 1) + num(2, 1) + num(3, 1, restart(0, 1)) + num(4, 1, restart(0, 7))
    )
    body = n("a", 1) + n("b", 2) + n("c", 3) + n("d", 3) + n("e", 4) + n("f", 3)
    assert texts(read(body, numbering)) == ["1. a", "2. b", "1. c", "2. d", "7. e", "8. f"]


def test_legal_numbers_are_decimal_whatever_the_level_above():
    numbering = scheme(1, lvl(0, "第%1章", "chineseCounting"), lvl(1, "%1.%2", inside="<w:isLgl/>")) + num(
        1, 1
    )
    assert texts(read(n("a", 1) + n("b", 1, 1), numbering)) == ["第一章 a", "1.1 b"]


def test_a_level_may_count_through():
    through = lvl(1, "第%2条", "chineseCountingThousand", '<w:lvlRestart w:val="0"/>')
    numbering = scheme(1, lvl(0, "第%1章", "chineseCounting"), through) + num(1, 1)
    body = n("总则", 1) + n("甲", 1, 1) + n("乙", 1, 1) + n("管理", 1) + n("丙", 1, 1)
    assert texts(read(body, numbering)) == [
        "第一章 总则",
        "第一条 甲",
        "第二条 乙",
        "第二章 管理",
        "第三条 丙",
    ]


def test_a_level_above_that_never_came_shows_its_start():
    numbering = scheme(1, lvl(0, "%1", start=3), lvl(1, "%1.%2")) + num(1, 1)
    assert texts(read(n("a", 1, 1) + n("b", 1, 1), numbering)) == ["3.1 a", "3.2 b"]


def test_list_zero_takes_the_number_away():
    numbering = scheme(1, lvl(0, "%1.")) + num(1, 1)
    styles = style("x", "Numbered", inside='<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    body = p("a", "x") + p("b", "x", at(0)) + p("c", "x")
    assert shown(read(body, numbering, styles)) == [
        ("list_item1", "1. a"),
        ("paragraph", "b"),
        ("list_item1", "2. c"),
    ]


def test_blank_paragraphs_count_and_are_not_shown():
    numbering = scheme(1, lvl(0, "%1.")) + num(1, 1)
    assert texts(read(n("a", 1) + n("", 1) + n("c", 1), numbering)) == ["1. a", "3. c"]


def test_a_level_of_the_list_itself_replaces_the_schemes():
    own = f'<w:lvlOverride w:ilvl="0">{lvl(0, "[%1]", "upperRoman")}</w:lvlOverride>'
    numbering = scheme(1, lvl(0, "%1.")) + num(1, 1, own)
    assert texts(read(n("a", 1) + n("b", 1), numbering)) == ["[I] a", "[II] b"]


def test_a_scheme_may_be_named_by_a_style():
    link = '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="ls"/></w:abstractNum>'
    numbering = scheme(1, lvl(0, "%1)")) + link + num(1, 1) + num(2, 2)
    styles = style(
        "ls", "List Style", inside='<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', kind="numbering"
    )
    assert texts(read(n("a", 2), numbering, styles)) == ["1) a"]


def test_no_gap_where_the_scheme_has_none():
    numbering = scheme(1, lvl(0, "%1、", "chineseCounting", '<w:suff w:val="nothing"/>')) + num(1, 1)
    assert texts(read(n("总则", 1), numbering)) == ["一、总则"]


def test_lists_and_levels_that_do_not_exist_are_no_lists():
    numbering = scheme(1, lvl(0, "%1.")) + num(1, 1) + num(2, 99)
    body = n("a", 9) + n("b", 1, 5) + n("c", 2) + n("d", 1, -1) + n("e", 1, 77)
    assert {kind for kind, _ in shown(read(body, numbering))} == {"paragraph"}


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        ("decimal", "1 2 10"), ("upperRoman", "I II X"), ("lowerRoman", "i ii x"), ("upperLetter", "A B J"),
        ("lowerLetter", "a b j"), ("decimalZero", "01 02 10"), ("chineseCounting", "一 二 十"),
        ("chineseCountingThousand", "一 二 十"), ("ideographDigital", "一 二 一〇"), ("japaneseCounting", "一 二 十"),
        ("decimalEnclosedCircle", "① ② ⑩"), ("ideographTraditional", "甲 乙 癸"), ("ideographZodiac", "子 丑 酉"),
        ("chineseLegalSimplified", "壹 贰 壹拾"), ("decimalFullWidth", "１ ２ １０"), ("ordinal", "1st 2nd 10th"),
        ("decimalEnclosedParen", "⑴ ⑵ ⑽"), ("ganada", "가 나 차"), ("russianLower", "а б к"), ("unheardOf", "1 2 10"),
        ("numberInDash", "- 1 - - 2 - - 10 -"),
    ],
)  # fmt: skip
def test_number_formats(form, numbers):
    assert " ".join(format_number(number, form) for number in (1, 2, 10)) == numbers


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (27, "lowerLetter", "aa"), (53, "lowerLetter", "aaa"), (0, "lowerLetter", "0"), (1999, "upperRoman", "MCMXCIX"),
        (20, "chineseCounting", "二十"), (21, "chineseCounting", "二十一"), (105, "chineseCounting", "一○五"),
        (105, "chineseCountingThousand", "一百零五"), (110, "chineseCountingThousand", "一百一十"),
        (1001, "chineseCountingThousand", "一千零一"), (10010, "chineseCountingThousand", "一万零一十"),
        (115, "japaneseCounting", "百十五"), (36, "decimalEnclosedCircle", "㊱"), (51, "decimalEnclosedCircle", "51"),
        (11, "ideographTraditional", "11"), (112, "ordinal", "112th"), (123, "ordinal", "123rd"), (7, "zeros:3", "007"),
        (0, "chineseCounting", "零"), (5, "none", ""), (10**9, "lowerLetter", "1000000000"),
    ],
)  # fmt: skip
def test_number_formats_at_their_ends(number, form, text):
    assert format_number(number, form) == text

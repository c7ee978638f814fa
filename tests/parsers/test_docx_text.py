"""What stands in Word paragraphs: revisions, fields, hidden text, notes, boxes, formulas."""

from __future__ import annotations

import pytest
from office_files import one, p, r, shown, style, texts, word

from chunkwise.parsers.docx.parser import DocxParser

OUTSIDE = {"rId9": ("hyperlink", "https://example.org/")}


def read(body, **parts):
    return one(DocxParser(), word(body, OUTSIDE, **parts))


def line(runs):
    """The text of one paragraph."""
    (text,) = texts(read(p(runs=runs)))
    return text


def field(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def instruction(text):
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        (r("a") + '<w:hyperlink r:id="rId9">' + r("link") + "</w:hyperlink>" + r("b"), "alinkb"),
        (r("a") + "<w:ins>" + r("new") + "</w:ins>" + r("b"), "anewb"),
        ("<w:sdt><w:sdtPr/><w:sdtContent>" + r("control") + "</w:sdtContent></w:sdt>" + r("!"), "control!"),
        ("<w:smartTag><w:customXml>" + r("智能") + "</w:customXml></w:smartTag>", "智能"),
        ("<w:fldSimple w:instr=' DATE '>" + r("2024年") + "</w:fldSimple>", "2024年"),
        ("<w:bdo><w:dir>" + r("שלום") + "</w:dir></w:bdo>", "שלום"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>", "a\tb\nc\nd"),
        ("<w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t><w:softHyphen/><w:t>s</w:t></w:r>", "e\u2011mails"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> yes</w:t></w:r>', "☑ yes"),
        (r("a") + "<w:proofErr/><w:bookmarkStart/>" + r("b") + "<w:lastRenderedPageBreak/>" + r("c"), "abc"),
        ("<w:r><mc:AlternateContent><mc:Choice><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t>"
         "</mc:Fallback></mc:AlternateContent></w:r>", "new"),
        (r("👩‍👩‍👧 e\u0301"), "👩‍👩‍👧 e\u0301"),
    ],
    ids=range(12),
)  # fmt: skip
def test_what_word_shows(runs, text):
    assert line(runs) == text


def test_deletions_are_dropped_and_counted():
    runs = (
        r("keep ")
        + "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        + "<w:moveFrom>"
        + r("moved")
        + "</w:moveFrom>"
    )
    document = read(p(runs=runs + "<w:moveTo>" + r("moved") + "</w:moveTo>"))
    assert texts(document) == ["keep moved"]
    assert document.warnings == ("Tracked deletions, left out: 2.",)


def test_hidden_text_is_dropped_and_counted():
    styles = style("h", "Hidden", inside="<w:rPr><w:vanish/></w:rPr>", kind="character")
    styles += style("hp", "Hidden paragraph", inside="<w:rPr><w:vanish/></w:rPr>")
    runs = r("a", "<w:vanish/>") + r("b", '<w:vanish w:val="0"/>') + r("c", '<w:rStyle w:val="h"/>')
    body = p(runs=runs) + p(style="hp", runs=r("d") + r("e", '<w:vanish w:val="false"/>'))
    document = read(body, styles=styles)
    assert texts(document) == ["b", "e"]
    assert document.warnings == ("Hidden pieces of text, left out: 3.",)


def test_pronunciations_are_dropped_and_counted():
    ruby = f"<w:r><w:ruby><w:rt>{r('かんじ')}</w:rt><w:rubyBase>{r('漢字')}</w:rubyBase></w:ruby></w:r>"
    document = read(p(runs=ruby + r("です")))
    assert texts(document) == ["漢字です"]
    assert document.warnings == ("Pronunciations above characters, left out: 1.",)


def test_a_field_shows_its_result_only():
    runs = (
        r("see ") + field("begin") + instruction(" REF x ") + field("separate") + r("page 3") + field("end")
    )
    assert line(runs + r(".")) == "see page 3."


def test_the_result_of_a_field_in_an_instruction_is_not_shown():
    inner = field("begin") + instruction(" PAGE ") + field("separate") + r("7") + field("end")
    runs = field("begin") + instruction(" IF ") + inner + instruction(' = 1 "a" "b" ') + field("separate")
    assert line(runs + r("b") + field("end") + r("!")) == "b!"


def test_a_field_without_an_end_swallows_nothing():
    broken = p(runs=field("begin") + instruction(" IF "))
    later = p(runs=field("begin") + instruction(" REF ") + field("separate") + r("shown") + field("end"))
    assert texts(read(broken + p("text") + later)) == ["text", "shown"]


def test_check_boxes_show_their_state():
    box = '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>{}</w:checkBox></w:ffData></w:fldChar></w:r>'
    runs = (
        box.format("<w:checked/>")
        + field("end")
        + r(" yes ")
        + box.format('<w:default w:val="0"/>')
        + field("end")
    )
    assert line(runs + r(" no")) == "☒ yes ☐ no"


def contents(entries, end=""):
    start = field("begin") + instruction(' TOC \\o "1-3" ') + field("separate")
    return p(runs=start + r(entries[0])) + "".join(map(p, entries[1:])) + end


def test_a_contents_field_makes_contents_whatever_the_style():
    body = contents(["第一章\t1", "Part ....... 12"], p(runs=field("end") + r("Text of 2024")))
    assert shown(read(body)) == [
        ("toc", "第一章\t1"),
        ("toc", "Part ....... 12"),
        ("paragraph", "Text of 2024"),
    ]


def test_a_contents_field_without_an_end_ends_at_the_first_heading():
    body = contents(["A\t1"]) + p("Chapter 1", "h1") + p("Page 12") + p("Long text.")
    document = read(body, styles=style("h1", "heading 1"))
    assert [kind for kind, _ in shown(document)] == ["toc", "heading1", "paragraph", "paragraph"]


def test_a_control_for_contents_makes_contents():
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    body = f"<w:sdt>{gallery}<w:sdtContent>{p('目录', 'h1')}{p('x', 'toc1')}</w:sdtContent></w:sdt>" + p(
        "Body"
    )
    styles = style("h1", "heading 1") + style("toc1", "toc 1")
    assert shown(read(body, styles=styles)) == [("toc", "目录"), ("toc", "x"), ("paragraph", "Body")]


def note(kind, id, text):
    mark = f"<w:r><w:{kind}Ref/></w:r>"
    return f'<w:{kind} w:id="{id}">{p(runs=mark + r(text))}</w:{kind}>'


def ref(kind, id, more=""):
    return f'<w:r><w:{kind}Reference w:id="{id}" {more}/></w:r>'


def test_notes_follow_the_paragraph_that_refers_to_them():
    footnotes = '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
    footnotes += note("footnote", 2, "脚注二。") + note("footnote", 5, " First.")
    body = p(runs=r("One") + ref("footnote", 5) + r(" two") + ref("endnote", 1)) + p(
        runs=r("三") + ref("footnote", 2)
    )
    document = read(body, footnotes=footnotes, endnotes=note("endnote", 1, "End."))
    assert shown(document) == [
        ("paragraph", "One[1] two[i]"),
        ("footnote", "[1] First."),
        ("footnote", "[i] End."),
        ("paragraph", "三[2]"),
        ("footnote", "[2] 脚注二。"),
    ]


def test_a_heading_has_a_title_without_marks():
    body = p(style="h1", runs=r("Scope") + ref("footnote", 1) + r(" of law"))
    document = read(body, styles=style("h1", "heading 1"), footnotes=note("footnote", 1, "Why."))
    assert texts(document) == ["Scope[1] of law", "[1] Why."]
    assert document.heading_paths()[0] == ("Scope of law",)


def test_notes_with_a_sign_of_their_own_and_notes_that_are_missing():
    body = p(runs=r("a") + ref("footnote", 1, 'w:customMarkFollows="1"') + r("*") + ref("footnote", 77))
    document = read(body, footnotes=note("footnote", 1, "* Own."))
    assert texts(document) == ["a*[1]", "* Own."]


def test_comments_are_counted():
    comments = f'<w:comment w:id="1">{p("why?")}</w:comment><w:comment w:id="2">{p("x")}</w:comment>'
    document = read(p("text"), comments=comments)
    assert document.warnings == ("Comments, left out: 2.",)
    assert document.text == "text"


BOX = "<w:txbxContent>{}</w:txbxContent>"


def test_a_text_box_stands_once_after_its_paragraph():
    inside = BOX.format(p("In the box") + p("框内"))
    choice = f"<w:drawing><wp:anchor><a:graphic><wps:wsp><wps:txbx>{inside}</wps:txbx></wps:wsp></a:graphic></wp:anchor></w:drawing>"
    fallback = f"<w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict>"
    run = (
        f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'>{choice}</mc:Choice>"
        f"<mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert texts(read(p(runs=r("Before ") + run + r("after")) + p("Next"))) == [
        "Before after",
        "In the box",
        "框内",
        "Next",
    ]
    old = p(runs=f"<w:r>{fallback}</w:r>")
    assert texts(read(old)) == ["In the box", "框内"]


def test_a_choice_that_shows_nothing_leaves_it_to_the_fallback():
    fallback = f"<w:pict><v:shape><v:textbox>{BOX.format(p('old'))}</v:textbox></v:shape></w:pict>"
    run = f"<w:r><mc:AlternateContent><mc:Choice/><mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent></w:r>"
    assert texts(read(p(runs=run))) == ["old"]


def mr(text):
    return f"<m:r><m:t>{text}</m:t></m:r>"


def script(kind, base, **parts):
    inside = f"<m:e>{mr(base)}</m:e>" + "".join(
        f"<m:{name}>{mr(text)}</m:{name}>" for name, text in parts.items()
    )
    return f"<m:{kind}>{inside}</m:{kind}>"


@pytest.mark.parametrize(
    ("omml", "text"),
    [
        (f"<m:f><m:num>{mr('a+b')}</m:num><m:den>{mr('2')}</m:den></m:f>", "(a+b)/2"),
        (script("sSup", "x", sup="2") + mr("+1"), "x^2+1"),
        (script("sSubSup", "x", sub="i", sup="n+1"), "x_i^(n+1)"),
        (f"<m:sPre><m:sub>{mr('1')}</m:sub><m:sup>{mr('2')}</m:sup><m:e>{mr('H')}</m:e></m:sPre>", "_1^2H"),
        (f'<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>{mr("x+1")}</m:e></m:rad>', "√(x+1)"),
        (f"<m:rad><m:deg>{mr('3')}</m:deg><m:e>{mr('x')}</m:e></m:rad>", "∛x"),
        (f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{mr('i=1')}</m:sub><m:sup>{mr('n')}</m:sup>"
         f"<m:e>{mr('i')}</m:e></m:nary>", "∑_(i=1)^n i"),
        (f"<m:nary><m:sub/><m:sup/><m:e>{mr('xdx')}</m:e></m:nary>", "∫xdx"),
        (f"<m:d><m:e>{mr('a')}</m:e><m:e>{mr('b')}</m:e></m:d>", "(a|b)"),
        (f"<m:d><m:dPr><m:begChr m:val='['/><m:endChr m:val=''/><m:sepChr m:val=','/></m:dPr><m:e>{mr('a')}</m:e>"
         f"<m:e>{mr('b')}</m:e></m:d>", "[a,b"),
        (f"<m:func><m:fName>{mr('sin')}</m:fName><m:e>{mr('x')}</m:e></m:func>", "sin x"),
        (f"<m:m><m:mr><m:e>{mr('1')}</m:e><m:e>{mr('0')}</m:e></m:mr><m:mr><m:e>{mr('0')}</m:e><m:e>{mr('1')}</m:e>"
         "</m:mr></m:m>", "[1 & 0; 0 & 1]"),
        (f"<m:limLow><m:e>{mr('lim')}</m:e><m:lim>{mr('x→0')}</m:lim></m:limLow>", "lim_(x→0)"),
        (script("sSub", "a", sub="n") + mr("cos"), "a_n cos"),
        (f"<m:eqArr><m:e>{mr('a=1')}</m:e><m:e>{mr('b=2')}</m:e></m:eqArr>", "a=1; b=2"),
        (f"<m:box><m:e>{mr('面积')}</m:e></m:box>", "面积"),
    ],
    ids=range(16),
)  # fmt: skip
def test_formulas_in_one_line(omml, text):
    alone = p(runs=f"<m:oMathPara><m:oMath>{omml}</m:oMath></m:oMathPara>")
    inside = p(runs=r("so ") + f"<m:oMath>{omml}</m:oMath>" + r(" holds"))
    assert shown(read(alone + inside)) == [("formula", text), ("paragraph", f"so {text} holds")]


def test_embedded_documents_are_told():
    document = read(p("a") + '<w:altChunk r:id="x"/>')
    assert document.warnings == ("Embedded documents, not read: 1.",)

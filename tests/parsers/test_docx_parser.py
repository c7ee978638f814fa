"""Whole Word files: order, furniture, metadata, real files, broken and hostile ones."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from office_files import NAMES, OFFICE, one, p, r, shown, style, texts, word, zipped

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.source import Source
from chunkwise.parsers.docx.parser import DocxParser
from chunkwise.testing.documents import check_document

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
PARSER = DocxParser()


def read(data):
    return one(PARSER, data)


def fails(data, match, parser=PARSER):
    with pytest.raises(ParseError, match=match) as caught:
        list(parser.parse(Source("key", "a.docx", data=data)))
    assert str(caught.value).startswith("a.docx: ")


def test_a_file_of_python_docx_reads_as_it_was_written():
    docx = pytest.importorskip("docx")
    made = docx.Document()
    made.core_properties.title, made.core_properties.author = "手册", "Li Lei"
    made.add_heading("Handbook", 0)
    made.add_heading("第一章 总则", 1)
    made.add_paragraph("Some text.")
    made.add_paragraph("one", style="List Bullet")
    made.add_paragraph("two", style="List Number")
    made.add_heading("细则", 2)
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ["Name", "Age", "Anna", "7"], strict=True):
        cell.text = text
    made.sections[0].header.paragraphs[0].text = "Top"
    out = io.BytesIO()
    made.save(out)
    document = read(out.getvalue())
    assert shown(document) == [
        ("title0", "Handbook"),
        ("heading1", "第一章 总则"),
        ("paragraph", "Some text."),
        ("list_item1", "- one"),
        ("list_item1", "1. two"),
        ("heading2", "细则"),
        ("table", "Name | Age\nAnna | 7"),
        ("header", "Top"),
    ]
    assert document.metadata["title"] == "手册"
    assert document.metadata["author"] == "Li Lei"
    assert str(document.metadata["created"]).startswith("20")
    assert document.blocks[6].data.header_rows == 1
    assert document.media_type == PARSER.media_types[0]
    assert document.parser == "docx@1"


def header(kind, of="default"):
    return f'<w:{kind}Reference w:type="{of}" r:id="{kind}-{of}"/>'


def furniture(section, settings=""):
    names = [f"{kind}-{of}" for kind in ("header", "footer") for of in ("default", "first", "even")]
    links = {name: (name.partition("-")[0], f"{name}.xml") for name in names}
    parts = {f"word/{name}.xml": f"<w:hdr {NAMES}>{p(f'text of {name}')}</w:hdr>" for name in names}
    body = p("a", properties=f"<w:sectPr>{section}</w:sectPr>") + p("b") + f"<w:sectPr>{section}</w:sectPr>"
    return texts(read(word(body, links, settings=settings, **parts)))


def test_page_headers_stand_once_at_the_end_if_they_are_shown():
    everything = "".join(
        header(kind, of) for kind in ("footer", "header") for of in ("first", "default", "even")
    )
    assert furniture(everything) == ["a", "b", "text of header-default", "text of footer-default"]
    with_first = furniture(everything + "<w:titlePg/>", "<w:evenAndOddHeaders/>")
    assert with_first[2:5] == ["text of header-first", "text of header-default", "text of header-even"]
    assert furniture("") == ["a", "b"]


def test_strict_files_read_like_others():
    names = NAMES.replace(
        f"{OFFICE}/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main"
    )
    names = names.replace(f"{OFFICE}/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/")
    kinds = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    link = '<Relationship Id="{0}" Type="{1}/{2}" Target="{3}"/>'
    listed = f'<Relationships xmlns="{OFFICE}/package/2006/relationships">{{}}</Relationships>'
    styles = style("h", "heading 1")
    text = p("http://purl.oclc.org/ooxml/x", "h", '<w:outlineLvl w:val="0"/>') + p(
        runs="<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>"
    )
    document = read(
        zipped(
            {
                "_rels/.rels": listed.format(link.format("a", kinds, "officeDocument", "/word/main.xml")),
                "word/main.xml": f"<w:document {names}><w:body>{text}</w:body></w:document>",
                "word/_rels/main.xml.rels": listed.format(link.format("b", kinds, "styles", "s.xml")),
                "word/s.xml": f"<w:styles {names}>{styles}</w:styles>",
            }
        )
    )
    assert shown(document) == [("heading1", "http://purl.oclc.org/ooxml/x"), ("formula", "x")]


def test_an_empty_document_has_no_blocks():
    assert read(word("")).blocks == ()
    assert read(word(p() + p("  "))).text == ""


def test_damaged_styles_cost_a_warning_only():
    data = word(p("text"), {"styles": ("styles", "styles.xml")}, **{"word/styles.xml": "<w:styles"})
    document = read(data)
    assert document.text == "text"
    (warning,) = document.warnings
    assert warning.startswith("A part was left out: word/styles.xml is no readable XML")


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "damaged"),
        (b"PK\x03\x04 nothing", "damaged"),
        (word(p("x"))[:-30], "damaged"),
        (zipped({"a.txt": "x"}), "no word/document.xml"),
        (zipped({"word/document.xml": "<w:document"}), "no readable XML"),
        (zipped({"word/document.xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"}), "document type"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99 + "EncryptedPackage".encode("utf-16-le"),
            "password",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99, "97-2003"),
    ],
    ids=range(8),
)
def test_broken_files_are_explained(data, match):
    fails(data, match)


def test_a_damaged_member_is_explained():
    data = bytearray(word(p("x" * 5000)))
    at = data.find(b"word/document.xml") + len("word/document.xml") + 10
    data[at : at + 20] = b"\xff" * 20
    fails(bytes(data), "damaged")


def test_bombs_are_refused_before_they_are_unpacked():
    fails(zipped({"word/document.xml": b"\0" * (60 << 20)}), "unpack to 60 MB")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(10_001):
            archive.writestr(f"{number}", "")
    fails(out.getvalue(), "10,001 members")


def test_an_entity_is_never_read_from_outside(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    text = f"<!DOCTYPE x [<!ENTITY a SYSTEM 'file://{secret}'>]><w:document {NAMES}><w:body>&a;</w:body></w:document>"
    fails(zipped({"word/document.xml": text}), "document type|no readable XML")


def test_deep_nesting_is_an_error_and_no_crash():
    tables = 100
    body = "<w:tbl><w:tr><w:tc><w:p/>" * tables + p("x") + "</w:tc></w:tr></w:tbl>" * tables
    fails(word(body), "no readable XML")
    assert "x" in read(word("<w:tbl><w:tr><w:tc><w:p/>" * 50 + p("x") + "</w:tc></w:tr></w:tbl>" * 50)).text


def test_a_missing_package_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "lxml.etree", None)
    with pytest.raises(MissingExtra, match=r"Reading Word files .*chunkwise\[office\]"):
        list(PARSER.parse(Source("key", "a.docx", data=word(p("x")))))


def test_the_tax_law_is_read_as_it_stands(shared):
    path = shared / "data" / "laws" / "tax_law.docx"
    (document,) = PARSER.parse(Source("tax", "tax_law.docx", path=path))
    assert check_document(document) == []
    headings = [
        (block.level, text)
        for block, text in zip(document.blocks, texts(document), strict=True)
        if block.is_heading
    ]
    assert headings == [
        (1, "中华人民共和国税收征收管理法"),
        (2, "第一章 总则"),
        (2, "第二章 税务管理"),
        (3, "第一节 税务登记"),
        (3, "第二节 帐簿、凭证管理"),
        (3, "第三节 纳税申报"),
        (2, "第三章 税款征收"),
        (2, "第四章 税务检查"),
        (2, "第五章 法律责任"),
        (2, "第六章 附则"),
    ]
    articles = [
        text
        for block, text in zip(document.blocks, texts(document), strict=True)
        if text[:1] == "第" and block.kind == "paragraph"
    ]
    assert len(articles) == 94
    assert articles[0].startswith("第一条 ")
    assert articles[93].startswith("第九十四条 ")


def test_the_tax_law_is_the_same_as_its_markdown(shared):
    (document,) = PARSER.parse(Source("tax", "t.docx", path=shared / "data" / "laws" / "tax_law.docx"))
    lines = (shared / "data" / "laws" / "税收征收管理法.md").read_text().splitlines()
    assert texts(document) == [line.lstrip("# ").strip() for line in lines if line.strip()]


def test_real_files_keep_the_laws():
    paths = sorted((SHARED / "docs" / "docx").glob("*.docx"))
    if not paths:
        pytest.skip("the shared data is not here")
    for path in paths:
        (document,) = PARSER.parse(Source(path.name, path.name, path=path))
        assert check_document(document) == [], path
        assert document.blocks, path


PIECES = st.sampled_from(
    [
        p("text"), p("标题", "h1"), p("x", "toc1"), p("cap", "cap"), p("code", "code"), p(), p("\u3000"), p("e\u0301 👩‍👧"),
        p("n", properties='<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'), "<w:altChunk/>", "<w:p/>",
        p(runs='<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> TOC </w:instrText></w:r>'),
        p(runs='<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + r("y 1")), p(runs='<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/><w:vMerge w:val='restart'/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>",
        f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b|c')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>{p(' ')}</w:tc></w:tr></w:tbl>",
        p(runs="<w:r><w:pict><v:shape><v:imagedata/></v:shape></w:pict><w:t> z </w:t></w:r>"), p(runs="<m:oMath/>"),
        p(runs='<w:r><w:footnoteReference w:id="1"/></w:r>'), f"<w:sdt><w:sdtContent>{p('s')}</w:sdtContent></w:sdt>", "<w:sdt/>",
        p(runs=f"<w:r><w:pict><v:textbox><w:txbxContent>{p('in')}</w:txbxContent></v:textbox></w:pict></w:r>"), "<w:tbl/>",
    ]
)  # fmt: skip
STYLES = style("h1", "heading 1") + style("toc1", "toc 1") + style("cap", "caption") + style("code", "Code")
NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="1"><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
)


@settings(max_examples=100, deadline=None)
@given(pieces=st.lists(PIECES, max_size=12))
def test_any_mixture_keeps_the_laws(pieces):
    note = f'<w:footnote w:id="1">{p("note")}</w:footnote>'
    document = read(word("".join(pieces), styles=STYLES, numbering=NUMBERING, footnotes=note))
    assert document.text.count("text") == sum("text</w:t>" in piece for piece in pieces)


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 2000), junk=st.binary(min_size=1, max_size=8))
def test_a_damaged_file_is_an_error_or_a_document(at, junk):
    data = bytearray(word(p("text", "h1") + p("more"), styles=STYLES))
    at %= len(data)
    data[at : at + len(junk)] = junk
    try:
        document = read(bytes(data))
    except ParseError:
        return
    assert check_document(document) == []

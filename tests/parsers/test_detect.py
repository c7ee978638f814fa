from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from chunkwise.model.source import Source
from chunkwise.parsers import formats
from chunkwise.parsers.detect import detect, examine, parser_name, readable_formats

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def _zip(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/").replace("_DOT_", "."), data)
    return buffer.getvalue()


DOCX = _zip(word__document_DOT_xml=b"<w/>", _rels___DOT_rels=b"", **{"[Content_Types].xml": b""})
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600

BINARY = [
    (b"%PDF-1.7\n%\xe2\xe3", formats.PDF),
    (b"\n\n%PDF-1.4 after blank lines", formats.PDF),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "image/webp"),
    (b"\x1f\x8b\x08\0\0\0\0\0", "application/gzip"),
    (b"{\\rtf1\\ansi hello}", formats.RTF),
    (OLE + "WordDocument".encode("utf-16-le"), formats.DOC),
    (OLE + "Workbook".encode("utf-16-le"), formats.XLS),
    (OLE + "EncryptedPackage".encode("utf-16-le"), formats.ENCRYPTED_OFFICE),
    (DOCX, formats.DOCX),
    (_zip(mimetype=b"application/epub+zip"), formats.EPUB),
    (_zip(mimetype=formats.ODT.encode()), formats.ODT),
    (_zip(**{"xl__workbook_DOT_xml": b"", "[Content_Types].xml": b""}), formats.XLSX),
    (_zip(**{"ppt__presentation_DOT_xml": b"", "[Content_Types].xml": b""}), formats.PPTX),
    (_zip(a=b"1"), formats.ZIP),
    (b"PK\x03\x04 broken", formats.ZIP),
    (bytes(range(32)) * 8, formats.BINARY),
]


@pytest.mark.parametrize(("data", "expected"), BINARY, ids=range(len(BINARY)))
def test_binary_formats_by_content(data, expected):
    assert detect(Source("x", "no suffix", data=data)) == expected


TEXTS = [
    ("<!DOCTYPE html><p>x", formats.HTML),
    ("<?xml version='1.0'?>\n<!-- c -->\n<html xmlns='x'>", formats.HTML),
    ("<div>part</div>", formats.HTML),
    ("<?xml version='1.0'?><feed/>", formats.XML),
    ("<svg xmlns='x'/>", "image/svg+xml"),
    ('{"a": [1, 2]}', formats.JSON),
    ('[{"a": 1},\n {"b": 2}]', formats.JSON),
    ('{"a": 1}\n{"a": 2}\n', formats.JSONL),
    ("[1] see the appendix", formats.TEXT),
    ("{curly} words", formats.TEXT),
    ("From: a@b.c\nTo: d@e.f\nSubject: x\nMessage-ID: <1>\n\nbody", formats.EML),
    ("From: the board\nSubject: lunch\n\nA memo and no mail", formats.TEXT),
    ("a,b,c\n1,2,3\n4,5,6\n", formats.CSV),
    ("a\tb\n1\t2\n3\t4\n", formats.TSV),
    ("a;b\n1;2\n3;4\n", formats.CSV),
    ("Well, yes, no\nHello, dear, friends\nSo, it, goes\n", formats.TEXT),
    ("# Title\n\nSee [this](http://x).\n", formats.MARKDOWN),
    ("| a | b |\n|---|---|\n| 1 | 2 |\n", formats.MARKDOWN),
    ("# comment\nkey = value\n# comment\nother = value\n", formats.TEXT),
    ("#!/usr/bin/env python3\nprint(1)\n", "text/x-python"),
    ("plain words", formats.TEXT),
    ("", formats.TEXT),
    ("中文内容。\n", formats.TEXT),
    ("BZh is how bzip2 begins", formats.TEXT),
    ("ID3 tags explained", formats.TEXT),
    ("about %PDF-1.7 files", formats.TEXT),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[text[:20] for text, _ in TEXTS])
def test_texts_without_a_suffix(text, expected):
    assert detect(Source("x", "x", data=text.encode())) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.md", "plain words", formats.MARKDOWN),
        ("a.md", "<p align=center>logo</p>\n\n# T", formats.MARKDOWN),
        ("a.csv", "one column\nx\n", formats.CSV),
        ("a.tsv", "x", formats.TSV),
        ("a.py", "x = 1", "text/x-python"),
        ("a.json", "{broken", formats.JSON),
        ("a.json", '{"a":1}\n{"a":2}', formats.JSONL),
        ("a.txt", "a,b\n1,2\n3,4\n", formats.TEXT),
        ("a.txt", "# T\n\n[a](b) **c**", formats.TEXT),
        ("Makefile", "all:\n\tx", "text/x-makefile"),
        ("A.HTM", "<p>x", formats.HTML),
        ("empty.md", "", formats.MARKDOWN),
        ("a.rst", "T\n=\n\nx", "text/x-rst"),
    ],
)
def test_the_suffix_decides_between_texts(name, text, expected):
    assert examine(Source("x", name, data=text.encode())).media_type == expected
    assert examine(Source("x", name, data=text.encode())).warnings == ()


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.txt", b"%PDF-1.7", formats.PDF),
        ("a.pdf", b"just words", formats.TEXT),
        ("a.xls", b"<html><table></table></html>", formats.HTML),
        ("a.xls", b"a\tb\n1\t2\n3\t4\n", formats.TSV),
        ("a.doc", DOCX, formats.DOCX),
        ("a.md", b"<!doctype html><p>x", formats.HTML),
        ("a.json", b"<html><body>404</body></html>", formats.HTML),
        ("a.txt", b'{"a": 1}', formats.JSON),
        ("a.xlsx", b"a\tb\n1\t2\n3\t4\n", formats.TSV),
        ("a.docx", "<html><body>请登录</body></html>".encode(), formats.HTML),
    ],
)
def test_content_wins_over_a_wrong_name_with_a_warning(name, data, expected):
    detection = examine(Source("x", name, data=data))
    assert detection.media_type == expected
    assert len(detection.warnings) == 1
    assert name in detection.warnings[0]


def test_a_broken_office_file_is_taken_for_what_it_is_called():
    assert detect(Source("x", "a.docx", data=DOCX[:40])) == formats.DOCX


@pytest.mark.parametrize("data", [b"", b"PK", b"just words", "只是文字。".encode(), bytes(range(32)) * 8])
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("表.xlsx", formats.XLSX),
        ("a.docx", formats.DOCX),
        ("a.PPTX", formats.PPTX),
        ("a.epub", formats.EPUB),
        ("a.odt", formats.ODT),
        ("a.zip", formats.ZIP),
    ],
)
def test_what_is_called_a_zipped_format_and_is_nothing_else_is_that_and_broken(name, kind, data):
    """It was cut off or written over; the words of it, if any, are not what is wanted."""
    detection = examine(Source("x", name, data=data))
    assert (detection.media_type, detection.warnings) == (kind, ())


def test_the_caller_has_the_last_word():
    source = Source("x", "a.md", data=b"%PDF", media_type="Text/Plain; charset=utf-8")
    assert examine(source).media_type == "text/plain"
    assert examine(source).warnings == ()


def test_other_encodings_do_not_hide_the_format():
    assert detect(Source("x", "x", data="<html>中".encode("gb18030"))) == formats.HTML
    assert detect(Source("x", "x", data="名,值\n一,二\n三,四\n".encode("gb18030"))) == formats.CSV
    assert detect(Source("x", "x", data='{"a": "中"}'.encode("utf-16"))) == formats.JSON


def test_a_head_may_end_inside_a_character():
    for shift in range(3):
        text = "# 标题\n\n[a](b)\n\n" + "a" * shift + "中" * 60_000
        assert detect(Source("x", "x", data=text.encode())) == formats.MARKDOWN


def test_parsers_by_media_type():
    assert parser_name("text/plain") == "text"
    assert parser_name("text/x-rust") == "text"
    assert parser_name("text/csv") == "csv"
    assert parser_name("application/x-ndjson") == "json"
    assert parser_name("application/x-executable") is None


def test_readable_formats_are_named_as_people_name_them():
    assert {"CSV table", "JSON", "Markdown", "plain text"} <= set(readable_formats())


def test_real_files_are_what_their_names_say():
    paths = [path for path in sorted(SHARED.glob("docs/*/*")) if path.is_file()]
    if not paths:
        pytest.skip("the shared data is not here")
    for path in paths:
        detection = examine(Source("x", path.name, path=path))
        assert detection.media_type == formats.SUFFIXES[path.suffix], path
        assert detection.warnings == ()

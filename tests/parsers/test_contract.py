"""The laws of documents, for every registered parser and for real files."""

from __future__ import annotations

from pathlib import Path

import pytest
from binaries import book, example, picture
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise import registry
from chunkwise.model.source import Source
from chunkwise.parsers.encoding import decode
from chunkwise.parsers.read import parse_all
from chunkwise.testing.documents import check_document

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
VERBATIM = ["csv", "json", "markdown", "text"]

# One small real input for each parser: add yours here.
SAMPLES: dict[str, bytes] = {
    "text": "One paragraph.\n\n- item\n- 第二项\n".encode(),
    "markdown": "# Title\n\nText with *marks*.\n\n| a | b |\n|---|---|\n| 1 | 二 |\n".encode(),
    "json": '{"name": "刘备", "list": [1, 2, {"x": null}]}'.encode(),
    "html": b"<h1>T</h1><p>x <b>y</b><ul><li>a</ul><table><tr><th>k<tr><td>v</table>",
    "docx": example("manual.docx"),
    "xlsx": example("spare-parts.xlsx"),
    "pptx": example("slides.pptx"),
    "pdf": example("paper.pdf"),
    "epub": book(),
    "email": b"Subject: Hi\nFrom: a@b.c\n\nText.\n",
    "picture": picture(),
    "csv": 'name,note\n张三,"two\nlines"\nAnna,"say ""hi"""\n'.encode(),
}

TEXTS = [
    "",
    " \n\t\n\r\n \u3000\n",
    "plain words",
    "中文，没有空格。第二句！\n第一条 甲。\n第二条 乙。",
    "emoji 👨‍👩‍👧‍👦 🇩🇪 and e\u0301\n\n> quoted 🎉",
    "שלום עולם\n\n- مرحبا, بالعالم\n",
    "NUL \0 here\n\nand \0\0 there",
    "\ufeffmark at the start",
    "a\rb\r\nc\nd\u2028e\x85f\x0bg\x0ch",
    '"unclosed, quote\n# heading\n```\nfence',
    "# [x]: y\n\n[x]: y\n---\n***\n\n$$\nx\n\n[^1]: n",
    "|a|\n|-|\n|b|c|\n\n<table>\n\n</table>\n<!-- c",
    "x" * 5000,
    "1. a\n2. b\n   - c\n\n     d\n3. e",
]
BROKEN = [
    b"\xff\xfe\x00",
    b"\xed\xa0\x80 lone surrogate",
    b"caf\xe9",
    b"\x80\x81\xfe\xff",
    "中文".encode("gb18030"),
]


def _documents(name: str, data: bytes) -> list[object]:
    parser = registry.load("parser", name)()
    source = Source("key", "key", data=data, media_type=_media_type(parser))
    return list(parser.parse(source))


def _media_type(parser: object) -> str:
    return next(t for t in parser.media_types if "*" not in t)  # type: ignore[attr-defined]


def _readable(name: str, text: str) -> str:
    """The text in a form that the parser accepts: JSON must be JSON."""
    import json

    return json.dumps({"a": text, "b": [text]}, ensure_ascii=False) if name == "json" else text


@pytest.mark.parametrize("name", registry.names("parser"))
def test_every_parser_has_a_sample_and_keeps_the_laws_on_it(name):
    assert name in SAMPLES, f"add a small real input of the parser {name!r} to SAMPLES"
    documents = _documents(name, SAMPLES[name])
    assert documents
    for document in documents:
        assert check_document(document) == []
        assert document.blocks
        assert document.warnings == () or name == "picture"  # which says that OCR is an extra


@pytest.mark.parametrize("name", registry.names("parser"))
def test_every_parser_says_what_it_is(name):
    parser = registry.load("parser", name)()
    assert parser.name == name
    assert parser.version
    assert isinstance(parser.media_types, tuple)
    assert isinstance(parser.isolated, bool)


@pytest.mark.parametrize("name", registry.names("parser"))
def test_the_same_bytes_give_the_same_documents(name):
    assert _documents(name, SAMPLES[name]) == _documents(name, SAMPLES[name])


@pytest.mark.parametrize("name", VERBATIM)
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_verbatim_formats_keep_the_text_and_the_laws(name, text):
    readable = _readable(name, text) if text.strip() else text
    (document,) = _documents(name, readable.encode())
    assert check_document(document) == []
    assert document.text == readable.removeprefix("\ufeff")


@pytest.mark.parametrize("name", ["csv", "markdown", "text"])
@pytest.mark.parametrize("data", BROKEN, ids=range(len(BROKEN)))
def test_no_bytes_break_a_text_parser(name, data):
    (document,) = _documents(name, data)
    assert check_document(document) == []
    assert document.text == decode(data)[0]


@pytest.mark.parametrize("name", VERBATIM)
@pytest.mark.parametrize("data", [b"", b" \n \r\n\t"])
def test_files_without_content_have_no_blocks(name, data):
    (document,) = _documents(name, data)
    assert document.blocks == ()


PIECES = st.sampled_from(
    [
        "# h", "## h #", "==", "---", "***", "- ", "* a", "1. ", "2) x", "  ", "    ", "\t", "> ", ">", "```", "~~~", "`",
        "$$", "\\[", "\\]", "[^1]: ", "[a]: b", "| a | b |", "|-|-|", "|", "\\|", "<div>", "</div>", "<!--", "-->",
        "<table>", "![i](j)", "[l](m)", "text", "中文。", "🎉", "שלום", "\0", "\ufeff", "\u3000", "\u2028", "\x0b", "\x0c",
        '"', ",", ";", "\\", "&amp;", "{", "}", "\n", "\n", "\n", "\n\n", "\r\n", "\r", " ",
    ]
)  # fmt: skip
SOUP = st.lists(PIECES, max_size=40).map("".join)


@settings(max_examples=300, deadline=None)
@given(text=SOUP, name=st.sampled_from(["csv", "markdown", "text"]))
def test_any_soup_keeps_the_laws(text, name):
    (document,) = _documents(name, b"\xef\xbb\xbf" + text.encode())
    assert check_document(document) == []
    assert document.text == text


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200), name=st.sampled_from(["csv", "markdown", "text"]))
def test_any_bytes_keep_the_laws(data, name):
    (document,) = _documents(name, data)
    assert check_document(document) == []


@pytest.mark.parametrize(
    "pattern", ["docs/md/*.md", "docs/csv/*.csv", "laws/*.md", "chroma/*.md", "chroma/*.csv"]
)
def test_real_files_keep_the_laws(pattern):
    paths = sorted(SHARED.glob(pattern))
    if not paths:
        pytest.skip("the shared data is not here")
    for path in paths:
        for document in parse_all(path, root=SHARED):
            assert check_document(document) == [], path
            assert document.text == path.read_bytes().decode("utf-8-sig")
            assert document.id == path.relative_to(SHARED).as_posix()

from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")

from pdf_cases.pdf_glyphs import glyph_pdf
from pdf_cases.pdf_reading import parse_pdf

from chunkwise.testing.documents import check_document


def _read(*lines: list[str], step: float = 12.0):
    document = parse_pdf(glyph_pdf([(20, 300 - step * at, glyphs) for at, glyphs in enumerate(lines)]))
    assert check_document(document) == []
    return document


def _edges(document):
    (block,) = document.blocks
    return [list(line.edges) for line in block.lines]


@pytest.mark.parametrize(
    ("glyphs", "text", "edges"),
    [
        (["o", "\ufb03", "c"], "offic", [20, 26, 28, 30, 32, 38]),  # one glyph, three letters
        (["o", "ffi", "c"], "offic", [20, 26, 28, 30, 32, 38]),
        (["\ufb01", "x", "\ufb02"], "fixfl", [20, 23, 26, 32, 35, 38]),
        (["\u2f00", "\u2f06", "人"], "一二人", [20, 26, 32, 38]),  # Kangxi radicals
        (["s", "o", "\u00ad", "f", "t"], "soft", [20, 26, 38, 44, 50]),
        (["n", "\0", "u"], "nu", [20, 32, 38]),
        (["x", "😀", "𠀀"], "x😀𠀀", [20, 26, 32, 38]),
        (["a", " ", " ", "b"], "a b", [20, 26, 38, 44]),
        (["a", "\u3000", "b"], "a\u3000b", [20, 26, 32, 38]),
        (["\u3000", "a", "\u3000"], "a", [26, 32]),
    ],
)
def test_what_is_mapped_keeps_its_boundaries(glyphs, text, edges):
    document = _read(glyphs)
    assert document.text == text
    assert _edges(document) == [edges]


@pytest.mark.parametrize("char", ["ﾊ", "Ⅳ", "２", "é", "e\u0301", "ĳ", "…", "\ufe0f", "\u200d"])
def test_nothing_else_is_mapped(char):
    assert _read(["a", *char, "b"]).text == f"a{char}b"


def test_control_characters_that_are_white_space_become_spaces():
    assert _read(["a", "\t", "b", "\n", "c", "\x0b", "d", "\u2028", "e"]).text == "a b c d e"


def test_lone_surrogates_are_replaced_with_a_warning():
    document = _read(["a", "\ud800", "b"])
    assert document.text in ("a\ufffdb", "ab")  # some builds of PDFium leave it out themselves
    assert bool(document.warnings) == ("\ufffd" in document.text)


def test_fonts_that_do_not_tell_their_characters_are_reported():
    document = _read([chr(0xE000 + at) for at in range(9)])
    assert document.warnings == (
        "1 of 1 pages has fonts that do not say which characters they show (page 1): the text may be nonsense.",
    )


def _lines(*texts: str):
    """Lines that reach the same margin, in one paragraph: the last may be shorter."""
    return _read(*(list(text) for text in texts))


def test_lines_are_joined_by_a_space():
    document = _lines("the first line of a text", "goes on in the second one")
    assert document.text == "the first line of a text goes on in the second one"
    (block,) = document.blocks
    assert [line.span.of(document.text) for line in block.lines] == [
        "the first line of a text",
        "goes on in the second one",
    ]


def test_chinese_lines_are_joined_by_nothing():
    assert _lines("本办法适用于港口与岛屿", "之间的旅客运输活动，经", "营者应当。").text == (
        "本办法适用于港口与岛屿之间的旅客运输活动，经营者应当。"
    )


def test_a_space_stays_between_chinese_and_latin():
    assert _lines("使用软件的时候应当安装", "Python").text == "使用软件的时候应当安装 Python"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("the long hyphen", "ation of words here is con-", "tinued"), None),
        (("this is an exam-", "ple of a line"), "this is an example of a line"),
        (
            ("this is a well-", "known fact, so well-known that"),
            "this is a well-known fact, so well-known that",
        ),
        (("the Anglo-", "Saxon of old"), "the Anglo-Saxon of old"),
        (("the Bundes-", "Tag or BundesTag"), "the BundesTag or BundesTag"),
        (("from 1939-", "1945 and later"), "from 1939-1945 and later"),
        (("an aside - like this -", "goes on here"), "an aside - like this - goes on here"),
        (("a soft hy\u00ad", "phen goes"), "a soft hyphen goes"),
        (("a hyphen hy\u2010", "phen goes"), "a hyphen hyphen goes"),
    ],
)
def test_hyphens_at_line_ends(lines, text):
    document = _lines(*lines)
    assert document.text == (text or "the long hyphen ation of words here is continued")
    for block in document.blocks:
        for line in block.lines:
            assert len(line.edges) == len(line.span) + 1


def test_hebrew_is_in_reading_order_with_falling_edges():
    text = "שלום עולם"
    document = _read(list(reversed(text)))
    assert document.text == text
    assert _edges(document) == [[74, 68, 62, 56, 50, 44, 38, 32, 26, 20]]


def test_mixed_direction_has_no_edges():
    document = _read(["a", "b", "c", " ", *reversed("שלום עולם")])
    (block,) = document.blocks
    assert block.lines[0].edges is None
    assert sorted(document.text.split()) == sorted(["abc", "שלום", "עולם"])

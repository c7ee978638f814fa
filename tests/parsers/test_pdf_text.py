from __future__ import annotations

import pytest

pytest.importorskip("pypdfium2")

from pdf_cases.pdf_glyphs import glyph_pdf
from pdf_cases.pdf_reading import parse_pdf

from chunkwise.parsers.pdf.chars import Char
from chunkwise.parsers.pdf.segments import SegmentBuilder
from chunkwise.parsers.pdf.styles import Style
from chunkwise.testing.documents import check_document
from chunkwise.text.language import is_rtl

LOOK = Style("Any", 10.0, False, False, False)


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
    assert document.text == ""
    assert document.warnings == (
        "Fonts without a usable mapping on page 1: 1 line of nothing but such characters left out.",
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


@pytest.mark.parametrize(
    ("glyphs", "text"),
    [
        (["م", "لا", "س"], "سلام"),  # one glyph for two letters, which PDFium turns around
        (["م", "\ufefb", "س"], "سلام"),  # a presentation form, which it does not
        (["ن", "ا", "س", "ن", "لإ", "ا"], "الإنسان"),
        (["ل", "ا"], "ال"),  # two glyphs
    ],
)
def test_lam_and_alef_of_one_glyph(glyphs, text):
    document = _read(glyphs)
    assert document.text == text
    (edges,) = _edges(document)
    assert len(edges) == len(text) + 1
    assert edges == sorted(edges, reverse=True)
    assert (edges[0], edges[-1]) == (20 + 6 * len(glyphs), 20)


def test_letters_of_one_lam_alef_share_its_width():
    assert _edges(_read(["م", "لا", "س"])) == [[38, 32, 29, 26, 20]]


def _char(text: str, x0: float, x1: float) -> Char:
    return Char(text, x0, 0, x1, 10, 8, LOOK, 0, is_rtl(text))


def test_a_vowel_sign_follows_its_letter():
    """As PDFium gives it: the sign before the letter under it, with a space for the way to the sign."""
    builder = SegmentBuilder()
    builder.add(_char("أ", 38, 44))
    builder.add(_char("ي", 32, 38))
    builder.add_blank()
    builder.add(_char("\u064b", 27, 29))
    for text, x in (("ض", 26), ("ا", 20)):
        builder.add(_char(text, x, x + 6))
    builder.end()
    (segment,) = builder.done
    assert segment.text == "أيض\u064bا"
    assert segment.edges == [44, 38, 32, 29, 26, 20]


def test_a_vowel_sign_over_the_letter_before_it_stays():
    builder = SegmentBuilder()
    for char in (_char("ض", 26, 32), _char("\u064b", 27, 29), _char("ا", 20, 26)):
        builder.add(char)
    builder.end()
    assert [segment.text for segment in builder.done] == ["ض\u064bا"]


def test_a_vowel_sign_whose_letter_does_not_come_is_kept():
    builder = SegmentBuilder()
    builder.add(_char("\u064b", 27, 29))
    builder.add_blank()
    builder.add(_char("ا", 2, 8))
    builder.end()
    assert "".join(segment.text for segment in builder.done).replace(" ", "") == "\u064bا"


def test_a_space_stands_between_words_of_different_direction():
    assert _read([*"نم", *"abc", " ", "و"]).text.split() == ["و", "abc", "من"]
    assert _read([*"نم", *"12"]).text in ("12من", "من12")  # numbers keep their neighbours


def test_control_characters_are_unmapped_glyphs():
    document = _read([*"ab", "\x03", "\x84", *"cd"], [*"and more"])
    assert document.text.startswith("ab\ufffd\ufffdcd")
    assert document.warnings[:1] == (
        "2 characters of fonts without a usable mapping were replaced by U+FFFD on page 1.",
    )
    assert len(document.blocks[0].lines[0].edges) == 7


def test_a_glyph_that_is_mapped_to_pdfiums_hyphen_is_no_hyphen():
    assert _read(["a", "\x02", "b"]).text == "a\ufffdb"


def test_lines_of_unmapped_glyphs_are_left_out_with_a_warning():
    document = _read([*"a line"], ["\x04", "\x05", " ", "!", "\x06"], [*"another one"], step=40)
    assert [block.span.of(document.text) for block in document.blocks] == ["a line", "another one"]
    assert document.warnings[0] == (
        "3 characters of fonts without a usable mapping were replaced by U+FFFD on page 1; "
        "1 line of nothing but such characters left out."
    )


@pytest.mark.parametrize("sign", [["\x01"], ["\x84"], ["r", "\x01"]])
def test_a_lone_unmapped_sign_in_front_is_a_bullet(sign):
    document = _read([*sign, " ", *"one thing"], [*sign, " ", *"another thing"])
    assert [(block.kind, block.span.of(document.text)) for block in document.blocks] == [
        ("list_item", "• one thing"),
        ("list_item", "• another thing"),
    ]
    assert [len(line.edges) for block in document.blocks for line in block.lines] == [12, 16]
    assert document.warnings == ()


def test_an_unmapped_word_in_front_of_another_one_is_no_bullet():
    assert _read(["\x01", " ", "a", "\x03", "b"]).text == "\ufffd a\ufffdb"

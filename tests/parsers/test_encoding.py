from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise.parsers.encoding import decode, wide_encoding
from chunkwise.parsers.western import is_western

CHINESE = "第一条 为了规范公司的组织和行为，保护公司、股东、职工和债权人的合法权益，制定本法。"
TAIWANESE = "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."
RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах."
GERMAN = "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Größe, Häuser, schön."
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy."
POLISH = (
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są obdarzeni rozumem."
)


@pytest.mark.parametrize(
    ("text", "written", "read"),
    [
        (CHINESE, "gb18030", "gb18030"),
        (CHINESE, "gb2312", "gb18030"),
        (CHINESE, "gbk", "gb18030"),
        (TAIWANESE, "big5", "big5hkscs"),
        (JAPANESE, "shift_jis", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (JAPANESE, "iso2022_jp", "iso2022_jp"),
        (KOREAN, "euc_kr", "cp949"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "koi8_r", "koi8_r"),
        (GERMAN, "cp1252", "cp1252"),
        (CZECH, "cp1250", "cp1250"),
        (POLISH, "cp1250", "cp1250"),
        ("It\u2019s \u201cnaïve\u201d\u2026", "cp1252", "cp1252"),
        ("café", "latin-1", "cp1252"),
        ("中文", "gb18030", "gb18030"),
        (CHINESE, "utf-16", "utf-16-le"),
        (CHINESE, "utf-8-sig", "utf-8"),
        (GERMAN, "utf-16-be", "utf-16-be"),
        (GERMAN, "utf-32-le", "utf-32-le"),
    ],
)
def test_encodings_are_recognised(text, written, read):
    assert decode(text.encode(written)) == (text, read, [])


def test_only_the_beginning_is_guessed_from_and_the_whole_is_decoded():
    text = (CHINESE + "\n") * 3_000 + "结束"
    assert decode(text.encode("gb18030")) == (text, "gb18030", [])
    one_line = "中文很长" * 30_000
    assert decode(one_line.encode("gb18030"))[0] == one_line


def test_a_few_broken_bytes_leave_a_text_utf8():
    data = CHINESE.encode() + b"\xff and \xfe" + CHINESE.encode()
    text, encoding, warnings = decode(data)
    assert encoding == "utf-8"
    assert text == f"{CHINESE}\ufffd and \ufffd{CHINESE}"
    assert warnings == ["2 places could not be decoded as utf-8 and became U+FFFD."]


def test_a_file_cut_inside_a_character_is_utf8():
    text, encoding, warnings = decode(CHINESE.encode()[:-1])
    assert (text[:-1], encoding, len(warnings)) == (CHINESE[:-1], "utf-8", 1)


def test_replacement_characters_of_the_input_are_not_counted():
    data = ("\ufffd" + CHINESE).encode() + b"\xff"
    assert decode(data)[2] == ["1 place could not be decoded as utf-8 and became U+FFFD."]


def test_surrogates_written_as_utf8():
    assert decode(b"x \xed\xa0\xbd\xed\xb8\x80 y") == ("x 😀 y", "utf-8", [])
    text, encoding, warnings = decode(b"x \xed\xa0\x80 y")
    assert (text, encoding, len(warnings)) == ("x \ufffd y", "utf-8", 1)


def test_nul_and_newlines_stay():
    text = "a\0b\r\nc\rd\u2028e\x85"
    assert decode(text.encode()) == (text, "utf-8", [])


def test_zero_bytes_in_short_or_odd_texts_are_no_utf16():
    assert wide_encoding(b"# a\0b\n\n\0\n") is None
    assert wide_encoding(b"a plain text \0 with one zero byte") is None
    assert wide_encoding("twenty characters ok".encode("utf-16-le")) == "utf-16-le"


@settings(max_examples=100, deadline=None)
@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b")))
def test_utf8_is_always_utf8(text):
    assert decode(text.encode()) == (text.removeprefix("\ufeff"), "utf-8", [])


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=400))
def test_decoding_never_fails_and_reports_what_it_replaced(data):
    text, encoding, warnings = decode(data)
    assert encoding
    if text.count("\ufffd") and b"\xef\xbf\xbd" not in data and encoding == "utf-8":
        assert warnings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Größe", True),
        ("ça été", True),
        ("señor", True),
        ("z³oty ¿ó³w", False),
        ("pøíliš ìlu", False),
        ("", True),
    ],
)
def test_western_letters(text, expected):
    assert is_western(text) is expected

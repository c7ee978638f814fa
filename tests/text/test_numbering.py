"""Numbered headings and legal markers: tables of cases, numerals, real statutes."""

from __future__ import annotations

import re
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.text.language import dominant_script, is_cjk, is_rtl
from chunkwise.text.numbering import chinese_number, find_marker, roman_number
from chunkwise.text.numerals import word_number

LAWS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "laws"


@pytest.mark.parametrize(
    ("line", "unit", "number", "label", "level"),
    [
        ("第一条　为了规范", "article", (1,), "第一条", 6),
        ("　　第十条 为了规范", "article", (10,), "第十条", 6),
        ("第 一 条 为了规范", "article", (1,), "第 一 条", 6),
        ("第十　条", "article", (10,), "第十　条", 6),
        ("第１２条　为了规范", "article", (12,), "第１２条", 6),
        ("第12条 为了规范", "article", (12,), "第12条", 6),
        ("第一百二十条之一 资助恐怖活动", "article", (120, 1), "第一百二十条之一", 6),
        ("第五条国务院主管部门负责", "article", (5,), "第五条", 6),
        ("第五条中华人民共和国公民", "article", (5,), "第五条", 6),
        ("第五条以暴力、胁迫方法", "article", (5,), "第五条", 6),
        ("第五条有下列情形之一的", "article", (5,), "第五条", 6),
        ("第二十条 和平时期", "article", (20,), "第二十条", 6),
        ("第五条【适用范围】", "article", (5,), "第五条", 6),
        ("**第一条** 为了规范", "article", (1,), "第一条", 6),
        ("第一编 总则", "part", (1,), "第一编", 1),
        ("第二部分 合同", "part", (2,), "第二部分", 1),
        ("第一分编  通则", "subpart", (1,), "第一分编", 2),
        ("## 第三章　会员", "chapter", (3,), "第三章", 3),
        ("第一章总则", "chapter", (1,), "第一章", 3),
        ("第二节 帐簿、凭证管理", "section", (2,), "第二节", 4),
        ("第一款 前述", "paragraph", (1,), "第一款", 7),
        ("第三项：其他", "item", (3,), "第三项", 8),
        ("第百二条の二　前条", "article", (102, 2), "第百二条の二", 6),
        ("Article 5", "article", (5,), "Article 5", 6),
        ("ARTICLE V", "article", (5,), "ARTICLE V", 6),
        ("Article 5 Scope", "article", (5,), "Article 5", 6),
        ("Article 5a Scope", "article", (5, 1), "Article 5a", 6),
        ("Art. 5 Scope", "article", (5,), "Art. 5", 6),
        ("Part II", "part", (2,), "Part II", 1),
        ("Part C General", "part", (3,), "Part C", 1),
        ("Title 17", "part", (17,), "Title 17", 1),
        ("Schedule 1", "part", (1,), "Schedule 1", 1),
        ("BOOK ONE: 1805", "part", (1,), "BOOK ONE", 1),
        ("CHAPTER TWENTY-ONE", "chapter", (21,), "CHAPTER TWENTY-ONE", 3),
        ("Chapter XXI. The Road", "chapter", (21,), "Chapter XXI", 3),
        ("Section 3. Term and renewal", "section", (3,), "Section 3", 4),
        ("Section 3.1: Term", "section", (3, 1), "Section 3.1", 4),
        ("SECTION 12 — DEFINITIONS", "section", (12,), "SECTION 12", 4),
        ("Sec. 3. Term", "section", (3,), "Sec. 3", 4),
        ("§ 12 Begriff", "section", (12,), "§ 12", 4),
        ("§§ 12-15 Begriffe", "section", (12,), "§§ 12-15", 4),
        ("Section 5(2)(b) Records", "section", (5, 2, 2), "Section 5(2)(b)", 4),
        ("Subsection 2 Records", "subsection", (2,), "Subsection 2", 5),
    ],
)
def test_legal_markers(line: str, unit: str, number: tuple[int, ...], label: str, level: int) -> None:
    marker = find_marker(line)
    assert marker is not None
    assert (marker.family, marker.unit, marker.number, marker.label, marker.level) == (
        "legal",
        unit,
        number,
        label,
        level,
    )
    assert line[: marker.end].rstrip(".:：").endswith(label)


@pytest.mark.parametrize(
    ("line", "family", "unit", "number", "label", "level"),
    [
        ("1 Introduction", "decimal", "1", (1,), "1", 1),
        ("1. Introduction", "decimal", "1", (1,), "1.", 1),
        ("1. open the box", "decimal", "1", (1,), "1.", 1),
        ("1.1 Scope", "decimal", "1", (1, 1), "1.1", 2),
        ("1.1. Scope", "decimal", "1", (1, 1), "1.1.", 2),
        ("### 1.10.3\tTitle", "decimal", "1", (1, 10, 3), "1.10.3", 3),
        ("3.1 This Agreement enters into force.", "decimal", "1", (3, 1), "3.1", 2),
        ("1.1范围", "decimal", "1", (1, 1), "1.1", 2),
        ("２．３　范围", "decimal", "1", (2, 3), "２．３", 2),
        ("1.本法适用", "decimal", "1", (1,), "1.", 1),
        ("一、总则", "chinese", "一、", (1,), "一、", 1),
        ("十二、其他", "chinese", "一、", (12,), "十二、", 1),
        ("（一）有企业法人资格；", "chinese", "（一）", (1,), "（一）", 2),
        ("(三)项目利用资源情况", "chinese", "（一）", (3,), "(三)", 2),
        ("(一)一级军士长", "chinese", "（一）", (1,), "(一)", 2),
        ("1、标题", "chinese", "1、", (1,), "1、", 3),
        ("（1）标题", "chinese", "（1）", (1,), "（1）", 4),
        ("(1)标题", "chinese", "（1）", (1,), "(1)", 4),
        ("2）标题", "chinese", "（1）", (2,), "2）", 4),
        ("③标题", "chinese", "①", (3,), "③", 5),
        ("㈡标题", "chinese", "（一）", (2,), "㈡", 2),
        ("I. Introduction", "letter", "I.", (1,), "I.", 1),
        ("XIV. Results", "letter", "I.", (14,), "XIV.", 1),
        ("B. Methods", "letter", "A.", (2,), "B.", 2),
        ("A.选项", "letter", "A.", (1,), "A.", 2),
        ("c) third", "letter", "a.", (3,), "c)", 3),
        ("(b) records", "letter", "(a)", (2,), "(b)", 4),
        ("(aa) records", "letter", "(a)", (27,), "(aa)", 4),
        ("(2) records", "letter", "(1)", (2,), "(2)", 5),
        ("2) records", "letter", "(1)", (2,), "2)", 5),
        ("(C) records", "letter", "(A)", (3,), "(C)", 6),
        ("(iv) records", "letter", "(i)", (4,), "(iv)", 7),
        ("(i) records", "letter", "(i)", (1,), "(i)", 7),
    ],
)
def test_other_markers(
    line: str, family: str, unit: str, number: tuple[int, ...], label: str, level: int
) -> None:
    marker = find_marker(line)
    assert marker is not None
    assert (marker.family, marker.unit, marker.number, marker.label, marker.level) == (
        family,
        unit,
        number,
        label,
        level,
    )
    assert line[: marker.end].endswith(label)


@pytest.mark.parametrize(
    "line",
    [
        "第五条规定的情形",
        "第五条的规定",
        "第五条、第六条规定的",
        "第五条至第八条",
        "第五条 至第八条",
        "第五条第二款",
        "第五条（二）项",
        "第五条修改为：",
        "第五条中规定的",
        "第五条有关规定",
        "第一百二十条之一规定的",
        "第三章规定的程序",
        "第一章讨论了这个问题，结论是不成立的。",
        "第一款规定的",
        "第一回合比赛",
        "第一部电影",
        "第一节课",
        "第三方",
        "第",
        "Article 5 of the Convention",
        "Article 5, paragraph 2",
        "Article 5 and Article 6",
        "Section 3 shall apply",
        "Section 3 and 4",
        "Sec. 3 of the Act",
        "Art. 28 of Regulation",
        "§ 12 of the Act",
        "§ 5 Abs. 2",
        "Part II describes it",
        "Part of the text",
        "Chapter 11 bankruptcy",
        "Title page",
        "Act now",
        "section 3 Foo",
        "3.14 is pi",
        "1.2.3 released",
        "2024.01.02 Meeting",
        "2024 Annual Report",
        "192.168.1.1 Server",
        "12 Angry Men is a film.",
        "3.5 GHz",
        "10.30 Uhr",
        "3.5亿元",
        "20 世纪",
        "3 月",
        "42",
        "1.",
        "5. 2. 판결",
        "一、二、三等奖",
        "1、2、3都要",
        "（一）至（三）项",
        "（一）项规定",
        "（2020）京民终12号",
        "J. R. R. Tolkien",
        "(c) 2024 Company",
        "(see above)",
        "e.g. this",
        "Hello",
        "",
        "　",
    ],
)
def test_no_marker(line: str) -> None:
    assert find_marker(line) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("零", 0), ("十", 10), ("十二", 12), ("二十", 20), ("廿三", 23), ("卅", 30), ("一百", 100),
        ("一百零三", 103), ("一百一十", 110), ("一百二十三", 123), ("一千二百六十", 1260), ("三千零五", 3005),
        ("两万", 20000), ("三万五千", 35000), ("一亿零三", 100000003), ("二〇二四", 2024), ("壹佰贰拾叁", 123),
        ("百二十", 120), ("12", 12), ("１２", 12), ("十百", None), ("百十千", None), ("万", None), ("条", None),
        ("", None), ("9" * 5000, None),
    ],
)  # fmt: skip
def test_chinese_numbers(text: str, value: int | None) -> None:
    assert chinese_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("I", 1), ("IV", 4), ("XIV", 14), ("xlii", 42), ("XC", 90), ("MCMXCIV", 1994), ("IIII", None), ("VX", None),
     ("IC", None), ("Iv", None), ("", None), ("A", None)],
)  # fmt: skip
def test_roman_numbers(text: str, value: int | None) -> None:
    assert roman_number(text) == value


def chinese(number: int) -> str:
    """1 to 9999 as statutes write it."""
    written, zero = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        if digit:
            written += ("零" if zero and written else "") + "零一二三四五六七八九"[digit] + name
        zero = digit == 0
    return written[1:] if written.startswith("一十") else written


def roman(number: int) -> str:
    values = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    names = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    written = ""
    for value, name in zip(values, names, strict=True):
        written += name * (number // value)
        number %= value
    return written


@given(st.integers(1, 3999))
def test_numerals_are_read_as_they_are_written(number: int) -> None:
    assert chinese_number(chinese(number)) == number
    assert roman_number(roman(number)) == roman_number(roman(number).lower()) == number
    marker = find_marker(f"第{chinese(number)}条　本法")
    assert marker is not None
    assert marker.number == (number,)


def test_number_words() -> None:
    assert [word_number(word) for word in ("One", "twelve", "forty-two", "Third")] == [1, 12, 42, 3]
    assert [word_number(word) for word in ("few", "twelve-two", "forty-", "forty-ten")] == [
        None,
        None,
        40,
        None,
    ]


@given(
    st.text(
        alphabet=st.sampled_from("第一百条章之 　0123.．()（）、IVXaBc§Article#*>\ud800\x00😀"), max_size=30
    )
)
def test_any_line(line: str) -> None:
    marker = find_marker(line)
    if marker is not None:
        assert 0 < marker.end <= len(line)
        assert marker.label == marker.label.strip() != ""
        assert marker.label in line[: marker.end]
        assert marker.level >= 1


@pytest.mark.parametrize(
    "line", ["第" * 500_000, "1." * 300_000, " " * 1_000_000, ">#" * 300_000, "(" * 500_000]
)
def test_long_lines_cost_one_look(line: str) -> None:
    began = time.perf_counter()
    assert find_marker(line) is None
    marker = find_marker("第一条 " + line)
    assert marker is not None
    assert marker.end == 3
    assert time.perf_counter() - began < 5  # quadratic work would take minutes


def article_numbers(lines: list[str]) -> list[tuple[int, ...]]:
    markers = [find_marker(line) for line in lines]
    return [marker.number for marker in markers if marker and marker.unit == "article" and marker.number]


@pytest.mark.skipif(not LAWS.is_dir(), reason="needs the shared data")
def test_articles_of_real_statutes_are_consecutive() -> None:
    files = sorted(LAWS.glob("*.md"))
    from_one = 0
    for path in files:
        numbers = article_numbers(path.read_text(encoding="utf-8").splitlines())
        main = [number[0] for number in numbers if len(number) == 1]
        assert main == list(range(main[0], main[0] + len(main))), path.name
        from_one += main[0] == 1
    # The other six are parts of the Civil Code, which begin where the part before ended.
    assert (len(files), from_one) == (64, 58)
    tax_law = LAWS / "税收征收管理法.md"
    assert article_numbers(tax_law.read_text(encoding="utf-8").splitlines()) == [(n,) for n in range(1, 95)]


@pytest.mark.skipif(not LAWS.is_dir(), reason="needs the shared data")
def test_articles_of_the_word_file() -> None:
    with zipfile.ZipFile(LAWS / "tax_law.docx") as archive:
        xml = archive.read("word/document.xml").decode()
    paragraphs = re.findall(r"<w:p[ >].*?</w:p>", xml, re.DOTALL)
    lines = ["".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", paragraph)) for paragraph in paragraphs]
    assert article_numbers(lines) == [(number,) for number in range(1, 95)]
    headings = [m.label for line in lines if (m := find_marker(line)) and m.unit in ("chapter", "section")]
    assert " ".join(headings) == "第一章 第二章 第一节 第二节 第三节 第三章 第四章 第五章 第六章"


def test_scripts() -> None:
    samples = {
        "第一条 本法适用于 HTTP 服务。": "han",
        "The article says 第一条 and goes on in English.": "latin",
        "漢字かな交じり文である。": "kana",
        "제1조 이 법은": "hangul",
        "المادة الأولى": "arabic",
        "धारा 1 यह": "devanagari",
        "มาตรา ๑": "thai",
        "Статья первая": "other",
        "123 ?!": "other",
        "": "other",
    }
    assert {text: dominant_script(text) for text in samples} == samples
    assert dominant_script("abc " * 10 + "法" * 1000, limit=40) == "latin"


def test_characters() -> None:
    assert all(is_cjk(char) for char in "法かカ한。，「！Ａ　〇々")
    assert not any(is_cjk(char) for char in "aé1.“…😀ا")
    assert [is_rtl(text) for text in ("مرحبا بكم", "שלום", "Hello", "123")] == [True, True, False, False]

"""Every chunk of the character family is the slice of the text that its start says."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunkwise.adapters.langchain import (
    CharacterTextSplitter,
    JSFrameworkTextSplitter,
    Language,
    LatexTextSplitter,
    MarkdownTextSplitter,
    PythonCodeTextSplitter,
    RecursiveCharacterTextSplitter,
)
from chunkwise.errors import InvalidOption
from chunkwise.text import expressions

PIECES = st.sampled_from(
    ["word", "a", " ", "  ", "\n", "\n\n", "\r\n", "\t", ".", "。", "，", "中文", "天气很好", "é", "e\u0301", "👨‍👩‍👧‍👦", "🇩🇪",
     "\nclass ", "\ndef ", "\n## ", "```\n", "<div>", "<p", "$", "\n---\n", "\nIf ", "\u3000", "\ud800", "|"]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=60).map("".join), st.text(max_size=80))
LANGUAGES = [language for language in Language if language != Language.PERL]


def words(text):
    return len(text.split())


@st.composite
def settings(draw):
    size = draw(st.integers(1, 30))
    return {
        "chunk_size": size,
        "chunk_overlap": draw(st.integers(0, size)),
        "keep_separator": draw(st.sampled_from([True, False, "start", "end"])),
        "strip_whitespace": draw(st.booleans()),
        "length_function": draw(st.sampled_from([len, len, words])),
    }


def check(splitter, text):
    """The chunks are slices, as they are told; each begins and ends behind the one before."""
    chunks = splitter._slices(text)
    assert [chunk.text for chunk in chunks] == splitter.split_text(text)
    begin = end = -1
    for chunk in chunks:
        assert chunk.text
        assert text[chunk.start : chunk.start + len(chunk.text)] == chunk.text
        assert chunk.start >= begin
        assert chunk.start + len(chunk.text) >= end
        begin, end = chunk.start, chunk.start + len(chunk.text)
    return chunks


def covered(text, chunks):
    return {at for chunk in chunks for at in range(chunk.start, chunk.start + len(chunk.text))}


@given(TEXTS, settings())
@example("chunk chunk", {"chunk_size": 5, "chunk_overlap": 5, "keep_separator": True})
def test_recursive(text, options):
    check(RecursiveCharacterTextSplitter(**options), text)


@given(TEXTS, settings(), st.sampled_from(LANGUAGES))
def test_languages(text, options, language):
    check(RecursiveCharacterTextSplitter.from_language(language, **options), text)


@given(TEXTS, settings(), st.sampled_from([" ", "\n\n", "", "\n", "a", "。"]))
def test_one_separator(text, options, separator):
    check(CharacterTextSplitter(separator, **options), text)


@given(
    TEXTS,
    settings(),
    st.sampled_from([r"\s+", "(?=word)", "(?<=。)", r"\n|。", r"\b", r"(\n)+", "^", "[.。]\\s*"]),
)
def test_expressions(text, options, separator):
    check(CharacterTextSplitter(separator, is_separator_regex=True, **options), text)
    separators = [separator, " ", ""]
    check(RecursiveCharacterTextSplitter(separators, is_separator_regex=True, **options), text)


@given(TEXTS, settings(), st.sampled_from([MarkdownTextSplitter, PythonCodeTextSplitter, LatexTextSplitter]))
def test_formats(text, options, kind):
    check(kind(**options), text)


@given(TEXTS, settings())
def test_components(text, options):
    check(JSFrameworkTextSplitter(**options), text)


@given(TEXTS, settings())
def test_with_separators_kept_only_white_space_is_lost(text, options):
    """Nothing else is, whatever the overlap; and without stripping nothing at all."""
    chunks = check(
        RecursiveCharacterTextSplitter(**{**options, "keep_separator": True, "length_function": len}), text
    )
    lost = "".join(text[at] for at in sorted(set(range(len(text))) - covered(text, chunks)))
    assert not lost.strip()
    assert options["strip_whitespace"] or not lost


@given(TEXTS, st.integers(1, 30))
def test_characters_keep_to_the_size(text, size):
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)
    assert all(len(chunk) <= size for chunk in splitter.split_text(text))


def test_the_start_is_where_the_chunk_was_cut():
    """langchain#21475: the last chunk is the second word, which looks like the first."""
    splitter = RecursiveCharacterTextSplitter([" ", ""], chunk_size=5, chunk_overlap=5)
    assert [(chunk.text, chunk.start) for chunk in splitter._slices("chunk chunk")][-1] == ("chunk", 6)


@pytest.mark.parametrize("keep", [True, False])
def test_a_matched_separator_stands_as_it_was_matched(keep):
    """langchain#39569: not as the expression that matched it."""
    splitter = CharacterTextSplitter(
        r"\s+", is_separator_regex=True, keep_separator=keep, chunk_size=20, chunk_overlap=0
    )
    assert splitter.split_text("AAA   BBB\n\nCCC") == ["AAA   BBB\n\nCCC"]


def test_a_reader_s_character_is_whole_where_it_fits():
    family, flag = "👨‍👩‍👧‍👦", "🇩🇪"
    splitter = RecursiveCharacterTextSplitter(chunk_size=11, chunk_overlap=0)
    assert splitter.split_text(family + family + flag) == [family, family + flag]
    narrow = RecursiveCharacterTextSplitter(chunk_size=3, chunk_overlap=0)
    assert "".join(narrow.split_text(family)) == family
    assert flag in narrow.split_text(flag + flag)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "中" * 100_000,
        "\n" * 100_000,
        "  \n" * 30_000,
        "👨‍👩‍👧‍👦" * 5_000,
        "e" + "\u0301" * 50_000,
    ],
)
def test_work_is_linear(text):
    """Each character is measured a few times, however large the chunks and their overlap."""
    seen = 0

    def measured(piece):
        nonlocal seen
        seen += len(piece)
        return len(piece)

    RecursiveCharacterTextSplitter(
        chunk_size=4_000, chunk_overlap=3_999, length_function=measured
    ).split_text(text[:8_000])
    assert seen <= 12 * 8_000
    seen = 0
    RecursiveCharacterTextSplitter(chunk_size=500, chunk_overlap=50, length_function=measured).split_text(
        text
    )
    assert seen <= 12 * len(text)


def test_more_separators_than_python_has_frames():
    tags = "".join(f"<t{at}>{at}" for at in range(2_000))
    assert "".join(JSFrameworkTextSplitter(chunk_size=5).split_text(tags)) == tags


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"chunk_size": 0}, "chunk_size must be > 0, got 0"),
        ({"chunk_overlap": -1}, "chunk_overlap must be >= 0, got -1"),
        ({"chunk_size": 2, "chunk_overlap": 3}, "larger chunk overlap"),
    ],
)
def test_sizes_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        CharacterTextSplitter(**options)


def test_languages_without_separators():
    with pytest.raises(ValueError, match="not implemented yet"):
        RecursiveCharacterTextSplitter.from_language(Language.PERL)
    with pytest.raises(ValueError, match="not supported"):
        RecursiveCharacterTextSplitter.from_language("klingon")
    assert RecursiveCharacterTextSplitter.get_separators_for_language("c")[0] == "\nclass "


@pytest.mark.filterwarnings("ignore:Possible nested set")
def test_expressions_are_read_as_re_reads_them():
    for separator, text in ((r"a{e}", "xa{e}y"), (r"[[:a]", "x:y"), (r"\{b}", "x{b}y"), ("b{2}", "xbby")):
        splitter = CharacterTextSplitter(separator, True, chunk_size=1, chunk_overlap=0, keep_separator=False)
        assert splitter.split_text(text) == ["x", "y"]


def test_an_expression_has_a_limit_on_its_time(monkeypatch):
    monkeypatch.setattr(expressions, "TIME_LIMIT_S", 0.1)
    splitter = CharacterTextSplitter("(a+)+b", True, chunk_size=50, chunk_overlap=0)
    with pytest.raises(InvalidOption, match=r"over 0\.1 seconds"):
        splitter.split_text("a" * 5000)
    with pytest.raises(re.error):
        CharacterTextSplitter("(", True).split_text("a")

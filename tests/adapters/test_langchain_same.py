"""The same results as LangChain's own package, where it is installed (group "peers")."""

import inspect
import json
import logging

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import chunkwise.adapters.langchain as ours

theirs = pytest.importorskip("langchain_text_splitters", exc_type=ImportError)

WORDS = ["word", "a", " ", "\n", "\n\n", "\r\n", ".", "。", "，", "中文", "天气很好", "é", "```\n", "\nclass ", "\ndef ", "<div>",
         "<p", "$", "\n---\n", "# T\n", "\nIf ", "\t"]  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=60).map("".join)
LANGUAGES = [language.value for language in theirs.Language if language.value != "perl"]
KEPT = st.sampled_from([True, "start", "end"])


def with_special(text):
    """As tokenizers count that put something around every text."""
    return len(text) + 2


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@st.composite
def sizes(draw):
    size = draw(st.integers(1, 30))
    return {
        "chunk_size": size,
        "chunk_overlap": draw(st.integers(0, size)),
        "strip_whitespace": draw(st.booleans()),
        "length_function": draw(st.sampled_from([len, len, with_special])),
    }


def both(name, text, **options):
    return [getattr(package, name)(**options).split_text(text) for package in (ours, theirs)]


def documents(found):
    return [(document.page_content, document.metadata) for document in found]


def test_names_arguments_and_separators():
    assert sorted(ours.__all__) == sorted(theirs.__all__)
    assert list(ours.Language.__members__) == list(theirs.Language.__members__)
    for name in LANGUAGES:
        separators = ours.RecursiveCharacterTextSplitter.get_separators_for_language(name)
        assert separators == theirs.RecursiveCharacterTextSplitter.get_separators_for_language(name)
    for name in ours.__all__:
        kind, other = getattr(ours, name), getattr(theirs, name)
        for method in ["__init__", *(public for public in dir(other) if not public.startswith("_"))]:
            if not (inspect.isfunction(getattr(other, method)) or inspect.ismethod(getattr(other, method))):
                continue
            given_, expected = (
                inspect.signature(getattr(k, method)).parameters.values() for k in (kind, other)
            )
            # By default no text is special here: langchain#923.
            assert [(p.name, p.kind, p.default) for p in given_ if p.name != "disallowed_special"] == [
                (p.name, p.kind, p.default) for p in expected if p.name != "disallowed_special"
            ], (name, method)


@given(TEXTS, sizes(), KEPT)
def test_recursive(text, options, keep):
    mine, other = both("RecursiveCharacterTextSplitter", text, keep_separator=keep, **options)
    assert mine == other


@given(TEXTS, sizes(), KEPT, st.sampled_from(LANGUAGES))
def test_languages(text, options, keep, language):
    mine, other = (
        package.RecursiveCharacterTextSplitter.from_language(language, keep_separator=keep, **options)
        for package in (ours, theirs)
    )
    assert mine.split_text(text) == other.split_text(text)


@given(TEXTS, sizes(), KEPT, st.sampled_from([r"\s+", "(?=word)", "(?<=。)", r"\n|。", r"\b"]))
def test_expressions(text, options, keep, separator):
    options = {"separator": separator, "is_separator_regex": True, "keep_separator": keep, **options}
    mine, other = both("CharacterTextSplitter", text, **options)
    assert mine == other


@given(st.lists(st.sampled_from(["one", "two", "三"])), sizes(), st.sampled_from([" ", "\n\n", "，"]))
def test_separators_that_are_left_out(words, options, separator):
    """Where two of them stand side by side, LangChain puts one in the place of both: a chunk is no slice."""
    mine, other = both("CharacterTextSplitter", separator.join(words), separator=separator, **options)
    assert mine == other


@given(
    TEXTS, sizes(), st.sampled_from(["MarkdownTextSplitter", "PythonCodeTextSplitter", "LatexTextSplitter"])
)
def test_formats(text, options, name):
    mine, other = both(name, text, **options)
    assert mine == other


@given(TEXTS, sizes())
def test_components(text, options):
    mine, other = both("JSFrameworkTextSplitter", text, **options)
    assert mine == other


MARKDOWN = st.lists(
    st.sampled_from(
        ["# A", "## B", "### C", "  ## D", "text", "中文 文字", "", "", "**Bold**", "***Both***", "---", "#no", "#",
         "- item", "|a|", "```x```", "`` ` ``"]
    ),
    max_size=14,
).map("\n".join)  # fmt: skip


@given(
    MARKDOWN,
    st.sampled_from([[("#", "H1"), ("##", "H2")], [("#", "H1"), ("**", "B"), ("***", "BI")], [("##", None)]]),
    st.sampled_from([None, {"**": 1, "***": 2}]),
    st.booleans(),
    st.booleans(),
)
def test_markdown_headers(text, headers, custom, each, strip):
    mine, other = both(
        "MarkdownHeaderTextSplitter",
        text,
        headers_to_split_on=headers,
        return_each_line=each,
        strip_headers=strip,
        custom_header_patterns=custom,
    )
    assert documents(mine) == documents(other)


@given(MARKDOWN, st.sampled_from([None, [("#", "H1"), ("##", "H2")]]), st.booleans(), st.booleans())
def test_markdown_syntax(text, headers, each, strip):
    text = text.replace("```x```", "```x\ncode\n```")
    mine, other = both(
        "ExperimentalMarkdownSyntaxTextSplitter",
        text,
        headers_to_split_on=headers,
        return_each_line=each,
        strip_headers=strip,
    )
    assert documents(mine) == documents(other)


VALUES = st.recursive(
    st.sampled_from([1, None, True, 2.5, "中文", "value", ""]),
    lambda inner: (
        st.lists(st.integers(0, 9), max_size=3)
        | st.dictionaries(st.text("abc", max_size=4), inner, max_size=6)
    ),
    max_leaves=30,
)


@given(st.dictionaries(st.text("abc", max_size=4), VALUES, max_size=8), st.integers(40, 200), st.booleans())
def test_json(data, most, convert):
    expected = theirs.RecursiveJsonSplitter(most).split_json(data, convert)
    assume(all(len(json.dumps(chunk)) < most for chunk in expected))  # LangChain's may be too long
    assert ours.RecursiveJsonSplitter(most).split_json(data, convert) == expected


TAGS = st.sampled_from(["p", "div", "span", "b", "h1", "h2", "h3", "ul", "li", "table", "td", "section"])
HTML = st.recursive(
    st.sampled_from(["text", "some words here", "中文", "&amp; x", ""]),
    lambda inner: st.lists(
        st.builds(
            lambda tag, style, content: f"<{tag}{style}>{content}</{tag}>",
            TAGS,
            st.sampled_from(["", "", ' style="font-size: 24px"', ' style="font-size:12px"']),
            inner,
        ),
        max_size=4,
    ).map("".join),
    max_leaves=20,
)
HEADERS = [("h1", "H1"), ("h2", "H2")]


@given(HTML, st.booleans())
def test_html_headers(page, each):
    pytest.importorskip("bs4")
    mine, other = both("HTMLHeaderTextSplitter", page, headers_to_split_on=HEADERS, return_each_element=each)
    assert documents(mine) == documents(other)


@given(HTML.filter(bool))
def test_html_sections(page):
    pytest.importorskip("bs4")
    pytest.importorskip("lxml")
    mine, other = both("HTMLSectionSplitter", page, headers_to_split_on=HEADERS)
    expected = [
        (text, {key: value for key, value in metadata.items() if value != "#TITLE#"})
        for text, metadata in documents(other)
    ]
    assert documents(mine) == expected


@given(HTML.filter(lambda page: page.startswith("<")), st.sampled_from([10, 1_000]), st.booleans())
@pytest.mark.filterwarnings("ignore:The class `HTMLSemanticPreservingSplitter` is in beta")
def test_html_preserving(page, size, normalize):
    """With one level of headers and no text beside elements, which LangChain puts behind them."""
    pytest.importorskip("bs4")
    mine, other = both(
        "HTMLSemanticPreservingSplitter",
        page,
        headers_to_split_on=HEADERS[:1],
        max_chunk_size=size,
        normalize_text=normalize,
    )
    assert documents(mine) == [document for document in documents(other) if document[0]]

"""Markdown, JSON and HTML: what is better than in LangChain, by the number of its issue where there is one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.adapters.langchain import (
    ExperimentalMarkdownSyntaxTextSplitter,
    HTMLHeaderTextSplitter,
    HTMLSectionSplitter,
    HTMLSemanticPreservingSplitter,
    MarkdownHeaderTextSplitter,
    RecursiveJsonSplitter,
)

HEADERS = [("#", "H1"), ("##", "H2")]
TAGS = [("h1", "Header 1"), ("h2", "Header 2")]


@pytest.fixture(autouse=True)
def core():
    pytest.importorskip("langchain_core.documents", exc_type=ImportError)


def told(documents):
    return [(document.page_content, document.metadata) for document in documents]


class TestMarkdownHeaders:
    def test_code_is_as_it_stands_there(self):
        """langchain#40071, langchain#20823: the tab, the no-break space and the indentation stay."""
        split = MarkdownHeaderTextSplitter(HEADERS).split_text
        assert told(split("# T\n```make\nall:\n\tgcc -o a\n\t\u00a0x\n```\n")) == [
            ("```make\nall:\n\tgcc -o a\n\t\u00a0x\n```", {"H1": "T"})
        ]
        (found,) = split("# T\n- item\n\n  ```yaml\n  my:\n     foo: bar\n  ```\n")
        assert found.page_content == "- item  \n  ```yaml\n  my:\n     foo: bar\n  ```"

    def test_a_fence_is_closed_by_one_like_it(self):
        text = "# A\n\n````md\n```\n# no header\n```\n````\n\n## B\nt"
        assert told(MarkdownHeaderTextSplitter(HEADERS).split_text(text)) == [
            ("````md\n```\n# no header\n```\n````", {"H1": "A"}),
            ("t", {"H1": "A", "H2": "B"}),
        ]

    def test_text_keeps_its_characters(self):
        """LangChain drops what Python does not call printable: wide blanks, joiners of emoji."""
        text = "\ufeff# 第一章　总则\r\n\r\n第一条　本规定 👨‍👩‍👧\tx\r\n"
        assert told(MarkdownHeaderTextSplitter(HEADERS).split_text(text)) == [
            ("第一条　本规定 👨‍👩‍👧\tx", {"H1": "第一章　总则"})
        ]

    def test_code_that_nothing_ends(self):
        """LangChain raises an IndexError where headers are kept."""
        text = "# A\n```\nx\n\n"
        (found,) = MarkdownHeaderTextSplitter(HEADERS, strip_headers=False).split_text(text)
        assert found.page_content == "# A\n```\nx\n\n"

    @given(st.lists(st.sampled_from(["# A", "## B", "text", "中文", "", "```", "~~~~", "**C**", "\ufeff"])))
    def test_no_text_is_lost(self, lines):
        text = "\n".join(lines)
        kept = MarkdownHeaderTextSplitter(HEADERS, strip_headers=False).split_text(text)
        found = "".join(document.page_content for document in kept)
        assert "".join(found.replace("\ufeff", "").split()) == "".join(text.replace("\ufeff", "").split())


class TestMarkdownSyntax:
    def test_code_that_nothing_ends_goes_to_the_end(self):
        """LangChain loses it."""
        found = ExperimentalMarkdownSyntaxTextSplitter().split_text("# A\n```py\nx = 1\n# no header\n")
        assert told(found) == [("```py\nx = 1\n# no header\n", {"Code": "py", "Header 1": "A"})]

    def test_a_fence_is_closed_by_one_like_it(self):
        found = ExperimentalMarkdownSyntaxTextSplitter().split_text(
            "~~~\n```\n# no header\n~~~\n# A\r\ntext\r\n"
        )
        assert told(found) == [
            ("~~~\n```\n# no header\n~~~\n", {"Code": ""}),
            ("text\r\n", {"Header 1": "A"}),
        ]

    def test_results_are_not_changed_by_the_next_call(self):
        splitter = ExperimentalMarkdownSyntaxTextSplitter()
        first = splitter.split_text("one")
        splitter.split_text("two")
        assert told(first) == [("one", {})]

    @given(
        st.lists(
            st.sampled_from(["# A\n", "## B\n", "text\n", "中文", "\r\n", "```\n", "~~~x\n", "---\n", " "])
        )
    )
    def test_documents_are_slices_in_order(self, lines):
        text = "".join(lines)
        end = 0
        for found in ExperimentalMarkdownSyntaxTextSplitter(strip_headers=False).split_text(text):
            start = text.index(found.page_content, end)
            assert set(text[end:start]) <= set("-\r\n ")
            end = start + len(found.page_content)


class TestJson:
    def test_long_lists_are_split(self):
        """langchain#39127."""
        documents = RecursiveJsonSplitter(max_chunk_size=100).create_documents([{"x": list(range(200))}])
        assert all(len(document.page_content) <= 100 for document in documents)
        values = [value for document in documents for value in json.loads(document.page_content)["x"]]
        assert values == list(range(200))
        assert documents[0].metadata == {"path": "x[0:25]"}

    def test_an_element_of_a_list_that_is_too_large_is_gone_into(self):
        """LangChain keeps every list whole."""
        long, text = "x" * 80, "字" * 12  # 72 characters as escapes
        splitter = RecursiveJsonSplitter(max_chunk_size=100)
        documents = splitter.create_documents([{"x": [{"a": long, "b": text}, 7, [[long, text]]]}])
        assert [(json.loads(document.page_content), document.metadata) for document in documents] == [
            ({"x": [{"a": long}]}, {"path": "x[0]"}),
            ({"x": [{"b": text}]}, {"path": "x[0]"}),
            ({"x": [7]}, {"path": "x[1:2]"}),
            ({"x": [[[long]]]}, {"path": "x[2][0][0:1]"}),
            ({"x": [[[text]]]}, {"path": "x[2][0][1:2]"}),
        ]

    def test_one_long_leaf_in_a_list_is_oversize(self):
        """What cannot be cut says so, and takes nothing with it."""
        documents = RecursiveJsonSplitter(max_chunk_size=50).create_documents([{"x": ["长" * 20], "y": [1]}])
        assert [document.metadata for document in documents] == [{"oversize": True}, {}]
        assert [json.loads(document.page_content) for document in documents] == [
            {"x": ["长" * 20]},
            {"y": [1]},
        ]

    def test_the_size_is_that_of_ascii_as_in_langchain(self):
        """So a chunk that is written with its own characters is shorter, and only a true excess is told."""
        data = {"键": ["中文" * 6, "再来" * 6]}
        splitter = RecursiveJsonSplitter(max_chunk_size=100)
        for ascii in (True, False):
            documents = splitter.create_documents([data], ensure_ascii=ascii)
            assert [document.metadata for document in documents] == [
                {"path": "键[0:1]"},
                {"path": "键[1:2]"},
            ]
        long = {"键": "中" * 60}
        assert splitter.create_documents([long])[0].metadata == {"oversize": True}
        assert splitter.create_documents([long], ensure_ascii=False)[0].metadata == {}

    def test_the_path_counts(self):
        """langchain#37732: a leaf that cannot be cut is a chunk of its own, and says that it is too long."""
        data = {"a": 1, "level1": {"level2": {"level3": "this is a test string"}}}
        documents = RecursiveJsonSplitter(max_chunk_size=50).create_documents(
            [data], metadatas=[{"source": "s"}]
        )
        assert [document.metadata for document in documents] == [
            {"source": "s"},
            {"source": "s", "oversize": True},
        ]
        assert [json.loads(document.page_content) for document in documents] == [
            {"a": 1},
            {"level1": data["level1"]},
        ]

    @given(
        st.dictionaries(
            st.text(max_size=5),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=30),
                lambda inner: (
                    st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=5), inner, max_size=5)
                ),
                max_leaves=40,
            ),
            max_size=6,
        ),
        st.integers(20, 200),
        st.booleans(),
    )
    def test_chunks_keep_to_the_size_and_lose_nothing(self, data, most, convert):
        chunks = RecursiveJsonSplitter(most)._chunks(data, convert)
        for chunk in chunks:
            assert chunk.size == len(json.dumps(chunk.data))
            assert chunk.size <= most or (chunk.notes["oversize"] and len(leaves(chunk.data)) == 1)
        expected = RecursiveJsonSplitter(10**9).split_json(data, convert)
        found = [leaf for chunk in chunks for leaf in leaves(chunk.data)]
        assert sorted(found) == sorted(leaf for chunk in expected for leaf in leaves(chunk))

    def test_measuring_is_linear(self, monkeypatch):
        """LangChain writes the whole chunk again for every member."""
        dumps, written = json.dumps, 0

        def counted(value, **options):
            nonlocal written
            text = dumps(value, **options)
            written += len(text)
            return text

        data = {f"key{at}": {"inner": [at] * 5} for at in range(2_000)}
        monkeypatch.setattr(json, "dumps", counted)
        RecursiveJsonSplitter(20_000).split_json(data)
        assert written < 4 * len(dumps(data))


def leaves(value, path=""):
    """Every leaf with the keys above it; the elements of a list without their indexes."""
    if isinstance(value, dict) and value:
        return [leaf for key, member in value.items() for leaf in leaves(member, f"{path}/{key}")]
    if isinstance(value, list) and value:
        return [leaf for member in value for leaf in leaves(member, f"{path}/[]")]
    return [f"{path}={json.dumps(value)}"]


class TestHtml:
    @pytest.fixture(autouse=True)
    def soup(self):
        pytest.importorskip("bs4")

    def test_all_headers_above_a_section(self):
        """langchain#40409."""
        page = "<h1>Chapter 1</h1><p>Intro text.</p><h2>Section 1.1</h2><p>Section text.</p><h1>第二章</h1><p>正文。</p>"
        assert told(HTMLSemanticPreservingSplitter(TAGS).split_text(page)) == [
            ("Intro text.", {"Header 1": "Chapter 1"}),
            ("Section text.", {"Header 1": "Chapter 1", "Header 2": "Section 1.1"}),
            ("正文。", {"Header 1": "第二章"}),
        ]

    def test_text_stays_in_order(self):
        """langchain#38404."""
        page = '<p>This is some text that <strong>should</strong> stay in <a href="#">order</a> here.</p>'
        (found,) = HTMLSemanticPreservingSplitter(TAGS).split_text(page)
        assert found.page_content == "This is some text that should stay in order here."
        (found,) = HTMLSemanticPreservingSplitter(TAGS, preserve_links=True).split_text("before " + page)
        assert found.page_content == "before This is some text that should stay in [order](#) here."

    def test_marks_of_whole_elements_are_not_taken_for_text(self):
        page = "<p>PRESERVED_0</p><table><tr><td>PRESERVED_1</td></tr></table>"
        (found,) = HTMLSemanticPreservingSplitter(TAGS, elements_to_preserve=["table"]).split_text(page)
        assert found.page_content == "PRESERVED_0 PRESERVED_1"

    def test_metadata_of_the_page_is_kept_if_asked_for(self):
        from langchain_core.documents import Document

        page = Document(page_content="<h1>A</h1><p>x</p>", metadata={"source": "u"})
        plain, keeping = (
            HTMLSemanticPreservingSplitter(TAGS, preserve_parent_metadata=keep) for keep in (False, True)
        )
        assert told(plain.transform_documents([page])) == [("x", {"Header 1": "A"})]
        assert told(keeping.transform_documents([page])) == [("x", {"source": "u", "Header 1": "A"})]

    def test_there_is_no_title_that_the_page_has_not(self):
        """langchain#38142: LangChain says ``#TITLE#``, and raises a KeyError for documents."""
        pytest.importorskip("lxml")
        from langchain_core.documents import Document

        page = "<html><body><p>before</p><h1>A</h1><p>x</p></body></html>"
        splitter = HTMLSectionSplitter(TAGS)
        assert told(splitter.split_text(page)) == [("before", {}), ("A \n x", {"Header 1": "A"})]
        found = splitter.split_documents([Document(page_content=page, metadata={"source": "u"})])
        assert told(found) == [("before", {"source": "u"}), ("A \n x", {"source": "u", "Header 1": "A"})]
        assert splitter.split_text("") == []

    @pytest.mark.parametrize(
        "page",
        [" ", "</b>", "<!-- -->", "<!-- 注释 -->", "<!doctype html>", "<?php\n", "<?xml version='1.0'?>"],
    )
    def test_a_page_without_an_element_has_no_sections(self, page):
        """LangChain raises an error of lxml's."""
        pytest.importorskip("lxml")
        assert HTMLSectionSplitter(TAGS).split_text(page) == []
        assert told(HTMLSectionSplitter(TAGS).split_text("</b>正文")) == [("正文", {})]

    def test_pages_from_files(self, tmp_path):
        pytest.importorskip("lxml")
        file = tmp_path / "page.html"
        file.write_text("<html><body><h1>标题</h1><p>正文</p></body></html>", "utf-8")
        for kind in (HTMLHeaderTextSplitter, HTMLSectionSplitter):
            with file.open(encoding="utf-8") as opened:
                assert told(kind(TAGS).split_text_from_file(opened)) == told(
                    kind(TAGS).split_text_from_file(str(file))
                )

    def test_deep_pages(self):
        page = "<div>" * 3_000 + "<h1>A</h1>text" + "</div>" * 3_000
        # An element's own text goes before what is in it, as in LangChain.
        assert told(HTMLHeaderTextSplitter(TAGS).split_text(page)) == [("text", {}), ("A", {"Header 1": "A"})]
        (found,) = HTMLSemanticPreservingSplitter(TAGS).split_text(page)
        assert (found.page_content, found.metadata) == ("text", {"Header 1": "A"})

"""Documents as Markdown and HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given

import chunkwise as cw
from chunkwise.export.html import document_html
from chunkwise.export.markdown import document_markdown
from chunkwise.model.table import Merge
from chunkwise.testing.strategies import Part, assemble, documents

DOCUMENT = assemble(
    [
        Part("title", "The 手册", 0),
        Part("heading", "Setup *now*", 1),
        Part("paragraph", "1. not a list\n# not a heading <b>"),
        Part("list_item", "one", 1),
        Part("list_item", "two", 2),
        Part("table", rows=(("a|b", "c"), ("1", "")), header_rows=1),
        Part("table", rows=(("wide", ""), ("x", "y")), header_rows=1, merges=(Merge(0, 0, 1, 2),)),
        Part("code", "if a < b:\n    ```"),
        Part("figure", "a lamp"),
        Part("footer", "page 1"),
    ]
)


def test_markdown_of_every_kind_of_block():
    assert document_markdown(DOCUMENT) == "\n".join(
        [
            "# The 手册", "", "## Setup \\*now\\*", "", "1\\. not a list\\", "\\# not a heading \\<b>", "", "- one", "  - two", "",
            "| a\\|b | c |", "| --- | --- |", "| 1 |  |", "",
            "<table>", "<thead>", '<tr><th colspan="2">wide</th></tr>', "</thead>", "<tbody>", "<tr><td>x</td><td>y</td></tr>", "</tbody>", "</table>", "",
            "````", "if a < b:", "    ```", "````", "", "![a lamp](#image8)", "", "<!-- footer: page 1 -->", "",
        ]
    )  # fmt: skip


def test_markdown_that_is_read_again_has_the_same_blocks():
    again = cw.parse(document_markdown(DOCUMENT).encode(), media_type="text/markdown")
    kinds = [block.kind for block in again.blocks]
    assert kinds == [
        "heading",
        "heading",
        "paragraph",
        "list_item",
        "list_item",
        "table",
        "table",
        "code",
        "figure",
        "paragraph",
    ]
    assert [again.heading_text(block) for block in again.blocks[:2]] == ["The 手册", "Setup *now*"]


def test_a_markdown_document_is_its_own_text():
    text = "# A\n\n* odd   list\n"
    assert document_markdown(cw.parse(text.encode(), media_type="text/markdown")) == text


def test_lists_and_markdown_in_html():
    lists = assemble(
        [Part("list_item", t, level) for t, level in (("3. c", 1), ("- x", 2), ("4. d", 1))], joiner="\n"
    )
    page = re.sub(r"\s+", "", document_html(lists))
    assert '<ol><livalue="3">c<ul><li>x</li></ul></li><livalue="4">d</li></ol>' in page
    markdown = cw.parse(b"> **x** [l](u)\n", media_type="text/markdown")
    assert '<blockquote>\n<p><strong>x</strong> <a href="u">l</a></p>' in document_html(markdown)


def test_html_of_every_kind_of_block():
    page = document_html(DOCUMENT)
    for part in (
        "<h1>The 手册</h1>",
        "<h2>Setup *now*</h2>",
        "# not a heading &lt;b&gt;",
        '<th colspan="2">wide</th>',
        "if a &lt; b:",
        'alt="a lamp"',
    ):
        assert part in page
    assert re.sub(r"\s+", "", "<ul><li>one<ul><li>two</li></ul></li></ul>") in re.sub(r"\s+", "", page)


class Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@given(documents())
def test_html_is_well_formed_and_holds_every_word(document):
    parser = Balance()
    parser.feed(document_html(document))
    parser.close()
    assert parser.open == []
    words = "".join("".join(parser.text).split())
    for block in document.blocks:
        if (
            block.kind == "paragraph"
            and "\r" not in block.span.of(document.text)
            and "\0" not in block.span.of(document.text)
        ):
            assert "".join(block.span.of(document.text).split()) in words


@given(documents())
def test_markdown_never_fails(document):
    assert isinstance(document_markdown(document), str)

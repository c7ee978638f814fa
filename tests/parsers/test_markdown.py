from __future__ import annotations

from pathlib import Path

import pytest

from chunkwise.model.table import Figure
from chunkwise.parsers.front_matter import read_front_matter
from chunkwise.parsers.markdown_rules import cell_spans
from chunkwise.parsers.read import parse, parse_text

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
MARKDOWN = "text/markdown"


def read(text):
    return parse_text(text, media_type=MARKDOWN)


def blocks(text):
    document = read(text)
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def titles(text):
    return [(b.level, b.style["title"]) for b in read(text).blocks if b.kind == "heading"]


def test_headings_of_both_kinds_with_clean_titles():
    text = "# A *b* `c` #\n\nSet\next\n===\n\nTwo\n---\n###### six\n####### seven"
    assert titles(text) == [(1, "A b c"), (1, "Set ext"), (2, "Two"), (6, "six")]
    assert blocks(text)[0] == ("heading", "# A *b* `c` #")
    assert blocks(text)[1] == ("heading", "Set\next\n===")
    assert blocks(text)[-1] == ("paragraph", "####### seven")


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("[link](http://x) &amp; ![pic](y)", "link & pic"),
        ("**中文** ~~旧~~", "中文 旧"),
        (r"\*not\* a_b_c", "*not* a_b_c"),
        ("a<br>b <b>c</b>", "a b c"),
        ("Title {#anchor}", "Title"),
        ("[1.0.0] and [text][ref]", "1.0.0 and text"),
        ("[" * 100, "[" * 100),
    ],
)
def test_titles_show_what_a_reader_sees(source, title):
    assert titles(f"# {source}\n\n[1.0.0]: http://a\n[ref]: http://b\n") == [(1, title)]


def test_an_empty_heading_is_a_paragraph():
    assert blocks("#\n\ntext") == [("paragraph", "#"), ("paragraph", "text")]


def test_headings_inside_quotes_and_lists_head_nothing():
    assert blocks("# A\n\n> # B\n\n- # C") == [
        ("heading", "# A"),
        ("paragraph", "> # B"),
        ("list_item", "-"),
        ("paragraph", "# C"),
    ]


def test_headings_inside_fences_are_code():
    text = "# A\n\n~~~python\n# not a header\nx=1\n~~~\n\n## B\nt"
    assert blocks(text) == [
        ("heading", "# A"),
        ("code", "~~~python\n# not a header\nx=1\n~~~"),
        ("heading", "## B"),
        ("paragraph", "t"),
    ]


def test_code_keeps_every_blank():
    text = "# T\n- item\n\n  ```yaml\n  my:\n     foo: bar\n  ```\n\n      indented\n\n    code\n"
    document = read(text)
    code = [block for block in document.blocks if block.kind == "code"]
    assert code[0].span.of(text) == "  ```yaml\n  my:\n     foo: bar\n  ```"
    assert code[0].style == {"language": "yaml"}
    assert code[0].parent == document.blocks[1].id
    assert code[1].span.of(text) == "      indented"
    tabs = "```make\nall:\n\tgcc -o a\n\t\u00a0x\n```"
    assert blocks(tabs) == [("code", tabs)]


def test_items_own_their_text_and_nested_items_their_own():
    text = "- a\n  b\n  1. c\n     d\n\n  e\n- - f\n  - g\n-\n  h\n- > q"
    document = read(text)
    found = [(b.kind, b.level, b.parent, b.span.of(text)) for b in document.blocks]
    assert found == [
        ("list_item", 1, None, "- a\n  b"),
        ("list_item", 2, "b0", "1. c\n     d"),
        ("paragraph", None, "b0", "e"),
        ("list_item", 1, None, "-"),
        ("list_item", 2, "b3", "- f"),
        ("list_item", 2, "b3", "- g"),
        ("list_item", 1, None, "-\n  h"),
        ("list_item", 1, None, "- > q"),
    ]


def test_quotes_keep_their_marks():
    text = "> a\n> b\n>\n> - c\n>\n> d\nlazy"
    document = read(text)
    assert [(b.kind, b.span.of(text)) for b in document.blocks] == [
        ("paragraph", "> a\n> b\n>"),
        ("list_item", "> - c\n>"),
        ("paragraph", "> d\nlazy"),
    ]
    assert document.blocks[0].style == {"name": "quote"}


def cells(text):
    document = read(text)
    (block,) = [block for block in document.blocks if block.kind == "table"]
    table = block.data
    rows = [row.of(text) for row in table.rows]
    return rows, [[cell.of(text) for cell in table.cells(n)] for n in range(len(rows))], table


def test_tables_have_exact_rows_and_cells():
    text = "Intro\n| a | b |\n|---|:-:|\n| x\\|y | `c` |\n|  z | |\n\nafter"
    rows, found, table = cells(text)
    assert rows == ["| a | b |\n|---|:-:|", "| x\\|y | `c` |", "|  z | |"]
    assert found == [["a", "b"], ["x\\|y", "`c`"], ["z", ""]]
    assert (table.columns, table.header_rows) == (2, 1)
    assert blocks(text)[0] == ("paragraph", "Intro")


def test_ragged_rows_are_padded_or_keep_what_is_too_much():
    _, found, _ = cells("a | b\n-|-\n1\n1 | 2 | 3 | 4")
    assert found == [["a", "b"], ["1", ""], ["1", "2 | 3 | 4"]]


def test_tables_inside_quotes_and_lists():
    text = "> | a | b |\n> |---|---|\n> | 1 | 2 |\n>\n> end"
    rows, found, _ = cells(text)
    assert rows == ["> | a | b |\n> |---|---|", "> | 1 | 2 |"]
    assert found == [["a", "b"], ["1", "2"]]
    rows, found, _ = cells("- | a |\n  |---|\n  | 1 |")
    assert rows == ["| a |\n  |---|", "| 1 |"]
    assert found == [["a"], ["1"]]


@pytest.mark.parametrize("text", ["a\n-", "| a | b |\n|---|", "a | b\n- - -", "|\n|-|", "x | y\n    --|--"])
def test_what_is_no_table(text):
    assert "table" not in [kind for kind, _ in blocks(text)]


def test_cells_of_a_row():
    row = r"| a |  | \| b\\| c |  "
    assert [row[s:e] for s, e in cell_spans(row, 0, len(row))] == ["a", "", r"\| b\\", "c"]


def test_images_alone_are_figures():
    document = read('![A \\[b\\]](img/a.png "t")\n![c](<d e>)\n\ntext ![inline](x)\n\n- ![item](i.png)')
    figures = [b for b in document.blocks if b.kind == "figure"]
    assert [b.data for b in figures] == [
        Figure("img/a.png", "A [b]"),
        Figure("d e", "c"),
        Figure("i.png", "item"),
    ]
    assert figures[2].parent == document.blocks[3].id
    assert document.blocks[2].kind == "paragraph"


def test_formulas_footnotes_definitions_rules_and_html():
    text = (
        "$$\nx = 1\n$$\n\\[ y \\]\n\n$$ open\n\nText[^1] here\n[^1]: A note\n  goes on\n\n    and on\n[^2]: Two\n\n"
        "[a]: http://x\n[b]: y\n---\n<!-- c\n\nd -->\n\n<div>\nx\n</div>\n\n<table><tr><td>1</td></tr></table>\n"
    )
    document = read(text)
    assert [(b.kind, b.style.get("name"), b.span.of(text)) for b in document.blocks] == [
        ("formula", None, "$$\nx = 1\n$$"),
        ("formula", None, "\\[ y \\]"),
        ("paragraph", None, "$$ open"),
        ("paragraph", None, "Text[^1] here"),
        ("footnote", None, "[^1]: A note\n  goes on\n\n    and on"),
        ("footnote", None, "[^2]: Two"),
        ("paragraph", "link definitions", "[a]: http://x\n[b]: y"),
        ("paragraph", "rule", "---"),
        ("paragraph", "comment", "<!-- c\n\nd -->"),
        ("paragraph", "html", "<div>\nx\n</div>"),
        ("table", "html", "<table><tr><td>1</td></tr></table>"),
    ]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_every_line_end_gives_the_same_blocks(end):
    text = "# T\n\n- a\n  b\n\n| x |\n|---|\n| y |\n\n> q\n> r\n\n```\nc\n```\n\nS\n===\n"
    assert blocks(text.replace("\n", end)) == [(kind, part.replace("\n", end)) for kind, part in blocks(text)]


def test_other_separators_end_no_line():
    assert blocks("# a\u2028b\x0bc\x0cd\n") == [("heading", "# a\u2028b\x0bc\x0cd")]


def test_front_matter_is_furniture_and_metadata():
    document = read(
        "---\ntitle: 'A: b'\nyear: 2024\ncode: 001\ndraft: false\ntags:\n  - x\n  - 标签\n---\n# T\n"
    )
    assert [(b.kind, b.span.of(document.text)[:9]) for b in document.blocks] == [
        ("header", "---\ntitle"),
        ("heading", "# T"),
    ]
    assert document.metadata == {
        "title": "A: b",
        "year": 2024,
        "code": "001",
        "draft": False,
        "tags": ["x", "标签"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nprose between rules\n\n---\n",
        "---\nopen: yes\n",
        "text\n---\na: b\n---\n",
        "----\na: b\n---\n",
        "---\n---\n",
    ],
)
def test_what_is_no_front_matter(text):
    assert read_front_matter(text) == (0, {})


def test_too_deep_nesting_is_flattened_with_a_warning_and_recovers():
    deep = "\n".join("  " * n + f"- item {n}" for n in range(60))
    document = read(f"{deep}\n\n# After\n\ntext")
    assert len(document.warnings) == 1
    assert [b.kind for b in document.blocks[-2:]] == ["heading", "paragraph"]
    assert max(b.level or 0 for b in document.blocks if b.kind == "list_item") == 20
    assert len(read("> " * 50 + "x").warnings) == 1
    assert read("> > > x\n\n- a\n  - b\n    - c").warnings == ()


HOSTILE = {
    "quote line": ">" * 100_000,
    "list line": "- " * 100_000,
    "brackets": "[" * 100_000,
    "bracket titles": ("# " + "[" * 150 + "\n\n") * 300,
    "backticks": "`" * 100_000,
    "newlines": "\n" * 200_000,
    "short lines": "a\n" * 30_000,
    "pipes": "|" * 50_000 + "\n|-|\n" + "|" * 50_000,
    "wide table": "|a" * 10_000 + "|\n" + "|-" * 10_000 + "|\n" + "|x\n" * 2_000,
    "definitions": "[a]: b\n" * 20_000,
    "footnotes": "[^a]: b\n" * 10_000,
    "open formulas": "$$ a\n" * 20_000,
    "open image": "![a](" + "(a" * 100_000,
    "front matter": "---\n" + "a: b\n" * 20_000,
    "html": "<a " + "a " * 100_000,
    "comments": "<!--\n" * 20_000,
    "open tables": "<table>" * 100_000,
    "open rows": "<table>" + "<tr>" * 100_000,
    "open cells": "<table><tr>" + "<td>" * 100_000 + "</table>",
    "open tags": "<table><tr>" + "<td " * 100_000,
    "open quotes": "<table><tr>" + "<td \"'" * 100_000,
    "open comments": "<table><tr>" + "<!--" * 100_000,
    "comments behind": "<table><tr><td></table>" + "<!-- -->" * 20_000 + "x",
    "wide rows": "<table><tr>" + "<td>" * 1000 + "<tr><td>" * 100_000 + "</table>",
    "wide cells": "<table><tr>" + "<td colspan=1000 rowspan=60000>" * 10_000 + "</table>",
    "covered rows": "<table><tr>" + "<td rowspan=60000>" * 1000 + "<tr><td>" * 50_000 + "</table>",
    "one line": "中文" * 200_000,
    "deep items": "".join(" " * (n % 300) + "- a\n" for n in range(3_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_read_in_linear_time(name):
    text = HOSTILE[name]
    held = "".join(part for _, part in blocks(text))
    assert "".join(held.split()) == "".join(text.split())


def test_statutes_have_their_chapters():
    path = SHARED / "laws" / "公司法.md"
    if not path.exists():
        pytest.skip("the shared data is not here")
    document = parse(path)
    chapters = [document.heading_text(b) for b in document.blocks if b.level == 2]
    assert len(chapters) == 15
    assert chapters[1] == "第二章 公司登记"

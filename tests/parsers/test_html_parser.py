"""HTML."""

from __future__ import annotations

import random
import time

import pytest

import chunkwise as cw
from chunkwise.parsers.html.tolerant import TolerantParser
from chunkwise.testing.documents import check_document

TAGS = "div p h1 h2 ul ol li table tr td th span b pre code img br nav header footer figure figcaption caption thead section a script dl dd".split()  # noqa: SIM905


def parse(markup):
    document = cw.parse(markup.encode() if isinstance(markup, str) else markup, media_type="text/html")
    assert check_document(document) == []
    return document


def blocks(markup):
    document = parse(markup)
    return [(block.kind, block.level, block.span.of(document.text)) for block in document.blocks]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<h1>A</h1><p>x</p><h2>B <b>b</b></h2>", [("heading", 1, "A"), ("paragraph", None, "x"), ("heading", 2, "B b")]),
        ("<p>one<p>two", [("paragraph", None, "one"), ("paragraph", None, "two")]),
        ("a<br>b<br/>c", [("paragraph", None, "a\nb\nc")]),
        ("<p>Hello<b>World</b> and <i>more</i></p>", [("paragraph", None, "HelloWorld and more")]),
        ("<p>line\n   break &amp; &lt;tag&gt;&nbsp;!</p>", [("paragraph", None, "line break & <tag>\u00a0!")]),
        ("<p>中文\n  换行</p>", [("paragraph", None, "中文换行")]),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", [("list_item", 1, "- a"), ("list_item", 1, "- b"), ("list_item", 2, "- c"), ("list_item", 1, "- d")]),
        ("<ol start=3><li>a</li><li value=9>b</li><li>c</li></ol>", [("list_item", 1, "3. a"), ("list_item", 1, "9. b"), ("list_item", 1, "10. c")]),
        ("<pre>a\n  b &lt; c\n</pre>", [("code", None, "a\n  b < c")]),
        ("<script>x()</script><style>p{}</style><p>seen</p>", [("paragraph", None, "seen")]),
        ("<nav>Home</nav><main><header>Own</header><p>x</p></main><footer>©</footer>", [("header", None, "Home"), ("paragraph", None, "Own"), ("paragraph", None, "x"), ("footer", None, "©")]),
        ("<nav>never closed <h1>A</h1><p>all of the page stands here</p>", [("paragraph", None, "never closed"), ("heading", 1, "A"), ("paragraph", None, "all of the page stands here")]),
        ("<p>text <img src=a.png alt='a lamp'> goes on</p>", [("paragraph", None, "text goes on"), ("figure", None, "a lamp")]),
        ("<p>This is some text that <strong>should</strong> stay in <a href='#'>order</a> here.</p>", [("paragraph", None, "This is some text that should stay in order here.")]),
        ("</div></p>text</span>", [("paragraph", None, "text")]),
        ("<dl><dt>term<dd>what it means</dl>", [("paragraph", None, "term"), ("paragraph", None, "what it means")]),
    ],
)  # fmt: skip
def test_blocks(markup, expected):
    assert blocks(markup) == expected


def test_tables_have_merges_header_rows_and_captions():
    document = parse(
        "<table><caption>Sizes</caption><thead><tr><th rowspan=2>A<th colspan=2>B<tr><th>x<th>y</thead>"
        "<tr><td>1<td>2<br>two<td><table><tr><td>in<td>ner</table></table>"
    )
    table, caption = document.blocks
    assert table.span.of(document.text) == "A | B |\n| x | y\n1 | 2 two | in ner"
    assert table.data.header_rows == 2
    assert [(m.row, m.column, m.row_span, m.column_span) for m in table.data.merges] == [
        (0, 0, 2, 1),
        (0, 1, 1, 2),
    ]
    assert table.data.value(document.text, 1, 0) == "A"
    assert (caption.kind, caption.parent) == ("caption", table.id)


def test_a_header_column_is_no_header_row():
    document = parse("<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>")
    assert document.blocks[0].data.header_rows == 0


def test_what_is_hidden_is_counted():
    document = parse("<p>seen</p><div hidden>a</div><p style='display: none'>b</p>")
    assert document.text == "seen"
    assert document.warnings == ("2 hidden elements were left out.",)


def test_metadata_and_figures():
    document = parse(
        "<title>T &amp; t</title><meta name=author content=Ann><img src='a/b.png' width=40 height=20><img src=x width=1>"
    )
    assert document.metadata == {"title": "T & t", "author": "Ann"}
    figure = document.blocks[0].data
    assert (figure.image, figure.width, figure.height, document.text) == ("a/b.png", 40, 20, "[image]")


@pytest.mark.parametrize("charset", ["gb2312", "big5", "shift_jis", "iso-8859-1", "windows-1251"])
def test_a_declared_encoding_counts(charset):
    text = {
        "gb2312": "简体中文",
        "big5": "繁體中文",
        "shift_jis": "日本語です",
        "iso-8859-1": "café",
        "windows-1251": "Привет",
    }[charset]
    document = parse(f"<meta charset='{charset}'><p>{text}</p>".encode(charset))
    assert document.text == text


def test_tag_soup_keeps_the_laws():
    rng = random.Random(3)
    extras = ["", " colspan=3", " rowspan=2", " hidden", " src=x alt=y"]
    for _ in range(400):
        parts = (rng.choice([f"<{rng.choice(TAGS)}{rng.choice(extras)}>", f"</{rng.choice(TAGS)}>", "text ", "中文", "\n", "&nbsp;", "\0"]) for _ in range(rng.randint(1, 40)))  # fmt: skip
        parse("".join(parts))


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 50_000 + "x",
        "</div>" * 100_000,
        "<ul><li>" * 25_000 + "x",
        "<table><tr><td>" * 10_000 + "x",
        "<table><tr>" + "<td rowspan=9999 colspan=99999>x" * 50,
    ],
    ids=range(5),
)
def test_nesting_costs_no_more_than_length(markup):
    start = time.process_time()
    parse(markup)
    assert time.process_time() - start < 20  # a second or two here; hours if it were quadratic


@pytest.mark.parametrize(
    "opened", ["<!--", "<?", "<!x", "<![", "</", "</a ", "<a ", "<a b='", "<!-- > ", "<![ > ", "<![CDATA["]
)
def test_what_begins_like_markup_and_never_ends_is_looked_at_once(opened, monkeypatch):
    looks = []
    ends = TolerantParser._ends
    monkeypatch.setattr(TolerantParser, "_ends", lambda self, *args: looks.append(args) or ends(self, *args))
    document = parse(opened * 20_000)
    assert len(looks) <= 3 * 20_000
    assert document.text.count("<") in (0, 20_000)


def test_a_declaration_of_nothing_known_is_no_error():
    assert parse("<p>a<![ b>c</p><![endif]><![CDATA[d]]>e").text == "ac\n\ne"

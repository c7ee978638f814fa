"""``code``: definitions whole where they fit, their names and headers with them, any text without loss."""

from __future__ import annotations

import ast
import sys
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.model.document import Document
from chunkwise.runtime import syntax
from chunkwise.runtime.syntax import languages, parse_code
from chunkwise.steps.split.code_languages import LANGUAGES
from chunkwise.testing.laws import broken_laws
from chunkwise.text.byte_offsets import ByteOffsets
from chunkwise.text.tokens import get_counter

pytest.importorskip("tree_sitter")

SHOP = '''"""A shop."""

import os

LIMIT = 3


class Shop(Base):
    """Sells things."""

    open = True

    # Counts the money.
    @cached
    def count(self, coins):
        total = sum(coins)
        return total

    def close(self):
        self.open = False


# Not about main.

# About main.
@command
def main():
    Shop().close()
'''


def chunks(text, language="python", **options):
    options.setdefault("max_tokens", 50)
    chunking = cw.chunk_text(text, "code", language=language, id="shop.py", **options)
    counter = None if "max_chars" in options else get_counter(options.get("tokenizer", "cl100k_base"))
    assert broken_laws(chunking, counter) == []
    assert "".join("".join(chunk.text.split()) for chunk in chunking) == "".join(text.split())
    return list(chunking)


def test_a_class_that_does_not_fit_is_opened_and_its_header_goes_with_its_methods():
    found = chunks(SHOP)
    assert [chunk.heading_path for chunk in found] == [
        ("shop.py",),
        ("shop.py", "Shop"),
        ("shop.py", "Shop", "count"),
        ("shop.py", "Shop", "close"),
        ("shop.py",),
        ("shop.py", "main"),
    ]
    count = found[2]
    assert count.text.startswith("    # Counts the money.\n    @cached\n    def count(self, coins):")
    assert count.index_text.startswith("shop.py > Shop > count\nclass Shop(Base):\n    # Counts")
    assert found[4].text == "# Not about main."
    assert found[5].text.startswith("# About main.\n@command\ndef main():")


def test_what_fits_stays_whole():
    assert [chunk.text for chunk in chunks(SHOP, max_tokens=400)] == [SHOP.strip()]
    found = chunks(SHOP, max_tokens=75)
    assert [chunk.heading_path for chunk in found][:2] == [("shop.py",), ("shop.py", "Shop")]
    assert found[1].text.startswith("class Shop(Base):")
    assert found[1].text.endswith("self.open = False")


def test_titles_can_be_left_out():
    found = chunks(SHOP, titles="none")
    assert {chunk.context.titles for chunk in found} == {()}
    assert found[2].context.above == "class Shop(Base):"


def test_a_function_that_does_not_fit_is_cut_at_statements():
    body = "".join(f"    if x > {n}:\n        call(x,\n             {n})\n" for n in range(40))
    found = chunks("def f(x):\n" + body, max_tokens=80)
    assert len(found) > 5
    assert all(chunk.text.lstrip().startswith(("if x", "def f")) for chunk in found)
    assert all(chunk.text.startswith("    if") for chunk in found[1:])
    assert {chunk.heading_path for chunk in found} == {("shop.py", "f")}


def test_a_bare_header_begins_its_first_method_where_both_fit():
    text = "class House:\n  class Door:\n    def open(self):\n        return 1\n\n    def shut(self):\n        return 2\n"
    first, second = chunks(text, max_tokens=25, titles="none")
    assert first.text == "class House:\n  class Door:\n    def open(self):\n        return 1"
    assert (first.context.above, second.context.above) == ("", "class House:\nclass Door:")
    small = chunks(text, max_tokens=13, titles="none")
    assert small[0].text == "class House:\n  class Door:"
    assert "".join("".join(chunk.text.split()) for chunk in small) == "".join(text.split())


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["    ", "\t"])
def test_tabs_line_ends_and_names_that_are_not_ascii(newline, indent):
    text = "类 = '😀'\n\nclass 商店:\n    def 数(self):\n        return '中文字符' * 9\n\n    def é(self):\n        pass\n"
    text = text.replace("    ", indent).replace("\n", newline)
    found = chunks(text, max_tokens=30)
    assert [chunk.heading_path for chunk in found if "def" in chunk.text] == [
        ("shop.py", "商店", "数"),
        ("shop.py", "商店", "é"),
    ]
    assert all(
        chunk.text.startswith(indent) for chunk in found if "def" in chunk.text and "class" not in chunk.text
    )


STATEMENTS = {
    "python": (
        "for item in items:",
        "while items.pending():",
        "try:",
        "with open(a) as f:",
        "async for item in items:",
    ),
    "javascript": ("for (const item of items) {", "while (items.pending()) {", "try {", "if (items) {"),
}


@pytest.mark.parametrize(
    ("language", "head"), [(k, head) for k, heads in STATEMENTS.items() for head in heads]
)
def test_a_statement_that_is_opened_keeps_its_first_word(language, head):
    body = "".join(f'        call({n}, "some long text to fill the chunk up to its cap")\n' for n in range(6))
    if language == "python":
        end = "    except E:\n        pass\n" if head == "try:" else ""
        text = f"def outer(items):\n    def inner(x):\n        return x + 1\n\n    {head}\n{body}{end}"
    else:
        end = "    } catch (e) {}\n" if head == "try {" else "    }\n"
        text = f"class A {{\n  outer(items) {{\n    function inner(x) {{ return x + 1; }}\n\n    {head}\n{body}{end}  }}\n}}\n"
    for chunk in cw.chunk_text(text, "code", language=language, max_tokens=48):
        start = chunk.spans[0].start
        assert not text[text.rfind("\n", 0, start) + 1 : start].strip()
        assert head not in chunk.text or not chunk.text.endswith(head)


SAMPLES = {
    "bash": ("# about\nfoo() {\n  echo one two three\n  echo four\n}\n\nbar() {\n  echo\n  echo\n}\n", "foo"),
    "c": ("#include <a.h>\n\n/* about */\nstatic int *foo(int a)\n{\n  return a;\n}\n\nint bar(void)\n{\n  return 1;\n}\n", "foo"),
    "cpp": ("// about\nint A::foo(int a) {\n  return a;\n}\n\nint bar() {\n  return 1;\n}\n", "A::foo"),
    "csharp": ("class A {\n  /// about\n  public int foo(int a) {\n    return a;\n  }\n  public int bar() {\n    return 1;\n  }\n}\n", "foo"),
    "elixir": ("defmodule A do\n  # about\n  def foo(a) do\n    a + 1 + 2\n  end\n\n  def bar(b) do\n    b + 1\n  end\nend\n", "foo"),
    "go": ("package a\n\n// about\nfunc (s *A) foo(a int) int {\n\treturn a\n}\n\nfunc bar() int {\n\treturn 1\n}\n", "foo"),
    "haskell": ("module M where\n\n-- about\nfoo :: Int -> Int\nfoo 0 = 1\nfoo n = n\n  where m = 1\n\nbar :: Int\nbar =\n  1\n", "foo"),
    "java": ("class A {\n  /** about */\n  @B\n  int foo(int a) {\n    return a;\n  }\n  int bar() {\n    return 1;\n  }\n}\n", "foo"),
    "javascript": ("// about\nexport const foo = (a) => {\n  return a;\n};\n\nfunction bar() {\n  return 1;\n}\n", "foo"),
    "kotlin": ("class A {\n  /** about */\n  fun foo(a: Int): Int {\n    return a\n  }\n  fun bar(): Int {\n    return 1\n  }\n}\n", "foo"),
    "lua": ("-- about\nfunction foo(a)\n  return a + 1\nend\n\nlocal function bar()\n  return 1\nend\n", "foo"),
    "php": ("<?php\n/** about */\nfunction foo($a) {\n  return $a;\n}\nfunction bar() {\n  return 1;\n}\n", "foo"),
    "powershell": ("# about\nfunction foo {\n  param($a)\n  $a\n}\n\nfunction bar {\n  1\n  2\n}\n", "foo"),
    "python": ("# about\n@b\ndef foo(a):\n    return a\n\n\ndef bar():\n    return 1\n", "foo"),
    "ruby": ("class A\n  # about\n  def foo(a)\n    a + 1 + 2\n  end\n\n  def bar\n    1\n  end\nend\n", "foo"),
    "rust": ("/// about\n#[inline]\npub fn foo(a: i32) -> i32 {\n    a\n}\n\nfn bar() -> i32 {\n    1\n}\n", "foo"),
    "scala": ("class A {\n  /** about */\n  def foo(a: Int) = {\n    a + 1\n  }\n  def bar = {\n    1\n  }\n}\n", "foo"),
    "swift": ("class A {\n  /// about\n  func foo(a: Int) -> Int {\n    return a\n  }\n  func bar() -> Int {\n    return 1\n  }\n}\n", "foo"),
    "tsx": ("// about\nexport function foo(a: A) {\n  return <b>{a}</b>;\n}\n\nfunction bar() {\n  return 1;\n}\n", "foo"),
    "typescript": ("interface A {\n  a: number;\n}\n\n// about\nexport function foo(a: A): number {\n  return a.a;\n}\n", "foo"),
}  # fmt: skip


def test_every_grammar_has_a_sample():
    assert set(SAMPLES) == set(languages()) == set(LANGUAGES)
    assert len(SAMPLES) >= 15


@pytest.mark.parametrize("language", SAMPLES)
def test_every_language_is_cut_at_its_definitions(language):
    text, name = SAMPLES[language]
    found = chunks(text, language, max_tokens=None, max_chars=len(text.strip()) - 1, titles="none")
    (foo,) = [chunk for chunk in found if chunk.heading_path[-1] == name]
    assert "about" in foo.text
    assert "bar" not in foo.text
    assert len(found) > 1


@pytest.mark.parametrize("language", SAMPLES)
@given(data=st.data())
def test_broken_code_is_not_lost(language, data):
    text = SAMPLES[language][0]
    a = data.draw(st.integers(0, len(text)))
    b = data.draw(st.integers(a, min(len(text), a + 20)))
    rubbish = data.draw(
        st.sampled_from(["", "{", "}}", '"', "(((", "\x00", "é😀", "\r", "/*", "  \n", "'''"])
    )
    chunks(text[:a] + rubbish + text[b:], language, max_tokens=data.draw(st.sampled_from([8, 25, 60])))


def fits_whole(path, cap):
    """Python definitions, outermost first, that stand in more than one chunk although they would fit."""
    text = path.read_text("utf-8")
    if "\f" in text:  # ast counts lines otherwise
        return
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = list(cw.chunk(Document.from_text(text, path.name), "code", language="python", max_chars=cap))
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(text.split())
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            continue
        a, b = starts[node.lineno - 1], starts[node.end_lineno]
        b = a + len(text[a:b].rstrip())
        # Comments and decorators, names and headers of what is around it take some of the cap.
        if b - a <= cap - 700 and not any(
            c.spans[0].start <= a + 100 and b <= c.spans[-1].end + 40 for c in found
        ):
            holding = [c for c in found if c.spans[0].start < b and a < c.spans[-1].end]
            assert len(holding) == 1, (path, node.name)


def test_no_definition_of_the_standard_library_is_cut_that_fits():
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("[a-d]*.py")):
        fits_whole(path, 2_500)


@pytest.mark.parametrize("package", ["email", "json", "asyncio"])
def test_packages_of_the_standard_library_keep_the_laws(package):
    for path in sorted((Path(sysconfig.get_path("stdlib")) / package).glob("*.py"))[:12]:
        chunking = cw.chunk(path, "code", max_tokens=200)
        assert broken_laws(chunking, get_counter()) == []
        assert chunking.warnings == ()
        assert {chunk.heading_path[0] for chunk in chunking} <= {path.name}


def test_the_language_comes_from_the_file(tmp_path):
    file = tmp_path / "a.go"
    file.write_text(SAMPLES["go"][0])
    chunking = cw.chunk(file, "code", max_tokens=30)
    assert ("a.go", "A", "foo") in [chunk.heading_path for chunk in chunking]


def test_languages_without_a_grammar_are_cut_before_their_definitions():
    text = "pragma solidity;\n\ncontract A {\n" + "  function f() public { a += 1; b += 2; }\n" * 30 + "}\n"
    found = chunks(text, "sol", max_tokens=70)
    assert all(chunk.text.lstrip().startswith(("pragma", "function", "contract")) for chunk in found)


@pytest.mark.parametrize("language", ["auto", "klingon"])
def test_an_unknown_language_is_plain_text_with_a_warning(language):
    chunking = cw.chunk_text("Some words.\n\nMore words.", "code", language=language)
    assert "cut as plain text. Known are: bash," in chunking.warnings[0]


def test_a_missing_extra_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    syntax._grammar.cache_clear()
    try:
        chunking = cw.chunk_text(SHOP, "code", language="python", max_tokens=50)
    finally:
        syntax._grammar.cache_clear()
    assert 'pip install "chunkwise[code]"' in chunking.warnings[0]
    assert [chunk.text.lstrip()[:9] for chunk in chunking] == ['"""A shop', "# Counts ", "# About m"]
    assert broken_laws(chunking, get_counter()) == []


@pytest.mark.parametrize(("language", "mark"), [("scala", "["), ("lua", "["), ("bash", "<"), ("kotlin", "<")])
def test_a_parse_that_reads_over_and_over_is_stopped(language, mark):
    assert parse_code(mark * 20_000, language) is None
    assert parse_code(SAMPLES[language][0], language) is not None


DRAWN = "+---+---+\n|   |   |\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", DRAWN * 1000), ("python", "|---" * 3000), ("powershell", "<!-- a -->\n" * 1500),
        ("ruby", "<!--" * 4000), ("javascript", "-> " * 4000), ("go", "|-" * 4000),
    ],
)  # fmt: skip
def test_a_parse_that_tries_ever_more_readings_is_stopped(language, text):
    assert parse_code(text, language) is None
    chunking = cw.chunk_text(text, "code", language=language, max_tokens=100)
    assert "too irregular" in chunking.warnings[0]
    assert broken_laws(chunking, get_counter()) == []


@given(st.text(max_size=300), st.integers(0, 300))
def test_byte_offsets(text, at):
    text = (text + "é中😀") * 60
    data = text.encode("utf-8", "surrogatepass")
    place = min(at * 50, len(text))
    assert ByteOffsets(data).code_points(len(text[:place].encode("utf-8", "surrogatepass"))) == place

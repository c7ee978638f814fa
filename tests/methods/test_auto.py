"""``auto`` picks a method and says why."""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.methods.signals import signals
from chunkwise.testing.strategies import Part, assemble

LAW = assemble([Part("paragraph", f"第{n}条　为了规范管理，制定本条。") for n in "一二三四五六七八"])
PAIRS = assemble([Part("paragraph", f"Q: What is {n}?\nA: It is {n}.") for n in range(4)])
FAQ = assemble([Part("table", rows=(("Question", "Answer", "Region"), ("How?", "So.", "EU")), header_rows=1)])
SHEET = assemble([Part("table", rows=(("code", "price"), ("001", "5"), ("002", "6")), header_rows=1)])
PAPER = assemble(
    [
        Part("title", "On chunks", 0),
        Part("paragraph", "Abstract. We cut."),
        Part("heading", "1 Introduction", 1),
        Part("paragraph", "Text."),
        Part("heading", "References", 1),
        Part("paragraph", "[1] A book."),
    ]
)
MANUAL = assemble(
    [p for n in range(3) for p in (Part("heading", f"Step {n}", 1), Part("paragraph", "Do it."))]
)


@pytest.mark.parametrize(
    ("document", "method", "word"),
    [
        (LAW, "laws", "8 of its paragraphs"),
        (PAIRS, "qa", "labelled pairs"),
        (FAQ, "qa", "column of questions"),
        (SHEET, "table", "100%"),
        (PAPER, "paper", "abstract"),
        (MANUAL, "manual", "3 headings"),
        (cw.Document.from_text("Just words. And more of them."), "general", "nothing"),
    ],
)
def test_the_method_fits_the_document(document, method, word):
    chunking = cw.chunk(document, "auto")
    assert chunking.settings["method"] == method
    assert chunking.settings["chosen_by"] == "auto"
    assert word in chunking.settings["why"]
    assert list(chunking) == list(cw.chunk(document, method))


def test_options_reach_the_methods_that_have_them():
    assert max(c.tokens for c in cw.chunk(LAW, "auto", max_tokens=12)) <= 12
    assert len(cw.chunker("auto", max_tokens=12).explain(LAW)) == len(cw.chunk(LAW, "laws", max_tokens=12))
    with pytest.raises(cw.InvalidOption):
        cw.chunker("auto", max_tokens=0)
    with pytest.raises(cw.UnknownOption):
        cw.chunker("auto", delimiters="x")


def test_a_decision_table_of_ones_own(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[rule]]\nmethod = "one"\nwhen = { headings = 2 }\nwhy = "short"\n[[rule]]\nmethod = "recursive"'
    )
    assert cw.chunk(MANUAL, str(file)).settings["method"] == "one"
    assert cw.chunk(LAW, str(file)).settings["method"] == "recursive"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ('[[rule]]\nmethod = "onee"', "names the method 'onee'"),
        ('[[rule]]\nmethod = "one"\nwhen = { heads = 1 }', "the signals are"),
        ('[[rule]]\nmethod = "one"\nif = { headings = 1 }', "unknown keys"),
        ('[[rule]]\nmethod = "one"\nwhen = { headings = 99 }', "No rule"),
    ],
)
def test_a_table_that_makes_no_sense_says_why(tmp_path, rules, message):
    file = tmp_path / "mine.toml"
    file.write_text(rules)
    with pytest.raises(cw.ConfigError, match=message):
        cw.chunk(LAW, str(file))


def test_signals_of_nothing():
    assert signals(cw.Document.from_text("")).headings == 0


def test_json_goes_to_json(tmp_path):
    file = tmp_path / "data.json"
    file.write_text('{"a": [1, 2]}')
    chunking = cw.chunk(file, "auto")
    assert (chunking.settings["method"], chunking.settings["why"]) == ("json", "the file is JSON")
    assert chunking[0].body == '{"a":[1,2]}'


@pytest.mark.parametrize(
    ("name", "method", "why"),
    [
        ("a.py", "code", "the file is source code"),
        ("a.tsx", "code", "the file is source code"),
        ("a.sh", "code", "the file is source code"),
        ("a.yaml", "recursive", "data or markup"),
        ("a.rst", "recursive", "data or markup"),
    ],
)
def test_source_code_goes_to_code(tmp_path, name, method, why):
    file = tmp_path / name
    file.write_text("function: f\n\n  more\n")
    chunking = cw.chunk(file, "auto")
    assert chunking.settings["method"] == method
    assert why in chunking.settings["why"]
    assert chunking.warnings == ()

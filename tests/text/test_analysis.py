"""Lexical analysis: what a reader types finds what a writer wrote."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.testing.strategies import texts
from chunkwise.text.analysis import Tokens, analyse, escape


def found(query, text):
    """Whether every word of the query has a token in the text."""
    wanted, there = analyse(query), analyse(text)
    known = {*there.coarse, *there.fine}
    return all(token in known for token in wanted.coarse) or bool(
        {*wanted.fine, *wanted.coarse} & known and len(wanted.coarse) == 1
    )


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("c++", "We write C++ here."),
        ("C#", "c# and F#"),
        ("3.14", "pi is 3.14, more or less"),
        ("ann.lee@example.org", "Write to Ann.Lee@example.org."),
        ("v1.2.3", "since v1.2.3"),
        ("1.2.3", "since v1.2.3"),
        ("cafe", "the café"),
        ("café", "the cafe"),
        ("公開", "公开"),
        ("公开", "公開資料"),
        ("ABC123", "ＡＢＣ１２３"),
        ("かな", "ひらがなです"),
        ("한글", "한글은 글자다"),
        ("running", "she runs"),
        ("token", "chunk_token_num"),
        ("chunk_token_num", "the option chunk_token_num"),
        ("user", "getUserName()"),
        ("don't", "I don’t know"),
        ("税务机关", "由税务机关核定"),
        ("行政复议", "申请行政复议"),
        ("交易所", "上海航运交易所管理规定"),
        ("भाषा", "भाषा है"),
    ],
)
def test_it_is_found(query, text):
    assert found(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("c++", "c is a letter"),
        ("c#", "c++"),
        ("3.14", "3 and 14"),
        ("v1.2.3", "v1.2.4"),
        ("cat", "category"),
    ],
)
def test_it_is_not_found(query, text):
    assert not found(query, text)


def test_examples_of_both_kinds():
    assert analyse("上海航运交易所 getUserName c++") == Tokens(
        ["上海", "航运", "交易所", "getusernam", "c++"],
        [
            "交易",
            "上海*",
            "海航*",
            "航运*",
            "运交*",
            "交易*",
            "易所*",
            "get",
            "user",
            "name",
            "getu*",
            "*rnam",
        ],
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("repayement", "repayment"), ("receibt", "receipt"), ("receiptt", "receipt"), ("teceipt", "receipt"), ("conditon", "condition"),
        ("税务机管", "税务机关"), ("税机关", "税务机关"), ("行証复议", "行政复议"),
    ],
)  # fmt: skip
def test_one_slip_leaves_a_fine_token(typed, meant):
    one, other = analyse(typed), analyse(meant)
    assert {*one.coarse, *one.fine} & {*other.coarse, *other.fine}


@given(texts)
def test_any_text_has_tokens_without_white_space(text):
    tokens = analyse(text)
    assert all(token and not any(map(str.isspace, token)) for token in (*tokens.coarse, *tokens.fine))
    assert analyse(text) == tokens


def test_a_lone_surrogate_is_no_trap():
    assert analyse("a \ud800 b").coarse == ["a", "b"]


@given(st.text(), st.text())
def test_escaping_keeps_tokens_apart(one, other):
    assert (escape(one) == escape(other)) == (one == other)
    assert all(char.isalnum() or char == "_" for char in escape(one))


def test_it_is_fast_and_linear(shared):
    text = (shared / "data/speed/zh.txt").read_bytes().decode()[:600_000]
    analyse(text[:1000])
    start = time.process_time()
    analyse(text)
    assert len(text.encode()) / (time.process_time() - start) > 1.5e6  # 5 MB/s here, unloaded
    start = time.process_time()
    for hostile in (
        "a" * 300_000,
        "中" * 300_000,
        "1." * 100_000,
        "a@" * 100_000,
        "a." * 100_000,
        "_" * 200_000,
        "ก" * 200_000,
    ):
        analyse(hostile)
    assert time.process_time() - start < 20

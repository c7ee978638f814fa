"""Terms: what texts and queries are compared by."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given

from chunkwise.errors import MissingExtra
from chunkwise.testing.strategies import texts
from chunkwise.text import terms as module
from chunkwise.text.terms import query_terms, text_terms


@pytest.fixture
def bare(monkeypatch):
    """As if no library were installed."""
    for name in ("Stemmer", "rjieba", "opencc"):
        monkeypatch.setitem(sys.modules, name, None)
    caches = (module._stemmer, module._dictionary, module._converter, module._word_terms)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("taxes", "the tax"),
        ("cafe", "the Café"),
        ("CAFÉ", "a cafe"),
        ("ｔａｘ", "tax"),
        ("c++", "We write C++."),
        ("ann.lee@example.org", "Write to Ann.Lee@example.org."),
        ("token", "chunk_token_num"),
        ("user", "getUserName()"),
        ("税务", "由税务机关核定"),
        ("税", "纳税"),
        ("かな", "ひらがなです"),
        ("한글", "한글은 글자다"),
        ("भाषा", "भाषा है"),
    ],
)
@pytest.mark.parametrize("chinese", ["pairs", "auto"])
def test_a_query_shares_terms_with_what_it_means(query, text, chinese):
    assert set(query_terms(query, chinese)) & set(text_terms(text, chinese))


def test_stop_words_are_no_terms():
    assert text_terms("It is what it’s been, isn't it?") == []
    assert text_terms("不是的", "pairs") == ["不", "是", "的", "不是", "是的"]


def test_question_words_leave_queries_and_stay_in_texts():
    assert "什" in text_terms("什么是增值税", "pairs")
    assert query_terms("什么是增值税？", "pairs") == query_terms("是增值税", "pairs")
    assert query_terms("請問如何申報", "pairs") == query_terms("申報", "pairs")
    assert query_terms("如何", "pairs") == ["如", "何", "如何"]


def test_words_of_the_dictionary_stand_beside_characters():
    pytest.importorskip("rjieba")
    assert text_terms("税务机关", "words") == ["税", "务", "机", "关", "税务机关"]
    assert text_terms("税务机关", "auto") == text_terms("税务机关", "words")


def test_traditional_characters_are_simplified():
    pytest.importorskip("opencc")
    assert text_terms("稅務機關", "pairs") == text_terms("税务机关", "pairs")


@pytest.mark.usefixtures("bare")
def test_nothing_has_to_be_installed():
    assert text_terms("Taxes 税务机关") == ["tax", "税", "务", "机", "关", "税务", "务机", "机关"]
    with pytest.raises(MissingExtra, match="kb"):
        text_terms("税", "words")


@given(texts)
def test_any_text_has_terms_without_white_space(text):
    found = text_terms(text)
    assert all(term and not any(map(str.isspace, term)) for term in found)
    assert len(query_terms(text)) == len(set(query_terms(text)))
    assert found == text_terms(text)


def test_a_lone_surrogate_is_no_trap():
    assert text_terms("tax \ud800 law") == ["tax", "law"]

"""The stemmer that needs no library gives the stems of the library."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.text.english_stems import stem


@pytest.fixture(scope="module")
def snowball():
    return pytest.importorskip("Stemmer").Stemmer("english").stemWord


_ENDINGS = [
    "s", "es", "ed", "ing", "ly", "y", "ies", "ied", "eed", "eedly", "ingly", "edly", "ational", "tional", "enci",
    "ization", "izer", "ousness", "iveness", "biliti", "ogist", "ogi", "fulli", "lessli", "li", "alize", "icate",
    "iciti", "ful", "ness", "ative", "ance", "ement", "ment", "ion", "ll", "e", "'s", "'",
]  # fmt: skip
_WORDS = st.builds(
    lambda start, *ends: start + "".join(ends),
    st.text("abcdeghilnoprstuvyz'", max_size=7),
    st.sampled_from(["", *_ENDINGS]),
    st.sampled_from(["", *_ENDINGS]),
)


@given(_WORDS)
def test_made_up_words(snowball, word):
    assert stem(word) == snowball(word)


def test_words_of_books(snowball, shared):
    text = (shared / "data/speed/en.txt").read_text().lower()
    words = set(re.findall(r"[a-z]+(?:'[a-z]+)?", text))
    assert len(words) > 15_000
    assert [word for word in words if stem(word) != snowball(word)] == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [("by", "by"), ("hopping", "hop"), ("hoping", "hope"), ("agreed", "agre"), ("proceed", "proceed"),
     ("generously", "generous"), ("ties", "tie"), ("cries", "cri"), ("café", "café"), ("税", "税"), ("", "")],
)  # fmt: skip
def test_examples(word, expected):
    assert stem(word) == expected

"""Words one letter away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkwise.rank.near_words import is_one_edit, near_words

WORDS = st.text("abcd", min_size=4, max_size=8)


def by_definition(word):
    """Everything one edit away."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    letters = "abcd"
    return (
        {a + b[1:] for a, b in cuts if b}
        | {a + c + b[1:] for a, b in cuts if b for c in letters}
        | {a + c + b for a, b in cuts for c in letters}
        | {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    ) - {word}


@given(WORDS, WORDS)
def test_an_edit_is_what_the_definition_says(one, other):
    assert is_one_edit(one, other) == (other in by_definition(one))


@given(WORDS, st.data())
def test_every_edit_is_seen(word, data):
    other = data.draw(st.sampled_from(sorted(by_definition(word))))
    assert is_one_edit(word, other) == (len(other) >= 4)


def test_only_words_of_letters_have_near_ones():
    assert near_words(["税务机关", "v1.2.3", "tax"], ["税务机构", "v1.2.4", "fax"]) == {}
    assert near_words(["nalog", "налог"], ["налоги", "nalogs"]) == {"nalog": ["nalogs"], "налог": ["налоги"]}

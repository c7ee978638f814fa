"""Counters count what their originals count, and their safe cuts are safe."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_offline import encoding

import chunkwise as cw
from chunkwise.testing.strategies import FRAGMENTS, texts
from chunkwise.text.token_index import COARSE, CharacterIndex, Piece, TokenIndex
from chunkwise.text.tokens import get_counter

HARD = (
    *FRAGMENTS, "I'm", "can't", "we'LL", "\u017f", "'S", "\r\n\r\n", " \n \n", "\n\n\n", "   x", "\t\t", "<|im_start|>", "<|fim_prefix|>",
    "Ⅷ", "²", "ﬁ", "½", "123456", "١٢٣", "ÀÉ", "ñ", "ß", "Ǆ", "://", "/", "//\n/", "!?\n", "...\n\n", "，，", "\u2029", "\x0b", "\x85", "\ue000", "\U0001f9e0",
)  # fmt: skip
ENCODINGS = ["cl100k_base", "o200k_base"]


def fuzzed(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        parts = rng.choices(HARD, k=rng.randint(1, 9))
        if rng.random() < 0.3:
            parts.append(
                "".join(
                    chr(
                        rng.choice(
                            [rng.randint(0, 0x2FF), rng.randint(0x300, 0xD7FF), rng.randint(0xE000, 0x1FFFF)]
                        )
                    )
                    for _ in range(6)
                )
            )
        rng.shuffle(parts)
        yield "".join(parts)


@pytest.mark.parametrize("name", ENCODINGS)
def test_ten_thousand_hard_strings_count_as_tiktoken_counts_them(name):
    strings = list(fuzzed(10_000, seed=7))
    ours = get_counter(name).count_many(strings)
    theirs = [len(ids) for ids in encoding(name).encode_ordinary_batch(strings, num_threads=1)]
    wrong = [(s, a, b) for s, a, b in zip(strings, ours, theirs, strict=True) if a != b]
    assert wrong == []


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("file", ["en.txt", "zh.txt"])
def test_the_index_counts_random_spans_exactly(shared, name, file):
    text = (shared / "data/speed" / file).read_bytes().decode()
    index = TokenIndex(text, get_counter(name))
    rng = random.Random(3)
    starts = [rng.randrange(len(text)) for _ in range(2000)]
    spans = [(start, min(len(text), start + rng.choice([1, 9, 60, 700, 5000]))) for start in starts]
    direct = [len(ids) for ids in encoding(name).encode_ordinary_batch([text[a:b] for a, b in spans])]
    assert index.count([Piece(a, b) for a, b in spans]) == direct


def test_a_long_s_is_a_contraction_before_another_one():
    rng = random.Random(5)
    parts = [
        "a",
        "'",
        "\u017f",
        "b",
        "S",
        "s",
        "'\u017f",
        "'ll",
        "t",
        "re",
        " ",
        "1",
        "\u4e2d",
        "\n",
        "ve",
        "D",
    ]
    strings = ["".join(rng.choices(parts, k=rng.randint(2, 9))) for _ in range(20_000)] + [
        "a'\u017f'lldo",
        "\n'llS'\u017f'SDs",
    ]
    theirs = [len(ids) for ids in encoding("o200k_base").encode_ordinary_batch(strings)]
    assert get_counter("o200k_base").count_many(strings) == theirs


COUNTERS = ["cl100k_base", "o200k_base", "words", "chars", "tiktoken", "function"]


def counter_of(name):
    if name == "tiktoken":
        return get_counter(encoding("cl100k_base"))
    return get_counter(len if name == "function" else name)


@pytest.mark.parametrize("name", COUNTERS)
@given(st.lists(st.one_of(texts, st.sampled_from(HARD)), max_size=8).map("".join), st.data())
def test_the_index_agrees_with_direct_counts(name, text, data):
    counter = counter_of(name)
    index = TokenIndex(text, counter, data.draw(st.sampled_from([4, 50, COARSE])))
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    before, after = data.draw(
        st.sampled_from([("", ""), ("Title\n", ""), ("", "\nbelow"), ("标题\n", "\n下文")])
    )
    pieces = [Piece(a, b, before, after) for a, b in pairwise(places)]
    direct = counter.count_many([before + text[p.start : p.end] + after for p in pieces])
    assert index.count(pieces) == direct


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "words"])
@given(
    st.lists(st.sampled_from(HARD), min_size=3, max_size=12),
    st.integers(0, 2**32),
    st.sampled_from([4, 40, COARSE]),
)
def test_counts_add_up_at_safe_cuts_of_long_lines(name, parts, seed, longest):
    rng = random.Random(seed)
    line = "".join(rng.choice(parts) for _ in range(COARSE // 2)).replace("\n", " ").replace("\r", "")
    counter = get_counter(name)
    cuts = [0, *counter.safe_cuts(line, longest), len(line)]
    pieces = [line[a:b] for a, b in pairwise(cuts)]
    assert sum(counter.count_many(pieces)) == counter.count_many([line])[0]


def test_estimates_are_exact_at_line_starts_and_monotonic_between():
    text = "one line\nanother line\n\nlast"
    index = TokenIndex(text, get_counter("cl100k_base"))
    assert index.estimate(0, 9) == get_counter().count_many([text[:9]])[0]
    values = [index.estimate(0, at) for at in range(len(text) + 1)]
    assert values == sorted(values)


def test_characters_need_no_counting():
    index = CharacterIndex()
    assert index.count([Piece(2, 5, "ab", "c")]) == [6]
    assert (index.estimate(2, 9), index.reach(2, 4.9, 100), index.reach(2, 50, 9)) == (7, 6, 9)


def test_special_token_text_is_ordinary_text():
    assert cw.chunk_text("see <|endoftext|> in docs")[0].tokens == len(
        encoding("cl100k_base").encode_ordinary("see <|endoftext|> in docs")
    )


def test_a_function_that_counts_too_much_is_refused():
    for count in (2**63, 10**400, 10**5000):  # more than Python writes out
        with pytest.raises(cw.TokenizerError, match=r"returned a number of \d+ bits for 'One"):
            cw.chunk_text("One two. 一二。", tokenizer=lambda text, count=count: count)
    with pytest.raises(cw.TokenizerError, match="returned a number"):
        cw.chunk_text("One two. 一二。", tokenizer=lambda text: -(10**5000))


@pytest.mark.parametrize("text", ["One two.", "一二。"])
def test_a_function_that_fails_is_named_with_its_text(text):
    def broken(text):
        raise ValueError("nothing for me")

    with pytest.raises(cw.TokenizerError, match=f"broken failed on '{text}': ValueError: nothing") as caught:
        cw.chunk_text(text, tokenizer=broken)
    assert isinstance(caught.value.__cause__, ValueError)


def test_an_error_that_a_counter_raises_on_purpose_stays():
    def refused(text):
        raise cw.InvalidOption("not this one")

    with pytest.raises(cw.InvalidOption, match="not this one"):
        cw.chunk_text("text 文字", tokenizer=refused)


def test_a_function_that_counts_nonsense_is_refused():
    with pytest.raises(cw.TokenizerError, match="returned -1"):
        cw.chunk_text("some text", tokenizer=lambda text: -1)


def test_an_unknown_tokenizer_names_the_known_ones():
    with pytest.raises(cw.UnknownName, match="cl100k_base"):
        get_counter("cl100k")
    with pytest.raises(cw.InvalidOption):
        get_counter(42)


@pytest.mark.parametrize("lines_before", [1, 7, 100, 12_345])
def test_estimates_do_not_depend_on_what_stands_before(lines_before):
    """Rounding would: sums of large totals and small fractions lose digits."""
    line, before = "one two three four five six seven eight nine ten eleven\n", "a b c\n" * lines_before
    alone, behind = (TokenIndex(text, get_counter("words"), 2000) for text in (line, before + line))
    at = len(before)
    for start in range(len(line)):
        assert alone.estimate(start, len(line)) == behind.estimate(at + start, at + len(line))
        for budget in (1, 2.3, 3, 5.7):
            reached = behind.reach(at + start, budget, at + len(line))
            assert alone.reach(start, budget, len(line)) == reached - at

"""Facts: texts that keep order, parts and types of values."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption
from chunkwise.store.facts import END, FIELD, VALUE, coded, decoded, fact_value, facts_of, ordered_number
from chunkwise.store.sql import quoted

HARD = st.sampled_from(
    [chr(n) for n in range(12)] + ["\ud7fe", "\ud7ff", "\ud800", "\udfff", "\ue000", "\U0001f600"]
)
TEXT = st.one_of(st.text(max_size=6), st.text(alphabet=st.one_of(HARD, st.characters()), max_size=6))
NUMBER = st.one_of(
    st.integers(), st.floats(allow_nan=False), st.integers(-(10**40), 10**40), st.integers(-12, 12)
)


@given(TEXT)
def test_texts_come_back(text: str) -> None:
    assert decoded(coded(text)) == text


@given(TEXT)
def test_coded_texts_can_be_stored(text: str) -> None:
    stored = coded(text).encode()
    assert not set(stored) & {0, *map(ord, (FIELD, VALUE, END))}


@given(TEXT, TEXT)
def test_order_is_kept(left: str, right: str) -> None:
    assert (coded(left).encode() < coded(right).encode()) is (left < right)


@given(TEXT, TEXT, TEXT)
@example("\x05", "\x06", "")
def test_parts_are_kept(before: str, part: str, after: str) -> None:
    assert coded(part) in coded(before + part + after)
    assert (coded(part) in coded(before + after)) is (part in before + after)


@given(NUMBER, NUMBER)
@example(2**53, 2**53 + 1)
@example(float(2**53), 2**53 + 1)
@example(-0.0, 0)
@example(5e-324, 0)
@example(math.inf, 10**400)
@example(-math.inf, -(10**400))
@example(10**5000, 10**5000 + 1)
def test_numbers_are_ordered_exactly(left: float, right: float) -> None:
    assert (ordered_number(left) < ordered_number(right)) is (left < right)
    assert (ordered_number(left) == ordered_number(right)) is (left == right)


def test_types_are_told_apart() -> None:
    values: list[Any] = [1, True, "1", None, "", "True", float("nan"), False, 0]
    assert len({fact_value(value) for value in values}) == len(values)


def test_the_form() -> None:
    assert facts_of({"a": "x", "b": [True, "y"], "c": {"d": 1}, "e": ()}) == (
        "\x01a\x02sx\x03\x01b\x02l\x03\x01b\x02B1\x03\x01b\x02Sy\x03\x01c\x02x\x03\x01e\x02l\x03"
    )
    assert facts_of({}) == ""
    with pytest.raises(InvalidOption):
        facts_of({1: 1})  # type: ignore[dict-item]


@given(TEXT)
def test_no_text_ends_its_literal(text: str) -> None:
    literal = quoted(text)
    assert literal[0] == literal[-1] == "'"
    assert "'" not in literal[1:-1].replace("''", "")

"""The filter grammar: what is read, what it means, what is refused."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption
from chunkwise.store.filters import EVERYTHING, And, Compare, Not, Or, parse_filter
from chunkwise.store.matching import matches
from chunkwise.testing.store_filters import metadata, scalars, wheres

ROW = {
    "year": 2024, "price": 0.1, "one": 1, "yes": True, "none": None, "text": "tax law", "税": "增值税", "empty": "",
    "tags": ["a", "bc", 3], "nothing": [], "day": date(2024, 5, 1), "nan": float("nan"), "map": {"a": 1},
}  # fmt: skip

HOLDS: list[dict[str, Any]] = [
    {}, {"year": 2024}, {"year": 2024.0}, {"year": 2024, "text": "tax law"}, {"year": {"$gt": 2023.5, "$lt": 2025}},
    {"year": {"$gte": 2024}}, {"year": {"$lte": 2024}}, {"price": 0.1}, {"none": None}, {"none": {"$exists": True}},
    {"year": {"$ne": "2024"}}, {"year": {"$in": ["2024", 2024]}}, {"year": {"$nin": [1, "2024"]}},
    {"text": {"$contains": "x l"}}, {"税": {"$contains": "值"}}, {"empty": ""}, {"empty": {"$contains": ""}},
    {"text": {"$gt": "tax"}}, {"text": {"$lt": "税"}}, {"empty": {"$lt": "a"}},
    {"tags": "a"}, {"tags": 3}, {"tags": {"$contains": "bc"}}, {"tags": {"$in": ["z", "a"]}}, {"tags": {"$ne": "z"}},
    {"nothing": {"$exists": True}}, {"nothing": {"$ne": "a"}}, {"map": {"$exists": True}}, {"map": {"$ne": 1}},
    {"day": "2024-05-01"}, {"day": date(2024, 5, 1)}, {"day": {"$lt": datetime(2024, 5, 1, 12)}},
    {"day": {"$gte": "2024"}}, {"missing": {"$ne": 1}}, {"missing": {"$nin": [1]}}, {"missing": {"$exists": False}},
    {"missing": {"$not": {"$gt": 1}}}, {"$not": {"missing": 1}}, {"$or": [{"year": 1}, {"one": 1}]},
    {"$and": [{"year": 2024}, {"one": 1}]}, {"year": {"$in": [2024]}, "$not": {"one": 2}}, {"nan": {"$ne": 1}},
]  # fmt: skip

FAILS: list[dict[str, Any]] = [
    {"year": "2024"}, {"year": 2023}, {"one": True}, {"yes": 1}, {"yes": {"$in": [1, "True"]}}, {"none": 0},
    {"none": ""}, {"none": {"$exists": False}}, {"year": {"$gt": 2024}}, {"year": {"$gt": "1"}}, {"text": {"$gt": 1}},
    {"yes": {"$gt": 0}}, {"year": {"$contains": 2024}}, {"year": {"$contains": "20"}}, {"text": {"$contains": "TAX"}},
    {"tags": "b"}, {"tags": {"$contains": "b"}}, {"tags": {"$gt": 1}}, {"tags": {"$ne": "a"}},
    {"tags": {"$nin": ["z", 3]}}, {"nothing": None}, {"nan": {"$gte": 0}}, {"map": 1}, {"year": {"$in": []}},
    {"missing": None}, {"missing": {"$in": [None]}}, {"missing": {"$lt": 1}}, {"missing": {"$contains": ""}},
    {"missing": {"$exists": True}}, {"Year": 2024}, {"map.a": 1}, {"$or": [{"year": 1}, {"one": 2}]},
    {"$and": [{"year": 2024}, {"one": 2}]}, {"year": 2024, "one": 2}, {"$not": {}}, {"year": {"$gt": 1, "$lt": 3}},
    {"day": {"$gt": "2024-05-01"}}, {"year": {"$not": {"$eq": 2024}}},
]  # fmt: skip


@pytest.mark.parametrize("where", HOLDS, ids=str)
def test_what_holds(where: dict[str, Any]) -> None:
    assert matches(parse_filter(where), ROW)


@pytest.mark.parametrize("where", FAILS, ids=str)
def test_what_does_not_hold(where: dict[str, Any]) -> None:
    assert not matches(parse_filter(where), ROW)


def test_the_tree() -> None:
    assert parse_filter(None) == parse_filter({}) == EVERYTHING
    where = {"a": {"$gte": 1, "$not": {"$in": [2, "x"]}}, "$or": [{"b": None}, {"$not": {"c": True}}]}
    assert parse_filter(where) == And(
        (
            And((Compare("a", "$gte", 1), Not(Compare("a", "$in", (2, "x"))))),
            Or((Compare("b", "$eq", None), Not(Compare("c", "$eq", True)))),
        )
    )


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"a": {"$gtee": 1}}, r"\$gte\?"),
        ({"a": {"$like": 1}}, r"\$like"),
        ({"a": {"b": 1}}, "'b'"),
        ({"a": {1: 1}}, "'1'"),
        ({"$ro": []}, r"\$or\?"),
        ({"$gt": 1}, "inside"),
        ({"$or": []}, r"\$or takes a list"),
        ({"$and": {"a": 1}}, r"\$and takes a list"),
        ({"$not": [1]}, "mapping"),
        ({"a": {}}, "'a'"),
        ({"a": [1]}, r"\$in"),
        ({"a": {"$in": 1}}, "list of values"),
        ({"a": {"$in": [[1]]}}, "'a'"),
        ({"a": {"$gt": None}}, "number"),
        ({"a": {"$lte": True}}, "number"),
        ({"a": {"$exists": 1}}, "True or False"),
        ({"a": float("nan")}, "NaN"),
        ({"a": b"x"}, "'a'"),
        ({1: 1}, "text"),
        ([("a", 1)], "mapping"),
        ({"a": {"$in": list(range(2000))}}, "2000"),
    ],
    ids=str,
)
def test_what_is_refused(where: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        parse_filter(where)


@pytest.mark.parametrize("step", [lambda w: {"$not": w}, lambda w: {"$and": [w]}, lambda w: {"$or": [w, w]}])
def test_deep_nesting_is_refused(step: Any) -> None:
    where: dict[str, Any] = {"a": 1}
    for _ in range(21):
        where = step(where)
    with pytest.raises(InvalidOption, match="deep"):
        parse_filter(where)
    condition: dict[str, Any] = {"$eq": 1}
    for _ in range(10_000):
        condition = {"$not": condition}
    with pytest.raises(InvalidOption, match="deep"):
        parse_filter({"a": condition})


@given(wheres(), metadata())
def test_not_is_the_opposite(where: dict[str, Any], data: dict[str, Any]) -> None:
    assert matches(parse_filter({"$not": where}), data) is not matches(parse_filter(where), data)


@given(st.lists(scalars(), max_size=3), metadata())
def test_operators_agree_with_each_other(values: list[Any], data: dict[str, Any]) -> None:
    inside = matches(parse_filter({"tag": {"$in": values}}), data)
    assert inside is any(matches(parse_filter({"tag": value}), data) for value in values)
    assert inside is not matches(parse_filter({"tag": {"$nin": values}}), data)

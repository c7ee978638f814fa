"""Hypothesis strategies for metadata and the filters on it, made so that many of them meet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from hypothesis import strategies as st

FIELDS = (
    "year",
    "tag",
    "a.b",
    "it's",
    "'); DROP TABLE rows; --",
    "{}",
    "%s",
    "\\",
    "字段",
    "",
    "\x01\x02s",
    "Year",
)
"""Names of fields; data, whatever they look like."""

TEXTS = (
    "", "a", "ab", "abc", "A", "1", "1.0", "true", "null", "税务", "税", "it's", '"', "\\", "%", "_", "{}",
    "\x00", "\x01", "\x03", "\x05\x06\x06", "\x06", "\ud7ff", "\ud800", "\udfff", "\ue000", "\U0001f600", "é",
    "e\u0301", "2024-05-01", "' OR 1=1 --", "\n", "a\x03\x01year\x02n2",
)  # fmt: skip
"""Values that are texts, and texts that look like other values or like syntax."""

NUMBERS = (
    0, -0.0, 1, 1.0, -1, 2, 10, 9, -10, 0.1, 0.5, -0.5, 1e300, -1e300, 5e-324, 2**53, 2**53 + 1, float(2**53),
    2020, 2024, 10**30, -(10**30), float("inf"), float("-inf"),
)  # fmt: skip
"""Values that are numbers."""


def scalars() -> st.SearchStrategy[Any]:
    """Values that a filter can compare with."""
    return st.one_of(
        st.sampled_from(TEXTS),
        st.sampled_from(NUMBERS),
        st.sampled_from((True, False, None, date(2024, 5, 1))),
        st.integers(),
        st.floats(allow_nan=False),
        st.text(max_size=3),
    )


def metadata(
    fields: Sequence[str] = FIELDS, values: st.SearchStrategy[Any] | None = None
) -> st.SearchStrategy[dict[str, Any]]:
    """Metadata of a row: scalars, NaN, lists, and mappings, which no comparison finds."""
    one = scalars() if values is None else values
    odd = st.sampled_from((float("nan"), {"a": 1}, [[1]], [{}]))
    return st.dictionaries(
        st.sampled_from(fields), st.one_of(one, st.lists(one, max_size=3), one, odd), max_size=4
    )


def wheres(
    fields: Sequence[str] = FIELDS, values: st.SearchStrategy[Any] | None = None
) -> st.SearchStrategy[dict[str, Any]]:
    """Filters in their written form."""
    one = scalars() if values is None else values
    ordered = st.one_of(one, st.just(1)).filter(
        lambda value: value is not None and not isinstance(value, bool)
    )
    operators = st.one_of(
        st.tuples(st.sampled_from(("$eq", "$ne", "$contains")), one),
        st.tuples(st.sampled_from(("$gt", "$gte", "$lt", "$lte")), ordered),
        st.tuples(st.sampled_from(("$in", "$nin")), st.lists(one, max_size=3)),
        st.tuples(st.just("$exists"), st.booleans()),
    ).map(lambda pair: dict([pair]))
    conditions = st.one_of(one, operators, operators.map(lambda found: {"$not": found}))
    on_fields = st.dictionaries(st.sampled_from(fields), conditions, min_size=1, max_size=2)
    return st.recursive(on_fields, _joined, max_leaves=4)


@st.composite
def rows_and_wheres(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Metadata of some rows, and filters, on few fields with few values, so that many agree."""
    fields = draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=2, unique=True))
    pool = draw(st.lists(scalars(), min_size=2, max_size=5))
    values = st.sampled_from([*pool, *(value[1:] for value in pool if isinstance(value, str))])
    rows = draw(st.lists(metadata(fields, values), min_size=4, max_size=16))
    return rows, draw(st.lists(wheres(fields, values), min_size=4, max_size=8))


def _joined(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    several = st.tuples(st.sampled_from(("$and", "$or")), st.lists(inner, min_size=1, max_size=3))
    return st.one_of(several.map(lambda pair: dict([pair])), inner.map(lambda found: {"$not": found}))

"""The filter grammar: which rows a search may return, by their metadata.

    {"region": "EU", "year": {"$gte": 2020}, "$or": [{"tag": {"$contains": "tax"}}, {"draft": False}]}

A plain value means ``$eq``; several keys must all hold. Comparison is typed: a number never equals a
text nor stands before one, True is not 1, None equals only None. Dates are their ISO texts. Texts are
ordered by code points, numbers exactly, nothing else is ordered.

A list holds several values: ``$eq``, ``$in`` and ``$contains`` ask whether any of its elements is
equal; a list has no order. ``$contains`` on a text asks for a part of it. A field that is missing
fails every comparison, so it passes ``$ne``, ``$nin``, ``$not`` and ``$exists: False``.

Names of fields and values are data, whatever they look like; only a key that begins with ``$`` is
taken for an operator.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, get_args

from chunkwise.errors import InvalidOption

Scalar: TypeAlias = str | int | float | bool | None
Operator: TypeAlias = Literal[
    "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$contains", "$exists"
]

MOST_COMPARISONS = 1_000
"""Comparisons in one filter, each value of ``$in`` counted."""
DEEPEST = 20
"""Levels of ``$and``, ``$or`` and ``$not``."""

_OPERATORS = get_args(Operator)
_JOINERS = ("$and", "$or", "$not")


@dataclass(frozen=True, slots=True)
class Compare:
    """One field against one value; against a tuple of values for ``$in`` and ``$nin``."""

    field: str
    op: Operator
    value: Scalar | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold; without parts it always holds."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Filter


Filter: TypeAlias = Compare | And | Or | Not

EVERYTHING = And(())
"""The filter that every row passes."""


def parse_filter(where: Mapping[str, object] | None) -> Filter:
    """Read a filter from its written form; None and ``{}`` let everything pass.

    Raises:
        InvalidOption: an unknown operator, a value that the operator cannot use, or too many of them.

    >>> parse_filter({"year": {"$gte": 2020}})
    Compare(field='year', op='$gte', value=2020)
    """
    found = _all_of(where or {}, 0)
    if (count := _size(found)) > MOST_COMPARISONS:
        raise InvalidOption(f"The filter makes {count} comparisons; at most {MOST_COMPARISONS} are allowed.")
    return found


def plain(value: object) -> object:
    """A value as it is compared: dates as ISO text, tuples as lists, everything else unchanged.

    >>> plain(date(2026, 1, 31))
    '2026-01-31'
    """
    if isinstance(value, date):  # a datetime is a date, too
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _all_of(where: object, depth: int) -> Filter:
    if not isinstance(where, Mapping):
        raise InvalidOption(f"A filter is a mapping of field names to conditions, not {where!r}.")
    if depth > DEEPEST:
        raise InvalidOption(f"The filter is nested more than {DEEPEST} levels deep.")
    return _joined([_entry(key, condition, depth) for key, condition in where.items()])


def _joined(parts: list[Filter]) -> Filter:
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _entry(key: object, condition: object, depth: int) -> Filter:
    """One key of a filter: a joining word or a field."""
    if not isinstance(key, str):
        raise InvalidOption(f"The name of a field is a text, not {key!r}.")
    if key == "$not":
        return Not(_all_of(condition, depth + 1))
    if key in _JOINERS:
        if not isinstance(condition, list | tuple) or not condition:
            raise InvalidOption(f"{key} takes a list of at least one filter, not {condition!r}.")
        parts = tuple(_all_of(part, depth + 1) for part in condition)
        return And(parts) if key == "$and" else Or(parts)
    if key in _OPERATORS:
        raise InvalidOption(f'{key} stands inside a field\'s condition: {{"field": {{"{key}": …}}}}.')
    if key.startswith("$"):
        raise _unknown(key, _JOINERS)
    return _condition(key, condition, depth)


def _condition(field: str, condition: object, depth: int) -> Filter:
    """What a field has to be: a plain value, or operators with their values."""
    if not isinstance(condition, Mapping):
        return _compare(field, "$eq", condition)
    if not condition:
        raise InvalidOption(f"The condition on {field!r} is empty.")
    if depth > DEEPEST:
        raise InvalidOption(f"The filter is nested more than {DEEPEST} levels deep.")
    parts: list[Filter] = []
    for op, value in condition.items():
        if op == "$not":
            parts.append(Not(_condition(field, value, depth + 1)))
        elif op in _OPERATORS:
            parts.append(_compare(field, op, value))
        else:
            raise _unknown(str(op), (*_OPERATORS, "$not"))
    return _joined(parts)


def _compare(field: str, op: Operator, value: object) -> Compare:
    value = plain(value)
    if op in ("$in", "$nin"):
        if not isinstance(value, list):
            raise InvalidOption(f"{op} on {field!r} takes a list of values, not {value!r}.")
        return Compare(field, op, tuple(_scalar(field, op, item) for item in value))
    if op == "$exists" and not isinstance(value, bool):
        raise InvalidOption(f"$exists on {field!r} takes True or False, not {value!r}.")
    scalar = _scalar(field, op, value)
    if op in ("$gt", "$gte", "$lt", "$lte") and (scalar is None or isinstance(scalar, bool)):
        raise InvalidOption(f"{op} on {field!r} takes a number, a text or a date, not {scalar!r}.")
    return Compare(field, op, scalar)


def _scalar(field: str, op: str, value: object) -> Scalar:
    if isinstance(value, float) and math.isnan(value):
        raise InvalidOption(f"{op} on {field!r}: nothing can be compared with NaN.")
    if value is None or isinstance(value, str | int | float):
        return value
    advice = " For one of several values write $in." if isinstance(value, list) else ""
    raise InvalidOption(f"{op} on {field!r} cannot be compared with {value!r}.{advice}")


def _unknown(name: str, known: Iterable[str]) -> InvalidOption:
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
    advice = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(names)}."
    return InvalidOption(f"A filter has no operator {name!r} here. {advice}")


def _size(found: Filter) -> int:
    """Comparisons in a filter."""
    if isinstance(found, And | Or):
        return sum(map(_size, found.parts))
    if isinstance(found, Not):
        return _size(found.part)
    return len(found.value) if isinstance(found.value, tuple) else 1

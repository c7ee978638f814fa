"""What a filter means, in plain Python: the reference for every store's own way of filtering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

from chunkwise.store.filters import And, Compare, Filter, Not, Or, Scalar, plain

Kind: TypeAlias = Literal["text", "number", "flag", "nothing", "other"]


def matches(found: Filter, metadata: Mapping[str, object]) -> bool:
    """Whether metadata passes a filter.

    >>> from chunkwise.store.filters import parse_filter
    >>> matches(parse_filter({"year": {"$gte": 2020}}), {"year": 2024})
    True
    """
    if isinstance(found, And):
        return all(matches(part, metadata) for part in found.parts)
    if isinstance(found, Or):
        return any(matches(part, metadata) for part in found.parts)
    if isinstance(found, Not):
        return not matches(found.part, metadata)
    return _holds(found, metadata)


def kind_of(value: object) -> Kind:
    """The type by which a value is compared; values of different kinds are never equal or ordered.

    >>> kind_of(True), kind_of(1), kind_of("1")
    ('flag', 'number', 'text')
    """
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int | float):
        return "number" if value == value else "other"  # NaN equals nothing, not even itself
    if isinstance(value, str):
        return "text"
    return "nothing" if value is None else "other"


def _holds(found: Compare, metadata: Mapping[str, object]) -> bool:
    op, value = found.op, found.value
    there = found.field in metadata
    if op == "$exists":
        return there is value
    stored = plain(metadata.get(found.field))
    wanted = value if isinstance(value, tuple) else (value,)
    if op in ("$eq", "$in"):
        return there and _has(stored, wanted)
    if op in ("$ne", "$nin"):
        return not (there and _has(stored, wanted))
    if op == "$contains" and isinstance(stored, str):
        return isinstance(value, str) and value in stored
    if op == "$contains":
        return there and isinstance(stored, list) and _has(stored, wanted)
    return there and _ordered(op, stored, cast("Scalar", value))


def _has(stored: object, wanted: tuple[Scalar, ...]) -> bool:
    """Whether the stored value, or an element of the stored list, is one of those wanted."""
    items = stored if isinstance(stored, list) else [stored]
    return any(_equal(item, value) for item in items for value in wanted)


def _equal(stored: object, value: Scalar) -> bool:
    return kind_of(stored) == kind_of(value) != "other" and stored == value


def _ordered(op: str, stored: object, value: Scalar) -> bool:
    if kind_of(stored) != kind_of(value) or kind_of(value) not in ("number", "text"):
        return False
    left, right = cast("float", stored), cast("float", value)  # or two texts: all that matters is the order
    if op in ("$gt", "$gte"):
        return left > right or (op == "$gte" and left == right)
    return left < right or (op == "$lte" and left == right)

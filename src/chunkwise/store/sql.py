"""Filters as SQL conditions on a column of facts: text functions that every SQL engine has."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.store.facts import END, coded, fact_start, fact_value
from chunkwise.store.filters import And, Compare, Filter, Not, Or, Scalar

_SIGNS = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}


def quoted(text: str) -> str:
    """A literal of any text, coded first; nothing in it can end the literal.

    >>> print(quoted("it's"))
    'it''s'
    """
    return _literal(coded(text))


def condition(found: Filter, column: str = "facts") -> str:
    """The SQL condition that holds for the same rows as the filter.

    Args:
        found: the filter.
        column: the column that holds ``facts_of(metadata)``, never null.
    """
    if isinstance(found, And):
        return joined("AND", [condition(part, column) for part in found.parts])
    if isinstance(found, Or):
        return joined("OR", [condition(part, column) for part in found.parts])
    if isinstance(found, Not):
        return f"(NOT {condition(found.part, column)})"
    return _compared(found, column)


def joined(word: str, parts: Sequence[str]) -> str:
    """Conditions joined by AND or OR, as a balanced tree: parsers of SQL recurse into long chains."""
    if not parts:
        return "true" if word == "AND" else "false"
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return f"({joined(word, parts[:middle])} {word} {joined(word, parts[middle:])})"


def _compared(found: Compare, column: str) -> str:
    op, field = found.op, found.field
    value = found.value
    if op == "$exists":
        exists = _holds(column, fact_start(field))
        return exists if value else f"(NOT {exists})"
    wanted = value if isinstance(value, tuple) else (value,)
    if op in ("$eq", "$in"):
        return _any_equal(column, field, wanted)
    if op in ("$ne", "$nin"):
        return f"(NOT {_any_equal(column, field, wanted)})"
    if op == "$contains":
        return _contains(column, field, wanted[0])
    letter, text = fact_value(wanted[0])
    return _on_value(column, fact_start(field, letter), f"{{}} {_SIGNS[op]} {_literal(text)}")


def _any_equal(column: str, field: str, wanted: tuple[Scalar, ...]) -> str:
    """Whether the field, or an element of its list, equals one of the values."""
    tests: list[str] = []
    for value in wanted:
        letter, text = fact_value(value)
        tests.append(_holds(column, fact_start(field, letter) + text + END))
        tests.append(_holds(column, fact_start(field, letter.upper()) + text + END))
    return joined("OR", tests)


def _contains(column: str, field: str, value: Scalar) -> str:
    letter, text = fact_value(value)
    element = _holds(column, fact_start(field, letter.upper()) + text + END)
    if letter != "s":
        return element
    part = _on_value(
        column, fact_start(field, "s"), f"strpos({{}}, {_literal(text)}) > 0" if text else "true"
    )
    return f"({element} OR {part})"


def _on_value(column: str, start: str, test: str) -> str:
    """A test, with ``{}`` for the value, on the fact that begins so; false where there is none."""
    value = f"split_part(split_part({column}, {_literal(start)}, 2), {_literal(END)}, 1)"
    # Not str.format: the test holds a literal, in which braces may stand.
    return f"({_holds(column, start)} AND {test.replace('{}', value, 1)})"


def _holds(column: str, text: str) -> str:
    return f"(strpos({column}, {_literal(text)}) > 0)"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"

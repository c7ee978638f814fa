"""Finding JSON values in a text with their offsets, without recursion and without building them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<string>"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*")
      | (?P<mark>[{}\[\],:])
      | (?P<plain>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null|NaN|-?Infinity)
    )""",
    re.VERBOSE,
)
_BLANK = re.compile(r"[ \t\r\n]*")
_CLOSERS = {"{": "}", "[": "]"}
# What may come next, as the first characters of tokens; "v" stands for numbers and words.
_VALUE, _KEY = '"v{[', '"'
_VALUE_OR_END, _KEY_OR_END = '"v{[]', '"}'
_NAMES = {'"': "a string", "v": "a value", ":": "':'", ",": "','", "}": "'}'", "]": "']'"}


class JsonSyntaxError(ValueError):
    """The text is no JSON.

    Attributes:
        offset: where, in code points.
        reason: what was expected.
        at_end: whether the text ends too early rather than being wrong.
    """

    def __init__(self, text: str, offset: int, expected: str) -> None:
        self.offset = offset
        rest = text[offset : offset + 20]
        self.at_end = not rest or (rest[0] == '"' and '"' not in text[offset + 1 :])
        wanted = [_NAMES[c] for c in expected if c in _NAMES and not (c == '"' and "v" in expected)]
        found = repr(rest[0]) if rest else "the end of the text"
        self.reason = f"expected {' or '.join(wanted) or 'the end of the text'}, found {found}"
        if rest[:1] == '"' and '"' in expected:
            self.reason = "a string has no end, or an escape that JSON does not know"
        super().__init__(self.reason)


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object or element of an array."""

    key: str | None
    """The key as it is written, without its quotation marks; None in an array."""
    start: int
    """Where the key or the element begins."""
    value: int
    """Where the value begins."""
    end: int
    """One past the value."""


def value_end(text: str, start: int) -> int:
    """One past the JSON value that begins at ``start`` (white space before it is skipped).

    Control characters inside strings are let through: the text is kept as it is anyway.

    Raises:
        JsonSyntaxError: there is no valid value.

    >>> value_end('[1, {"a": []}] tail', 0)
    14
    """
    open_brackets: list[str] = []
    allowed = _VALUE
    position = start
    while True:
        kind, position = _next(text, position, allowed)
        if kind in _CLOSERS:
            open_brackets.append(_CLOSERS[kind])
            allowed = _KEY_OR_END if kind == "{" else _VALUE_OR_END
        elif kind == ":":
            allowed = _VALUE
        elif kind == ",":
            allowed = _KEY if open_brackets[-1] == "}" else _VALUE
        elif kind == '"' and allowed in (_KEY, _KEY_OR_END):
            allowed = ":"
        else:
            if kind in "}]":
                open_brackets.pop()
            if not open_brackets:
                return position
            allowed = "," + open_brackets[-1]


def members(text: str, start: int) -> Iterator[Member]:
    """The members of the object, or elements of the array, whose bracket stands at ``start``.

    Raises:
        JsonSyntaxError: the container is not valid JSON; raised when the bad place is reached.
    """
    closer = _CLOSERS[text[start]]
    keyed = closer == "}"
    allowed, position = (_KEY_OR_END if keyed else _VALUE_OR_END), start + 1
    while True:
        begin = skip_blank(text, position)
        kind, after = _next(text, position, allowed)
        if kind == closer:
            return
        key, value = None, begin
        if keyed:
            key = text[begin + 1 : after - 1]
            _, after = _next(text, after, ":")
            value = skip_blank(text, after)
        end = value_end(text, value)
        yield Member(key, begin, value, end)
        kind, position = _next(text, end, "," + closer)
        if kind == closer:
            return
        allowed = _KEY if keyed else _VALUE


def skip_blank(text: str, start: int) -> int:
    """The offset of the first character at or after ``start`` that JSON does not skip."""
    match = _BLANK.match(text, start)
    return match.end() if match else start


def _next(text: str, position: int, allowed: str) -> tuple[str, int]:
    """The next token: its first character (``v`` for numbers and words), and one past its end."""
    match = _TOKEN.match(text, position)
    if match is not None:
        kind = {"string": '"', "plain": "v"}.get(match.lastgroup or "") or match["mark"]
        if kind in allowed:
            return kind, match.end()
    raise JsonSyntaxError(text, skip_blank(text, position), allowed)

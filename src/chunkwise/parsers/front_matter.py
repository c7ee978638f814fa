"""Front matter: the settings that stand between two rules at the top of a Markdown file."""

from __future__ import annotations

import re

from chunkwise.model.block import Scalar

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_PAIR = re.compile(r"([^\W\d][\w .-]{0,80}?)[ \t]*[:=](?:[ \t]+(.*))?")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
_LONGEST = 500
"""Lines."""

Value = Scalar | list[str]


def read_front_matter(text: str) -> tuple[int, dict[str, Value]]:
    """Where the front matter ends (0 if there is none), and its simple ``key: value`` pairs.

    Values are read as a person would: ``true``, ``12``, ``1.5`` and ``[a, b]`` are no strings,
    ``001`` and dates are. Lists with a dash a line are read; anything deeper stays in the text.

    >>> read_front_matter("---\\ntitle: A\\ntags: [x, y]\\n---\\n# A")
    (30, {'title': 'A', 'tags': ['x', 'y']})
    """
    opening = _OPENING.match(text)
    if opening is None:
        return 0, {}
    closers = ("---", "...") if opening[1] == "---" else ("+++",)
    lines: list[str] = []
    position = opening.end()
    while position < len(text) and len(lines) < _LONGEST:
        match = _LINE.match(text, position)
        assert match is not None  # it matches the empty line
        if match[1].rstrip() in closers:
            values = _values(lines)
            return (match.end(), values) if values is not None else (0, {})
        lines.append(match[1])
        position = match.end()
    return 0, {}


def _values(lines: list[str]) -> dict[str, Value] | None:
    """The pairs; None if the lines are prose between two rules and no settings."""
    values: dict[str, Value] = {}
    key: str | None = None
    for line in lines:
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if key is not None and (line[0] in " \t" or bare.startswith("- ")):
            _add_item(values, key, bare)
            continue
        match = _PAIR.fullmatch(bare)
        if match is None or line[0] in " \t":
            return None
        key = match[1]
        values[key] = _scalar(match[2] or "")
    return {key: value for key, value in values.items() if value != ""} if key is not None else None


def _add_item(values: dict[str, Value], key: str, bare: str) -> None:
    """``- item`` below a key without a value makes a list; other indented lines are left out."""
    if bare.startswith("- "):
        before = values[key]
        if isinstance(before, list):
            before.append(_unquoted(bare[2:]))
        elif before == "":
            values[key] = [_unquoted(bare[2:])]


def _scalar(value: str) -> Value:
    value = value.strip()
    if value.startswith("[") and value.endswith("]"):
        return [_unquoted(item) for item in value[1:-1].split(",") if item.strip()]
    if value in ("true", "True", "false", "False"):
        return value.lower() == "true"
    if _INTEGER.fullmatch(value):
        return int(value)
    return float(value) if _DECIMAL.fullmatch(value) else _unquoted(value)


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value

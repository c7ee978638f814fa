"""Where code is cut without a grammar: before lines that begin with a word of the language."""

from __future__ import annotations

import re
from functools import cache

_C = "class struct enum union namespace template typedef static inline void int float double char bool"
_JAVA = "class interface enum record public protected private static abstract final"
_SCRIPT = "export import function async class interface enum namespace type const let var"

WORDS: dict[str, str] = {
    "bash": "function if for while case",
    "c": _C,
    "cobol": "IDENTIFICATION ENVIRONMENT DATA PROCEDURE WORKING-STORAGE LINKAGE FILE INPUT-OUTPUT",
    "cpp": _C,
    "csharp": _JAVA + " namespace using struct delegate event internal",
    "dart": "class mixin extension enum abstract void import",
    "elixir": "def defp defmodule defprotocol defmacro defmacrop",
    "go": "func var const type import",
    "groovy": _JAVA + " def",
    "haskell": "data newtype type module import class instance",
    "java": _JAVA,
    "javascript": _SCRIPT,
    "julia": "function struct mutable module macro abstract begin",
    "kotlin": _JAVA + " internal open data sealed companion object fun val var",
    "lua": "local function",
    "perl": "sub package use",
    "php": "function class interface trait abstract final public protected private static namespace",
    "powershell": "function class enum param",
    "protobuf": "message service enum option import syntax",
    "python": "class def async",
    "r": "function library source",
    "ruby": "def class module",
    "rust": "pub fn struct enum trait impl mod const use macro_rules!",
    "scala": "class object trait case def val var package import",
    "solidity": (
        "pragma using contract interface library constructor type function event modifier error struct enum"
    ),
    "sql": "SELECT INSERT UPDATE DELETE CREATE ALTER DROP WITH BEGIN",
    "swift": "func class struct enum protocol extension import public private internal",
    "tsx": _SCRIPT,
    "typescript": _SCRIPT,
    "visualbasic6": "Public Private Friend Global Static Sub Function Property Type Enum",
}
"""Language → the words that its definitions begin with, as in LangChain's table of separators."""


_C_REMARKS = ("//", "/*", "*")
_REMARKS = (*_C_REMARKS, "#", "--", "@", "%", "[")


def is_known(language: str) -> bool:
    """Whether the words of a language are known (they are for every language with a grammar)."""
    return language in WORDS


def line_starts(text: str, start: int, end: int, language: str) -> tuple[int, ...]:
    """Offsets of the lines in ``(start, end)`` that begin a definition, indentation before them included."""
    pattern = _pattern(language)
    if pattern is None:
        return ()
    found: list[int] = []
    for match in pattern.finditer(text, start, end):
        lowest = found[-1] if found else start
        at = _before_remarks(text, match.start(1), lowest, language)
        if at > lowest:
            found.append(at)
    return tuple(found)


def _before_remarks(text: str, at: int, lowest: int, language: str) -> int:
    """The place itself, or that before the comments and decorators directly above it."""
    marks = _C_REMARKS if language in ("c", "cpp") else _REMARKS
    while at > lowest:
        before = max(text.rfind("\n", lowest, at - 1) + 1, lowest)
        if not text[before:at].lstrip(" \t").startswith(marks):
            return at
        at = before
    return at


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    if language not in WORDS:
        return None
    words = "|".join(rf"{re.escape(word)}(?!\w)" for word in WORDS[language].split())
    flags = re.I if language in ("sql", "visualbasic6", "cobol") else 0
    return re.compile(rf"(?:\n|\r(?!\n))([ \t]{{0,16}}(?:{words}))", flags)

"""Syntax trees by tree-sitter: one loader of grammars, and a parse whose work has a limit.

Grammars are packages of their own (the extra ``code``) with the compiled grammar inside; nothing is
fetched when they are used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from chunkwise.errors import MissingExtra

_GRAMMARS: dict[str, tuple[str, str]] = {
    "bash": ("tree_sitter_bash", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "elixir": ("tree_sitter_elixir", "language"),
    "go": ("tree_sitter_go", "language"),
    "haskell": ("tree_sitter_haskell", "language"),
    "java": ("tree_sitter_java", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "lua": ("tree_sitter_lua", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "powershell": ("tree_sitter_powershell", "language"),
    "python": ("tree_sitter_python", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "scala": ("tree_sitter_scala", "language"),
    "swift": ("tree_sitter_swift", "language"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}
"""Language → module and function of its grammar."""

_BLOCK = 4096
_READS = 32
"""A parse may read the text so many times over. Ordinary code is read once or twice."""
_STEPS_A_BYTE = 16
"""A parse may take so many steps for a byte. Ordinary code takes 1 or 2."""
_STEPS = 20_000
"""Steps that any text may take."""
_STEPS_A_CALL = 100
"""Steps after which the library asks whether to go on."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """The tree of one text."""

    data: bytes
    """The text in UTF-8, which the nodes' offsets point into."""
    root: Any
    """The root node."""

    def text(self, node: Any) -> str:
        """The source of a node, as text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def languages() -> list[str]:
    """The languages that have a grammar, sorted."""
    return sorted(_GRAMMARS)


def parse_code(text: str, language: str) -> Syntax | None:
    """The syntax tree of a text; broken code has one too.

    Returns:
        None where the parser goes over the text again and again: some grammars look for the end of
        a string or a heredoc from every bracket on, and where text is no code, such as a table drawn in
        dashes, it tries more and more ways to read it.

    Raises:
        MissingExtra: the grammar is not installed.
        KeyError: the language has no grammar here.
    """
    parser = _parser_class()(_grammar(language))
    data = text.encode("utf-8", "surrogatepass")
    limit = _READS * (len(data) + _BLOCK)
    steps_limit = _STEPS + _STEPS_A_BYTE * len(data)
    served = steps = 0

    def read(offset: int, _: object) -> bytes:
        nonlocal served
        served += _BLOCK
        return data[offset : offset + _BLOCK] if served <= limit else b""

    def is_enough(*_: object) -> bool:
        nonlocal steps
        steps += _STEPS_A_CALL
        return served > limit or steps > steps_limit

    try:
        tree = parser.parse(read, progress_callback=is_enough)
    except ValueError:  # how the library says that it was stopped
        return None
    return Syntax(data, tree.root_node) if served <= limit else None


def _parser_class() -> Any:
    try:
        from tree_sitter import Parser
    except ImportError as error:
        raise MissingExtra("Cutting code at definitions", "code") from error
    return Parser


@cache
def _grammar(language: str) -> Any:
    module, function = _GRAMMARS[language]
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(module), function)())
    except ImportError as error:
        raise MissingExtra(f"The grammar of {language}", "code") from error

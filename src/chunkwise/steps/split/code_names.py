"""Definitions in a syntax tree: which nodes are some, and what they are called."""

from __future__ import annotations

from typing import Any

from chunkwise.runtime.syntax import Syntax
from chunkwise.steps.split.code_languages import CodeLanguage

_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_expression",
        "function",
        "generator_function",
        "class",
        "function_definition",
    }
)
_HOLDERS = frozenset({"variable_declarator", "assignment_expression"})
_ASSIGNING = frozenset(
    {"lexical_declaration", "variable_declaration", "expression_statement", "field_definition",
     "public_field_definition"}
)  # fmt: skip
_ELIXIR = frozenset(
    {"defmodule", "def", "defp", "defmacro", "defmacrop", "defprotocol", "defimpl", "defguard", "defguardp",
     "describe", "test"}
)  # fmt: skip
_LONGEST = 120


def definition_in(syntax: Syntax, language: CodeLanguage, node: Any) -> Any | None:
    """The definition that a node is, or that it stands around; None for any other node."""
    for _ in range(4):
        if node.type in language.definitions:
            return node if _is_definition(syntax, node) else None
        if node.type in _ASSIGNING and _assigned(node) is not None:
            return node
        if node.type not in language.wrappers:
            return None
        inside = [
            child
            for child in node.named_children
            if child.type in language.definitions | language.wrappers | _ASSIGNING
        ]
        if not inside:
            return None
        node = inside[-1]
    return None


def names_of(syntax: Syntax, node: Any) -> tuple[str, ...]:
    """What a definition adds to the path: its name, for a method of Go its type and its name."""
    if node.type == "call":
        return (_elixir_name(syntax, node),)
    if node.type == "impl_item":
        trait, of = node.child_by_field_name("trait"), node.child_by_field_name("type")
        name = _text(syntax, of) if of else "impl"
        return (f"{_text(syntax, trait)} for {name}" if trait else name,)
    named = _named(node)
    name = _text(syntax, named) if named is not None else node.type.partition("_")[0]
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        of = _text(syntax, receiver).strip("()").split("[")[0].split()
        return (of[-1].lstrip("*"), name) if of else (name,)
    return (name,)


def header_end(node: Any) -> int | None:
    """The byte at which the body of a definition begins; None where that is not known."""
    body = body_of(node)
    return body.start_byte if body is not None else None


def body_of(node: Any) -> Any | None:
    """The node with the inside of a definition."""
    found = node.child_by_field_name("body") or node.child_by_field_name("declarations")
    if found is not None:
        return found
    if node.type in _ASSIGNING:
        value = _assigned(node)
        return body_of(value) if value is not None else None
    ends = ("body", "block", "_list", "declarations", "struct_type")
    bodies = [child for child in node.named_children if child.type.endswith(ends)]
    return max(bodies, key=lambda child: child.end_byte - child.start_byte, default=None)


def _is_definition(syntax: Syntax, node: Any) -> bool:
    if node.type == "call":  # everything in Elixir is a call
        target = node.child_by_field_name("target")
        return target is not None and target.type == "identifier" and _text(syntax, target) in _ELIXIR
    if node.type == "function":  # one clause of a function of Haskell
        return True
    # A forward declaration or a type's other name is a statement like any other.
    return node.start_point[0] != node.end_point[0] or body_of(node) is not None


def _assigned(node: Any) -> Any | None:
    """The function or class that a statement gives a name to."""
    holder = next((child for child in node.named_children if child.type in _HOLDERS), node)
    value = holder.child_by_field_name("value") or holder.child_by_field_name("right")
    return value if value is not None and value.type in _FUNCTIONS else None


def _named(node: Any) -> Any | None:
    if node.type in _ASSIGNING:
        holder = next((child for child in node.named_children if child.type in _HOLDERS), node)
        fields = ("name", "left", "property")
        return next(filter(None, map(holder.child_by_field_name, fields)), None)
    found = node.child_by_field_name("name")
    if found is not None:
        return found
    declarator = node.child_by_field_name("declarator")
    for _ in range(16):  # C: the name is inside pointers, arrays and parameters
        inner = declarator.child_by_field_name("declarator") if declarator is not None else None
        if inner is None:
            break
        declarator = inner
    if declarator is not None:
        return declarator
    for child in node.named_children:
        if child.type.endswith(("_name", "identifier")):
            return child
        if child.type.endswith("_spec"):  # Go: the name is that of the first type
            return child.child_by_field_name("name")
    return None


def _elixir_name(syntax: Syntax, node: Any) -> str:
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    if arguments is None or not arguments.named_children:
        return "call"
    text = _text(syntax, arguments.named_children[0])
    return text if text[:1] in "\"'" else text.partition("(")[0].split(" when ")[0].rstrip(" ,") or text


def _text(syntax: Syntax, node: Any) -> str:
    text = " ".join(syntax.text(node).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

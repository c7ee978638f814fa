"""Options in specs such as ``onnx:FOLDER?max_tokens=256``: text, turned into what a class takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from chunkwise.errors import InvalidOption, UnknownOption


def typed_options(
    owner: str, options: Mapping[str, str], kinds: Mapping[str, Callable[[str], Any]]
) -> dict[str, Any]:
    """The options as arguments.

    Args:
        owner: for messages, e.g. ``"The embedder onnx"``.
        options: name → text.
        kinds: name → what makes a value of text, such as ``int``.

    Raises:
        UnknownOption: there is no option of this name.
        InvalidOption: the text is no such value.

    >>> typed_options("It", {"max_tokens": "256"}, {"max_tokens": int})
    {'max_tokens': 256}
    """
    made: dict[str, Any] = {}
    for name, text in options.items():
        if name not in kinds:
            raise UnknownOption(owner, name, kinds)
        try:
            made[name] = kinds[name](text)
        except ValueError:
            wanted = "a whole number" if kinds[name] is int else "a number"
            raise InvalidOption(f"{owner}: {name} has to be {wanted}, and is {text!r}.") from None
    return made


def spec_options(owner: str, tail: str) -> dict[str, str]:
    """What stands behind the ``?`` of a spec, as name → text; ``%26`` stands for ``&``.

    Raises:
        InvalidOption: it looks otherwise, or an option is there twice.

    >>> spec_options("an embedder", "max_tokens=256&query_prefix=query: ")
    {'max_tokens': '256', 'query_prefix': 'query: '}
    """
    options: dict[str, str] = {}
    for pair in tail.split("&") if tail else ():
        name, equals, value = pair.partition("=")
        name = unquote(name).strip()
        if not name or not equals:
            raise InvalidOption(f"Options of {owner} look like ?name=value&name=value, and not {pair!r}.")
        if name in options:
            raise InvalidOption(f"The option {name} of {owner} is there twice.")
        options[name] = unquote(value)
    return options

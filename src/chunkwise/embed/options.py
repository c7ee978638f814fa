"""Options of an embedder as text, turned into what its class takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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

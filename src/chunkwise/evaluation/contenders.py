"""What is compared: methods, each with its options, at one or several sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from chunkwise.errors import InvalidOption
from chunkwise.methods.build import with_base
from chunkwise.methods.presets import load
from chunkwise.model.block import NOTHING

_SIZE = "max_tokens"


@dataclass(frozen=True, slots=True)
class Contender:
    """A method with its options, under a name that is its own in the comparison."""

    label: str
    """Shown in tables: the method and, where several are compared, the size."""
    method: str
    """Name of a method, or path of its preset."""
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """The method's options."""


def contenders(
    methods: Iterable[str], sizes: Sequence[int] = (), options: Mapping[str, Any] = NOTHING
) -> list[Contender]:
    """Every method at every size.

    Args:
        methods: names or paths of presets, in order; the first is what the others are compared with.
        sizes: values of ``max_tokens``; none: each method's default. A method without that option
            takes part once.
        options: for every method that has them.

    Raises:
        UnknownName: there is no such method.
        InvalidOption: no method is named, or a size is not positive.

    >>> [contender.label for contender in contenders(["general", "laws"], [200, 400])]
    ['general 200', 'general 400', 'laws 200', 'laws 400']
    """
    if wrong := [size for size in sizes if size < 1]:
        raise InvalidOption(f"A size is a number of tokens from 1, not {wrong[0]}.")
    found: dict[str, Contender] = {}
    for method in methods:
        known = with_base(load(method), {}).options
        own = {name: value for name, value in options.items() if name in known or "." in name}
        for size in sizes if _SIZE in known and sizes else (None,):
            label = _label(method, size, found)
            found[label] = Contender(label, method, own if size is None else {**own, _SIZE: size})
    if not found:
        raise InvalidOption("There is nothing to compare: name a method at least.")
    return list(found.values())


def _label(method: str, size: int | None, taken: Mapping[str, Contender]) -> str:
    """The method's name with its size; the whole path where another preset has that name."""
    end = "" if size is None else f" {size}"
    short = PurePath(method).stem + end
    return short if short not in taken or taken[short].method == method else method + end

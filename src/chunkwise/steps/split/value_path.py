"""Where a JSON value stands: the containers above it, their path in words, and their brackets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkwise.text.json_text import Child, JsonText

DEEPEST = 32
"""So many levels of a path are shown; of deeper ones the nearest."""
_NAME = re.compile(r"[^\W\d]\w*")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Container:
    """An object, an array, the whole text, or JSON lines (which are shown as an array)."""

    start: int
    """Where its inside begins in the compact text."""
    end: int
    """Where its inside ends."""
    opening: str
    """``{``, ``[``, or nothing around a single value."""
    parent: Container | None = None
    child: Child | None = None
    """What it is in its parent."""

    @property
    def keyed(self) -> bool:
        """Whether it is an object."""
        return self.opening == "{"

    @property
    def closing(self) -> str:
        """The bracket that closes it."""
        return {"{": "}", "[": "]", "": ""}[self.opening]

    def inner(self, text: str, child: Child) -> Container:
        """A child that is a container."""
        return Container(child.value + 1, child.end - 1, text[child.value], self, child)

    def chain(self) -> Iterator[Container]:
        """This container and those above it, nearest first, as many as a path shows."""
        container: Container | None = self
        for _ in range(DEEPEST):
            if container is None:
                return
            yield container
            container = container.parent


def wrapping(text: str, container: Container, levels: int) -> tuple[str, str]:
    """What stands before and after a run of children: the brackets and keys of so many levels."""
    before, after = "", ""
    for depth, one in enumerate(container.chain()):
        if depth == levels:
            break
        before, after = one.opening + before, after + one.closing
        if depth + 1 < levels and one.child is not None:
            before = text[one.child.start : one.child.value] + before
    return before, after


def shows_path(container: Container, levels: int) -> bool:
    """Whether so many levels are all that there are."""
    if levels < DEEPEST:
        return all(depth < levels or not one.opening for depth, one in enumerate(container.chain()))
    *_, outermost = container.chain()
    return outermost.parent is None or not outermost.parent.opening


def path_of(json_text: JsonText, container: Container, children: Sequence[Child]) -> str:
    """``a.b[3].c`` for one child, ``x[0:24]`` for a run of elements; a run of members is its object.

    The whole text is ``$``. Names that are no words stand as ``["a name"]``, as they are written.
    """
    chain = list(container.chain())
    steps = [
        _step(json_text.text, one.parent, one.child) for one in reversed(chain) if one.parent and one.child
    ]
    if len(children) == 1:
        steps.append(_step(json_text.text, container, children[0]))
    elif not container.keyed:
        steps.append(f"[{children[0].index}:{children[-1].index + 1}]")
    path = "".join(steps).removeprefix(".") or "$"
    return f"…{path}" if chain[-1].parent is not None else path


def names_of(json_text: JsonText, container: Container, children: Sequence[Child]) -> tuple[str, ...]:
    """The keys above and of a child, outermost first, in plain text; places in arrays have no name.

    So an element that is put into an array changes no heading path behind it.
    """
    chain = reversed(list(container.chain()))
    found = [one.child for one in chain if one.child and one.parent and one.parent.keyed]
    if len(children) == 1 and container.keyed:
        found.append(children[0])
    return tuple(filter(None, (_name(json_text.text, child) for child in found)))


def _step(text: str, container: Container, child: Child) -> str:
    if container.keyed:
        key = _short(text[child.start + 1 : child.value - 2])
        return f".{key}" if _NAME.fullmatch(key) else f'["{key}"]'
    return f"[{child.index}]" if container.opening else ""


def _name(text: str, child: Child) -> str:
    """A key as people read it: escapes resolved, white space folded."""
    key = text[child.start : child.value - 1]
    decoded = key[1:-1]
    if "\\" in key and len(key) <= 10 * _LONGEST:
        resolved = json.loads(key, strict=False)
        if not any("\ud800" <= char <= "\udfff" for char in resolved):  # no half of a pair
            decoded = resolved
    return _short(" ".join(decoded.split()))


def _short(key: str) -> str:
    return key if len(key) <= _LONGEST else key[: _LONGEST - 1] + "…"

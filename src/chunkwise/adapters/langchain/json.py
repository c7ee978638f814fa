"""Splitting JSON into smaller objects that keep the path to what they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from chunkwise.adapters.langchain.documents import new_document

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_Path: TypeAlias = tuple[Any, ...]
"""Keys, and places in lists."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A step into a list. A chunk has parts of one element of a list at most: the only one there."""

    index: int


@dataclass(slots=True)
class _Chunk:
    """An object that grows, and the length of its JSON."""

    data: dict[Any, Any] = field(default_factory=dict)
    size: int = 2
    notes: dict[str, object] = field(default_factory=dict)
    """What the chunk's document says of it: ``path`` of a part of a list, ``oversize``."""

    def cost(self, path: _Path, value_size: int) -> int:
        """Characters that a value at a path adds, with the keys that are not there yet."""
        here: Any = self.data
        at = 0
        while at < len(path) - 1 and (inner := _inside(here, path[at])):
            here = inner
            at += 1
        comma = 2 if here else 0
        return comma + sum(_key_size(key) for key in path[at:]) + 2 * (len(path) - 1 - at) + value_size

    def add(self, path: _Path, value: Any, value_size: int) -> None:
        """Set a value at a path."""
        self.size += self.cost(path, value_size)
        here: Any = self.data
        for step, following in pairwise(path):
            inner = _inside(here, step)
            if inner is None:
                inner = [] if isinstance(following, _Place) else {}
                _put(here, step, inner)
            here = inner
        _put(here, path[-1], value)


class RecursiveJsonSplitter:
    """Splits an object into objects whose JSON is no longer than a size.

    The size counts the whole JSON of a chunk, path included, with characters other than ASCII as
    escapes, as in LangChain: written with ``ensure_ascii=False`` chunks are shorter.

    A list that alone is too long becomes several, each a run of its elements; an element that is
    too long is gone into. The document says where it is from in ``metadata["path"]`` (``x[0:24]``,
    ``x[3]`` for members of an element). A value that cannot be cut is a chunk of its own, with
    ``metadata["oversize"]``.
    """

    max_chunk_size: int = 2000
    """Characters that the JSON of a chunk may have."""
    min_chunk_size: int = 1800
    """Characters from which on a chunk is large enough to begin another."""

    def __init__(self, max_chunk_size: int = 2000, min_chunk_size: int | None = None) -> None:
        """Take the sizes; the smaller is by default 200 less than the larger, and at least 50."""
        self.max_chunk_size = max_chunk_size
        self.min_chunk_size = max(max_chunk_size - 200, 50) if min_chunk_size is None else min_chunk_size

    def split_json(self, json_data: dict[str, Any], convert_lists: bool = False) -> list[dict[str, Any]]:
        """Objects that together hold what the object holds, each leaf once.

        Args:
            json_data: the object; ``None`` gives no chunks.
            convert_lists: whether lists become objects with their indexes as keys first.

        Raises:
            TypeError: the value is no object, and no list that may be converted.
        """
        return [chunk.data for chunk in self._chunks(json_data, convert_lists)]

    def split_text(
        self, json_data: dict[str, Any], convert_lists: bool = False, ensure_ascii: bool = True
    ) -> list[str]:
        """The same as JSON.

        Args:
            json_data: the object.
            convert_lists: whether lists become objects first.
            ensure_ascii: whether other characters than ASCII are written as escapes.

        Raises:
            TypeError: the value is no object, and no list that may be converted.
        """
        chunks = self.split_json(json_data, convert_lists)
        return [json.dumps(chunk, ensure_ascii=ensure_ascii) for chunk in chunks]

    def create_documents(
        self,
        texts: list[dict[str, Any]],
        convert_lists: bool = False,
        ensure_ascii: bool = True,
        metadatas: list[dict[Any, Any]] | None = None,
    ) -> list[Document]:
        """Documents of the chunks of each object, with a deep copy of the object's metadata.

        Raises:
            TypeError: a value is no object, and no list that may be converted.
            MissingExtra: ``langchain-core`` is not installed.
        """
        metadatas = metadatas or [{}] * len(texts)
        documents: list[Document] = []
        for at, text in enumerate(texts):
            for chunk in self._chunks(text, convert_lists):
                content = json.dumps(chunk.data, ensure_ascii=ensure_ascii)
                notes = dict(chunk.notes)
                if len(content) <= self.max_chunk_size:  # it was too long as escapes only
                    notes.pop("oversize", None)
                documents.append(new_document(content, {**deepcopy(metadatas[at]), **notes}))
        return documents

    def _chunks(self, given: Any, convert_lists: bool) -> list[_Chunk]:
        data = _without_lists(given) if convert_lists else given
        if data is None:
            return []
        if not isinstance(data, dict):
            advice = " Top-level lists can be split by passing convert_lists=True."
            raise TypeError(
                f"json_data must be a dict, got {type(data).__name__}."
                + (advice if isinstance(given, list) and not convert_lists else "")
            )
        sizes: dict[int, int] = {}
        _measure(data, sizes)
        chunks = _Split(self.max_chunk_size, self.min_chunk_size, sizes)
        chunks.spread((), data)
        return [chunk for chunk in chunks.done if chunk.data]


@dataclass(slots=True)
class _Split:
    """The chunks so far; the last one grows."""

    most: int
    least: int
    sizes: Mapping[int, int]
    """The length of the JSON of each object and list by its identity, so that each is measured once."""
    done: list[_Chunk] = field(default_factory=lambda: [_Chunk()])

    def spread(self, path: _Path, data: dict[Any, Any]) -> None:
        """Spread the members of an object over the chunks."""
        for key, value in data.items():
            size, here, chunk = self._size(value), (*path, key), self.done[-1]
            # LangChain's own estimate, and the true length, which has the path in it.
            longest = max(_key_size(key) + size + 2, chunk.cost(here, size))
            if chunk.size + longest < self.most:
                chunk.add(here, value, size)
                continue
            if chunk.size >= self.least:
                self.done.append(_Chunk())
            if isinstance(value, dict) and value:
                self.spread(here, value)
            else:
                self._leaf(here, value, size)

    def _leaf(self, path: _Path, value: Any, size: int) -> None:
        """A value that is no object: in this chunk, in a new one, or in parts."""
        if self.done[-1].data and self.done[-1].size + self.done[-1].cost(path, size) > self.most:
            self.done.append(_Chunk())
        chunk = self.done[-1]
        if chunk.size + chunk.cost(path, size) <= self.most:
            chunk.add(path, value, size)
        elif isinstance(value, list) and (len(value) > 1 or any(map(_is_open, value))):
            self._list(path, value)
        else:
            chunk.add(path, value, size)
            chunk.notes["oversize"] = True

    def _list(self, path: _Path, values: list[Any]) -> None:
        """A list in runs of elements, each a chunk of its own."""
        room = self.most - _Chunk().size - _Chunk().cost(path, 0)
        for first, last, size in self._runs(values, room):
            if self.done[-1].data:
                self.done.append(_Chunk())
            if size > room and _is_open(values[first]):  # then it is alone
                self._element((*path, _Place(first)), values[first])
                continue
            self.done[-1].add(path, values[first:last], size)
            self.done[-1].notes["path"] = f"{_dotted(path)}[{first}:{last}]"
            if size > room:
                self.done[-1].notes["oversize"] = True

    def _element(self, path: _Path, value: Any) -> None:
        """The parts of an element of a list, in chunks that have nothing else of the list."""
        begin = len(self.done) - 1
        if isinstance(value, dict):
            self.spread(path, value)
        else:
            self._list(path, value)
        for chunk in self.done[begin:]:
            chunk.notes.setdefault("path", _dotted(path))

    def _runs(self, values: list[Any], room: int) -> Iterator[tuple[int, int, int]]:
        """The first and last element of each run that has room, and the length of its JSON."""
        first, total = 0, 2
        for at, value in enumerate(values):
            size = self._size(value)
            if at > first and total + 2 + size > room:
                yield first, at, total
                first, total = at, 2
            total += size + (2 if at > first else 0)
        yield first, len(values), total

    def _size(self, value: Any) -> int:
        return self.sizes[id(value)] if isinstance(value, (dict, list)) else len(json.dumps(value))


def _measure(value: Any, sizes: dict[int, int]) -> int:
    """The length of a value's JSON; that of every object and list in it goes into ``sizes``."""
    if isinstance(value, dict):
        inner = sum(_key_size(key) + _measure(member, sizes) for key, member in value.items())
    elif isinstance(value, list):
        inner = sum(_measure(member, sizes) for member in value)
    else:
        return len(json.dumps(value))
    size = sizes[id(value)] = 2 + inner + 2 * max(0, len(value) - 1)
    return size


def _is_open(value: Any) -> bool:
    """Whether there is something in a value that parts of it can be made of."""
    return isinstance(value, (dict, list)) and bool(value)


def _inside(container: Any, step: Any) -> Any:
    """The object or list that a chunk has at a step already; None: it has none."""
    if isinstance(step, _Place):
        return container[0] if container else None
    inner = container.get(step)
    return inner if isinstance(inner, (dict, list)) else None


def _put(container: Any, step: Any, value: Any) -> None:
    if isinstance(step, _Place):
        container.append(value)
    else:
        container[step] = value


def _key_size(key: Any) -> int:
    """Characters of a key with its colon and blank; a place in a list has none."""
    if isinstance(key, _Place):
        return 0
    return len(json.dumps({key: 0})) - 3


def _without_lists(value: Any) -> Any:
    """The value with every list as an object, its indexes as keys."""
    if isinstance(value, dict):
        return {key: _without_lists(member) for key, member in value.items()}
    if isinstance(value, list):
        return {str(at): _without_lists(member) for at, member in enumerate(value)}
    return value


def _dotted(path: _Path) -> str:
    steps = (f"[{step.index}]" if isinstance(step, _Place) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")

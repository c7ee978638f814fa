"""One input into chunks: the function that runs in worker processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import uuid4

from chunkwise.errors import ChunkwiseError
from chunkwise.methods.auto import Auto
from chunkwise.methods.build import build
from chunkwise.methods.method import Method
from chunkwise.model.chunk import Chunking
from chunkwise.model.document import Document

_BUILT: dict[str, Method | Auto] = {}
"""The method that this process built last, by the cutter's mark."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Parses an input and cuts it. It can be pickled; each process builds the method once."""

    method: str
    options: Mapping[str, Any] = field(default_factory=dict)
    parser: str | None = None
    """Name of the parser, instead of the one for the format."""
    timeout_s: float | None = None
    """Seconds that a file may take, in a process of its own; None: as the parser wants it."""
    mark: str = field(default_factory=lambda: uuid4().hex, repr=False)
    """The same in every process; options may be objects that say nothing of themselves."""

    def __call__(self, source: Any) -> list[Chunking] | ChunkwiseError:
        """The chunkings of a ``Document``, or of what ``parse_all`` reads; or why there are none."""
        try:
            documents = [source] if isinstance(source, Document) else self._parsed(source)
            return [self.built().chunk(document) for document in documents]
        except ChunkwiseError as error:
            return error

    def built(self) -> Method | Auto:
        """The method.

        Raises:
            UsageError: it cannot be built with these options.
        """
        found = _BUILT.get(self.mark)
        if found is None:
            found = build(self.method, self.options)
            _BUILT.clear()
            _BUILT[self.mark] = found
        return found

    def _parsed(self, source: Any) -> Iterator[Document]:
        from chunkwise.parsers.read import parse_all

        return parse_all(source, parser=self.parser, isolate=_worker(self.timeout_s))


def named(source: Any) -> str:
    """What a message calls an input: its path or name, and the id of a document.

    >>> named(Document.from_text("text", "greeting")), named(b"data")
    ('text (greeting)', "b'data'")
    """
    if isinstance(source, Document):
        return source.source if source.source == source.id else f"{source.source} ({source.id})"
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else f"{source!r:.60}"


@cache
def _worker(timeout_s: float | None) -> Any:
    """One process for all isolated parsers of this process; it starts when the first needs it."""
    from chunkwise.runtime.workers import TIMEOUT_S, Worker

    return Worker(timeout_s=timeout_s or TIMEOUT_S)

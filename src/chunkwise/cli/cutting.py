"""From inputs to chunks, for every command that cuts files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chunkwise.cli.reading import Reading
from chunkwise.cli.session import Session
from chunkwise.cli.work import Run
from chunkwise.errors import UsageError
from chunkwise.methods.auto import Auto
from chunkwise.methods.build import build
from chunkwise.methods.explain import Explanation
from chunkwise.methods.method import Method
from chunkwise.model.chunk import Chunking
from chunkwise.model.document import Document
from chunkwise.pipeline.inputs import Input

_BUILT: dict[str, Method | Auto] = {}


@dataclass(frozen=True, slots=True)
class Explained:
    """A document with the explanations of its chunks."""

    document: Document
    explanations: tuple[Explanation, ...]
    method: str


@dataclass(frozen=True, slots=True)
class Job:
    """How to cut. Jobs go to worker processes, each of which builds the method once."""

    method: str
    options: Mapping[str, Any]
    reading: Reading

    def built(self) -> Method | Auto:
        """The method.

        Raises:
            UsageError: it cannot be built with these options.
        """
        key = repr((self.method, self.options))
        if key not in _BUILT:
            _BUILT[key] = build(self.method, self.options)
        return _BUILT[key]

    def check(self) -> None:
        """Raise a wrong call's error at once, and not once a file.

        Raises:
            UsageError: the method cannot be built, or some values do not go together.
        """
        _BUILT.clear()  # a run begins: files that methods are read from may have changed
        method = self.built()
        try:
            # Some values are looked at only when there is a document.
            method.chunk(Document.from_text(""))
        except UsageError:
            raise
        except Exception:
            return  # what an odd method makes of an empty document says nothing about the call

    def chunkings(self, given: Input) -> Iterator[Chunking]:
        """The chunks of an input, document by document."""
        for document in self.reading.documents(given):
            yield self.built().chunk(document)

    def explained(self, given: Input) -> Iterator[Explained]:
        """The chunks of an input with the reasons for their ends, document by document."""
        method = self.built()
        for document in self.reading.documents(given):
            yield Explained(document, tuple(method.explain(document)), method.name)


def reported(chunkings: Iterable[Chunking], run: Run[Chunking], session: Session) -> Iterator[Chunking]:
    """The same chunkings; what they warn of is said on the way."""
    for chunking in chunkings:
        document = chunking.document
        run.check_id(document.id, document.source)
        for warning in chunking.warnings:
            session.warn(f"{document.source}: {warning}")
        yield chunking

"""From inputs to documents, for every command that reads files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from chunkwise.cli.session import Session
from chunkwise.cli.work import Run
from chunkwise.errors import UnknownName
from chunkwise.model.document import Document
from chunkwise.pipeline.inputs import Input, read_input


@dataclass(frozen=True, slots=True)
class Reading:
    """How to parse."""

    parser: str | None = None
    """Name of the parser, instead of the one for the format."""
    timeout_s: float | None = None
    """Seconds that a file may take, in a process of its own; None: as the parser wants it."""

    def check(self) -> None:
        """Raise UnknownName if there is no such parser."""
        from chunkwise import registry

        if self.parser is not None and self.parser not in registry.names("parser"):
            raise UnknownName("parser", self.parser, registry.names("parser"))

    def documents(self, given: Input) -> Iterator[Document]:
        """The documents of an input, one after the other."""
        from chunkwise.parsers.read import parse_all

        return parse_all(
            read_input(given),  # type: ignore[arg-type]
            root=given.root,
            media_type=given.media_type,
            parser=self.parser,
            isolate=None if self.timeout_s is None else _worker(self.timeout_s),
        )


def reported(documents: Iterable[Document], run: Run[Document], session: Session) -> Iterator[Document]:
    """The same documents; what they warn of is said on the way."""
    for document in documents:
        run.check_id(document.id, document.source)
        for warning in document.warnings:
            session.warn(f"{document.source}: {warning}")
        yield document


@cache
def _worker(timeout_s: float) -> Any:
    """The process that parses for this one; it ends with this one."""
    from chunkwise.runtime.workers import Worker

    return Worker(timeout_s=timeout_s)

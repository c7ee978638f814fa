"""A method: steps in a row, from a document to its chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chunkwise.methods.assemble import assemble
from chunkwise.methods.explain import Explanation, explanations
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import AddContext, Notes, Pack, Parents, Relabel, Split, Unit


@dataclass(frozen=True, slots=True)
class Method:
    """Cuts documents by a list of steps; made by ``build``."""

    name: str
    """Name of the preset."""
    relabel: tuple[Relabel, ...]
    split: tuple[Split, ...]
    context: tuple[AddContext, ...]
    pack: Pack
    parents: tuple[Parents, ...] = ()
    counter: Counter | None = None
    """Counts tokens; None in character mode without a tokenizer."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Name and resolved options, as plain values."""

    def chunk(self, document: Document) -> Chunking:
        """All chunks of a document."""
        return self._run(document, Notes())

    def explain(self, document: Document) -> list[Explanation]:
        """For each leaf the places where it could have ended, and the rule that won."""
        notes = Notes(windows={})
        return list(explanations(self._run(document, notes), notes.windows or {}))

    def _run(self, document: Document, notes: Notes) -> Chunking:
        for relabel in self.relabel:
            document = relabel(document, notes)
        drafts = self.pack(document, self.units(document, notes), notes)
        for link in self.parents:
            drafts = link(document, drafts, notes)
        return assemble(document, drafts, notes, self.counter, self.settings)

    def iter(self, document: Document) -> Iterator[Chunk]:
        """The leaves, one after the other."""
        yield from self.chunk(document)

    def units(self, document: Document, notes: Notes) -> list[Unit]:
        """What goes into packing: the units with their context."""
        units: list[Unit] = []
        for split in self.split:
            units = list(split(document, units, notes))
        for add in self.context:
            units = add(document, units, notes)
        return units

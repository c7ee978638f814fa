"""The seam of stores, and what goes through it.

Versions are logical. A row never changes: it is added at one seq (a whole number that counts the
writes to a knowledge base) and may be removed at a later one. Whoever reads at seq s sees the rows
with ``added_seq <= s < removed_seq``; writes at a seq that no reader uses yet are invisible.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from chunkwise.model.block import NOTHING, Metadata
from chunkwise.store.filters import Filter
from chunkwise.text.analysis import Tokens


@dataclass(frozen=True, slots=True)
class Row:
    """One searchable unit: a chunk, or something derived from chunks."""

    id: str
    """Unique in its knowledge base."""
    document_id: str
    kind: str
    """``text``, ``table``, ``image``, or what a derived row is: ``summary``, ``question`` …"""
    coarse: tuple[str, ...]
    """Words by which it is found, from ``analyse(index_text)``."""
    fine: tuple[str, ...]
    """Parts and other forms of these words."""
    index_text: str
    """What was analysed and embedded."""
    digest: str
    """Changes with anything here but the vector; another digest is another row."""
    metadata: Metadata = NOTHING
    """What filters look at: text, numbers, flags, None, dates, lists of these; read back as JSON has it."""
    vector: Sequence[float] | None = None
    """Any length above 0; only its direction counts. Not read back: vectors are the embedder's to keep."""
    enabled: bool = True
    """Whether searches find it."""


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """What is to become of a document's rows."""

    document: str
    """Its id."""
    add: Sequence[Row] = ()
    remove: Collection[str] = ()
    """Ids of rows."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A row that was found. Scores of different stores, or of different searches, do not compare."""

    kb: str
    id: str
    score: float
    """The more, the better."""


@dataclass(frozen=True, slots=True)
class StoreStats:
    """The size of a store."""

    rows: int
    """All of them, those that were removed and not yet collected included."""
    unindexed: int
    """Rows that searches have to scan one by one until ``maintain`` is called."""
    bytes: int
    """What the rows take up, about."""


@runtime_checkable
class Store(Protocol):
    """Keeps rows, finds them by words, by vector and by metadata.

    Any number of processes may read and write one store at the same time; writers of one document
    take turns, which is the caller's business. ``at`` says for each knowledge base at which seq it
    is read. Rankings are stable: best first, equal scores by knowledge base and id.
    """

    def apply(self, kb: str, document: str, add: Sequence[Row], remove: Collection[str], seq: int) -> None:
        """Make one change to a document's rows, all of it or nothing.

        A row whose digest is that of the living row of its id is left as it is; with another digest
        it takes its place. An id in both ``add`` and ``remove`` is replaced whatever its digest, as
        after a change of the embedder. Applying again at the same seq puts the new change in place
        of the former one, so a job that broke off can simply run again.

        Raises:
            InvalidOption: rows of another document, an id twice, a vector that is empty, not finite or
                of two lengths, or metadata that cannot be kept.
            StoreError: the document has been changed at a later seq already.
        """
        ...

    def apply_all(self, kb: str, changes: Sequence[DocumentChange], seq: int) -> None:
        """Make changes to several documents, as ``apply`` does to one; all of them or none.

        One commit of a thousand rows costs little more than one of ten.

        Raises:
            InvalidOption: as ``apply`` does; or a document is given twice.
            StoreError: as ``apply`` does.
        """
        ...

    def withdraw(self, kb: str, seq: int) -> None:
        """Undo every change made at this seq, which no reader may have used."""
        ...

    def dense(
        self, kbs: Sequence[str], vector: Sequence[float], k: int, filter: Filter, at: Mapping[str, int]
    ) -> list[Scored]:
        """The k enabled rows nearest to a vector, of those with a vector of this length; score = cosine."""
        ...

    def text(
        self, kbs: Sequence[str], tokens: Tokens, k: int, filter: Filter, at: Mapping[str, int]
    ) -> list[Scored]:
        """The k enabled rows that fit the words best, by BM25; only rows with at least one of them."""
        ...

    def get(self, kb: str, ids: Sequence[str], seq: int) -> list[Row]:
        """Rows by id, in this order, disabled ones too; ids without a visible row are left out."""
        ...

    def gc(self, kb: str, keep_seq: int) -> int:
        """Delete the rows that nobody sees who reads at ``keep_seq`` or later; returns their number."""
        ...

    def maintain(self) -> bool:
        """Bring indexes up to date if enough has changed; returns whether anything was done."""
        ...

    def vector_sizes(self) -> list[int]:
        """The lengths that vectors of rows have, rising: a query of another length finds nothing."""
        ...

    def stats(self) -> StoreStats:
        """The store's size now."""
        ...

    def close(self) -> None:
        """Let go of files and connections; the store cannot be used afterwards."""
        ...

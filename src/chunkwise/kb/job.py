"""One write to a knowledge base: rows first, then the catalogue, at last the pointer.

Rows carry a seq that no reader uses until the whole job is done, so nobody ever sees half of it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chunkwise.errors import EmbedderError, InputError
from chunkwise.kb import failpoint
from chunkwise.kb.base import Base
from chunkwise.kb.caps import truncated
from chunkwise.kb.catalogue import KB, KEEP
from chunkwise.kb.plan import Task, embedder_mark, without_vectors
from chunkwise.kb.report import AddReport
from chunkwise.kb.revisions import Placed, SourceState
from chunkwise.kb.rows import digest, filterable, row_of, with_metadata
from chunkwise.kb.units import count_terms, units_of
from chunkwise.model.chunk import Chunking
from chunkwise.model.protocols import Embed
from chunkwise.store.base import DocumentChange, Row

ROWS_AT_ONCE = 2_000
"""New rows that are written in one commit: a commit reads the keys of all rows that are there."""
DOCUMENTS_AT_ONCE = 1_000
"""Documents that are written in one commit."""


@dataclass(frozen=True, slots=True)
class Revision:
    """What becomes of one document."""

    chunking: Chunking
    leaves: tuple[Placed, ...]
    metadata: Mapping[str, Any]
    """Of the document and of the job."""
    change: DocumentChange
    """What the store has to do; without vectors at first."""
    ended: int
    """How many rows end."""
    new: int
    """How many chunks are new."""
    changed: int
    """How many chunks are others than before under the same id: context or metadata."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What becomes of one file."""

    key: str
    state: SourceState | None
    """None: the file is taken out."""
    is_new: bool = False
    revisions: tuple[Revision, ...] = ()
    gone: tuple[DocumentChange, ...] = ()
    """Documents that it no longer holds."""


class Job:
    """Writes at one seq. The caller is the only writer of the base, as by ``Base.as_writer``."""

    def __init__(
        self,
        base: Base,
        report: AddReport,
        embedder: Embed | None,
        metadata: Mapping[str, Any],
        embedder_spec: str | None = KEEP,
        embedder_name: str | None = None,
    ) -> None:
        """Begin a job.

        Args:
            base: the knowledge base.
            report: takes what is done.
            embedder: makes the vectors of what is written; None: none.
            metadata: for every chunk.
            embedder_spec: what loads the embedder again, None where nothing does, ``KEEP`` what is noted.
            embedder_name: whose vectors the rows have that are there already, where no embedder is
                given since none is needed.
        """
        _ = base.store  # before anything is begun: does it belong to this catalogue?
        self._base = base
        self._report = report
        self._embedder = embedder
        self._metadata = metadata
        self._embedder_spec = embedder_spec
        self._embedder_name = embedder.name if embedder else embedder_name
        self._head = base.catalogue.state().head_seq
        self._owners: dict[str, str] = {}
        self._pending: list[Pending] = []
        self._fields: set[str] = set()
        self._terms: Counter[str] = Counter()
        self._pending_documents = self._pending_rows = 0
        self.seq = base.catalogue.begin_job()

    @classmethod
    def without_embedder(cls, base: Base, report: AddReport, embedder_name: str | None) -> Job:
        """A job that makes no vectors, in a base that has those of the embedder of this name."""
        return cls(base, report, None, {}, KEEP, embedder_name)

    def put(self, task: Task, chunkings: Sequence[Chunking]) -> None:
        """Take a file's documents, in place of those that it held before; they are written with others.

        Raises:
            InputError: a document's id belongs to another file. The base keeps what it had of this one.
        """
        key = task.state.key
        ids = [chunking.document.id for chunking in chunkings]
        self._check_owners(key, ids)
        try:
            revisions = tuple(self._revision(key, chunking, task.other_embedder) for chunking in chunkings)
        except (ValueError, TypeError, RecursionError) as error:
            raise InputError(f"{task.name}: its metadata cannot be kept: {error}") from error
        gone = self._ends(key, ids) if task.before else ()
        self._take(Pending(key, task.state, task.before is None, revisions, gone))

    def remove(self, key: str) -> None:
        """Take a file and all its documents out."""
        self._take(Pending(key, None, gone=self._ends(key, ())))

    def reembed(self, states: Sequence[SourceState]) -> Iterator[list[str]]:
        """Give files' rows the vectors of this job's embedder, and change nothing else.

        Yields:
            The keys of the files that are done.
        """
        known = self._base.revisions
        batch: list[SourceState] = []
        ids: list[str] = []
        for at, state in enumerate(states):
            batch.append(state)
            for document in known.documents_of(state.key, self._head):
                ids += known.digests(document, self._head)
            if len(ids) >= ROWS_AT_ONCE or at + 1 == len(states):
                self._reembed(batch, ids)
                yield [one.key for one in batch]
                batch, ids = [], []

    def _reembed(self, states: Sequence[SourceState], ids: Sequence[str]) -> None:
        rows: dict[str, list[Row]] = {}
        for row in self._with_vectors(self._base.store.get(KB, ids, self._head)):
            rows.setdefault(row.document_id, []).append(row)
        changes = [DocumentChange(id, own, frozenset(row.id for row in own)) for id, own in rows.items()]
        self._base.store.apply_all(KB, changes, self.seq)
        mark = embedder_mark(self._embedder.name if self._embedder else None)
        with self._base.catalogue.writing() as write:
            for state in states:
                fingerprint = f"{state.fingerprint.rpartition(':')[0]}:{mark}"
                self._base.revisions.put_source(write, replace(state, fingerprint=fingerprint), self.seq)
        self._report.changed += [state.key for state in states]

    def flush(self) -> None:
        """Write what was taken: the rows in one commit, then the catalogue in one transaction."""
        if not self._pending:
            return
        pending = self._embedded(self._pending)
        self._pending = []
        self._pending_documents = self._pending_rows = 0
        changes = [revision.change for one in pending for revision in one.revisions]
        changes += [change for one in pending for change in one.gone]
        self._base.store.apply_all(KB, changes, self.seq)
        failpoint.reach("between store and catalogue")
        with self._base.catalogue.writing() as write:
            self._base.revisions.put_fields(write, self._fields)
            for one in pending:
                self._note(write, one)
        for one in pending:
            self._tell(one)

    def finish(self) -> None:
        """Let readers see it."""
        report = self._report
        summary = {
            "added": len(report.added),
            "changed": len(report.changed),
            "removed": len(report.removed),
            "chunks_added": report.chunks_added,
            "chunks_removed": report.chunks_removed,
            "chunks_changed": report.chunks_changed,
        }
        failpoint.reach("before the pointer")
        self._base.catalogue.finish_job(
            self.seq, self._embedder_name, summary, self._embedder_spec, self._terms
        )

    def withdraw(self) -> None:
        """Undo all of it."""
        self._base.withdraw(self.seq)

    def _take(self, one: Pending) -> None:
        self._pending.append(one)
        self._pending_documents += len(one.revisions) + len(one.gone)
        self._pending_rows += sum(len(revision.change.add) for revision in one.revisions)
        if self._pending_documents >= DOCUMENTS_AT_ONCE or self._pending_rows >= ROWS_AT_ONCE:
            self.flush()

    def _check_owners(self, key: str, ids: Sequence[str]) -> None:
        if twice := {id for id in ids if ids.count(id) > 1}:
            raise InputError(f"{key} holds two documents with the id {min(twice)!r}.")
        for id in ids:
            owner = self._owners.get(id) or self._base.revisions.owner(id, self._head)
            if owner is not None and owner != key:
                raise InputError(f"The document id {id!r} belongs to the file {owner!r} already.")
        self._owners |= dict.fromkeys(ids, key)

    def _ends(self, key: str, but: Collection[str]) -> tuple[DocumentChange, ...]:
        """The end of every document that a file holds, but for some."""
        known = self._base.revisions
        ids = [id for id in known.documents_of(key, self._head) if id not in but]
        return tuple(DocumentChange(id, (), frozenset(known.digests(id, self._head))) for id in ids)

    def _revision(self, key: str, chunking: Chunking, all_rows: bool) -> Revision:
        """What of a document is new; with ``all_rows`` every row gets a new vector."""
        document = chunking.document
        known = self._base.revisions.digests(document.id, self._head)
        metadata = {**document.metadata, **self._metadata}
        leaves: list[Placed] = []
        rows: list[Row] = []
        for chunk in chunking:
            chunk = with_metadata(chunk, chunking.parents, metadata)
            fields = filterable(chunk, chunking, key)
            self._fields |= fields.keys()
            mark = digest(chunk, fields)
            leaves.append(Placed(chunk, mark, units_of(chunk)))
            if all_rows or known.get(chunk.id) != mark:
                rows.append(row_of(chunk, fields, mark))
        ended = known.keys() - {placed.chunk.id for placed in leaves}
        new = sum(1 for placed in leaves if placed.chunk.id not in known)
        other = sum(1 for placed in leaves if known.get(placed.chunk.id) != placed.digest) - new
        again = {row.id for row in rows if row.id in known}
        change = DocumentChange(document.id, rows, frozenset(ended | again))
        return Revision(chunking, tuple(leaves), metadata, change, len(ended), new, other)

    def _embedded(self, pending: Sequence[Pending]) -> list[Pending]:
        """The same with vectors; without, and marked so, from where the embedder fails on."""
        rows = [row for one in pending for revision in one.revisions for row in revision.change.add]
        if self._embedder is not None:
            self._report_truncated(rows, self._embedder)
        made = {row.id: row for row in self._with_vectors(rows)}
        found: list[Pending] = []
        for one in pending:
            revisions = tuple(
                replace(
                    revision,
                    change=replace(revision.change, add=[made[row.id] for row in revision.change.add]),
                )
                for revision in one.revisions
            )
            state = one.state
            if state is not None and self._embedder is None:
                state = without_vectors(state)
            found.append(replace(one, state=state, revisions=revisions))
        return found

    def _report_truncated(self, rows: Sequence[Row], embedder: Embed) -> None:
        """Say of which rows the model does not read the end."""
        for document, count in Counter(row.document_id for row in truncated(rows, embedder)).items():
            self._report.warnings.append(
                f"{document}: {count} of its chunks are longer than the {embedder.max_tokens} tokens that "
                "the embedder reads; words find all of them, their vectors only the beginnings."
            )

    def _with_vectors(self, rows: Sequence[Row]) -> list[Row]:
        """Rows with vectors, or as they are if the embedder fails, which is then asked no more."""
        if self._embedder is None or not rows:
            return list(rows)
        try:
            vectors, count = self._base.vectors.embed(self._embedder, [row.index_text for row in rows])
        except EmbedderError as error:
            self._report.warnings.append(
                f"No more vectors: {str(error).rstrip('.')}. What is added from here on is found by words "
                "only; add it again when the embedder answers."
            )
            self._embedder = None
            return list(rows)
        self._report.embedded += count
        return [replace(row, vector=vector) for row, vector in zip(rows, vectors, strict=True)]

    def _note(self, write: sqlite3.Connection, one: Pending) -> None:
        """Write one file into the catalogue."""
        known = self._base.revisions
        for change in one.gone:
            count_terms(known.units_of(change.document, self._head), self._terms, -1)
            known.end_document(write, change.document, self.seq)
        for revision in one.revisions:
            leaves, metadata = revision.leaves, revision.metadata
            count_terms(known.units_of(revision.chunking.document.id, self._head), self._terms, -1)
            count_terms((leaf.units for leaf in leaves), self._terms)
            known.put_document(write, one.key, revision.chunking, leaves, metadata, self.seq)
        if one.state is None:
            known.end_source(write, one.key, self.seq)
        else:
            known.put_source(write, one.state, self.seq)

    def _tell(self, one: Pending) -> None:
        report = self._report
        names = report.removed if one.state is None else report.added if one.is_new else report.changed
        names.append(one.key)
        report.chunks_removed += sum(len(change.remove) for change in one.gone)
        for revision in one.revisions:
            report.chunks_added += revision.new
            report.chunks_removed += revision.ended
            report.chunks_changed += revision.changed
            report.chunks_kept += len(revision.leaves) - revision.new - revision.changed
            source = revision.chunking.document.source
            report.warnings += [f"{source}: {warning}" for warning in revision.chunking.warnings]


def _with_rows(revision: Revision, made: Mapping[str, Row]) -> Revision:
    """The same with other rows of the same ids."""
    rows = [made[row.id] for row in revision.change.add]
    return replace(revision, change=replace(revision.change, add=rows))

"""One write to a knowledge base: rows first, then the catalogue, at last the pointer.

Rows carry a seq that no reader uses until the whole job is done, so nobody ever sees half of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chunkwise.errors import ChunkwiseError, EmbedderError, InputError
from chunkwise.kb import failpoint
from chunkwise.kb.base import Base
from chunkwise.kb.caps import truncated
from chunkwise.kb.catalogue import KB
from chunkwise.kb.plan import Task, embedder_mark, without_vectors
from chunkwise.kb.report import AddReport
from chunkwise.kb.revisions import Placed, SourceState
from chunkwise.kb.rows import digest, filterable, row_of, with_metadata
from chunkwise.model.chunk import Chunking
from chunkwise.model.protocols import Embed
from chunkwise.store.base import Row


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one document."""

    chunking: Chunking
    leaves: tuple[Placed, ...]
    metadata: Mapping[str, Any]
    """Of the document and of the job."""
    add: tuple[Row, ...]
    """Rows that the store does not have so."""
    remove: frozenset[str]
    """Ids of rows that end, or that are replaced whatever their digest."""
    ended: int
    """How many rows end."""
    new: int
    """How many chunks are new, or others than before under the same id."""


class Job:
    """Writes at one seq. The caller is the only writer of the base, as by ``Base.as_writer``."""

    def __init__(
        self,
        base: Base,
        report: AddReport,
        embedder: Embed | None,
        metadata: Mapping[str, Any],
        embedder_name: str | None = None,
    ) -> None:
        """Begin a job.

        Args:
            base: the knowledge base.
            report: takes what is done.
            embedder: makes the vectors of what is written; None: none.
            metadata: for every chunk.
            embedder_name: whose vectors the rows have that are there already, where no embedder is
                given since none is needed.
        """
        self._base = base
        self._report = report
        self._embedder = embedder
        self._metadata = metadata
        self._embedder_name = embedder.name if embedder else embedder_name
        self._head = base.catalogue.state().head_seq
        self.seq = base.catalogue.begin_job()

    def put(self, task: Task, chunkings: Sequence[Chunking]) -> None:
        """Write a file's documents, in place of those that it held before.

        Raises:
            InputError: a document's id belongs to another file, or its metadata cannot be kept. The
                base keeps what it had of the file.
        """
        key = task.state.key
        before = self._base.revisions.documents_of(key, self._head)
        ids = [chunking.document.id for chunking in chunkings]
        self._check_owners(key, ids)
        changes = [self._change(chunking, task.other_embedder) for chunking in chunkings]
        state = task.state
        changes = self._embedded(changes)
        if self._embedder is None:
            state = without_vectors(state)
        gone = [id for id in before if id not in ids]
        self._store(changes, gone)
        failpoint.reach("between store and catalogue")
        self._note(state, changes, gone)
        (self._report.changed if task.before else self._report.added).append(key)
        self._count(changes)

    def remove(self, key: str) -> None:
        """Take a file and all its documents out."""
        documents = self._base.revisions.documents_of(key, self._head)
        self._store([], documents)
        self._note(None, [], documents, key)
        self._report.removed.append(key)

    def reembed(self, state: SourceState) -> None:
        """Give a file's rows the vectors of this job's embedder, and change nothing else."""
        revisions, store = self._base.revisions, self._base.store
        for document in revisions.documents_of(state.key, self._head):
            rows = store.get(KB, list(revisions.digests(document, self._head)), self._head)
            rows = self._with_vectors(rows)
            store.apply(KB, document, rows, {row.id for row in rows}, self.seq)
        mark = embedder_mark(self._embedder.name if self._embedder else None)
        fingerprint = f"{state.fingerprint.rpartition(':')[0]}:{mark}"
        with self._base.catalogue.writing() as write:
            revisions.put_source(write, replace(state, fingerprint=fingerprint), self.seq)
        self._report.changed.append(state.key)

    def maintain(self) -> None:
        """Let the store bring its indexes up to date, if enough has changed."""
        self._base.store.maintain()

    def finish(self) -> None:
        """Let readers see it."""
        report = self._report
        summary = {
            "added": len(report.added),
            "changed": len(report.changed),
            "removed": len(report.removed),
            "chunks_added": report.chunks_added,
            "chunks_removed": report.chunks_removed,
        }
        failpoint.reach("before the pointer")
        self._base.catalogue.finish_job(self.seq, self._embedder_name, summary)

    def withdraw(self) -> None:
        """Undo all of it."""
        self._base.withdraw(self.seq)

    def _check_owners(self, key: str, ids: Sequence[str]) -> None:
        if twice := {id for id in ids if ids.count(id) > 1}:
            raise InputError(f"{key} holds two documents with the id {min(twice)!r}.")
        for id in ids:
            owner = self._base.revisions.owner(id, self.seq)
            if owner is not None and owner != key:
                raise InputError(f"The document id {id!r} belongs to the file {owner!r} already.")

    def _change(self, chunking: Chunking, all_rows: bool) -> Change:
        """What of a document is new; with ``all_rows`` every row gets a new vector."""
        document = chunking.document
        known = self._base.revisions.digests(document.id, self._head)
        metadata = {**document.metadata, **self._metadata}
        leaves: list[Placed] = []
        rows: list[Row] = []
        for chunk in chunking:
            chunk = with_metadata(chunk, metadata)
            fields = filterable(chunk, chunking)
            mark = digest(chunk, fields)
            leaves.append(Placed(chunk, mark))
            if all_rows or known.get(chunk.id) != mark:
                rows.append(row_of(chunk, fields, mark))
        now = {placed.chunk.id for placed in leaves}
        ended = {id for id in known if id not in now}
        new = sum(1 for placed in leaves if known.get(placed.chunk.id) != placed.digest)
        again = {row.id for row in rows if row.id in known}
        return Change(
            chunking, tuple(leaves), metadata, tuple(rows), frozenset(ended | again), len(ended), new
        )

    def _count(self, changes: Sequence[Change]) -> None:
        report = self._report
        for change in changes:
            report.chunks_added += change.new
            report.chunks_removed += change.ended
            report.chunks_kept += len(change.leaves) - change.new
            source = change.chunking.document.source
            report.warnings += [f"{source}: {warning}" for warning in change.chunking.warnings]

    def _embedded(self, changes: Sequence[Change]) -> list[Change]:
        """The same changes with vectors; what the model does not read to its end is reported."""
        rows = [row for change in changes for row in change.add]
        if self._embedder is None or not rows:
            return list(changes)
        new = {row.id for row in rows}
        chunks = [p.chunk for change in changes for p in change.leaves if p.chunk.id in new]
        for chunk in truncated(chunks, self._embedder):
            self._report.warnings.append(
                f"{chunk.document_id}: the chunk {chunk.id} is longer than the {self._embedder.max_tokens} "
                "tokens that the embedder reads; words find all of it, its vector only the beginning."
            )
        made = {row.id: row for row in self._with_vectors(rows)}
        return [replace(change, add=tuple(made[row.id] for row in change.add)) for change in changes]

    def _with_vectors(self, rows: Sequence[Row]) -> list[Row]:
        """Rows with vectors; without, and with a warning, from where the embedder fails on."""
        if self._embedder is None or not rows:
            return list(rows)
        try:
            vectors, count = self._base.vectors.embed(self._embedder, [row.index_text for row in rows])
        except EmbedderError as error:
            self._report.warnings.append(
                f"No more vectors: {error} What is added from here on is found by words only; "
                "add it again when the embedder answers."
            )
            self._embedder = None
            return list(rows)
        self._report.embedded += count
        return [replace(row, vector=vector) for row, vector in zip(rows, vectors, strict=True)]

    def _store(self, changes: Sequence[Change], gone: Sequence[str]) -> None:
        """Write one file's rows; if some cannot be kept, none of them are."""
        store, revisions = self._base.store, self._base.revisions
        written: list[str] = []
        try:
            for change in changes:
                document = change.chunking.document.id
                written.append(document)
                store.apply(KB, document, change.add, change.remove, self.seq)
            for document in gone:
                written.append(document)
                store.apply(KB, document, [], set(revisions.digests(document, self._head)), self.seq)
        except ChunkwiseError:
            for document in written:  # another change at the same seq takes the place of the former one
                store.apply(KB, document, [], [], self.seq)
            raise

    def _note(
        self, state: SourceState | None, changes: Sequence[Change], gone: Sequence[str], key: str = ""
    ) -> None:
        revisions = self._base.revisions
        source = state.key if state else key
        self._report.chunks_removed += sum(len(revisions.digests(id, self._head)) for id in gone)
        with self._base.catalogue.writing() as write:
            for id in gone:
                revisions.end_document(write, id, self.seq)
            for change in changes:
                leaves, metadata = change.leaves, change.metadata
                revisions.put_document(write, source, change.chunking, leaves, metadata, self.seq)
            if state is None:
                revisions.end_source(write, source, self.seq)
            else:
                revisions.put_source(write, state, self.seq)

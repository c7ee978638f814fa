"""What the catalogue knows of files, documents and their chunks, at each version."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chunkwise.kb.catalogue import KB, NEVER, Catalogue
from chunkwise.kb.rows import with_metadata
from chunkwise.kb.units import ALL_UNITS
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.serialize import chunk_from_dict, chunk_to_dict
from chunkwise.model.serialize_parts import plain
from chunkwise.store.facts import coded, decoded

_AT_ONCE = 500
# The plus keeps SQLite from going through all revisions of a time to find those of one document.
_SEEN = "+added_seq <= :seq AND +removed_seq > :seq"
# Fields of a chunk that another column has, or that follow from the others.
_IMPLIED = ("id", "document_id", "parent_id", "content", "index_text")


@dataclass(frozen=True, slots=True)
class SourceState:
    """A file as the base knows it."""

    key: str
    fingerprint: str
    """Of its bytes, its parser and the settings."""
    path: str | None = None
    """Where it was read; None for what was no file."""
    root: str | None = None
    """The folder that was named, if one was."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk where it sits in a document's revision."""

    chunk: Chunk
    digest: str | None = None
    """Of the row in the store; None for what is no leaf."""
    units: str | None = None
    """Its sentence units, see ``chunkwise.kb.units``; None for what is no leaf."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A searched chunk among the others of its document."""

    id: str
    revision: int
    """Number of its document's revision."""
    place: int
    """Its place among the revision's leaves, from 0."""
    parent: str | None
    """Id of its parent."""
    units: str | None
    """Its sentence units, see ``chunkwise.kb.units``."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document as a listing shows it."""

    id: str
    source: str
    """Key of the file that it came from."""
    media_type: str
    method: str
    chunks: int
    added_seq: int
    """The version that brought this revision."""


class Revisions:
    """Reads and writes sources, documents and placements of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def sources(self, seq: int) -> dict[str, SourceState]:
        """Key → state of every file that the base has at a version."""
        rows = self._read(
            f"SELECT key, fingerprint, path, root FROM source WHERE kb = :kb AND {_SEEN}", seq=seq
        )
        states = (
            SourceState(decoded(key), mark, _maybe(path), _maybe(root)) for key, mark, path, root in rows
        )
        return {state.key: state for state in states}

    def documents_of(self, source: str, seq: int) -> list[str]:
        """Ids of the documents that a file holds."""
        rows = self._read(
            f"SELECT id FROM document WHERE kb = :kb AND source = :source AND {_SEEN} ORDER BY revision",
            seq=seq,
            source=coded(source),
        )
        return [decoded(id) for (id,) in rows]

    def owner(self, document: str, seq: int) -> str | None:
        """Key of the file that a document came from, or None if there is no such document."""
        rows = self._read(
            f"SELECT source FROM document WHERE kb = :kb AND id = :id AND {_SEEN}",
            seq=seq,
            id=coded(document),
        )
        return next((decoded(source) for (source,) in rows), None)

    def documents(self, seq: int) -> list[DocumentInfo]:
        """Every document of a version, by id."""
        rows = self._read(
            "SELECT id, source, media_type, settings, leaves, added_seq FROM document"
            f" WHERE kb = :kb AND {_SEEN}",
            seq=seq,
        )
        found = [
            DocumentInfo(
                decoded(id), decoded(source), media, json.loads(settings).get("method", ""), count, added
            )
            for id, source, media, settings, count, added in rows
        ]
        return sorted(found, key=lambda info: info.id)

    def text(self, document: str, seq: int) -> str:
        """The canonical text of a document that a version has; empty where it has no such document."""
        rows = self._read(
            f"SELECT text FROM document WHERE kb = :kb AND id = :id AND {_SEEN}", seq=seq, id=coded(document)
        )
        return next((zlib.decompress(text).decode() for (text,) in rows), "")

    def digests(self, document: str, seq: int) -> dict[str, str]:
        """Chunk id → digest of a document's rows in the store."""
        rows = self._read(
            "SELECT p.chunk, p.digest FROM document d CROSS JOIN placement p ON p.revision = d.revision"
            f" WHERE d.kb = :kb AND d.id = :id AND {_SEEN} AND p.role = 'leaf'",
            seq=seq,
            id=coded(document),
        )
        return dict(rows)

    def leaves(self, seq: int) -> int:
        """How many chunks of a version are searched."""
        rows = self._read(f"SELECT sum(leaves) FROM document WHERE kb = :kb AND {_SEEN}", seq=seq)
        return int(next(rows)[0] or 0)

    def chunks(self, ids: Sequence[str], seq: int) -> dict[str, Chunk]:
        """Chunks by id, leaves and parents, where they sit at a version."""
        rows = self._placed("p.chunk, d.id, p.parent, p.data", ids, seq)
        return {id: _chunk(id, decoded(document), parent, data) for id, document, parent, data in rows}

    def parents(self, ids: Sequence[str], seq: int) -> dict[str, str | None]:
        """Chunk id → id of its parent, for those of the chunks that a version has, and all above them."""
        found: dict[str, str | None] = {}
        missing = list(ids)
        while missing:
            level = dict(self._placed("p.chunk, p.parent", missing, seq))
            found |= level
            missing = [id for id in dict.fromkeys(level.values()) if id is not None and id not in found]
        return found

    def leaves_by_id(self, ids: Sequence[str], seq: int) -> list[Leaf]:
        """The leaves of these ids that a version has."""
        columns = "p.chunk, p.revision, p.place, p.parent, p.units, p.role"
        return [Leaf(*row) for *row, role in self._placed(columns, ids, seq) if role == "leaf"]

    def leaves_between(self, revision: int, first: int, last: int) -> list[Leaf]:
        """The leaves of a revision from one place to another, both included."""
        rows = self._catalogue.connection.execute(
            "SELECT chunk, revision, place, parent, units FROM placement"
            " WHERE revision = ? AND role = 'leaf' AND place BETWEEN ? AND ?",
            (revision, first, last),
        )
        return [Leaf(*row) for row in rows]

    def units_of(self, document: str, seq: int) -> list[str | None]:
        """The sentence units of a document's leaves, in order."""
        rows = self._read(
            "SELECT p.units FROM document d CROSS JOIN placement p ON p.revision = d.revision"
            f" WHERE d.kb = :kb AND d.id = :id AND {_SEEN} AND p.role = 'leaf' ORDER BY p.place",
            seq=seq,
            id=coded(document),
        )
        return [units for (units,) in rows]

    def term_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """How many sentence units of the head have each term; under ``ALL_UNITS`` the number of units."""
        found: dict[str, int] = {}
        wanted = [ALL_UNITS, *terms]
        for some in (wanted[at : at + _AT_ONCE] for at in range(0, len(wanted), _AT_ONCE)):
            marks = ", ".join("?" * len(some))
            rows = self._catalogue.connection.execute(
                f"SELECT term, units FROM term WHERE kb = ? AND term IN ({marks})", (KB, *some)
            )
            found |= dict(rows)
        return found

    def text_of(self, document: str, seq: int) -> str:
        """The text of a document, into which spans point; empty if a version does not have it."""
        rows = self._read(
            f"SELECT text FROM document WHERE kb = :kb AND id = :id AND {_SEEN}", seq=seq, id=coded(document)
        )
        return next((zlib.decompress(text).decode() for (text,) in rows), "")

    def fields(self) -> set[str]:
        """What filters may name: the fields of all chunks that were ever added."""
        rows = self._catalogue.connection.execute("SELECT name FROM field WHERE kb = ?", (KB,))
        return {decoded(name) for (name,) in rows}

    def put_fields(self, write: sqlite3.Connection, names: Iterable[str]) -> None:
        """Note fields that chunks have."""
        write.executemany(
            "INSERT OR IGNORE INTO field (kb, name) VALUES (?, ?)", [(KB, coded(name)) for name in names]
        )

    def _placed(self, columns: str, ids: Sequence[str], seq: int) -> Iterator[tuple[Any, ...]]:
        for some in (ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE)):
            yield from self._catalogue.connection.execute(
                # CROSS: from the chunks to their revisions, and never through all revisions.
                f"SELECT {columns} FROM placement p CROSS JOIN document d ON d.revision = p.revision"
                " WHERE d.kb = ? AND d.added_seq <= ? AND d.removed_seq > ?"
                f" AND p.chunk IN ({', '.join('?' * len(some))})",
                (KB, seq, seq, *some),
            )

    def put_source(self, write: sqlite3.Connection, state: SourceState, seq: int) -> None:
        """Note a file's new state, in place of the one before."""
        self.end_source(write, state.key, seq)
        write.execute(
            "INSERT INTO source (kb, key, added_seq, removed_seq, fingerprint, path, root)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                KB,
                coded(state.key),
                seq,
                NEVER,
                state.fingerprint,
                _maybe_coded(state.path),
                _maybe_coded(state.root),
            ),
        )

    def end_source(self, write: sqlite3.Connection, key: str, seq: int) -> None:
        """Note that a file is no longer there from a version on."""
        write.execute(
            "UPDATE source SET removed_seq = ? WHERE kb = ? AND key = ? AND +removed_seq = ?",
            (seq, KB, coded(key), NEVER),
        )

    def relocate(self, moved: Sequence[SourceState]) -> None:
        """Note where unchanged files lie now: no version comes of that."""
        if not moved:
            return
        with self._catalogue.writing() as write:
            write.executemany(
                "UPDATE source SET path = ?, root = ? WHERE kb = ? AND key = ? AND +removed_seq = ?",
                [(_maybe_coded(s.path), _maybe_coded(s.root), KB, coded(s.key), NEVER) for s in moved],
            )

    def put_document(
        self,
        write: sqlite3.Connection,
        source: str,
        chunking: Chunking,
        leaves: Sequence[Placed],
        metadata: Mapping[str, Any],
        seq: int,
    ) -> None:
        """Write a document's new revision, in place of the one before."""
        document = chunking.document
        self.end_document(write, document.id, seq)
        revision = write.execute(
            "INSERT INTO document (kb, id, source, added_seq, removed_seq, content_hash, media_type, parser,"
            " settings, metadata, warnings, leaves, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                KB,
                coded(document.id),
                coded(source),
                seq,
                NEVER,
                document.content_hash,
                document.media_type,
                document.parser,
                json.dumps(plain(chunking.settings)),
                json.dumps(plain(metadata)),
                json.dumps(chunking.warnings),
                len(leaves),
                zlib.compress(document.text.encode(), 1),
            ),
        ).lastrowid
        above = chunking.parents
        parents = [Placed(with_metadata(parent, above, metadata)) for parent in above.values()]
        for role, placed in (("leaf", leaves), ("parent", parents)):
            write.executemany(
                "INSERT INTO placement (revision, chunk, role, place, parent, digest, data, units)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                _placements(revision, role, placed),
            )

    def end_document(self, write: sqlite3.Connection, id: str, seq: int) -> None:
        """Note that a document is no longer there from a version on."""
        write.execute(
            "UPDATE document SET removed_seq = ? WHERE kb = ? AND id = ? AND +removed_seq = ?",
            (seq, KB, coded(id), NEVER),
        )

    def _read(self, sql: str, **values: Any) -> Iterator[tuple[Any, ...]]:
        return self._catalogue.connection.execute(sql, {"kb": KB, **values})


def _placements(revision: Any, role: str, placed: Sequence[Placed]) -> Iterator[tuple[Any, ...]]:
    for place, one in enumerate(placed):
        data = chunk_to_dict(one.chunk)
        for name in _IMPLIED:
            del data[name]
        parent = one.chunk.parent_id
        yield revision, one.chunk.id, role, place, parent, one.digest, json.dumps(data), one.units


def _chunk(id: str, document: str, parent: str | None, data: str) -> Chunk:
    return chunk_from_dict({**json.loads(data), "id": id, "document_id": document, "parent_id": parent})


def _maybe(text: str | None) -> str | None:
    return None if text is None else decoded(text)


def _maybe_coded(text: str | None) -> str | None:
    return None if text is None else coded(text)

"""The catalogue of a knowledge base: an SQLite file that says which rows of the store are seen, and when."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chunkwise.errors import KnowledgeBaseError
from chunkwise.kb.schema import migrate
from chunkwise.model.block import NOTHING

KB = "kb"
"""The id of the one knowledge base that a folder holds."""

KEEP = ""
"""In place of what loads the embedder: leave what is noted."""

_BUSY_S = 60.0


@dataclass(frozen=True, slots=True)
class State:
    """Where the pointers of a knowledge base stand."""

    head_seq: int
    """The latest whole version; 0: nothing was ever added."""
    released_seq: int | None
    """The version that readers get; None: never released, they get the head."""
    embedder: str | None
    """What loads the embedder, as it was given."""

    @property
    def read_seq(self) -> int:
        """The version that readers get."""
        return self.head_seq if self.released_seq is None else self.released_seq


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a knowledge base."""

    seq: int
    """Its number: versions count from 1."""
    state: str
    """``draft``, ``evaluated``, ``released`` or ``retired``."""
    embedder: str | None
    """The name of the embedder whose vectors its rows have."""
    summary: dict[str, Any]
    """What the job did that made it: numbers of files and chunks."""
    created_at: str
    """ISO time, UTC."""


class Catalogue:
    """The file, with a connection for each thread.

    Raises:
        KnowledgeBaseError: the file is something else, or of a newer version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False
        if self.connection.execute("SELECT 1 FROM kb WHERE id = ?", (KB,)).fetchone() is None:
            with self.writing() as write:
                write.execute("INSERT OR IGNORE INTO kb (id, created_at) VALUES (?, ?)", (KB, _now()))

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, in autocommit mode."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if self._closed:
            raise KnowledgeBaseError(f"{self._path.parent} was closed: open it again.")
        if found is None:
            found = self._local.connection = self._connect()
            with self._lock:
                self._open.append(found)
        return found

    def _connect(self) -> sqlite3.Connection:
        try:
            if not is_writable(self._path):
                return self._connect_to_read()
            connection = sqlite3.connect(
                self._path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            migrate(connection)
        except KnowledgeBaseError as error:
            raise KnowledgeBaseError(f"{self._path.parent} cannot be opened. {error}") from error
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{self._path} cannot be opened as a catalogue: {error}.") from error
        return connection

    def _connect_to_read(self) -> sqlite3.Connection:
        """A connection that makes no files beside the catalogue, where none can be made."""
        address = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        migrate(connection)
        return connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, all of it or nothing; other writers wait."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            self._closed = True
            for connection in self._open:
                connection.close()
            self._open.clear()
        self._local = threading.local()

    def state(self) -> State:
        """Where the pointers stand now."""
        row = self.connection.execute(
            "SELECT head_seq, released_seq, embedder FROM kb WHERE id = ?", (KB,)
        ).fetchone()
        return State(*row)

    def set_embedder(self, spec: str | None) -> None:
        """Note what loads the embedder."""
        with self.writing() as write:
            write.execute("UPDATE kb SET embedder = ? WHERE id = ?", (spec, KB))

    def versions(self) -> list[Version]:
        """All versions, the newest first."""
        rows = self.connection.execute(f"{_VERSION} ORDER BY seq DESC", (KB,))
        return [_version(row) for row in rows]

    def version(self, seq: int) -> Version | None:
        """One version, or None."""
        row = self.connection.execute(f"{_VERSION} AND seq = ?", (KB, seq)).fetchone()
        return None if row is None else _version(row)

    def begin_job(self) -> int:
        """The seq of a new job. The caller is the only writer and has withdrawn what broke off before."""
        with self.writing() as write:
            (head,) = write.execute("SELECT head_seq FROM kb WHERE id = ?", (KB,)).fetchone()
            write.execute(
                "INSERT INTO job (kb, seq, state, began_at) VALUES (?, ?, 'running', ?)",
                (KB, head + 1, _now()),
            )
        return int(head) + 1

    def has_jobs(self) -> bool:
        """Whether anything was ever begun."""
        return self.connection.execute("SELECT 1 FROM job WHERE kb = ?", (KB,)).fetchone() is not None

    def broken_jobs(self) -> list[int]:
        """Seqs of jobs that are marked as running: to the only writer, those that broke off."""
        rows = self.connection.execute("SELECT seq FROM job WHERE kb = ? AND state = 'running'", (KB,))
        return sorted({seq for (seq,) in rows})

    def finish_job(
        self,
        seq: int,
        embedder: str | None,
        summary: dict[str, Any],
        spec: str | None = KEEP,
        terms: Mapping[str, int] = NOTHING,
    ) -> None:
        """Make a job's version the head: from now on its rows are seen.

        Args:
            seq: the job's.
            embedder: the name of the one whose vectors its rows have.
            summary: what the job did.
            spec: what loads the embedder again, None where nothing does; ``KEEP`` leaves what is noted.
            terms: term → how many more sentence units have it than before.

        Raises:
            KnowledgeBaseError: another job was faster, which the lock of writers rules out.
        """
        with self.writing() as write:
            moved = write.execute(
                "UPDATE kb SET head_seq = ? WHERE id = ? AND head_seq = ?", (seq, KB, seq - 1)
            ).rowcount
            if moved != 1:
                raise KnowledgeBaseError(f"Version {seq} cannot follow: another job has written meanwhile.")
            write.execute(
                "INSERT INTO version (kb, seq, state, embedder, summary, created_at)"
                " VALUES (?, ?, 'draft', ?, ?, ?)",
                (KB, seq, embedder, json.dumps(summary), _now()),
            )
            if spec != KEEP:
                write.execute("UPDATE kb SET embedder = ? WHERE id = ?", (spec, KB))
            write.executemany(
                "INSERT INTO term (kb, term, units) VALUES (?, ?, ?)"
                " ON CONFLICT (kb, term) DO UPDATE SET units = units + excluded.units",
                ((KB, term, more) for term, more in sorted(terms.items()) if more),
            )
            _end_job(write, seq, "done")

    def withdraw_job(self, seq: int) -> None:
        """Forget what a job wrote here; its rows in the store have been withdrawn before."""
        with self.writing() as write:
            for table in ("document", "source"):
                write.execute(f"DELETE FROM {table} WHERE kb = ? AND added_seq = ?", (KB, seq))
                write.execute(
                    f"UPDATE {table} SET removed_seq = ? WHERE kb = ? AND removed_seq = ?", (NEVER, KB, seq)
                )
            _end_job(write, seq, "withdrawn")


def is_writable(path: Path) -> bool:
    """Whether a file and its folder may be written, or the file may be made."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


NEVER = 2**62
"""The ``removed_seq`` of what is there."""


_VERSION = "SELECT seq, state, embedder, summary, created_at FROM version WHERE kb = ?"


def _version(row: tuple[Any, ...]) -> Version:
    seq, state, embedder, summary, created_at = row
    return Version(seq, state, embedder, json.loads(summary), created_at)


def _end_job(write: sqlite3.Connection, seq: int, state: str) -> None:
    write.execute(
        "UPDATE job SET state = ?, ended_at = ? WHERE kb = ? AND seq = ? AND state = 'running'",
        (state, _now(), KB, seq),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

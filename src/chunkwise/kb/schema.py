"""The tables of a catalogue, and how an older one becomes a newer one.

A row of ``source``, ``document`` or ``placement`` is seen by readers at seq s with
``added_seq <= s < removed_seq``, as in the store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from chunkwise.errors import KnowledgeBaseError

APPLICATION_ID = 0x43484B57
"""Marks an SQLite file as ours: ``CHKW``."""

_FIRST = """
CREATE TABLE kb (
    id           TEXT PRIMARY KEY,
    head_seq     INTEGER NOT NULL DEFAULT 0,  -- the latest whole version; 0: nothing was ever added
    released_seq INTEGER,                     -- what readers get by default; NULL: never released
    embedder     TEXT,                        -- what loads it again, without secrets
    created_at   TEXT NOT NULL
);

CREATE TABLE version (
    kb         TEXT NOT NULL REFERENCES kb (id),
    seq        INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('draft', 'evaluated', 'released', 'retired')),
    embedder   TEXT,                          -- name of the one whose vectors its rows have
    summary    TEXT NOT NULL,                 -- JSON: what its job did
    created_at TEXT NOT NULL,
    PRIMARY KEY (kb, seq)
);

-- A job writes rows that nobody sees until its seq is the head. One at a time works on a base.
CREATE TABLE job (
    kb       TEXT NOT NULL REFERENCES kb (id),
    seq      INTEGER NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('running', 'done', 'withdrawn')),
    began_at TEXT NOT NULL,
    ended_at TEXT
);

CREATE TABLE source (                         -- a file, which may hold several documents
    kb          TEXT NOT NULL REFERENCES kb (id),
    key         TEXT NOT NULL,
    added_seq   INTEGER NOT NULL,
    removed_seq INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,                -- of bytes, parser and settings
    path        TEXT,                         -- where it was read, NULL for what was no file
    root        TEXT,                         -- the folder that was named, if one was
    PRIMARY KEY (kb, key, added_seq)
);

CREATE TABLE document (
    revision     INTEGER PRIMARY KEY,
    kb           TEXT NOT NULL REFERENCES kb (id),
    id           TEXT NOT NULL,
    source       TEXT NOT NULL,               -- key of its source
    added_seq    INTEGER NOT NULL,
    removed_seq  INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    media_type   TEXT NOT NULL,
    parser       TEXT NOT NULL,
    settings     TEXT NOT NULL,               -- JSON: the method and its options
    metadata     TEXT NOT NULL,               -- JSON: of the document and of the job
    warnings     TEXT NOT NULL,               -- JSON
    leaves       INTEGER NOT NULL,            -- how many of its chunks are searched
    text         BLOB NOT NULL,               -- zlib of UTF-8: what the spans point into
    UNIQUE (kb, id, added_seq)
);

CREATE TABLE placement (                      -- a chunk where it sits in a revision
    revision  INTEGER NOT NULL REFERENCES document (revision) ON DELETE CASCADE,
    chunk     TEXT NOT NULL,                  -- its id
    role      TEXT NOT NULL CHECK (role IN ('leaf', 'parent')),
    place     INTEGER NOT NULL,               -- among the revision's chunks of its role
    parent    TEXT,
    digest    TEXT,                           -- of the store's row; NULL for parents
    data      TEXT NOT NULL,                  -- JSON: the chunk
    PRIMARY KEY (revision, role, place)
) WITHOUT ROWID;

CREATE INDEX placement_chunk ON placement (chunk);
CREATE INDEX source_added ON source (kb, added_seq);
CREATE INDEX source_removed ON source (kb, removed_seq);
CREATE INDEX document_added ON document (kb, added_seq);
CREATE INDEX document_removed ON document (kb, removed_seq);
CREATE INDEX document_source ON document (kb, source);
"""

_RANKING = """
ALTER TABLE placement ADD COLUMN units TEXT;  -- JSON: what ranking needs of a leaf; NULL: made when needed

CREATE TABLE field (                          -- what filters may name; never shorter for what is removed
    kb   TEXT NOT NULL REFERENCES kb (id),
    name TEXT NOT NULL,
    PRIMARY KEY (kb, name)
) WITHOUT ROWID;

CREATE TABLE term (                           -- how many sentence units of the head have a term; '': all
    kb    TEXT NOT NULL REFERENCES kb (id),
    term  TEXT NOT NULL,
    units INTEGER NOT NULL,
    PRIMARY KEY (kb, term)
) WITHOUT ROWID;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _RANKING)
"""What makes version n of the schema out of version n - 1. Only ever append."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a catalogue to the newest schema, in one transaction; a new file gets all of it.

    Args:
        connection: in autocommit mode.
        migrations: see ``MIGRATIONS``.

    Raises:
        KnowledgeBaseError: it was written by a newer chunkwise, or is no catalogue.
    """
    if _version(connection, migrations) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")  # one process migrates, the others wait and find it done
    try:
        for number in range(_version(connection, migrations), len(migrations)):
            for statement in _statements(migrations[number]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, migrations: Sequence[str]) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and application != APPLICATION_ID:
        raise KnowledgeBaseError("Its catalogue is an SQLite file of something else.")
    if version > len(migrations):
        raise KnowledgeBaseError(
            f"Its catalogue has version {version}, and this chunkwise knows those up to {len(migrations)}: "
            "install a newer chunkwise."
        )
    return int(version)


def _statements(script: str) -> list[str]:
    """The statements of a script: ``executescript`` would commit in between."""
    found: list[str] = []
    rest = ""
    for part in script.split(";"):
        rest += part + ";"
        if sqlite3.complete_statement(rest):
            found.append(rest)
            rest = ""
    return found

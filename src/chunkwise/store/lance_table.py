"""The one LanceDB table of a store: its columns, its opening by several processes, its writes.

Texts are stored ``coded``: NUL and lone surrogates, which the database does not take, survive.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from chunkwise.errors import InvalidOption, MissingExtra, StoreError
from chunkwise.store.base import Row
from chunkwise.store.changes import NEVER
from chunkwise.store.facts import coded, decoded, facts_of
from chunkwise.store.filters import plain
from chunkwise.text.analysis import escape

TABLE = "rows"
KEY = "key"
TOKEN_COLUMNS = ("coarse", "fine")

_PRIMARY_KEY = {"lance-schema:unenforced-primary-key:position": "1"}
_TEXTS = ("kb", "id", "document", "kind", "digest", "coarse", "fine", "index_text", "metadata", "facts")
_ESCAPED = re.compile("_([0-9a-f]+)_")
_TRIES = 12
_Result = TypeVar("_Result")


def loaded(module: str) -> Any:
    """A module of the optional package.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra("A knowledge base in a folder", "kb") from None


def open_table(folder: Path) -> Any:
    """Open the table, made first where there is none; several processes may do so at once."""
    # Its warnings, about the statistics of an index and the like, are for its developers.
    os.environ.setdefault("LANCE_LOG", "error")
    # Interval 0: every read looks for what other processes have written.
    database = loaded("lancedb").connect(str(folder), read_consistency_interval=timedelta(0))
    table = persistently(lambda: _opened_or_made(database))
    # Without a declared key, two processes that add the same rows at once store them twice
    # (https://github.com/lancedb/lancedb/issues/3377).
    if (table.schema.field(KEY).metadata or {}).get(b"lance-schema:unenforced-primary-key:position") is None:
        raise StoreError(f"The table in {folder} has no primary key: it was not made by this program.")
    persistently(lambda: _index_tokens(table))
    return table


def persistently(write: Callable[[], _Result]) -> _Result:
    """Do a write, again where another process was faster.

    Raises:
        StoreError: others kept being faster.
    """
    for attempt in range(_TRIES):
        try:
            return write()
        except (RuntimeError, ValueError, OSError) as error:
            if not _is_conflict(str(error)):
                raise
            if attempt == _TRIES - 1:
                raise StoreError(f"Other processes keep writing to the store: {error}") from error
            time.sleep(random.uniform(0.01, 0.05) * 2 ** min(attempt, 5))
    raise AssertionError("unreachable")


def vector_column(size: int) -> str:
    """The column of the vectors of one length."""
    return f"vector_{size}"


def add_vector_column(table: Any, size: int) -> None:
    """Make room for vectors of one length, where there is none yet."""
    arrow = loaded("pyarrow")
    name = vector_column(size)
    column = arrow.field(name, arrow.list_(arrow.float32(), size))

    def add() -> None:
        if name not in table.schema.names:
            table.add_columns(column)

    persistently(add)


def new_rows(schema: Any, kb: str, rows: Sequence[Row], vectors: Sequence[Any], seq: int) -> Any:
    """The rows as an Arrow table of this schema; ``vectors`` are unit vectors or None, one a row."""
    arrow = loaded("pyarrow")
    columns: dict[str, list[Any]] = {name: [] for name in schema.names}
    for row, vector in zip(rows, vectors, strict=True):
        own = vector_column(len(vector)) if vector is not None else ""
        for name, value in _cells(kb, row, seq).items():
            columns[name].append(value)
        for name in schema.names:
            if name.startswith("vector_"):
                columns[name].append(vector if name == own else None)
    return arrow.table([arrow.array(columns[f.name], f.type) for f in schema], schema=schema)


def row_from(cells: dict[str, Any]) -> Row:
    """A row as it was given to ``apply``, without its vector."""
    return Row(
        id=decoded(cells["id"]),
        document_id=decoded(cells["document"]),
        kind=decoded(cells["kind"]),
        coarse=_tokens(cells["coarse"]),
        fine=_tokens(cells["fine"]),
        index_text=decoded(cells["index_text"]),
        digest=decoded(cells["digest"]),
        metadata=json.loads(cells["metadata"]),
        enabled=cells["enabled"],
    )


def _cells(kb: str, row: Row, seq: int) -> dict[str, Any]:
    return {
        KEY: "\x01".join((coded(kb), coded(row.id), str(seq))),
        "kb": coded(kb),
        "id": coded(row.id),
        "document": coded(row.document_id),
        "kind": coded(row.kind),
        "digest": coded(row.digest),
        "coarse": " ".join(map(escape, row.coarse)),
        "fine": " ".join(map(escape, row.fine)),
        "index_text": coded(row.index_text),
        "facts": facts_of(row.metadata),
        "metadata": _json(row),
        "enabled": row.enabled,
        "added_seq": seq,
        "removed_seq": NEVER,
    }


def _json(row: Row) -> str:
    try:
        return json.dumps({name: plain(value) for name, value in row.metadata.items()})
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidOption(f"The metadata of row {row.id!r} cannot be kept as JSON: {error}.") from error


def _tokens(cell: str) -> tuple[str, ...]:
    return tuple(
        _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), word) for word in cell.split(" ") if word
    )


def _opened_or_made(database: Any) -> Any:
    # What a missing or an existing table raises differs between versions: the other attempt tells.
    try:
        return database.open_table(TABLE)
    except (RuntimeError, ValueError, OSError):
        try:
            return database.create_table(TABLE, schema=_schema())
        except (RuntimeError, ValueError, OSError):
            return database.open_table(TABLE)


def _schema() -> Any:
    arrow = loaded("pyarrow")
    return arrow.schema(
        [
            arrow.field(KEY, arrow.string(), nullable=False, metadata=_PRIMARY_KEY),
            *(arrow.field(name, arrow.string(), nullable=False) for name in _TEXTS),
            arrow.field("enabled", arrow.bool_(), nullable=False),
            arrow.field("added_seq", arrow.int64(), nullable=False),
            arrow.field("removed_seq", arrow.int64(), nullable=False),
        ]
    )


def _index_tokens(table: Any) -> None:
    """Index the words, split at blanks and nowhere else; without an index there is no text search."""
    there = {column for index in table.list_indices() for column in index.columns}
    for column in TOKEN_COLUMNS:
        if column not in there:
            words = loaded("lancedb.index").FTS(
                base_tokenizer="whitespace",
                max_token_length=None,
                lower_case=False,
                stem=False,
                remove_stop_words=False,
                ascii_folding=False,
            )
            table.create_index(column, config=words)


def _is_conflict(message: str) -> bool:
    message = message.lower()
    return any(word in message for word in ("conflict", "concurrent", "contention", "already exists"))

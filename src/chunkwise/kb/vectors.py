"""Vectors by text: what was embedded once is never embedded again."""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

from chunkwise.errors import EmbedderError
from chunkwise.model.protocols import Embed

_AT_ONCE = 500
_PAGE_BYTES = 32_768
"""Several vectors fit a page: in SQLite's usual one, a second one often does not."""
_BUSY_S = 60.0


class VectorCache:
    """An SQLite file: hash of embedder and text → vector. Any number of processes may use it.

    Losing it costs time and nothing else.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = _open(path)
        except sqlite3.DatabaseError:  # damaged: begin anew
            for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
                name.unlink(missing_ok=True)
            self._connection = _open(path)

    def embed(self, embedder: Embed, texts: Sequence[str]) -> tuple[list[Sequence[float]], int]:
        """The vectors of texts in order, and how many of them had to be made.

        Raises:
            EmbedderError: the embedder failed, or returned another number of vectors.
        """
        keys = [_key(embedder.name, text) for text in texts]
        known = self._known(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = _checked(embedder, lambda: embedder.embed(list(missing.values())))
            if len(made) != len(missing):
                raise EmbedderError(f"{embedder.name} returned {len(made)} vectors for {len(missing)} texts.")
            fresh = dict(zip(missing, made, strict=True))
            _check_lengths([*known.values(), *made], embedder.name)
            self._keep(fresh)
            known |= fresh
        return [known[key] for key in keys], len(missing)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, array[float]]:
        found: dict[bytes, array[float]] = {}
        for some in (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE)):
            marks = ", ".join("?" * len(some))
            rows = self._connection.execute(f"SELECT key, value FROM vector WHERE key IN ({marks})", some)
            for key, value in rows:
                if value and len(value) % 4 == 0:  # else the file is damaged: embed it again
                    found[key] = array("f")
                    found[key].frombytes(value)
        return found

    def _keep(self, vectors: dict[bytes, array[float]]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(
                "INSERT OR REPLACE INTO vector (key, value) VALUES (?, ?)",
                [(key, vector.tobytes()) for key, vector in vectors.items()],
            )
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    # With row ids: vectors are appended, and only the short keys are kept in order.
    connection.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB NOT NULL)")
    return connection


def query_vector(embedder: Embed, text: str) -> Sequence[float]:
    """The vector of a question.

    Raises:
        EmbedderError: the embedder failed, or returned something that is no vector.
    """
    (vector,) = _checked(embedder, lambda: [embedder.embed_query(text)])
    return vector


def _checked(embedder: Embed, ask: Callable[[], Iterable[Sequence[float]]]) -> list[array[float]]:
    """What an embedder answers, if it is vectors; whatever goes wrong in it is its failure."""
    try:
        made = [array("f", vector) for vector in ask()]
    except EmbedderError:
        raise
    except Exception as error:
        raise EmbedderError(f"{embedder.name} failed: {type(error).__name__}: {error}") from error
    if not all(vector and math.isfinite(sum(vector)) for vector in made):  # one NaN spoils the sum
        raise EmbedderError(f"{embedder.name} returned a vector that is empty or holds no finite numbers.")
    return made


def _check_lengths(vectors: Iterable[Sequence[float]], name: str) -> None:
    """Refuse vectors of two lengths: the model behind a name has changed.

    Raises:
        EmbedderError: with the lengths.
    """
    lengths = sorted({len(vector) for vector in vectors})
    if len(lengths) > 1:
        raise EmbedderError(
            f"{name} returned vectors of {lengths[-1]} numbers, and of {lengths[0]} for other texts: "
            "another model answers under this name. Give it another name, or delete vectors.sqlite."
        )


def _key(embedder: str, text: str) -> bytes:
    hashed = blake2b(embedder.encode("utf-8", "surrogatepass"), digest_size=16)
    hashed.update(b"\0")
    hashed.update(text.encode("utf-8", "surrogatepass"))
    return hashed.digest()

"""Vectors by text: what was embedded once is never embedded again."""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Sequence
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
        self._connection = sqlite3.connect(
            path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
        )
        self._connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute(
            # With row ids: vectors are appended, and only the short keys are kept in order.
            "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
        )

    def embed(self, embedder: Embed, texts: Sequence[str]) -> tuple[list[Sequence[float]], int]:
        """The vectors of texts in order, and how many of them had to be made.

        Raises:
            EmbedderError: the embedder failed, or returned another number of vectors.
        """
        keys = [_key(embedder.name, text) for text in texts]
        known = self._known(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = list(embedder.embed(list(missing.values())))
            _check(made, len(missing), embedder.name)
            fresh = {key: array("f", vector) for key, vector in zip(missing, made, strict=True)}
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
                found[key] = array("f")
                found[key].frombytes(value)
        return found

    def _keep(self, vectors: dict[bytes, array[float]]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT OR IGNORE INTO vector (key, value) VALUES (?, ?)",
            [(key, vector.tobytes()) for key, vector in vectors.items()],
        )
        self._connection.execute("COMMIT")


def _check(made: Sequence[Sequence[float]], wanted: int, name: str) -> None:
    """Refuse what no store can keep.

    Raises:
        EmbedderError: another number of vectors, several lengths, or something that is no number.
    """
    if len(made) != wanted:
        raise EmbedderError(f"{name} returned {len(made)} vectors for {wanted} texts.")
    lengths = {len(vector) for vector in made}
    if len(lengths) != 1 or 0 in lengths:
        raise EmbedderError(f"{name} returned vectors of the lengths {sorted(lengths)}.")
    if not all(math.isfinite(sum(vector)) for vector in made):  # one of them spoils the sum
        raise EmbedderError(f"{name} returned a vector with something in it that is no finite number.")


def _key(embedder: str, text: str) -> bytes:
    hashed = blake2b(embedder.encode("utf-8", "surrogatepass"), digest_size=16)
    hashed.update(b"\0")
    hashed.update(text.encode("utf-8", "surrogatepass"))
    return hashed.digest()

"""Failures of the files below a knowledge base, in words that say what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chunkwise.errors import KnowledgeBaseError, StoreError

_ADVICE = (
    "Nothing of this job is seen. If the disk is full or the folder may not be written, see to that and "
    "run it again; if files are damaged, put a copy back, or delete the knowledge base and add its files "
    "again."
)


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """What SQLite and the store raise, as errors of ours.

    Raises:
        KnowledgeBaseError: the catalogue cannot be read or written.
        StoreError: the store cannot be read or written.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise KnowledgeBaseError(f"The catalogue of {folder} failed: {error}. {_ADVICE}") from error
    except (RuntimeError, OSError, ValueError) as error:
        said = str(error)
        if "lance" not in said.lower():
            raise
        raise StoreError(f"The store of {folder} failed: {said.splitlines()[0]:.200}. {_ADVICE}") from error

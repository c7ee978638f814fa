"""What lies in the folder of a knowledge base, opened when it is first needed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from chunkwise import registry
from chunkwise.errors import KnowledgeBaseError, MissingExtra, StoreError
from chunkwise.kb.catalogue import KB, Catalogue
from chunkwise.kb.revisions import Revisions
from chunkwise.kb.synonyms import Synonyms
from chunkwise.kb.vectors import VectorCache
from chunkwise.pipeline.inputs import CATALOGUE
from chunkwise.store.base import Store

STORE, VECTORS, LOCK = "store", "vectors.sqlite", "writer.lock"
DEFAULT_STORE = "lancedb"

_LOG = logging.getLogger(__name__)


class Base:
    """The parts of one knowledge base in a folder. Threads may share it.

    Args:
        folder: where it lies.
        create: whether to make it where there is none.

    Raises:
        KnowledgeBaseError: there is none, or the folder holds something else.
    """

    def __init__(self, folder: Path, create: bool = False) -> None:
        self.folder = folder
        _check(folder, create)
        self.catalogue = _open_catalogue(folder)
        self.revisions = Revisions(self.catalogue)
        self.synonyms = Synonyms(folder)
        self._opening = threading.Lock()
        self._store: Store | None = None
        self._upkeep: threading.Thread | None = None

    @property
    def store(self) -> Store:
        """The rows; loading its library takes a second.

        Raises:
            StoreError: the catalogue knows of rows, and they are gone.
        """
        with self._opening:
            if self._store is None:
                if not (self.folder / STORE).is_dir() and self.catalogue.state().head_seq:
                    raise StoreError(
                        f"The rows of {self.folder} are lost: there is no folder {STORE} in it. Put it back, "
                        "or delete the knowledge base and add its files again."
                    )
                self._store = self._checked(registry.load("store", DEFAULT_STORE)(self.folder / STORE))
            return self._store

    def _checked(self, store: Store) -> Store:
        """The store, if it can be that of this catalogue.

        Raises:
            StoreError: rows are missing, or there are some that no job wrote.
        """
        rows, placed = store.stats().rows, self.revisions.leaves(self.catalogue.state().head_seq)
        if rows < placed or (rows and not self.catalogue.has_jobs()):
            raise StoreError(
                f"The store and the catalogue of {self.folder} do not belong together: {rows:,} rows, "
                f"and {placed:,} chunks. Put both back from one copy, or delete the knowledge base and add "
                "its files again."
            )
        return store

    @cached_property
    def vectors(self) -> VectorCache:
        """The vectors of texts that were embedded before."""
        return VectorCache(self.folder / VECTORS)

    @contextmanager
    def as_writer(self, waiting: Any = None) -> Iterator[None]:
        """Be the only writer; what a writer that died left behind is withdrawn first.

        Args:
            waiting: called, without arguments, if another writer has to be waited for.
        """
        lock = _file_lock(self.folder / LOCK)
        if not _taken(lock):
            if waiting is not None:
                waiting()
            lock.acquire()
        try:
            for seq in self.catalogue.broken_jobs():
                self.withdraw(seq)
            yield
        finally:
            lock.release()

    def withdraw(self, seq: int) -> None:
        """Undo what a job wrote. If this breaks off, too, the next writer does it again."""
        if seq <= self.catalogue.state().head_seq:  # others see it already
            return
        self.store.withdraw(KB, seq)
        self.catalogue.withdraw_job(seq)

    def maintain(self) -> None:
        """Let the store bring its indexes up to date, beside other work; ``close`` waits for it."""
        if self._upkeep is None or not self._upkeep.is_alive():
            self._upkeep = threading.Thread(target=self._maintain, name="chunkwise-maintain")
            self._upkeep.start()

    def _maintain(self) -> None:
        try:
            self.store.maintain()
        except Exception as error:  # searches find everything without it, only more slowly
            _LOG.warning("The indexes of %s are not up to date: %s", self.folder, error)

    def close(self) -> None:
        """Close all files."""
        if self._upkeep is not None:
            self._upkeep.join()
        with self._opening:
            if self._store is not None:
                self._store.close()
                self._store = None
        if "vectors" in self.__dict__:
            self.vectors.close()
            del self.vectors
        self.catalogue.close()


def _check(folder: Path, create: bool) -> None:
    """Refuse to make a base among somebody's files, or to open one that is not there."""
    if folder.is_file():
        raise KnowledgeBaseError(f"{folder} is a file; a knowledge base is a folder.")
    if (folder / CATALOGUE).is_file():
        return
    if not create:
        raise KnowledgeBaseError(
            f"There is no knowledge base in {folder}. Make one with: chunkwise add FILES --kb {folder}"
        )
    others = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    if set(others) - {LOCK, STORE, VECTORS}:
        raise KnowledgeBaseError(
            f"{folder} is no knowledge base, and holds other files ({', '.join(others[:3])}): "
            "give an empty folder or a new name, by convention NAME.kb."
        )


def _open_catalogue(folder: Path) -> Catalogue:
    if (folder / CATALOGUE).is_file():
        return Catalogue(folder / CATALOGUE)
    lock = _file_lock(folder / LOCK)  # before anything is made: its package may be missing
    folder.mkdir(parents=True, exist_ok=True)
    with lock:  # SQLite does not wait where two make one file at once
        return Catalogue(folder / CATALOGUE)


def _file_lock(path: Path) -> Any:
    try:
        from filelock import FileLock
    except ImportError:
        raise MissingExtra("A knowledge base in a folder", "kb") from None
    # The system lets go of the lock when its process dies, however it dies.
    return FileLock(path)


def _taken(lock: Any) -> bool:
    from filelock import Timeout

    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    return True

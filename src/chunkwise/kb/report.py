"""What adding to a knowledge base did, and what it says on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Stage: TypeAlias = Literal["wait", "look", "store", "index"]
"""What is being done: waiting for another writer; looking for what changed; parsing, cutting, embedding
and writing, file by file; bringing indexes up to date."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of a job."""

    stage: Stage
    name: str
    """The file it is about, or empty."""
    done: int
    """Files that this stage is through with."""
    total: int
    """Files that this stage has to do."""


Watcher: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that could not be added, and why; what the base had of it stays."""

    source: str
    """As it was named."""
    message: str


@dataclass(slots=True)
class AddReport:
    """What one call of ``add`` did. Files go by their keys."""

    seq: int = 0
    """The version that the base has now."""
    added: list[str] = field(default_factory=list)
    """New files."""
    changed: list[str] = field(default_factory=list)
    """Files whose bytes, parser or settings are others than before."""
    unchanged: list[str] = field(default_factory=list)
    """Files that needed no work."""
    removed: list[str] = field(default_factory=list)
    """Files that are gone, by ``prune`` or ``remove``."""
    failed: list[Failure] = field(default_factory=list)
    """Inputs that could not be read."""
    skipped: list[str] = field(default_factory=list)
    """Files of folders that nothing here reads."""
    gone: list[str] = field(default_factory=list)
    """Files that are no longer there, but still in the base since nobody said ``prune``."""
    warnings: list[str] = field(default_factory=list)
    """What a user should know of the files and of the job."""
    chunks_added: int = 0
    """Chunks that the base did not have."""
    chunks_removed: int = 0
    """Chunks that the base no longer has."""
    chunks_changed: int = 0
    """Chunks of the same text whose context or metadata is another one."""
    chunks_kept: int = 0
    """Chunks of changed files that stay as they were."""
    embedded: int = 0
    """Texts that were sent to the embedder; the others had a vector already."""

    @property
    def did_anything(self) -> bool:
        """Whether the base has a new version."""
        return bool(self.added or self.changed or self.removed)

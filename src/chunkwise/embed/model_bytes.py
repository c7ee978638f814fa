"""What the bytes of model files tell: which model it is, and how its runs have to be laid out."""

from __future__ import annotations

import glob
import hashlib
from functools import cache
from pathlib import Path

from chunkwise.errors import EmbedderError

_AT_RUN_TIME = b"DynamicQuantize"
"""How the names of operators begin that quantise activations; names stand in the file as they are."""


def weight_files(model: Path) -> list[Path]:
    """The model's file, and those beside it in which a large one keeps its weights."""
    return [model, *sorted(model.parent.glob(f"{glob.escape(model.name)}[._]data*"))]


def digest(file: Path) -> str:
    """A hash of the file.

    Raises:
        EmbedderError: it cannot be read.
    """
    return _facts(file)[0]


def quantises_at_run_time(model: Path) -> bool:
    """Whether a run's numbers depend on all texts that share it.

    Raises:
        EmbedderError: the file cannot be read.
    """
    return _facts(model)[1]


def _facts(file: Path) -> tuple[str, bool]:
    try:
        state = file.stat()
        return _read(file, state.st_size, state.st_mtime_ns)
    except OSError as error:
        raise EmbedderError(f"{file} cannot be read: {error}.") from error


@cache
def _read(file: Path, size: int, changed: int) -> tuple[str, bool]:
    """Read once for each state of the file: there may be gigabytes."""
    hashed, found, tail = hashlib.sha256(), False, b""
    with file.open("rb") as stream:
        while block := stream.read(1 << 20):
            hashed.update(block)
            found = found or _AT_RUN_TIME in tail + block
            tail = block[-len(_AT_RUN_TIME) :]
    return hashed.hexdigest(), found

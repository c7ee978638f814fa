"""What a parser reads: bytes with a name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to parse, from a file or from memory; exactly one of ``path`` and ``data`` is set."""

    id: str
    """Id of the document that comes out (parts get ``id#part``)."""
    name: str
    """The input as the caller named it, for messages; its suffix is a hint of the format."""
    path: Path | None = None
    """The file."""
    data: bytes | None = None
    """The bytes themselves."""
    media_type: str | None = None
    """What the caller says it is, if anything."""

    def read(self) -> bytes:
        """All bytes.

        Raises:
            OSError: the file cannot be read.
        """
        if self.data is not None:
            return self.data
        if self.path is None:
            raise ValueError("a source needs a path or data")
        return self.path.read_bytes()

    def head(self, count: int = 8192) -> bytes:
        """The first ``count`` bytes, for detection.

        Raises:
            OSError: the file cannot be read.
        """
        if self.data is not None:
            return self.data[:count]
        if self.path is None:
            raise ValueError("a source needs a path or data")
        with self.path.open("rb") as file:
            return file.read(count)

    @property
    def suffix(self) -> str:
        """The name's suffix in lower case, with its dot."""
        return Path(self.name).suffix.lower()

"""The zip archive of an Office file, opened with limits: nothing is written to disk, nothing blows up."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.source import Source

MOST_BYTES = 512 << 20
"""What all members of an archive may hold, uncompressed."""
MOST_MEMBERS = 10_000
_SUSPICIOUS_RATIO, _SUSPICIOUS_BYTES = 200, 50 << 20
"""An archive above both of these is a bomb and no document."""
PROTECTED = "the file is password-protected. Remove the password and try again."
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What Office 97-2003 files and encrypted files of today begin with."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError,
    OSError,
)  # fmt: skip
"""What reading a damaged member raises."""


class Archive:
    """The members of an Office file by name; names are compared without regard to case."""

    def __init__(self, source: Source, what: str, data: bytes | None = None) -> None:
        """Open the archive.

        Args:
            source: the file.
            what: whose files these are, for messages: ``Word``.
            data: its bytes, where they are read already.

        Raises:
            MissingExtra: lxml is not installed.
            ParseError: it is encrypted, no zip archive, damaged, or larger than the limits.
            OSError: the file cannot be read.
        """
        _require_lxml(what)
        self.source = source
        self.data = source.read() if data is None else data
        refuse_ole(self.data, what, source.name)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(self.data))
            members = self._zip.infolist()
        except BROKEN as error:
            raise ParseError(f"the {what} file is damaged: {error}", source.name) from error
        _check_size(members, source.name)
        self._names = {_key(member.filename): member.filename for member in members}

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._names

    def names(self) -> list[str]:
        """The names of all members, without a leading ``/``."""
        return list(self._names)

    def read(self, name: str) -> bytes:
        """The bytes of a member.

        Raises:
            ParseError: there is no such member, or it is damaged.
        """
        with self._explained(name):
            return self._zip.read(self._names[_key(name)])

    def open(self, name: str) -> IO[bytes]:
        """A member as a stream, for what is too large to hold.

        Raises:
            ParseError: there is no such member, or it is damaged.
        """
        with self._explained(name):
            return self._zip.open(self._names[_key(name)])

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        """Say of which part and file it is that a member cannot be read."""
        try:
            yield
        except KeyError:
            raise ParseError(f"the part {name} is missing", self.source.name) from None
        except BROKEN as error:
            raise ParseError(f"the part {name} is damaged: {error}", self.source.name) from error


def refuse_ole(data: bytes, what: str, name: str) -> None:
    """Explain files that are no zip archives since they are encrypted or of the old binary formats.

    Raises:
        ParseError: the file is one of these.
    """
    refuse_encrypted(data, name)
    if data.startswith(OLE):
        raise ParseError(
            f"this is an Office 97-2003 file and no {what} file of today: convert it first", name
        )


def refuse_encrypted(data: bytes, name: str) -> None:
    """Explain files that need a password.

    Raises:
        ParseError: the file is one of these.
    """
    if data.startswith(OLE) and _ENCRYPTED in data:
        raise ParseError(PROTECTED, name)


def _require_lxml(what: str) -> None:
    try:
        import lxml.etree  # noqa: F401
    except ImportError as error:
        raise MissingExtra(f"Reading {what} files", "office") from error


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _check_size(members: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse bombs. The sizes can be trusted: no more than a member's declared size is ever read."""
    if len(members) > MOST_MEMBERS:
        raise ParseError(f"the archive has {len(members):,} members, more than {MOST_MEMBERS:,}", name)
    size = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members) or 1
    if size > MOST_BYTES or (size > _SUSPICIOUS_BYTES and size / packed > _SUSPICIOUS_RATIO):
        raise ParseError(
            f"the archive would unpack to {size / (1 << 20):,.0f} MB, {size / packed:,.0f} times its size: "
            f"more than is read",
            name,
        )
    if any(member.flag_bits & 1 for member in members):
        raise ParseError(PROTECTED, name)

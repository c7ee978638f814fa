"""Content ids: nothing random, no offsets, so that an edit elsewhere keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

_PART = 1 << 16
_DIGITS = 32
"""Of an id: 128 bits, at which even 10^15 chunks do not meet by chance."""


def content_hash(data: bytes) -> str:
    """``sha256:`` and the hexadecimal digest of the bytes."""
    return f"sha256:{sha256(data).hexdigest()}"


def text_hash(text: str) -> str:
    """``content_hash`` of a text in UTF-8.

    Raises:
        UnicodeEncodeError: it has lone surrogates.
    """
    # In parts: those of plain ASCII are encoded by copying, whatever stands elsewhere.
    digest = sha256()
    for start in range(0, len(text), _PART):
        digest.update(text[start : start + _PART].encode())
    return f"sha256:{digest.hexdigest()}"


class ChunkIds:
    """Gives the chunks of one document their ids.

    An id hashes the document's id, the role, the heading path, the text and how many equal chunks
    came before under the same path. The role is ``leaf`` or ``level 1`` … for parents.
    """

    def __init__(self, document_id: str) -> None:
        self._document = _part(document_id)
        self._seen: dict[bytes, int] = {}
        self._key: tuple[str, Sequence[str]] = ("", ())
        self._prefix = b""

    def next(self, role: str, heading_path: Sequence[str], text: str) -> str:
        """The id of the next chunk with this role, path and text: 32 hexadecimal digits."""
        # Neighbours share their path, and as the same object.
        if heading_path is not self._key[1] or role != self._key[0] or not self._prefix:
            parts = [role, str(len(heading_path)), *heading_path]
            self._prefix = self._document + b"".join(map(_part, parts))
            self._key = (role, heading_path)
        digest = sha256(self._prefix + text.encode()).digest()  # processors have instructions for it
        if digest not in self._seen:
            self._seen[digest] = 1
            return digest.hex()[:_DIGITS]
        count = self._seen[digest]
        self._seen[digest] = count + 1
        return sha256(digest + str(count).encode()).hexdigest()[:_DIGITS]


def _part(value: str) -> bytes:
    """Length before text, so that no two lists of parts give the same bytes."""
    data = value.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(8, "big") + data

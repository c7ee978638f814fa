"""Content ids: nothing random, no offsets, so that an edit elsewhere keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256


def content_hash(data: bytes) -> str:
    """``sha256:`` and the hexadecimal digest of the bytes."""
    return f"sha256:{sha256(data).hexdigest()}"


class ChunkIds:
    """Gives the chunks of one document their ids.

    An id hashes the document's id, the role, the heading path, the text and how many equal chunks
    came before under the same path. The role is ``leaf`` or ``level 1`` … for parents.
    """

    def __init__(self, document_id: str) -> None:
        self._document = _part(document_id)
        self._prefixes: dict[tuple[str, tuple[str, ...]], bytes] = {}
        self._seen: dict[bytes, int] = {}

    def next(self, role: str, heading_path: Sequence[str], text: str) -> str:
        """The id of the next chunk with this role, path and text: 32 hexadecimal digits."""
        key = (role, tuple(heading_path))
        prefix = self._prefixes.get(key)
        if prefix is None:
            parts = [role, str(len(heading_path)), *heading_path]
            prefix = self._prefixes[key] = self._document + b"".join(map(_part, parts))
        digest = blake2b(prefix + text.encode(), digest_size=16).digest()
        count = self._seen.get(digest, 0)
        self._seen[digest] = count + 1
        if count:
            digest = blake2b(digest + str(count).encode(), digest_size=16).digest()
        return digest.hex()


def _part(value: str) -> bytes:
    """Length before text, so that no two lists of parts give the same bytes."""
    data = value.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(8, "big") + data

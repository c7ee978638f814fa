"""From chunks to rows of a store: what is searched, and what filters look at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.document import Document
from chunkwise.model.serialize_parts import plain
from chunkwise.store.base import Row
from chunkwise.text.analysis import analyse

BUILT_IN = ("document_id", "source", "media_type", "kind", "heading_path", "method")
"""Fields that every chunk can be filtered by; metadata of the same name wins."""


def with_metadata(chunk: Chunk, parents: Mapping[str, Chunk], metadata: Mapping[str, Any]) -> Chunk:
    """The chunk with the metadata of its parents, and of its document below these, below its own."""
    found = dict(chunk.metadata)
    above = parents.get(chunk.parent_id or "")
    while above is not None:
        found = {**above.metadata, **found}
        above = parents.get(above.parent_id or "")
    return replace(chunk, metadata={**metadata, **found}) if metadata or found else chunk


def filterable(chunk: Chunk, chunking: Chunking, source: str) -> dict[str, Any]:
    """What filters look at; ``source`` is the key of the file.

    Pages are not among it: where a chunk sits is a matter of the document's revision, and a row
    stays as it is when only that changes.
    """
    document: Document = chunking.document
    fields = {
        "document_id": document.id,
        "source": source,
        "media_type": document.media_type,
        "kind": chunk.kind,
        "heading_path": list(chunk.heading_path),
        "method": chunking.settings.get("method", ""),
    }
    found = plain({**fields, **chunk.metadata})
    assert isinstance(found, dict)
    return found


def digest(chunk: Chunk, metadata: Mapping[str, Any]) -> str:
    """Changes with anything of a row but its vector."""
    parts = [chunk.id, chunk.index_text, metadata, chunk.kind, chunk.enabled]
    return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


def row_of(chunk: Chunk, metadata: Mapping[str, Any], mark: str) -> Row:
    """The row of a chunk, still without a vector; ``mark`` is its digest."""
    tokens = analyse(chunk.index_text)
    return Row(
        id=chunk.id,
        document_id=chunk.document_id,
        kind=chunk.kind,
        coarse=tuple(tokens.coarse),
        fine=tuple(tokens.fine),
        index_text=chunk.index_text,
        digest=mark,
        metadata=metadata,
        enabled=chunk.enabled,
    )

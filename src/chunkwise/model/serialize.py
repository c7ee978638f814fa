"""Documents, chunks and chunkings as plain values that JSON can hold, and back.

A span is ``[start, end]``, a position ``[page, x0, y0, x1, y1]``; everything else goes by the
name of its field. Documents and chunkings carry ``"version"`` and ``"offsets": "code points"``.
The way there and back is exact; in metadata, style and settings, tuples become lists, dates become
their ISO text, and any other foreign object becomes its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from chunkwise.errors import ParseError
from chunkwise.model.chunk import (
    NO_CONTEXT,
    NO_REASON,
    Boundary,
    Chunk,
    Chunking,
    ChunkKind,
    Context,
    Dropped,
    Reason,
)
from chunkwise.model.document import Document
from chunkwise.model.hit import Hit, Hits, Share
from chunkwise.model.position import Page
from chunkwise.model.serialize_parts import (
    as_mapping,
    as_text,
    as_texts,
    block_from_dict,
    block_to_dict,
    one_of,
    pair,
    pairs,
    plain,
    position_from_list,
    position_to_list,
    span_from_pair,
)

T = TypeVar("T")

VERSION = 1
"""Version of the form; readers refuse a newer one."""

_OFFSETS = "code points"
_DERIVED = frozenset({"content", "index_text"})
_CHUNK_FIELDS = frozenset(field.name for field in fields(Chunk))


def document_to_dict(document: Document) -> dict[str, Any]:
    """A document as plain values.

    >>> document_to_dict(Document.from_text("A text.", "a"))["blocks"][0]["span"]
    [0, 7]
    """
    return {
        **_header("document"),
        "id": document.id,
        "content_hash": document.content_hash,
        "source": document.source,
        "media_type": document.media_type,
        "text": document.text,
        "blocks": [block_to_dict(block) for block in document.blocks],
        "pages": [asdict(page) for page in document.pages],
        "metadata": plain(document.metadata),
        "warnings": list(document.warnings),
        "parser": document.parser,
    }


def document_from_dict(data: Mapping[str, Any]) -> Document:
    """The document that ``document_to_dict`` described.

    Raises:
        ParseError: it is something else, of an unknown version, or broken.
    """
    _check_header(data, "document")
    return _reading("document", _document, data)


def chunk_to_dict(chunk: Chunk) -> dict[str, Any]:
    """A chunk as plain values: its fields by name, with ``content`` and ``index_text`` added."""
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "kind": chunk.kind,
        "spans": pairs(chunk.spans),
        "text": chunk.text,
        "body": chunk.body,
        "heading_path": list(chunk.heading_path),
        "context": _context_to_dict(chunk.context),
        "tokens": chunk.tokens,
        "ordinal": chunk.ordinal,
        "parent_id": chunk.parent_id,
        "positions": [position_to_list(position) for position in chunk.positions],
        "media": list(chunk.media),
        "metadata": plain(chunk.metadata),
        "reason": _reason_to_dict(chunk.reason),
        "enabled": chunk.enabled,
        "content": chunk.content,
        "index_text": chunk.index_text,
    }


def hit_to_dict(hit: Hit) -> dict[str, Any]:
    """A hit as plain values."""
    return {
        "kb": hit.kb,
        "score": hit.score,
        "parts": dict(hit.parts),
        "chunk": chunk_to_dict(hit.chunk),
        "matched": [chunk_to_dict(chunk) for chunk in hit.matched],
        "spans": pairs(hit.spans),
        "unit": None if hit.unit is None else pair(hit.unit),
        "shares": [_share_to_dict(share) for share in hit.shares],
        "before": [chunk_to_dict(chunk) for chunk in hit.before],
        "after": [chunk_to_dict(chunk) for chunk in hit.after],
    }


def hits_to_dict(hits: Hits) -> dict[str, Any]:
    """All answers to a question as plain values."""
    return {
        "query": hits.query,
        "mode": hits.mode,
        "version": hits.seq,
        "warnings": list(hits.warnings),
        "times": hits.times,
        "hits": [hit_to_dict(hit) for hit in hits],
        "passages": [
            {
                "kb": passage.kb,
                "document_id": passage.document_id,
                "span": pair(passage.span),
                "text": passage.text,
                "score": passage.score,
                "heading_path": list(passage.heading_path),
            }
            for passage in hits.passages
        ],
    }


def _share_to_dict(share: Share) -> dict[str, Any]:
    return {
        "term": share.term,
        "score": share.score,
        "sources": [list(source) for source in share.sources],
        "path": share.path,
    }


def chunk_from_dict(data: Mapping[str, Any]) -> Chunk:
    """The chunk that ``chunk_to_dict`` described; ``content`` and ``index_text`` are not read.

    Only ``id``, ``document_id``, ``kind``, ``spans`` and ``text`` have to be there.

    Raises:
        ParseError: a field is missing, unknown, or of a wrong kind.
    """
    if not isinstance(data, Mapping):
        raise ParseError(f"a chunk is an object, not {type(data).__name__}")
    if unknown := sorted(set(data) - _CHUNK_FIELDS - _DERIVED):
        raise ParseError(f"a chunk has no fields {unknown}; there are {sorted(_CHUNK_FIELDS)}")
    return _reading("chunk", _chunk, data)


def chunking_to_dict(chunking: Chunking) -> dict[str, Any]:
    """A chunking with its document as plain values; ``chunks`` are the leaves."""
    return {
        **_header("chunking"),
        "document": document_to_dict(chunking.document),
        "chunks": [chunk_to_dict(chunk) for chunk in chunking],
        "parents": [chunk_to_dict(parent) for parent in chunking.parents.values()],
        "warnings": list(chunking.warnings),
        "dropped": [{"span": pair(left.span), "reason": left.reason} for left in chunking.dropped],
        "settings": plain(chunking.settings),
    }


def chunking_from_dict(data: Mapping[str, Any]) -> Chunking:
    """The chunking that ``chunking_to_dict`` described.

    Raises:
        ParseError: it is something else, of an unknown version, or broken.
    """
    _check_header(data, "chunking")
    return _reading("chunking", _chunking, data)


def _header(form: str) -> dict[str, Any]:
    return {"chunkwise": form, "version": VERSION, "offsets": _OFFSETS}


def _check_header(data: Mapping[str, Any], form: str) -> None:
    if not isinstance(data, Mapping) or data.get("chunkwise") != form:
        found = data.get("chunkwise") if isinstance(data, Mapping) else type(data).__name__
        raise ParseError(f'this is no chunkwise {form}: it says "chunkwise": {found!r}')
    if data.get("version") != VERSION:
        raise ParseError(
            f"this {form} has version {data.get('version')!r} and only version {VERSION} can be read here. "
            "Install the version of chunkwise that wrote it, or write it again from the source"
        )
    if data.get("offsets", _OFFSETS) != _OFFSETS:
        raise ParseError(f"offsets are {data['offsets']!r}; only {_OFFSETS!r} can be read")


def _reading(form: str, read: Callable[[Mapping[str, Any]], T], data: Mapping[str, Any]) -> T:
    """Call a reader; what goes wrong in it is the data's fault."""
    try:
        return read(data)
    except KeyError as error:
        raise ParseError(f"the {form} lacks {error.args[0]!r}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise ParseError(f"the {form} is broken: {error}") from error


def _document(data: Mapping[str, Any]) -> Document:
    return Document(
        id=as_text(data["id"]),
        content_hash=as_text(data["content_hash"]),
        source=as_text(data["source"]),
        media_type=as_text(data["media_type"]),
        text=as_text(data["text"]),
        blocks=tuple(block_from_dict(block) for block in data["blocks"]),
        pages=tuple(Page(**page) for page in data["pages"]),
        metadata=as_mapping(data["metadata"]),
        warnings=as_texts(data["warnings"]),
        parser=as_text(data["parser"]),
    )


def _chunking(data: Mapping[str, Any]) -> Chunking:
    parents = [chunk_from_dict(parent) for parent in data["parents"]]
    return Chunking(
        document_from_dict(data["document"]),
        [chunk_from_dict(chunk) for chunk in data["chunks"]],
        {parent.id: parent for parent in parents},
        as_texts(data["warnings"]),
        [Dropped(span_from_pair(left["span"]), as_text(left["reason"])) for left in data["dropped"]],
        as_mapping(data["settings"]),
    )


def _chunk(data: Mapping[str, Any]) -> Chunk:
    body, parent = data.get("body"), data.get("parent_id")
    return Chunk(
        id=as_text(data["id"]),
        document_id=as_text(data["document_id"]),
        kind=one_of(ChunkKind, data["kind"]),
        spans=tuple(map(span_from_pair, data["spans"])),
        text=as_text(data["text"]),
        body=None if body is None else as_text(body),
        heading_path=as_texts(data.get("heading_path", ())),
        context=_context(data["context"]) if data.get("context") else NO_CONTEXT,
        tokens=data.get("tokens"),
        ordinal=data.get("ordinal", 0),
        parent_id=None if parent is None else as_text(parent),
        positions=tuple(map(position_from_list, data.get("positions", ()))),
        media=as_texts(data.get("media", ())),
        metadata=as_mapping(data.get("metadata", {})),
        reason=_reason(data["reason"]) if data.get("reason") else NO_REASON,
        enabled=bool(data.get("enabled", True)),
    )


def _context_to_dict(context: Context) -> dict[str, Any]:
    return {
        "titles": list(context.titles),
        "above": context.above,
        "table_header": context.table_header,
        "overlap": context.overlap,
        "below": context.below,
    }


def _reason_to_dict(reason: Reason) -> dict[str, Any]:
    return {
        "begins": reason.begins,
        "ends": reason.ends,
        "oversize": reason.oversize,
        "shed": list(reason.shed),
        "note": reason.note,
    }


def _context(data: Mapping[str, Any]) -> Context:
    context = Context(**{**data, "titles": as_texts(data.get("titles", ()))})
    return NO_CONTEXT if context == NO_CONTEXT else context


def _reason(data: Mapping[str, Any]) -> Reason:
    for key in ("begins", "ends"):
        if key in data:
            one_of(Boundary, data[key])
    return Reason(**{**data, "shed": as_texts(data.get("shed", ()))})

"""Chunks as the records that RAGFlow stores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.text.analysis import analyse

_TABLE_TAGS = re.compile(r"</?(?:table|td|caption|tr|th)(?: [^<>]{0,12})?>")
"""What RAGFlow takes for the tags of tables, and reads as spaces."""


def ragflow(chunking: Chunking) -> list[dict[str, Any]]:
    """The leaves as RAGFlow's records, in reading order.

    Each has ``content_with_weight`` (what is read: the text with what stands above and below a
    table or picture), ``content_ltks`` and ``content_sm_ltks`` (coarse and fine tokens, joined by
    spaces), ``doc_type_kwd`` (``text``, ``table`` or ``image``), ``position_int`` (a list of
    ``[page, left, right, top, bottom]``, page from 1), ``image`` (a reference, or None) and, where
    the chunk has a parent, ``mom_with_weight``: the parent's content.

    Raises:
        MissingExtra: the analysers are not installed.
    """
    return list(_records(chunking))


def _records(chunking: Chunking) -> Iterator[dict[str, Any]]:
    for chunk in chunking:
        content = _content(chunk)
        tokens = analyse(_TABLE_TAGS.sub(" ", content))
        record = {
            "id": chunk.id,
            "doc_id": chunk.document_id,
            "content_with_weight": content,
            "content_ltks": " ".join(tokens.coarse),
            "content_sm_ltks": " ".join([*tokens.coarse, *tokens.fine]),
            "doc_type_kwd": chunk.kind,
            "position_int": [[round(v) for v in (p.page, p.x0, p.x1, p.y0, p.y1)] for p in chunk.positions],
            "image": chunk.media[0] if chunk.media else None,
        }
        parent = chunking.parent_of(chunk)
        if parent is not None:
            record["mom_with_weight"] = parent.content
        yield record


def _content(chunk: Chunk) -> str:
    context = chunk.context
    parts = (context.above, context.table_header, context.overlap + chunk.content, context.below)
    return "\n".join(part for part in parts if part)

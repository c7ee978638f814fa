"""Turns documents into retrieval-ready chunks with exact offsets.

>>> import chunkwise as cw
>>> chunking = cw.chunk_text("The first sentence. The second one.", max_tokens=6)
>>> [(chunk.text, chunk.spans[0].start, chunk.tokens) for chunk in chunking]
[('The first sentence.', 0, 4), ('The second one.', 20, 4)]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chunkwise.errors import (
        ChunkwiseError,
        ConfigError,
        EmbedderError,
        EndpointError,
        InputError,
        InvalidOption,
        KnowledgeBaseError,
        MissingExtra,
        ModelError,
        ParseError,
        SeveralDocuments,
        StoreError,
        TokenizerError,
        UnknownName,
        UnknownOption,
        UnsupportedFormat,
        UsageError,
    )
    from chunkwise.kb.knowledge_base import KnowledgeBase, open_kb, search
    from chunkwise.model.block import Block, Line
    from chunkwise.model.chunk import Chunk, Chunking, Context, Dropped, Reason
    from chunkwise.model.document import Document
    from chunkwise.model.hit import Hit, Hits, Passage
    from chunkwise.model.position import Page, Position
    from chunkwise.model.span import Span
    from chunkwise.model.table import Figure, Merge, Table
    from chunkwise.parsers.read import parse, parse_all
    from chunkwise.pipeline.api import chunk, chunk_many, chunk_text, chunker

__version__ = "0.1.0"

_HOMES = {
    "chunkwise.errors": (
        "ChunkwiseError", "ConfigError", "EmbedderError", "EndpointError", "InputError", "InvalidOption",
        "KnowledgeBaseError", "MissingExtra", "ModelError", "ParseError", "SeveralDocuments", "StoreError",
        "TokenizerError", "UnknownName", "UnknownOption", "UnsupportedFormat", "UsageError",
    ),
    "chunkwise.kb.knowledge_base": ("KnowledgeBase", "open_kb", "search"),
    "chunkwise.model.block": ("Block", "Line"),
    "chunkwise.model.chunk": ("Chunk", "Chunking", "Context", "Dropped", "Reason"),
    "chunkwise.model.document": ("Document",),
    "chunkwise.model.hit": ("Hit", "Hits", "Passage"),
    "chunkwise.model.position": ("Page", "Position"),
    "chunkwise.model.span": ("Span",),
    "chunkwise.model.table": ("Figure", "Merge", "Table"),
    "chunkwise.parsers.read": ("parse", "parse_all"),
    "chunkwise.pipeline.api": ("chunk", "chunk_many", "chunk_text", "chunker"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Block", "Chunk", "Chunking", "ChunkwiseError", "ConfigError", "Context", "Document", "Dropped",
    "EmbedderError", "EndpointError", "Figure", "Hit", "Hits", "InputError", "InvalidOption",
    "KnowledgeBase", "KnowledgeBaseError", "Line", "Merge", "MissingExtra", "ModelError", "Page",
    "ParseError", "Passage", "Position", "Reason", "SeveralDocuments", "Span", "StoreError", "Table",
    "TokenizerError", "UnknownName", "UnknownOption", "UnsupportedFormat", "UsageError", "__version__",
    "chunk", "chunk_many", "chunk_text", "chunker", "open_kb", "parse", "parse_all", "search",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing chunkwise costs nothing."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'chunkwise' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

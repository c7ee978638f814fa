"""Chunks as LangChain's documents, for its vector stores and retrievers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

from chunkwise.adapters.langchain.needs import needed
from chunkwise.errors import InvalidOption
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.serialize_parts import plain

if TYPE_CHECKING:
    from langchain_core.documents import Document

_TEXTS: dict[str, Callable[[Chunk], str]] = {
    "content": lambda chunk: chunk.content,
    "index_text": lambda chunk: chunk.index_text,
    "text": lambda chunk: chunk.text,
}


def to_documents(
    chunking: Iterable[Chunk], text: Literal["content", "index_text", "text"] = "content"
) -> list[Document]:
    """Chunks as LangChain's documents, in order.

    A document's ``id`` is the chunk's. Its metadata are texts, numbers and truth values only, which every
    vector store takes; what a chunk does not have is left out:

    - ``id``, ``document_id``, ``parent_id``: as in the chunk
    - ``source``: where the document came from (of a ``Chunking``)
    - ``start_index``, ``end_index``: where the first span begins and the last one ends, in code points
    - ``heading_path``: the headings above, joined by `` > ``
    - ``kind``: ``text``, ``table`` or ``image``
    - ``tokens``: of the index text
    - ``page``, ``last_page``: numbers of the first and the last page that it stands on, from 1
    - the chunk's own metadata; lists and objects as JSON text. A field with one of these names and another
      value is called ``own_NAME``.

    Args:
        chunking: what a method made (its leaves are taken), or any chunks, as ``chunking.parents.values()``.
        text: what ``page_content`` is: the ``content`` to read; ``index_text``, which has titles and other
            context for search; or ``text``, the slice of the document.

    Raises:
        InvalidOption: ``text`` is something else.
        MissingExtra: ``langchain-core`` is not installed.

    Example::

        import chunkwise as cw
        from chunkwise.adapters.langchain import to_documents

        documents = to_documents(cw.chunk("handbook.docx", "manual"), text="index_text")
        store.add_documents(documents)
    """
    if text not in _TEXTS:
        raise InvalidOption(f"text is {text!r}: it has to be one of {', '.join(map(repr, _TEXTS))}.")
    make = needed("langchain_core.documents", "A document of LangChain's").Document
    source = {"source": chunking.document.source} if isinstance(chunking, Chunking) else {}
    shown = _TEXTS[text]
    return [
        make(id=chunk.id, page_content=shown(chunk), metadata=_metadata(chunk, source)) for chunk in chunking
    ]


def _metadata(chunk: Chunk, source: dict[str, str]) -> dict[str, Any]:
    """What is known of a chunk, as scalars."""
    pages = [position.page for position in chunk.positions]
    known = {
        "id": chunk.id,
        "document_id": chunk.document_id,
        **source,
        "start_index": chunk.spans[0].start if chunk.spans else None,
        "end_index": chunk.spans[-1].end if chunk.spans else None,
        "heading_path": " > ".join(chunk.heading_path) or None,
        "kind": chunk.kind,
        "tokens": chunk.tokens,
        "page": min(pages, default=None),
        "last_page": max(pages, default=None),
        "parent_id": chunk.parent_id,
    }
    found = {name: value for name, value in known.items() if value is not None}
    for name, value in plain(chunk.metadata).items():
        if value is None:
            continue
        scalar = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
        found[name if found.get(name, scalar) == scalar else f"own_{name}"] = scalar
    return found

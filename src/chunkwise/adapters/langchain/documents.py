"""LangChain's documents, where ``langchain-core`` is installed; splitting into strings works without."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chunkwise.adapters.langchain.needs import needed

if TYPE_CHECKING:
    from langchain_core.documents import Document as Document


class _Transformer:
    """What a transformer of documents is, where LangChain does not say so itself."""

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Other documents, made of these."""
        raise NotImplementedError

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The same in a thread."""
        return await asyncio.to_thread(self.transform_documents, documents, **kwargs)


BaseDocumentTransformer = _Transformer
if not TYPE_CHECKING:
    # LangChain's own pipelines ask whether a splitter is one of its transformers.
    try:
        from langchain_core.documents import BaseDocumentTransformer
    except ImportError:
        BaseDocumentTransformer = _Transformer


def new_document(text: str, metadata: Mapping[Any, Any]) -> Document:
    """A document of LangChain's with a copy of the metadata.

    Raises:
        MissingExtra: ``langchain-core`` is not installed.
    """
    documents = needed("langchain_core.documents", "A document of LangChain's")
    document: Document = documents.Document(page_content=text, metadata=dict(metadata))
    return document

"""Splitting HTML: at headers, at sections, and with whole elements kept."""

from __future__ import annotations

from typing import TypedDict

from chunkwise.adapters.langchain.html_headers import HTMLHeaderTextSplitter as HTMLHeaderTextSplitter
from chunkwise.adapters.langchain.html_preserving import (
    HTMLSemanticPreservingSplitter as HTMLSemanticPreservingSplitter,
)
from chunkwise.adapters.langchain.html_sections import HTMLSectionSplitter as HTMLSectionSplitter

__all__ = [
    "ElementType",
    "HTMLHeaderTextSplitter",
    "HTMLSectionSplitter",
    "HTMLSemanticPreservingSplitter",
]


class ElementType(TypedDict):
    """An element of a page; LangChain has the name, and nothing uses it."""

    url: str
    xpath: str
    content: str
    metadata: dict[str, str]

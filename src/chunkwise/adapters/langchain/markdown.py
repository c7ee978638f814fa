"""Splitting Markdown: at separators, at headers, at everything that its syntax sets apart."""

from __future__ import annotations

from typing import Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter
from chunkwise.adapters.langchain.languages import Language, separators_of
from chunkwise.adapters.langchain.markdown_headers import HeaderType as HeaderType
from chunkwise.adapters.langchain.markdown_headers import LineType as LineType
from chunkwise.adapters.langchain.markdown_headers import (
    MarkdownHeaderTextSplitter as MarkdownHeaderTextSplitter,
)
from chunkwise.adapters.langchain.markdown_syntax import (
    ExperimentalMarkdownSyntaxTextSplitter as ExperimentalMarkdownSyntaxTextSplitter,
)

__all__ = [
    "ExperimentalMarkdownSyntaxTextSplitter",
    "HeaderType",
    "LineType",
    "MarkdownHeaderTextSplitter",
    "MarkdownTextSplitter",
]


class MarkdownTextSplitter(RecursiveCharacterTextSplitter):
    """Splits at headings, ends of code and rules, if ``is_separator_regex`` is set; then as other text."""

    def __init__(self, **kwargs: Any) -> None:
        """Take the settings of ``TextSplitter``."""
        super().__init__(separators=separators_of(Language.MARKDOWN), **kwargs)

"""Splitting Python code."""

from __future__ import annotations

from typing import Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter
from chunkwise.adapters.langchain.languages import Language, separators_of


class PythonCodeTextSplitter(RecursiveCharacterTextSplitter):
    """Splits at classes and functions, then as other text."""

    def __init__(self, **kwargs: Any) -> None:
        """Take the settings of ``TextSplitter``."""
        super().__init__(separators=separators_of(Language.PYTHON), **kwargs)

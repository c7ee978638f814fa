"""Splitting LaTeX."""

from __future__ import annotations

from typing import Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter
from chunkwise.adapters.langchain.languages import Language, separators_of


class LatexTextSplitter(RecursiveCharacterTextSplitter):
    """Splits at chapters, sections and environments, if ``is_separator_regex`` is set."""

    def __init__(self, **kwargs: Any) -> None:
        """Take the settings of ``TextSplitter``."""
        super().__init__(separators=separators_of(Language.LATEX), **kwargs)

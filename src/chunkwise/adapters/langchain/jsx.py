"""Splitting the code of JavaScript frameworks: React, Vue, Svelte."""

from __future__ import annotations

import re
from typing import Any

from chunkwise.adapters.langchain.character import RecursiveCharacterTextSplitter

_TAG = re.compile(r"<\s*([a-zA-Z0-9]+)[^>]*>")
_INDENTED = "class if for while switch case default"
_SEPARATORS = [
    "\nexport ", " export ", "\nfunction ", "\nasync function ", " async function ",
    *(f"\n{word} " for word in ("const", "let", "var")),
    *(f"{blank}{word} " for word in _INDENTED.split() for blank in ("\n", " ")),
]  # fmt: skip


class JSFrameworkTextSplitter(RecursiveCharacterTextSplitter):
    """Splits at JavaScript's statements, then at the components that the text itself uses."""

    def __init__(
        self,
        separators: list[str] | None = None,
        chunk_size: int = 2000,
        chunk_overlap: int = 0,
        **kwargs: Any,
    ) -> None:
        """Take the settings.

        Args:
            separators: separators to try before all others.
            chunk_size: what a chunk may hold.
            chunk_overlap: what two chunks may have in common.
            **kwargs: the settings of every splitter.
        """
        super().__init__(chunk_size=chunk_size, chunk_overlap=chunk_overlap, **kwargs)
        self._separators = separators or []

    def _separators_for(self, text: str) -> list[str]:
        # Up to the last ">", so that a tag which is never closed is not read to the end each time.
        tags = dict.fromkeys(_TAG.findall(text[: text.rfind(">") + 1]))
        components = [f"<{tag}" for tag in tags]
        return [*self._separators, *_SEPARATORS, *components, "<>", "\n\n", "&&\n", "||\n"]

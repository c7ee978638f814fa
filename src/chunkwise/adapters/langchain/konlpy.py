"""Splitting Korean into sentences with KoNLPy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.needs import needed
from chunkwise.adapters.langchain.splitter import TextSplitter


class KonlpyTextSplitter(TextSplitter):
    """Merges the sentences that KoNLPy's Kkma finds, with a separator between them."""

    def __init__(self, separator: str = "\n\n", **kwargs: Any) -> None:
        """Take the settings; see ``TextSplitter`` for the others.

        Raises:
            MissingExtra: KoNLPy is not installed.
        """
        super().__init__(**kwargs)
        self._separator = separator
        needed("konlpy", "KonlpyTextSplitter")
        self.kkma = needed("konlpy.tag", "KonlpyTextSplitter").Kkma()

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""
        return [chunk.text for chunk in self._slices(text)]

    def _slices(self, text: str) -> list[Slice]:
        return self._joined(list(placed(text, self.kkma.sentences(text))), self._separator)


def placed(text: str, sentences: Iterable[str]) -> Iterator[Slice]:
    """Sentences and where they begin, told by counting characters, since Kkma changes white space."""
    places = [at for at, char in enumerate(text) if not char.isspace()]
    seen = 0
    for sentence in sentences:
        yield Slice(sentence, places[seen] if seen < len(places) else len(text))
        seen += sum(not char.isspace() for char in sentence)

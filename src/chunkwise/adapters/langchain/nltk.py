"""Splitting into sentences with NLTK."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.needs import needed
from chunkwise.adapters.langchain.splitter import TextSplitter


class NLTKTextSplitter(TextSplitter):
    """Merges the sentences that NLTK's Punkt finds, with a separator between them."""

    def __init__(
        self,
        separator: str = "\n\n",
        language: str = "english",
        *,
        use_span_tokenize: bool = False,
        **kwargs: Any,
    ) -> None:
        """Take the settings; see ``TextSplitter`` for the others.

        Args:
            separator: what stands between two sentences of a chunk.
            language: the language of Punkt's model.
            use_span_tokenize: whether a sentence brings the white space before it, so that chunks
                are slices of the text.
            **kwargs: the settings of every splitter.

        Raises:
            MissingExtra: NLTK is not installed.
            ValueError: ``use_span_tokenize`` with a separator.
        """
        super().__init__(**kwargs)
        if use_span_tokenize and separator:
            raise ValueError("When use_span_tokenize is True, separator should be ''")
        self._separator = separator
        self._with_space = use_span_tokenize
        self._language = language
        needed("nltk", "NLTKTextSplitter")

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""
        return [chunk.text for chunk in self._slices(text)]

    def _slices(self, text: str) -> list[Slice]:
        punkt = needed("nltk.tokenize", "NLTKTextSplitter")
        spans = list(punkt._get_punkt_tokenizer(self._language).span_tokenize(text))
        if self._with_space:
            spans[1:] = [(before, end) for (_, before), (_, end) in pairwise(spans)]
        return self._joined([Slice(text[start:end], start) for start, end in spans], self._separator)

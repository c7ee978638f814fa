"""Splitting into sentences with spaCy."""

from __future__ import annotations

from typing import Any

from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.needs import needed
from chunkwise.adapters.langchain.splitter import TextSplitter


class SpacyTextSplitter(TextSplitter):
    """Merges the sentences that spaCy finds, with a separator between them."""

    def __init__(
        self,
        separator: str = "\n\n",
        pipeline: str = "en_core_web_sm",
        max_length: int = 1_000_000,
        *,
        strip_whitespace: bool = True,
        **kwargs: Any,
    ) -> None:
        """Take the settings; see ``TextSplitter`` for the others.

        Args:
            separator: what stands between two sentences of a chunk.
            pipeline: the name of spaCy's model, or ``"sentencizer"`` for rules alone.
            max_length: characters that a model takes.
            strip_whitespace: whether sentences and chunks lose the white space at their ends.
            **kwargs: the settings of every splitter.

        Raises:
            MissingExtra: spaCy is not installed.
        """
        super().__init__(strip_whitespace=strip_whitespace, **kwargs)
        self._separator = separator
        self._tokenizer = _pipeline(pipeline, max_length)

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""
        return [chunk.text for chunk in self._slices(text)]

    def _slices(self, text: str) -> list[Slice]:
        sentences = self._tokenizer(text).sents
        pieces = [
            Slice(found.text if self._strip_whitespace else found.text_with_ws, found.start_char)
            for found in sentences
        ]
        return self._joined(pieces, self._separator)


def _pipeline(name: str, max_length: int) -> Any:
    spacy = needed("spacy", "SpacyTextSplitter")
    if name == "sentencizer":
        rules = spacy.blank("en")
        rules.add_pipe("sentencizer")
        return rules
    model = spacy.load(name, exclude=["ner", "tagger"])
    model.max_length = max_length
    return model

"""Splitting into windows of tokens of a sentence embedding model."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.needs import needed
from chunkwise.adapters.langchain.splitter import TextSplitter
from chunkwise.adapters.langchain.tokens import Tokenizer, split_text_on_tokens, token_windows

_NO_LIMIT = 2**32
"""Of tokens, so that the tokenizer leaves nothing out."""


class SentenceTransformersTokenTextSplitter(TextSplitter):
    """Splits into windows of so many tokens of a model.

    With a tokenizer that tells the places of its tokens, which every fast one does, chunks are
    slices of the text; with another they are decoded, as in LangChain.
    """

    def __init__(
        self,
        chunk_overlap: int = 50,
        model_name: str = "sentence-transformers/all-mpnet-base-v2",
        tokens_per_chunk: int | None = None,
        model_kwargs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Load the model.

        Args:
            chunk_overlap: tokens that two chunks have in common.
            model_name: the model.
            tokens_per_chunk: tokens that a chunk may hold; by default what the model takes.
            model_kwargs: settings of ``SentenceTransformer``.
            **kwargs: the settings of every splitter.

        Raises:
            MissingExtra: sentence-transformers is not installed.
            ValueError: the chunk is larger than the model takes, or nobody says how large it is.
        """
        super().__init__(**kwargs, chunk_overlap=chunk_overlap)
        package = needed("sentence_transformers", "SentenceTransformersTokenTextSplitter")
        self.model_name = model_name
        self._model = package.SentenceTransformer(model_name, **(model_kwargs or {}))
        self.tokenizer = self._model.tokenizer
        self.maximum_tokens_per_chunk = self._model.max_seq_length
        self.tokens_per_chunk = self._checked(tokens_per_chunk)

    def _checked(self, tokens: int | None) -> int:
        most = self.maximum_tokens_per_chunk
        if tokens is None and most is None:
            raise ValueError(
                "The model does not have a maximum token limit, and tokens_per_chunk was not provided. "
                "Please provide a value for tokens_per_chunk."
            )
        if tokens is not None and most is not None and tokens > most:
            raise ValueError(
                f"The token limit of the models '{self.model_name}' is: {most}. "
                f"Argument tokens_per_chunk={tokens} > maximum token limit."
            )
        return int(most if tokens is None else tokens)

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text.

        Raises:
            ValueError: the overlap is not smaller than the chunk.
        """
        return [chunk.text for chunk in self._slices(text)]

    def count_tokens(self, *, text: str) -> int:
        """Tokens of a text, those included that the tokenizer puts around it."""
        return len(self._encode(text))

    def _slices(self, text: str) -> list[Slice]:
        size, overlap = self.tokens_per_chunk, self._chunk_overlap
        if not getattr(self.tokenizer, "is_fast", False):
            tokenizer = Tokenizer(
                overlap, size, self.tokenizer.decode, lambda given: self._encode(given)[1:-1]
            )
            return [Slice(chunk, -1) for chunk in split_text_on_tokens(text=text, tokenizer=tokenizer)]
        if size <= overlap:
            raise ValueError("tokens_per_chunk must be greater than chunk_overlap")
        told = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, truncation=False)
        places = places_of(told["offset_mapping"], len(text))
        return [Slice(text[a:b], a) for a, b in token_windows(text, places, size, size - overlap)]

    def _encode(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text, max_length=_NO_LIMIT, truncation="do_not_truncate"))


def places_of(offsets: list[tuple[int, int]], end: int) -> list[int]:
    """Where tokens begin, for ``token_windows``: the white space after a token belongs to it."""
    if not offsets:
        return [end]
    begins = [0, *(start for start, _ in offsets[1:])]
    # Tokens of one character share its place: only the first begins a character.
    inside = [False, *(here <= before for before, here in pairwise(begins))]
    return [-1 if within else begin for within, begin in zip(inside, begins, strict=True)] + [end]

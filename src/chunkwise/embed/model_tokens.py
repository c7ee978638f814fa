"""The tokens that a model reads, and a counter of just these: special tokens included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chunkwise.embed.texts import encodable
from chunkwise.errors import EmbedderError
from chunkwise.text.counters.huggingface import HuggingFaceCounter


@dataclass(frozen=True, slots=True)
class ModelCounter:
    """Counts what a model reads of a text: its tokens and the special ones put around them."""

    words: HuggingFaceCounter = field(repr=False)
    """Counts without special tokens."""
    special: int
    """Special tokens of every text."""
    lower: bool = False
    """Whether the text is put in lower case first."""

    @classmethod
    def load(cls, path: str | Path, lower: bool = False) -> ModelCounter:
        """Load a ``tokenizer.json``, or the one in a folder.

        Raises:
            MissingExtra: tokenizers is not installed.
            TokenizerError: the file cannot be read.
        """
        words = HuggingFaceCounter.load(path)
        return cls(words, words.tokenizer.num_special_tokens_to_add(False), lower)

    @property
    def name(self) -> str:
        """Shown in settings."""
        return self.words.name

    def prepared(self, text: str) -> str:
        """The text as the tokenizer gets it."""
        text = encodable(text)
        return text.lower() if self.lower else text

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; an empty one has the special tokens."""
        return [count + self.special for count in self.words.count_many([*map(self.prepared, texts)])]

    def safe_cuts(self, text: str, longest: int) -> list[int] | None:
        """None where special tokens are added: parts would have them several times, the whole once."""
        if self.special or self.lower:
            return None
        return self.words.safe_cuts(encodable(text), longest)


class ModelTokens:
    """Makes the ids that a model reads; any number of threads may do so at once.

    Text that looks like a special token is ordinary text, as for every counter.

    Args:
        counter: of the model's tokenizer.
        max_tokens: longer texts lose their ends, so that the special tokens around them fit.
    """

    def __init__(self, counter: ModelCounter, max_tokens: int) -> None:
        from tokenizers import Tokenizer  # there, since the counter has one

        self._counter = counter
        self._tokenizer: Any = Tokenizer.from_str(counter.words.tokenizer.to_str())
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)
        self._something = self._tokenizer.encode(".").ids or [0]

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text; a text without any, which no model can read, has those of a full stop.

        Raises:
            EmbedderError: the tokenizer failed.
        """
        try:
            encodings = self._tokenizer.encode_batch_fast([*map(self._counter.prepared, texts)])
        except Exception as error:  # the library raises bare exceptions
            raise EmbedderError(f"The tokenizer {self._counter.name} failed: {error}.") from error
        return [encoding.ids or self._something for encoding in encodings]

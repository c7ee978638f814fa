"""An embedder without a model: the words of a text, hashed. It finds the same words, not the same meaning."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from zlib import crc32

from chunkwise.embed.texts import PrefixedCounter
from chunkwise.embed.vectors import unit
from chunkwise.errors import InvalidOption
from chunkwise.model.protocols import Counter
from chunkwise.runtime.options import typed_options
from chunkwise.text.cohesion import content_words
from chunkwise.text.tokens import get_counter

DEFAULT_SIZE = 512


@dataclass(frozen=True, slots=True)
class WordsEmbedder:
    """Each word adds to one of the numbers, up or down, by its hash; what is common counts less and less.

    Feature hashing after Weinberger and others, ICML 2009. An offline default, the same everywhere.

    >>> len(WordsEmbedder(8).embed_query("Lamps are lit."))
    8
    """

    size: int = DEFAULT_SIZE
    """Numbers of a vector."""

    def __post_init__(self) -> None:
        if not 2 <= self.size <= 65_536:
            raise InvalidOption(f"size is {self.size}: it has to be between 2 and 65536.")

    @classmethod
    def from_spec(cls, target: str, options: Mapping[str, str]) -> WordsEmbedder:
        """From ``words`` or ``words?size=N``.

        Raises:
            UnknownOption: there is another option.
            InvalidOption: the size cannot be used, or something stands between ``words`` and ``?``.
        """
        if target:
            raise InvalidOption(f"The embedder words takes options only, and nothing like {target!r}.")
        return cls(**typed_options("The embedder words", options, {"size": int}))

    @property
    def name(self) -> str:
        """``words-`` and the size."""
        return f"words-{self.size}"

    @property
    def max_tokens(self) -> int | None:
        """None: any text is read to its end."""
        return None

    @property
    def counter(self) -> Counter:
        """The default counter: there are no tokens of its own."""
        return PrefixedCounter(get_counter(), "")

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """A vector of length 1 for each text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Sequence[float]:
        """The vector of a question: made as that of a passage."""
        vector = [0.0] * self.size
        # Texts without any content words are told apart by what they consist of.
        words = content_words(text) or text.split() or ["\0"]
        for word, times in Tally(words).items():
            place = crc32(word.encode("utf-8", "surrogatepass"))
            vector[place % self.size] += (1 + log(times)) * (1 if place & 0x8000_0000 else -1)
        if not any(vector):  # two words that cancel each other out
            vector[0] = 1.0
        return unit(vector, self.name)

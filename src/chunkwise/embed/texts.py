"""What embedders do with texts before a model sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.model.protocols import Counter

_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which neither tokenizers nor JSON can write.

    >>> encodable("a\\ud800b") == "a\\ufffdb"
    True
    """
    return _SURROGATE.sub("\ufffd", text)


@dataclass(frozen=True, slots=True)
class PrefixedCounter:
    """Counts texts together with what is put before each."""

    counter: Counter
    """Counts the whole."""
    prefix: str
    """What is put before."""

    @property
    def name(self) -> str:
        """That of the counter: the prefix belongs to the embedder."""
        return self.counter.name

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text and its prefix."""
        return self.counter.count_many([self.prefix + encodable(text) for text in texts])

    def safe_cuts(self, text: str, longest: int) -> list[int] | None:
        """None with a prefix: it is counted once for each text, so counts do not add up."""
        return None if self.prefix else self.counter.safe_cuts(encodable(text), longest)


def shortened(text: str, counter: Counter, most: int) -> str:
    """The text, or a beginning of it that counts at most ``most`` tokens, and not much less."""
    while text and (count := counter.count_many([text])[0]) > most:
        text = text[: min(len(text) - 1, len(text) * most // count)]
    return text

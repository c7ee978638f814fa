"""Counters without a vocabulary: words, characters, and any function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from sys import maxsize

from chunkwise.errors import ChunkwiseError, TokenizerError
from chunkwise.text.counters.rules import word_cuts


@dataclass(frozen=True, slots=True)
class WordCounter:
    """Counts what stands between white space.

    >>> WordCounter().count_many(["one  two", ""])
    [2, 0]
    """

    name: str = "words"

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Words of each text."""
        return [len(text.split()) for text in texts]

    def safe_cuts(self, text: str, longest: int) -> list[int]:
        """See ``Counter.safe_cuts``."""
        return word_cuts(text, longest)


@dataclass(frozen=True, slots=True)
class CharacterCounter:
    """Counts Unicode code points.

    >>> CharacterCounter().count_many(["中文"])
    [2]
    """

    name: str = "chars"

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Code points of each text."""
        return [len(text) for text in texts]

    def safe_cuts(self, text: str, longest: int) -> list[int]:
        """Every place is safe."""
        return list(range(longest, len(text), longest))


@dataclass(frozen=True, slots=True)
class FunctionCounter:
    """Counts with a function ``str -> int``. Nothing is known of it, so each chunk is counted whole."""

    function: Callable[[str], int]
    """Number of tokens of a text."""
    name: str = "function"
    """Shown in settings."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text.

        Raises:
            TokenizerError: the function failed, or returned something that is no count.
        """
        return [self._count(text) for text in texts]

    def _count(self, text: str) -> int:
        try:
            count = self.function(text)
        except ChunkwiseError:
            raise
        except Exception as error:
            raise TokenizerError(
                f"The tokenizer function {self.name} failed on {text!r:.60}: {type(error).__name__}: {error}"
            ) from error
        try:
            number = index(count)  # numpy's integers too
        except TypeError:
            number = -1
        if not 0 <= number <= maxsize or isinstance(count, bool):
            shown = f"{count!r:.60}" if abs(number) <= maxsize else f"a number of {number.bit_length()} bits"
            raise TokenizerError(f"The tokenizer function {self.name} returned {shown} for {text!r:.60}.")
        return number

    def safe_cuts(self, text: str, longest: int) -> None:
        """None: no rule is known."""
        return

"""The default counter: exact cl100k and o200k, vocabulary in the wheel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.text.counters.rules import CutRule, line_cuts, line_cuts_not_slash

ENCODINGS: dict[str, CutRule] = {
    "cl100k_base": line_cuts,
    "o200k_base": line_cuts_not_slash,
    "o200k_harmony": line_cuts_not_slash,
}


@dataclass(frozen=True, slots=True)
class ToktokCounter:
    """Counts with ``toktok-rs``: as tiktoken counts, about fifteen times as fast.

    >>> ToktokCounter("cl100k_base").count_many(["hello world", "你好"])
    [2, 2]
    """

    name: str = "cl100k_base"

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; special-token text counts as ordinary text."""
        import toktok

        # One thread: counting is a small part of the work, and callers run documents side by side.
        counts: list[int] = toktok.batch_count(texts, self.name, threads=1)
        return counts

    def safe_cuts(self, text: str, longest: int) -> list[int]:
        """See ``Counter.safe_cuts``."""
        return ENCODINGS[self.name](text, longest)

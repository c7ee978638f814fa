"""Counts with a ``tiktoken.Encoding``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chunkwise.errors import MissingExtra, TokenizerError
from chunkwise.text.counters.rules import line_cuts, line_cuts_not_slash, lone_line_cuts

_RULES = {
    "cl100k_base": line_cuts,
    "o200k_base": line_cuts_not_slash,
    "o200k_harmony": line_cuts_not_slash,
    "gpt2": lone_line_cuts,
    "r50k_base": lone_line_cuts,
    "p50k_base": lone_line_cuts,
    "p50k_edit": lone_line_cuts,
}


@dataclass(frozen=True, slots=True)
class TiktokenCounter:
    """Counts with any tiktoken encoding; one without a known cut rule is counted chunk by chunk, whole."""

    encoding: Any = field(repr=False)
    """The ``tiktoken.Encoding``."""
    name: str = ""
    """Shown in settings."""

    @classmethod
    def load(cls, encoding_name: str) -> TiktokenCounter:
        """Load an encoding by tiktoken's name (tiktoken may download its vocabulary).

        Raises:
            MissingExtra: tiktoken is not installed.
            TokenizerError: tiktoken has no such encoding or cannot load it.
        """
        try:
            import tiktoken
        except ImportError:
            raise MissingExtra("A tiktoken tokenizer", "tiktoken") from None
        try:
            return cls(tiktoken.get_encoding(encoding_name), f"tiktoken:{encoding_name}")
        except Exception as error:
            raise TokenizerError(f"tiktoken cannot load {encoding_name!r}: {error}") from error

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; special-token text counts as ordinary text."""
        return [len(ids) for ids in self.encoding.encode_ordinary_batch(list(texts), num_threads=1)]

    def safe_cuts(self, text: str, longest: int) -> list[int] | None:
        """See ``Counter.safe_cuts``."""
        rule = _RULES.get(self.encoding.name)
        return rule(text, longest) if rule else None

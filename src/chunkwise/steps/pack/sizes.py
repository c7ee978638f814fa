"""One set of numbers out of the options in tokens, characters and percent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from chunkwise.errors import InvalidOption
from chunkwise.model.protocols import Counter
from chunkwise.text.token_index import COARSE

_EVERY_WORD = 4
"""A unit length at which every word is a unit: for small caps and overlaps."""

_SENTENCE = 200
"""A unit length at which sentences are measured well enough."""


class SizeOptions(Protocol):
    """The size options of a packing step."""

    @property
    def counter(self) -> Counter | None: ...  # noqa: D102
    @property
    def max_tokens(self) -> int | None: ...  # noqa: D102
    @property
    def max_chars(self) -> int | None: ...  # noqa: D102
    @property
    def overlap_tokens(self) -> int: ...  # noqa: D102
    @property
    def overlap_chars(self) -> int: ...  # noqa: D102
    @property
    def overlap_percent(self) -> float: ...  # noqa: D102
    @property
    def overlap_sentences(self) -> int: ...  # noqa: D102
    @property
    def min_tokens(self) -> int: ...  # noqa: D102
    @property
    def min_chars(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Sizes:
    """Cap, overlap and minimum in one unit."""

    cap: int | None
    """None: no cap."""
    overlap: int
    minimum: int
    in_tokens: bool
    """Whether the three are tokens; else characters."""
    sentences: int = 0
    """Overlap in sentences, in place of ``overlap``."""

    @property
    def unit_length(self) -> int:
        """How long counted units may be, in characters, to estimate cap and overlap well enough."""
        overlap = 8 * self.overlap or (_SENTENCE if self.sentences else COARSE)
        smallest = min(overlap, 2 * (self.cap or COARSE))
        return _EVERY_WORD if smallest < 80 else min(COARSE, smallest)

    @classmethod
    def of(cls, options: SizeOptions) -> Sizes:
        """Check and unite the options.

        Raises:
            InvalidOption: two units at once, a cap below 1, or an overlap that leaves no room.
        """
        in_tokens = options.max_chars is None
        if not in_tokens and options.max_tokens is not None:
            raise InvalidOption("max_tokens and max_chars are alternatives: give one of them.")
        unit, other = ("tokens", "chars") if in_tokens else ("chars", "tokens")
        for name in ("overlap", "min"):
            if getattr(options, f"{name}_{other}"):
                raise InvalidOption(f"{name}_{other} does not go with max_{unit}: use {name}_{unit}.")
        cap = options.max_tokens if in_tokens else options.max_chars
        check_cap(f"max_{unit}", cap)
        overlap = getattr(options, f"overlap_{unit}")
        if options.overlap_percent:
            if overlap:
                raise InvalidOption(f"overlap_percent and overlap_{unit} are alternatives: give one of them.")
            overlap = int((cap or 0) * check_percent(options.overlap_percent) / 100)
        sentences = options.overlap_sentences
        if sentences < 0:
            raise InvalidOption(f"overlap_sentences is {sentences}: it has to be at least 0.")
        if sentences and overlap:
            raise InvalidOption(
                f"overlap_sentences and overlap_{unit} (or percent) are alternatives: give one of them."
            )
        minimum = getattr(options, f"min_{unit}")
        for name, value in ((f"overlap_{unit}", overlap), (f"min_{unit}", minimum)):
            if value < 0 or (cap is not None and value >= cap):
                raise InvalidOption(
                    f"{name} is {value}: it has to be at least 0 and below max_{unit} ({cap})."
                )
        return cls(cap, overlap, minimum, in_tokens, sentences)


def check_cap(name: str, cap: int | None) -> None:
    """Refuse a cap below 1.

    Raises:
        InvalidOption: with the way to say "no cap".
    """
    if cap is not None and cap < 1:
        raise InvalidOption(
            f"{name} is {cap}: it has to be at least 1. No cap is None (on the command line: none)."
        )


def check_percent(percent: float) -> float:
    """Refuse a percentage outside 0 to 90.

    Raises:
        InvalidOption: it is outside.
    """
    if not 0 <= percent <= 90:
        raise InvalidOption(f"overlap_percent is {percent}: it has to be between 0 and 90.")
    return percent

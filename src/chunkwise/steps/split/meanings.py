"""Cutting where the meaning changes, by the vectors of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.errors import InvalidOption
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter, Embed
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.sentence_runs import Room, is_prose, pieces, sentence_vectors, sentences
from chunkwise.text.breakpoints import AMOUNTS, RULES, Rule, best_partition, breaks, neighbour_distances


@dataclass(frozen=True, slots=True)
class Meanings:
    """Cuts each text unit between sentences that an embedder finds far apart.

    Each unit is judged by itself, so that an edit in one section moves no cut in another. Tables and
    pictures stay as they are.
    """

    embedder: Embed | None = None
    """Makes the vectors."""
    counter: Counter | None = None
    """Counts tokens; None in character mode."""
    max_tokens: int | None = None
    """Cap of a chunk in tokens, its titles included; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""
    rule: Rule = "percentile"
    """Where a distance is a break: see ``chunkwise.text.breakpoints``."""
    amount: float | None = None
    """The rule's number; None: its own default."""
    buffer_sentences: int = 1
    """Sentences on both sides that are embedded with each one."""

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise InvalidOption(f"rule is {self.rule!r}: it has to be one of {', '.join(RULES)}.")
        if self.buffer_sentences < 0:
            raise InvalidOption(f"buffer_sentences is {self.buffer_sentences}: it has to be at least 0.")
        amount, most = self._amount, {"percentile": 100, "gradient": 100, "dynamic": 1}.get(self.rule)
        if amount < 0 or (most is not None and amount > most):
            limit = f"between 0 and {most}" if most is not None else "at least 0"
            raise InvalidOption(f"amount is {amount}: with the rule {self.rule} it has to be {limit}.")

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order.

        Raises:
            EmbedderError: the embedder failed.
        """
        text = document.text
        found = [sentences(text, unit) if is_prose(unit) else [] for unit in units]
        assert self.embedder is not None  # a method is built with one
        vectors = iter(sentence_vectors(text, found, self.embedder, self.buffer_sentences))
        room = Room(self.counter, self.max_tokens, self.max_chars)
        for unit, spans, most in zip(units, found, room.of(units), strict=True):
            if len(spans) < 2:
                yield unit
                continue
            own = [next(vectors) for _ in spans]
            if self.rule == "dynamic":
                cuts = best_partition(own, room.sizes(text, spans), most, self._amount)
            else:
                cuts = [at + 1 for at in breaks(neighbour_distances(own), self.rule, self._amount)]
            yield from pieces(text, unit, [spans[cut].start for cut in cuts])

    @property
    def _amount(self) -> float:
        return AMOUNTS[self.rule] if self.amount is None else self.amount

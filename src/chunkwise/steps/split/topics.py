"""Cutting where the topic changes, by the words that sentences share, and their vectors if there are any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chunkwise.errors import InvalidOption
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter, Embed
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.split.sentence_runs import (
    Room,
    is_prose,
    paragraph_starts,
    pieces,
    sentence_vectors,
    sentences,
)
from chunkwise.text.breakpoints import likeness_around
from chunkwise.text.cohesion import content_words, topic_cuts


@dataclass(frozen=True, slots=True)
class Topics:
    """Cuts each text unit into coherent stretches, of the size of the cap at most.

    Cuts between sentences, and rather between paragraphs. Tables and pictures stay as they are.
    """

    embedder: Embed | None = None
    """Its vectors have a say beside the words; None: words alone."""
    counter: Counter | None = None
    """Counts tokens; None in character mode."""
    max_tokens: int | None = None
    """Cap of a chunk in tokens, its titles included; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""
    min_tokens: int = 16
    """Least size of a topic in tokens, wherever the unit and half the cap allow it."""
    min_chars: int = 60
    """The same in characters, with ``max_chars``."""

    def __post_init__(self) -> None:
        for name in ("min_tokens", "min_chars"):
            if getattr(self, name) < 0:
                raise InvalidOption(f"{name} is {getattr(self, name)}: it has to be at least 0.")

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order.

        Raises:
            EmbedderError: the embedder failed.
        """
        text = document.text
        room = Room(self.counter, self.max_tokens, self.max_chars)
        found = [sentences(text, unit) if is_prose(unit) else [] for unit in units]
        vectors = iter(sentence_vectors(text, found, self.embedder)) if self.embedder else None
        least = self.min_chars if self.max_chars is not None else self.min_tokens
        sizes = iter(room.sizes(text, [span for spans in found for span in spans]))
        for unit, spans, most in zip(units, found, room.of(units), strict=True):
            own = [next(sizes) for _ in spans]
            if len(spans) < 2:
                yield unit
                continue
            words = [content_words(span.of(text)) for span in spans]
            likeness = likeness_around([next(vectors) for _ in spans]) if vectors else None
            cuts = topic_cuts(
                words,
                own,
                most,
                paragraph_starts(text, unit, spans),
                likeness,
                min(least, (most or least) / 2),
            )
            yield from pieces(text, unit, [spans[cut].start for cut in cuts])

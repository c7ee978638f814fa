"""Passages: the best stretches of text, cut by sentence units and not by chunks."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.kb.candidates import Reader
from chunkwise.kb.question import Question
from chunkwise.kb.ranking import Order
from chunkwise.model.hit import Passage


def passages(readers: Sequence[Reader], order: Order, question: Question) -> tuple[Passage, ...]:
    """Placeholder until the cut is there."""
    return ()

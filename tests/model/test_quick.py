"""Quick dataclasses are like the others: same arguments, same errors, frozen."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from chunkwise.model.chunk import Chunk
from chunkwise.model.span import Span


def test_they_stay_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Span(1, 2).start = 3  # type: ignore[misc]


def test_arguments_are_those_of_the_fields() -> None:
    with pytest.raises(TypeError, match="end"):
        Span(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="ende"):
        Span(1, ende=2)  # type: ignore[call-arg]
    chunk = Chunk("a", "d", "text", (Span(0, 4),), "some", ordinal=3)
    assert (chunk.ordinal, chunk.enabled, chunk.heading_path) == (3, True, ())


def test_they_are_copied_pickled_compared_and_replaced() -> None:
    chunk = Chunk("a", "d", "text", (Span(0, 4),), "some")
    assert pickle.loads(pickle.dumps(chunk)) == copy.deepcopy(chunk) == chunk
    assert dataclasses.replace(chunk, ordinal=2).ordinal == 2
    assert Span(0, 4) < Span(1, 2)
    assert len({Span(0, 4), Span(0, 4)}) == 1

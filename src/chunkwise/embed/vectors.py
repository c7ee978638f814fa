"""Vectors as embedders return them: float32, of length 1, without NumPy."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence

from chunkwise.errors import EmbedderError


def unit(numbers: Iterable[float], whose: str) -> Sequence[float]:
    """A vector of length 1 in the direction of these numbers.

    Args:
        numbers: the vector, of any length above 0.
        whose: for messages, e.g. ``"The model m"``.

    Raises:
        EmbedderError: it is empty, has no direction, or holds what is no finite number.
    """
    values = array("d", numbers)
    largest = max(map(abs, values), default=0.0)
    # max() passes over NaN, a sum does not.
    if not math.isfinite(largest) or not math.isfinite(sum(value / (largest or 1.0) for value in values)):
        raise EmbedderError(f"{whose} gave a vector that holds infinity or no numbers.")
    if not largest:
        raise EmbedderError(f"{whose} gave a vector without a direction: {len(values)} zeros.")
    scaled = [value / largest for value in values]  # else squares of huge or tiny numbers leave the range
    length = math.hypot(*scaled)
    return array("f", [value / length for value in scaled])

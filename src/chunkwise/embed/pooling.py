"""From a model's output to one vector of length 1 a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunkwise.errors import EmbedderError

# Texts of a run have equally many tokens and no padding, so every token counts.
_WAYS: dict[str, Callable[[Any], Any]] = {
    "mean": lambda tokens: tokens.mean(axis=1),
    "cls": lambda tokens: tokens[:, 0],
    "max": lambda tokens: tokens.max(axis=1),
    "last": lambda tokens: tokens[:, -1],
}
POOLINGS = tuple(_WAYS)
"""How vectors of tokens can become the text's."""


def unit_rows(output: Any, texts: int, pooling: str, whose: str) -> Any:
    """Unit vectors as rows of float32, summed and divided in float64.

    Args:
        output: an array of texts × tokens × numbers, or of texts × numbers where the model pools by itself.
        texts: the number of texts in the run.
        pooling: one of ``POOLINGS``.
        whose: for messages, e.g. ``"The model m"``.

    Raises:
        EmbedderError: the array has another shape, or a vector without a direction.
    """
    import numpy

    rows = output.astype(numpy.float64)
    with numpy.errstate(all="ignore"):  # what is not finite is found below
        if rows.ndim == 3:
            rows = _WAYS[pooling](rows)
        if rows.ndim != 2 or len(rows) != texts:
            raise EmbedderError(
                f"{whose} is no embedding model: its output for {texts} texts has the shape {output.shape}."
            )
        lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
    if not numpy.isfinite(lengths).all() or not lengths.all():
        raise EmbedderError(f"{whose} gave a vector without a direction.")
    return (rows / lengths).astype(numpy.float32)

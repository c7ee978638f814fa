"""Kernel means: each unit's vector with those of the units around it, so that a sentence has its context.

A single sentence is a poor vector. The mean of the vectors around, weighted as the kernel weights
words, costs no second pass of the model and is stored instead of the unit's own vector, a byte a
dimension. Fused with kernel BM25 as a sum: ranks alone would flatten the scores, and no cut by score
would be possible any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chunkwise.errors import InvalidOption, MissingExtra
from chunkwise.rank.kernel import KernelSettings, weights
from chunkwise.rank.unit_postings import Window

_ROWS = 4096
"""Rows that are widened to floats at once."""


@dataclass(frozen=True, slots=True)
class VectorSettings:
    """The constants of kernel means and of their fusion."""

    leak: float = 0.5
    """Weight of the next unit's vector; that of the unit itself is 1."""
    length: float = 3.0
    """Units over which that weight falls to 1/e."""
    reach: int = 12
    """Units, in both directions, beyond which nothing is seen."""
    weight: float = 0.75
    """Factor of the cosine beside a kernel score from 0 to 1."""


DEFAULT_VECTORS = VectorSettings()


class KernelVectors:
    """The kernel means of units, normalised, as signed bytes."""

    __slots__ = ("_bytes", "_scales", "settings")

    def __init__(
        self,
        vectors: Sequence[Sequence[float]],
        documents: Sequence[Window],
        settings: VectorSettings = DEFAULT_VECTORS,
    ) -> None:
        """Take the vectors of units.

        Args:
            vectors: one a unit, all of one length.
            documents: the units of each document; a mean never reaches over its end.
            settings: the constants.

        Raises:
            InvalidOption: the vectors are not one a unit, or not of one length.
            MissingExtra: numpy is not installed.
        """
        numpy = _numpy()
        self.settings = settings
        units = documents[-1][1] if documents else 0
        if len(vectors) != units:
            raise InvalidOption(f"There are {len(vectors)} vectors for {units} units: give one for each.")
        try:
            rows = numpy.asarray(vectors, dtype=numpy.float32).reshape(units, -1 if units else 0)
        except ValueError:
            raise InvalidOption("The vectors are not of one length: make all with one embedder.") from None
        means = numpy.zeros_like(rows)
        for first, end in documents:
            means[first:end] = _means(_normalised(rows[first:end]), settings)
        means = _normalised(means)
        largest = numpy.abs(means).max(axis=1, initial=0.0)
        self._scales = numpy.where(largest > 0, largest, 1.0).astype(numpy.float32) / 127
        self._bytes = numpy.rint(means / self._scales[:, None]).astype(numpy.int8)

    def __len__(self) -> int:
        return len(self._bytes)

    def cosines(self, query: Sequence[float]) -> Any:
        """The cosine of each unit's mean with a query's vector, as a numpy array.

        Raises:
            InvalidOption: the query's vector has another length than those of the units.
        """
        numpy = _numpy()
        vector = numpy.asarray(query, dtype=numpy.float32)
        if len(self) and vector.shape != (self._bytes.shape[1],):
            raise InvalidOption(
                f"The query's vector has {vector.size} dimensions, those of the units have "
                f"{self._bytes.shape[1]}: use the embedder that the index was made with."
            )
        norm = float(numpy.linalg.norm(vector)) or 1.0
        found = numpy.empty(len(self), dtype=numpy.float32)
        for at in range(0, len(self), _ROWS):
            found[at : at + _ROWS] = self._bytes[at : at + _ROWS].astype(numpy.float32) @ vector
        return found * self._scales / norm


def nearest(cosines: Any, count: int) -> list[int]:
    """The units with the highest cosines, in no order."""
    numpy = _numpy()
    if count >= len(cosines):
        return list(range(len(cosines)))
    found: list[int] = numpy.argpartition(-cosines, count)[:count].tolist()
    return found


def fused(
    kernel: Mapping[int, float], candidates: Sequence[int], cosines: Any, weight: float
) -> dict[int, float]:
    """Scores of units by words and meaning, relative to the query's median.

    Args:
        kernel: unit → kernel score.
        candidates: the units to score.
        cosines: of all units.
        weight: factor of a cosine.

    Returns:
        Unit → kernel score / the highest one + ``weight`` times its cosine, less the median of that
        over all units: cosines have an offset that would make every share of the best score large.
    """
    numpy = _numpy()
    best = max(kernel.values(), default=0.0) or 1.0
    everything = weight * cosines.astype(numpy.float64)
    if kernel:
        everything[list(kernel)] += numpy.fromiter(kernel.values(), float, len(kernel)) / best
    median = float(numpy.median(everything)) if len(everything) else 0.0
    return dict(zip(candidates, (everything[list(candidates)] - median).tolist(), strict=True))


def _means(rows: Any, settings: VectorSettings) -> Any:
    """The weighted sums of one document; what they are divided by goes with the normalisation."""
    by_distance = weights(KernelSettings(settings.leak, settings.length, settings.reach))
    sums = rows.copy()
    for distance in range(1, min(settings.reach, len(rows) - 1) + 1):
        sums[distance:] += by_distance[distance] * rows[:-distance]
        sums[:-distance] += by_distance[distance] * rows[distance:]
    return sums


def _normalised(rows: Any) -> Any:
    numpy = _numpy()
    norms = numpy.linalg.norm(rows, axis=1, keepdims=True)
    return rows / numpy.where(norms > 0, norms, 1.0)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingExtra("Ranking by vectors", "onnx") from None
    return numpy

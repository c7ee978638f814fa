"""How sure a mean over questions is: bootstrap intervals, seeded, the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from random import Random

from chunkwise.errors import InvalidOption

DRAWS = 2_000
LEVEL = 0.95
SEED = 0


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and where it would lie with other questions of the same kind."""

    mean: float
    """The mean over the questions that there are."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside: of a difference, whether there is one."""
        return self.low > 0 or self.high < 0

    @property
    def is_telling(self) -> bool:
        """Whether a difference is clear and can be seen in percent with one decimal."""
        return self.is_clear and round(100 * self.mean, 1) != 0


def bootstrap(
    values: Sequence[float], *, draws: int = DRAWS, level: float = LEVEL, seed: int = SEED
) -> Interval:
    """The mean of one value a question, with its percentile bootstrap interval (Efron, 1979).

    Questions are drawn with replacement, as many as there are, ``draws`` times. With few questions
    (say under 20) such intervals are too narrow: read them as a lower bound of the doubt.

    Args:
        values: one for each question.
        draws: how many times to draw.
        level: the share of the means that lie inside.
        seed: the same seed draws the same questions, for every list of the same length.

    Raises:
        InvalidOption: there are no values, or an argument makes no sense.

    >>> bootstrap([0.0, 1.0, 1.0, 1.0])
    Interval(mean=0.75, low=0.25, high=1.0)
    """
    if not values:
        raise InvalidOption("There is no interval of no values: give at least one question.")
    if draws < 1 or not 0 < level < 1:
        raise InvalidOption(f"draws is from 1 and level between 0 and 1, not {draws} and {level}.")
    n = len(values)
    mean = sum(values) / n
    if n == 1 or min(values) == max(values):
        return Interval(mean, mean, mean)
    means = sorted(sum(draw(values)) / n for draw in _draws(n, draws, seed))
    rest = (1 - level) / 2
    return Interval(mean, _quantile(means, rest), _quantile(means, 1 - rest))


def paired(
    ours: Sequence[float],
    theirs: Sequence[float],
    *,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = SEED,
) -> Interval:
    """The mean of ours minus theirs, question by question, with its interval.

    Raises:
        InvalidOption: the lists are not of the same questions, or as ``bootstrap``.

    >>> paired([1.0, 0.5], [0.5, 0.0])
    Interval(mean=0.5, low=0.5, high=0.5)
    """
    if len(ours) != len(theirs):
        raise InvalidOption(
            f"Both lists are of the same questions; these have {len(ours)} and {len(theirs)}."
        )
    return bootstrap([a - b for a, b in zip(ours, theirs, strict=True)], draws=draws, level=level, seed=seed)


@lru_cache(maxsize=2)
def _draws(n: int, draws: int, seed: int) -> tuple[Callable[[Sequence[float]], Sequence[float]], ...]:
    """Which questions each draw takes. Kept, since many measures are taken of the same questions."""
    # random() is the same on every platform and version of Python; randrange() need not be.
    number = Random(seed).random
    places = list(range(n))  # one object a number, whatever the number of draws
    return tuple(itemgetter(*(places[int(number() * n)] for _ in places)) for _ in range(draws))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """A quantile of sorted values, between the nearest two in proportion."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

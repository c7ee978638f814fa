"""How early the right answers come in a ranking: hit rate, reciprocal rank, nDCG."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from chunkwise.errors import InvalidOption
from chunkwise.quality.ranges import Range, as_pairs, common, total, united


def relevant(answer: Sequence[Range], references: Sequence[Range]) -> bool:
    """Whether an answer is right: it shares with a reference half of the shorter one of the two.

    So a long chunk has to hold half of a reference, and a sentence has to lie half in a long one; a
    chunk that merely touches a reference is not right.

    >>> relevant([(0, 100)], [(90, 110)]), relevant([(0, 100)], [(95, 110)])
    (True, False)
    """
    own = united(as_pairs(answer))
    size = total(own)
    return any(
        0 < min(size, end - start) <= 2 * common(own, [(start, end)]) for start, end in as_pairs(references)
    )


def hit(right: Sequence[bool], k: int) -> float:
    """1 if one of the first ``k`` answers is right, else 0; its mean over questions is the hit rate.

    Raises:
        InvalidOption: k is not positive.
    """
    return float(any(right[: _positive(k)]))


def reciprocal_rank(right: Sequence[bool]) -> float:
    """1 / the place, from 1, of the first right answer, or 0; its mean over questions is the MRR.

    >>> reciprocal_rank([False, True])
    0.5
    """
    return next((1 / place for place, is_right in enumerate(right, 1) if is_right), 0.0)


def gains(answers: Sequence[Sequence[Range]], references: Sequence[Range]) -> list[float]:
    """What each answer of a ranking newly finds, as a share of the references' characters.

    >>> gains([[(0, 5)], [(0, 10)]], [(0, 10)])
    [0.5, 0.5]
    """
    wanted = united(as_pairs(references))
    size = total(wanted)
    if not size:
        raise InvalidOption("There is nothing to be found: the references hold no character.")
    found: list[tuple[int, int]] = []
    before = 0
    shares = []
    for answer in answers:
        found = united([*found, *as_pairs(answer)])
        covered = common(found, wanted)
        shares.append((covered - before) / size)
        before = covered
    return shares


def ndcg(gained: Sequence[float], k: int) -> float:
    """Discounted cumulative gain of the first ``k`` answers, where 1 is everything in the first place.

    Each gain is divided by log2(1 + place), place from 1 (Järvelin and Kekäläinen, 2002). The ideal is
    one answer that holds all references, whatever the chunks are: so the value compares ways of
    cutting, and what has to be put together from several chunks stays below 1.

    Raises:
        InvalidOption: k is not positive.

    >>> ndcg([0.0, 1.0], 5) == 1 / log2(3)
    True
    """
    return sum(gain / log2(1 + place) for place, gain in enumerate(gained[: _positive(k)], 1))


def _positive(k: int) -> int:
    if k < 1:
        raise InvalidOption(f"k is {k}: look at 1 answer at least.")
    return k

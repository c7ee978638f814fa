"""Exact token counts of any span, from one pass over the text.

Time in chunking is token counting. The text is cut once into units whose counts add up (see
``Counter.safe_cuts``) and all units are counted in one call. Sums between unit ends are exact;
places inside a unit are estimated from its tokens per character; and ``count`` makes estimates
exact by counting only what lies between a span's ends and the nearest unit ends, all in one call.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain, islice, pairwise
from math import floor
from typing import NamedTuple, TypeAlias

from chunkwise.model.protocols import Counter
from chunkwise.text.counters.rules import at_paragraphs

COARSE = 2000
"""Longest unit in characters that is precise enough for caps of hundreds of tokens."""


_SAMPLE = 256
"""Longest part of a unit that is counted to know how dense it is: a line may be sparse here and dense
there, and what a part's own ends add to its count is little beside it."""

_SLACK = 64
"""Characters by which a unit may be longer, since places to cut at are not everywhere."""


class Piece(NamedTuple):
    """A span of the text with what stands before and after it when it is counted."""

    start: int
    """First code point."""
    end: int
    """One past the last."""
    before: str = ""
    """Text put directly before the span."""
    after: str = ""
    """Text put directly after it."""


Bounds: TypeAlias = tuple[int, int]
"""(start, end) of a stretch of the text."""


class TokenIndex:
    r"""Counts and places of tokens in one text, or in some stretches of it.

    >>> from chunkwise.text.tokens import get_counter
    >>> index = TokenIndex("one two\nthree four", get_counter("words"))
    >>> index.count([Piece(0, 18), Piece(4, 13)])
    [4, 2]
    """

    exact = False
    """Whether what is estimated is the size: not inside a unit."""

    __slots__ = ("_counter", "_ends", "_exact_ends", "_exact_totals", "_text", "_totals")

    def __init__(
        self,
        text: str,
        counter: Counter,
        longest: int = COARSE,
        ranges: Sequence[Bounds] | None = None,
        paragraphs: bool = False,
    ) -> None:
        """Count the text.

        Args:
            text: what spans will point into.
            counter: counts tokens.
            longest: units of more characters are cut finer where the tokenizer allows it, and
                sampled in pieces where it does not, to know how dense each part is.
            ranges: the only stretches that matter, ascending and not overlapping; None: all of it.
                Each is counted by itself, so what stands around it changes no number inside.
            paragraphs: whether a paragraph is counted as one and not by its lines: faster, and as
                exact between paragraphs.
        """
        self._text = text
        self._counter = counter
        every = [(0, len(text))] if ranges is None else ranges
        stretches = [(start, end) for start, end in every if start < end]
        cut = [_units(text, bounds, counter, longest, paragraphs) for bounds in stretches]
        lengths = [list(map(len, units or ())) for units in cut]
        if None not in cut and max(map(max, lengths), default=0) <= longest + _SLACK:
            strings = cut[0] if len(cut) == 1 else list(chain.from_iterable(units or () for units in cut))
            counts = counter.count_many(strings or ())
            self._exact_ends, self._exact_totals = _joined_totals(stretches, lengths, counts)
            self._ends, self._totals = self._exact_ends, self._exact_totals
        else:
            self._sample(stretches, cut, min(longest + _SLACK, _SAMPLE))

    def _sample(self, stretches: Sequence[Bounds], cut: Sequence[Sequence[str] | None], widest: int) -> None:
        """Count where units are unknown or too long to estimate by: parts of them, too."""
        exact: list[Bounds] = []
        for (start, end), units in zip(stretches, cut, strict=True):
            ends = accumulate(map(len, units), initial=start) if units else (start, end)
            exact.extend(pairwise(ends))
        estimated = [(at, min(at + widest, end)) for start, end in exact for at in range(start, end, widest)]
        exact = [] if None in cut else exact
        wanted = list(dict.fromkeys([*exact, *estimated]))
        counts = self._counter.count_many([self._text[a:b] for a, b in wanted]) if wanted else []
        known = dict(zip(wanted, counts, strict=True))
        self._exact_ends, self._exact_totals = _running_totals(exact, known)
        self._ends, self._totals = _running_totals(estimated, known)

    def _before(self, offset: int) -> tuple[int, float]:
        """Tokens up to the unit that an offset is in, and the estimated ones inside it.

        Kept apart, and added up only after whole numbers were subtracted: a rounded sum would
        depend on how much text stands before, and an edit there would move cuts here.
        """
        ends, totals = self._ends, self._totals
        at = bisect_right(ends, offset) - 1
        if at < 0:
            return 0, 0
        if ends[at] == offset or at + 1 == len(ends):
            return totals[at], 0
        width = ends[at + 1] - ends[at]
        return totals[at], (totals[at + 1] - totals[at]) * (offset - ends[at]) / width

    def estimate(self, start: int, end: int) -> float:
        """Estimated count of ``text[start:end]``; exact between safe cuts of short lines."""
        whole_start, inside_start = self._before(start)
        whole_end, inside_end = self._before(end)
        return whole_end - whole_start + (inside_end - inside_start)

    def reach(self, start: int, budget: float, limit: int) -> int:
        """The farthest offset up to ``limit`` at which ``text[start:offset]`` should fit the budget.

        Inside a unit the estimate keeps a small margin, since a miss costs a second count.
        """
        ends, totals = self._ends, self._totals
        at = max(0, bisect_right(ends, start) - 1)
        whole, offset, room = totals[at], start - ends[at], budget
        if offset > 0 and at + 1 < len(ends):  # what ``_before`` says
            room += (totals[at + 1] - whole) * offset / (ends[at + 1] - ends[at])
        at = bisect_right(totals, whole + floor(room), at) - 1
        if at + 1 >= len(ends) or ends[at] >= limit:
            return limit
        inside = room - (totals[at] - whole)
        margin = (0.2 * inside if inside < 7.5 else 1.5) + 0.03 * inside
        width = ends[at + 1] - ends[at]
        count = totals[at + 1] - totals[at]
        place = ends[at + 1]
        if count:
            place = ends[at] + int(width * (inside - margin) / count) if inside > margin else ends[at]
        return min(limit, max(place, start))

    def count(self, pieces: Sequence[Piece]) -> list[int]:
        """Exact counts of the pieces, with one call of the counter at most."""
        ends, totals, text = self._exact_ends, self._exact_totals, self._text
        counts: list[int] = []
        owners: list[int] = []
        strings: list[str] = []
        for at, (start, end, before, after) in enumerate(pieces):
            # The outermost safe cuts inside the piece; what is put around it leaves none at its ends.
            first = bisect_left(ends, start + 1 if before else start)
            last = bisect_right(ends, end - 1 if after else end) - 1
            edges: tuple[str, ...]
            if first >= last:
                counts.append(0)
                edges = (f"{before}{text[start:end]}{after}",)
            else:
                counts.append(totals[last] - totals[first])
                edges = (before + text[start : ends[first]], text[ends[last] : end] + after)
            for edge in edges:
                if edge:
                    owners.append(at)
                    strings.append(edge)
        if strings:
            for at, count in zip(owners, self._counter.count_many(strings), strict=True):
                counts[at] += count
        return counts


class CharacterIndex:
    """The same for code points, where every number is exact and nothing needs counting.

    >>> CharacterIndex().reach(10, 5, 100)
    15
    """

    __slots__ = ()
    exact = True
    """Whether what is estimated is the size."""

    def estimate(self, start: int, end: int) -> float:
        """The length, exact."""
        return end - start

    def reach(self, start: int, budget: float, limit: int) -> int:
        """``start`` and the budget, at most ``limit``."""
        return min(limit, start + max(0, int(budget)))

    def count(self, pieces: Sequence[Piece]) -> list[int]:
        """Lengths of the pieces."""
        return [len(piece.before) + piece.end - piece.start + len(piece.after) for piece in pieces]


def _units(text: str, bounds: Bounds, counter: Counter, longest: int, paragraphs: bool) -> list[str] | None:
    """A stretch in the pieces whose counts add up; None where no rule is known for the tokenizer."""
    made = getattr(counter, "safe_units", None)
    if made is not None:
        units: list[str] = made(text, longest, paragraphs, *bounds)
        return units
    stretch = text[bounds[0] : bounds[1]]
    cuts = counter.safe_cuts(stretch, longest)
    if cuts is None:
        return None
    if paragraphs:
        cuts = at_paragraphs(stretch, cuts, longest)
    return [stretch[start:end] for start, end in pairwise([0, *cuts, len(stretch)])]


def _joined_totals(
    stretches: Sequence[Bounds], lengths: Sequence[Sequence[int]], counts: Sequence[int]
) -> tuple[list[int], list[int]]:
    """As ``_running_totals``, for units that fill whole stretches."""
    ends = [stretches[0][0]] if stretches else [0]
    totals = [0]
    done = 0
    for (start, _), own in zip(stretches, lengths, strict=True):
        if start != ends[-1]:
            ends.append(start)
            totals.append(totals[-1])
        ends += islice(accumulate(own, initial=start), 1, None)
        totals += islice(accumulate(counts[done : done + len(own)], initial=totals[-1]), 1, None)
        done += len(own)
    return ends, totals


def _running_totals(units: Sequence[Bounds], counts: Mapping[Bounds, int]) -> tuple[list[int], list[int]]:
    """Offsets at which units begin and end, and the tokens before each; gaps between units count nothing."""
    ends = [units[0][0]] if units else [0]
    totals = [0]
    for start, end in units:
        if start != ends[-1]:
            ends.append(start)
            totals.append(totals[-1])
        ends.append(end)
        totals.append(totals[-1] + counts[start, end])
    return ends, totals

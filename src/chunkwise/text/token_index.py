"""Exact token counts of any span, from one pass over the text.

Time in chunking is token counting. The text is cut once into units whose counts add up (see
``Counter.safe_cuts``) and all units are counted in one call. Sums between unit ends are exact;
places inside a unit are estimated from its tokens per character; and ``count`` makes estimates
exact by counting only what lies between a span's ends and the nearest unit ends, all in one call.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor
from typing import TypeAlias

from chunkwise.model.protocols import Counter

COARSE = 2000
"""Longest unit in characters that is precise enough for caps of hundreds of tokens."""


@dataclass(frozen=True, slots=True)
class Piece:
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

    __slots__ = ("_counter", "_ends", "_exact_ends", "_exact_totals", "_text", "_totals")

    def __init__(
        self, text: str, counter: Counter, longest: int = COARSE, ranges: Sequence[Bounds] | None = None
    ) -> None:
        """Count the text.

        Args:
            text: what spans will point into.
            counter: counts tokens.
            longest: units of more characters are cut finer where the tokenizer allows it, and
                sampled in pieces where it does not, to know how dense each part is.
            ranges: the only stretches that matter, ascending and not overlapping; None: all of it.
                Each is counted by itself, so what stands around it changes no number inside.
        """
        self._text = text
        self._counter = counter
        stretches = [(0, len(text))] if ranges is None else ranges
        exact, estimated = _units(text, counter, longest, [pair for pair in stretches if pair[0] < pair[1]])
        wanted = list(dict.fromkeys([*exact, *estimated])) if estimated is not exact else exact
        counts = counter.count_many([text[a:b] for a, b in wanted]) if wanted else []
        self._exact_ends, self._exact_totals = _running_totals(exact, wanted, counts)
        self._ends, self._totals = self._exact_ends, self._exact_totals
        if estimated is not exact:
            self._ends, self._totals = _running_totals(estimated, wanted, counts)

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
        whole, inside_start = self._before(start)
        room = inside_start + budget
        at = bisect_right(totals, whole + floor(room)) - 1
        if at + 1 >= len(ends) or ends[at] >= limit:
            return limit
        inside = room - (totals[at] - whole)
        margin = min(1.5, 0.2 * inside) + 0.03 * inside
        width = ends[at + 1] - ends[at]
        count = totals[at + 1] - totals[at]
        place = ends[at] + int(width * max(0.0, inside - margin) / count) if count else ends[at + 1]
        return min(limit, max(place, start))

    def count(self, pieces: Sequence[Piece]) -> list[int]:
        """Exact counts of the pieces, with one call of the counter at most."""
        strings: dict[str, int] = {}
        plans: list[tuple[int, int, int]] = []
        for piece in pieces:
            inner, head, tail = self._plan(piece)
            plans.append(
                (inner, strings.setdefault(head, len(strings)), strings.setdefault(tail, len(strings)))
            )
        known = self._counter.count_many(list(strings)) if strings else []
        if "" in strings:
            known[strings[""]] = 0
        return [inner + known[head] + known[tail] for inner, head, tail in plans]

    def _plan(self, piece: Piece) -> tuple[int, str, str]:
        """Tokens between the outermost safe cuts inside the piece, and the text on both sides of them."""
        ends = self._exact_ends
        text, start, end = self._text, piece.start, piece.end
        first = bisect_left(ends, start if not piece.before else start + 1)
        last = bisect_right(ends, end if not piece.after else end - 1) - 1
        if first >= last:
            return 0, f"{piece.before}{text[start:end]}{piece.after}", ""
        inner = self._exact_totals[last] - self._exact_totals[first]
        return inner, piece.before + text[start : ends[first]], text[ends[last] : end] + piece.after


class CharacterIndex:
    """The same for code points, where every number is exact and nothing needs counting.

    >>> CharacterIndex().reach(10, 5, 100)
    15
    """

    __slots__ = ()

    def estimate(self, start: int, end: int) -> float:
        """The length, exact."""
        return end - start

    def reach(self, start: int, budget: float, limit: int) -> int:
        """``start`` and the budget, at most ``limit``."""
        return min(limit, start + max(0, int(budget)))

    def count(self, pieces: Sequence[Piece]) -> list[int]:
        """Lengths of the pieces."""
        return [len(piece.before) + piece.end - piece.start + len(piece.after) for piece in pieces]


def _units(
    text: str, counter: Counter, longest: int, ranges: Sequence[Bounds]
) -> tuple[list[Bounds], list[Bounds]]:
    """The stretches whose counts add up, and those that estimates go by (the same list where it can be).

    A tokenizer without a rule of safe cuts has none of the first kind.
    """
    exact: list[Bounds] = []
    known = True
    for start, end in ranges:
        cuts = counter.safe_cuts(text[start:end] if (start, end) != (0, len(text)) else text, longest)
        known = known and cuts is not None
        exact.extend(pairwise([start, *(start + cut for cut in cuts or ()), end]))
    widest = longest + 64
    estimated = exact
    if any(end - start > widest for start, end in exact):
        estimated = [(at, min(at + widest, end)) for start, end in exact for at in range(start, end, widest)]
    return (exact, estimated) if known else ([], estimated)


def _running_totals(
    units: Sequence[Bounds], counted: Sequence[Bounds], counts: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Offsets at which units begin and end, and the tokens before each; gaps between units count nothing."""
    each = (
        counts if units is counted else list(map(dict(zip(counted, counts, strict=True)).__getitem__, units))
    )
    ends = [units[0][0]] if units else [0]
    totals = [0]
    for (start, end), count in zip(units, each, strict=True):
        if start != ends[-1]:
            ends.append(start)
            totals.append(totals[-1])
        ends.append(end)
        totals.append(totals[-1] + count)
    return ends, totals

"""How LangChain makes chunks of small pieces, on lengths alone, and what white space it takes off."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_LOG = logging.getLogger(__name__)


class Slice(NamedTuple):
    """A chunk's text and where in the source it begins (a code point)."""

    text: str
    start: int


def merged_runs(
    lengths: Sequence[int], gaps: Sequence[int], size: int, overlap: int
) -> Iterator[tuple[int, int]]:
    """Which neighbouring pieces make a chunk.

    A chunk takes pieces as long as their lengths and the gaps between them add up to no more than
    ``size``. The next one keeps the last pieces of the one before, as many as ``overlap`` allows
    and leave room for a piece more. Every piece is taken and let go once, so the work is linear.

    Args:
        lengths: the length of each piece, in any unit.
        gaps: ``gaps[i]`` is the length of what stands between pieces ``i - 1`` and ``i``.
        size: what a chunk may hold; a piece that is longer is a chunk of its own.
        overlap: what two chunks may have in common.

    Yields:
        The first piece of a chunk and the one after its last.

    >>> list(merged_runs([3, 3, 3, 3], [1, 1, 1, 1], size=7, overlap=3))
    [(0, 2), (1, 3), (2, 4)]
    """
    if lengths and sum(lengths) + sum(gaps[1:]) <= size:
        yield 0, len(lengths)
        return
    first = total = 0
    for at, length in enumerate(lengths):
        added = length + (gaps[at] if at > first else 0)
        if total + added > size:
            if total > size:
                _LOG.warning("Created a chunk of size %d, which is longer than the specified %d", total, size)
            if at > first:
                yield first, at
            while first < at and (total > overlap or (total + added > size and total > 0)):
                total -= lengths[first] + (gaps[first + 1] if at - first > 1 else 0)
                first += 1
                added = length + (gaps[at] if at > first else 0)
        total += added
    if len(lengths) > first:
        yield first, len(lengths)


def stripped(piece: Slice) -> Slice:
    """The slice without white space at its ends; the offset moves with it."""
    text = piece.text.strip()
    if len(text) == len(piece.text):
        return piece
    return Slice(text, piece.start + len(piece.text) - len(piece.text.lstrip()))

"""Overlap: how much of the previous piece is repeated before a piece."""

from __future__ import annotations

from bisect import bisect_right

from chunkwise.steps.pack.layout import Index, Piece
from chunkwise.steps.trim import first_nonblank
from chunkwise.text.boundaries import first_word
from chunkwise.text.graphemes import first_grapheme_end, last_grapheme_end
from chunkwise.text.sentences import first_sentence_end


def add_overlap(text: str, index: Index, previous: Piece, piece: Piece, budget: int) -> None:
    """Let a piece begin its overlap inside the previous one.

    The overlap is measured from the previous piece's own text, so it never grows. It begins at a
    sentence where that uses at least half of the budget, else at a word; never inside a word
    that fits.
    """
    # What interrupts the unit (a page number) is no part of the overlap.
    spans = piece.unit.spans
    own = spans[max(0, bisect_right(spans, piece.start, key=lambda span: span.start) - 1)]
    lowest = max(previous.start, own.start)
    low = _reach_back(index, piece.start, budget, lowest)
    if low >= piece.start:
        return
    begin = low
    if low > lowest:
        half = low + (piece.start - low) // 2
        sentence = first_sentence_end(text, low, half)
        begin = sentence if sentence > 0 else first_word(text, low, piece.start)
        if begin < 0 or begin >= previous.end:
            begin = last_grapheme_end(text, lowest, low)
            begin = low if begin == low else first_grapheme_end(text, max(begin, lowest))
    begin = first_nonblank(text, max(begin, low), piece.start)
    if begin < previous.end and begin < piece.start:
        piece.overlap_start = begin


def _reach_back(index: Index, end: int, budget: int, lowest: int) -> int:
    """The lowest offset from which the text up to ``end`` should fit the budget."""
    if index.estimate(lowest, end) <= budget:
        return lowest
    low, high = lowest, end
    while low < high:
        middle = (low + high) // 2
        if index.estimate(middle, end) > budget:
            low = middle + 1
        else:
            high = middle
    return low

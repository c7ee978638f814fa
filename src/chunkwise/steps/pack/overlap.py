"""Overlap: how much of the previous piece is repeated before a piece."""

from __future__ import annotations

from bisect import bisect_right

from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.trim import content_end, first_nonblank
from chunkwise.text.boundaries import first_word, has_word_start
from chunkwise.text.graphemes import first_grapheme_end, last_grapheme_end
from chunkwise.text.sentences import first_sentence_end, last_sentence_end


def add_overlap(text: str, index: Index, previous: Piece, piece: Piece, rules: Rules, budget: int) -> None:
    """Let a piece begin its overlap inside the previous one.

    The overlap is measured from the previous piece's own text, so it never grows.
    """
    if rules.sentences:
        piece.overlap_start = sentences_before(text, index, previous, piece.start, rules.sentences, budget)
    else:
        piece.overlap_start = words_before(text, index, previous, piece.start, min(rules.overlap, budget))


def words_before(text: str, index: Index, previous: Piece, at: int, budget: int) -> int:
    """Where an overlap of at most ``budget`` before a piece that begins at ``at`` begins, or -1.

    It begins at a sentence where that uses at least half of the budget, else at a word; never
    inside a word, unless the previous piece is nothing but one.
    """
    lowest = _lowest(previous, at)
    low = _reach_back(index, at, budget, lowest)
    if low >= at:
        return -1
    begin = low
    if low > lowest:
        half = low + (at - low) // 2
        sentence = first_sentence_end(text, low, half)
        begin = sentence if sentence > 0 else first_word(text, low, at)
        if begin < 0 or begin >= previous.end:
            if has_word_start(text, lowest, low):
                return -1
            begin = last_grapheme_end(text, lowest, low)
            begin = low if begin == low else first_grapheme_end(text, max(begin, lowest))
    return _inside(text, previous, max(begin, low), at)


def sentences_before(text: str, index: Index, previous: Piece, at: int, count: int, budget: float) -> int:
    """Where the last ``count`` sentences before a piece that begins at ``at`` begin, or -1.

    Fewer sentences are taken where so many do not fit the budget; none where the last one does not.
    """
    lowest = _lowest(previous, at)
    end = content_end(text, lowest, min(previous.end, at))
    begin = -1
    for _ in range(count):
        before = last_sentence_end(text, lowest, end - 1)
        start = first_nonblank(text, max(before, lowest), at)
        if index.estimate(start, at) > budget:
            break
        begin = start
        if before < 0:
            break
        end = before
    return _inside(text, previous, begin, at) if begin >= 0 else -1


def _lowest(previous: Piece, at: int) -> int:
    """Where an overlap may begin at the earliest: what interrupts the unit (a page number) is none."""
    spans = previous.unit.spans
    own = spans[max(0, bisect_right(spans, at, key=lambda span: span.start) - 1)]
    return max(previous.start, own.start)


def _inside(text: str, previous: Piece, begin: int, at: int) -> int:
    """The first non-blank place from ``begin`` on, if it lies in the previous piece, else -1."""
    begin = first_nonblank(text, begin, at)
    return begin if begin < previous.end and begin < at else -1


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

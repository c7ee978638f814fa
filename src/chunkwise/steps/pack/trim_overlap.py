"""Overlaps after packing: of the previous piece as it is in the end, and within their budget exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from chunkwise.steps.pack.overlap import sentences_before, words_before
from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.pack.settle import settle
from chunkwise.text.token_index import Piece as Counted


def trim_overlaps(text: str, index: Index, pieces: list[Piece], cap: int, rules: Rules) -> list[Piece]:
    """Shorten what is too long of the overlaps, and count again what has changed.

    Overlaps are laid out by estimates, and before some of the pieces were cut again. Every round
    makes each wrong one shorter, by its true size, or leaves it out.
    """
    if not (rules.overlap or rules.sentences):
        return pieces
    known: dict[tuple[int, int], int] = {}
    while True:
        wrong = list(_wrong(index, pieces, rules, known))
        if not wrong:
            return pieces
        for previous, piece, budget in wrong:
            _shorten(text, index, previous, piece, rules, budget)
            piece.size = -1
        pieces = settle(text, index, pieces, cap, rules)


def _wrong(
    index: Index, pieces: Sequence[Piece], rules: Rules, known: dict[tuple[int, int], int]
) -> Iterator[tuple[Piece, Piece, float]]:
    """Pieces whose overlap begins too soon, each with the one before it and the estimate that should fit."""
    pairs = [(previous, piece) for previous, piece in pairwise(pieces) if piece.overlap_start >= 0]
    if not rules.sentences and not index.exact:
        new = dict.fromkeys((piece.overlap_start, piece.start) for _, piece in pairs)
        missing = [span for span in new if span not in known]
        sizes = index.count([Counted(start, end) for start, end in missing]) if missing else []
        known.update(zip(missing, sizes, strict=True))
    for previous, piece in pairs:
        size = known.get((piece.overlap_start, piece.start), 0)
        estimate = index.estimate(piece.overlap_start, piece.start)
        if size > rules.overlap:
            yield previous, piece, estimate * rules.overlap / size
        elif piece.overlap_start < previous.start:
            yield previous, piece, estimate


def _shorten(text: str, index: Index, previous: Piece, piece: Piece, rules: Rules, budget: float) -> None:
    before = piece.overlap_start
    if rules.sentences:
        start = sentences_before(text, index, previous, piece.start, rules.sentences, budget)
    else:
        start = words_before(text, index, previous, piece.start, int(budget))
    piece.overlap_start = start if start > before else -1

"""What is too much of a piece goes over to the next one, where that is little."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.steps.pack.layout import resume, text_cutter
from chunkwise.steps.pack.overlap import add_overlap
from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.trim import first_nonblank

ROUNDS = 8
"""What goes over may be too much for the next piece, and so on: after so many rounds pieces are halved."""

_LITTLE = 0.1
"""Share of the cap."""


def carry_over(
    text: str, index: Index, pieces: Sequence[Piece], heavy: Sequence[Piece], cap: int, rules: Rules
) -> None:
    """End those of the heavy pieces sooner whose next one can begin sooner; both are to be counted again."""
    wanted = {id(piece) for piece in heavy if piece.size <= cap * (1 + _LITTLE)}
    places = [at for at, piece in enumerate(pieces) if id(piece) in wanted] if wanted else []
    for at in places:
        piece, following = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else None
        if following is None or following.unit is not piece.unit or piece.unit.rows:
            continue
        if piece.size > cap:  # else the one before has given something to this one: its size is not known
            _carry(text, index, piece, following, cap, rules)


def _carry(text: str, index: Index, piece: Piece, following: Piece, cap: int, rules: Rules) -> None:
    budget = index.estimate(piece.start, piece.end) - (piece.size - cap) - 1
    first = first_nonblank(text, piece.start, piece.end)
    high = index.reach(piece.start, budget, piece.end)
    if not first < high < piece.end:
        return
    cut = text_cutter(text, piece.unit, rules, cap)(first, high, piece.end)
    if cut.boundary == "grapheme" or not (first + piece.end) // 2 < cut.at < piece.end:
        return
    piece.end, piece.ends, piece.high, piece.size, piece.stop = cut.at, cut.boundary, high, -1, -1
    following.start = resume(text, piece.unit, max(cut.at, cut.behind), following.end)
    following.begins, following.size = cut.boundary, -1
    if following.overlap_start >= 0:
        add_overlap(text, index, piece, following, rules, cap // 2)

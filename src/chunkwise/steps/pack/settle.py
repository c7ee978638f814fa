"""Exact sizes: every piece is counted, and whatever is above the cap is made smaller until nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from chunkwise.model.chunk import NO_CONTEXT, Boundary
from chunkwise.model.span import Span
from chunkwise.steps.pack.atoms import is_atom
from chunkwise.steps.pack.carry import ROUNDS, carry_over
from chunkwise.steps.pack.frame import surround
from chunkwise.steps.pack.layout import lay_out, repeat_header, resume
from chunkwise.steps.pack.overlap import add_overlap
from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.pack.shed import lighter_contexts
from chunkwise.steps.trim import clip, content_end, first_nonblank, join
from chunkwise.text.graphemes import first_grapheme_end, last_grapheme_end
from chunkwise.text.token_index import Piece as Counted


def settle(text: str, index: Index, pieces: list[Piece], cap: int, rules: Rules) -> list[Piece]:
    """Count all pieces at once; cut again or lighten those above the cap; repeat with the new ones.

    Every round counts only what is new, and every cut at least halves a piece, so the number of
    rounds is logarithmic in the length of the longest one (and few more where pieces carry over).
    """
    rounds = ROUNDS if rules.carry else 0
    while True:
        new = [piece for piece in pieces if piece.size < 0]
        if not new:
            return pieces
        wanted = [Counted(x.start, x.stop) if x.stop >= 0 else counted(text, x) for x in new]
        for piece, size in zip(new, index.count(wanted), strict=True):
            piece.size = size
        heavy = [piece for piece in new if piece.size > cap and not piece.final]
        if not heavy:
            continue
        if rounds:
            rounds -= 1
            giving = [piece for piece in heavy if _gives_way(text, index, piece, cap)]
            carry_over(text, index, pieces, giving, cap, rules)
            heavy = [piece for piece in heavy if piece.size > cap]
        uncut = [piece for piece in heavy if not _gives_way(text, index, piece, cap)]
        _lighten(text, index, uncut, cap)
        kept = {id(piece) for piece in uncut}
        cut = [piece for piece in heavy if id(piece) not in kept]
        costs = dict(zip(map(id, cut), _context_sizes(text, index, cut), strict=True))
        pieces = [
            part
            for piece in pieces
            for part in (
                _cut_again(text, index, piece, costs[id(piece)], cap, rules)
                if id(piece) in costs
                else (piece,)
            )
        ]


def counted(text: str, piece: Piece) -> Counted:
    """What of a piece is counted: its index text."""
    before, after = surround(piece.context)
    start = piece.start if piece.overlap_start < 0 else piece.overlap_start
    if has_body(piece):
        return Counted(0, 0, before + (piece.unit.body or "") + after)
    if len(piece.unit.spans) > 1:
        spans = clip(text, piece.unit.spans, piece.start, piece.end)
        if len(spans) != 1 or spans[0].start != piece.start:
            overlap = text[start : piece.start]
            return Counted(0, 0, before + overlap + join(text, spans) + after)
        return Counted(start, spans[0].end, before, after)
    return Counted(start, content_end(text, piece.start, piece.end), before, after)


def spans_of(text: str, piece: Piece) -> tuple[Span, ...]:
    """Where the piece's own text stands."""
    if piece.stop >= 0:
        return (Span(piece.start, piece.stop),)
    if len(piece.unit.spans) == 1:  # a piece begins where its content begins
        return (Span(piece.start, content_end(text, piece.start, piece.end)),)
    return clip(text, piece.unit.spans, piece.start, piece.end)


def has_body(piece: Piece) -> bool:
    """Whether the piece shows its unit's body: only a piece that holds all of the unit does."""
    unit = piece.unit
    return unit.body is not None and piece.start <= unit.start and piece.end >= unit.end


def _gives_way(text: str, index: Index, piece: Piece, cap: int) -> bool:
    """Whether the content has to be cut before the context is made lighter.

    It has where it is more than its floor of half the cap; but one grapheme cluster is broken
    only where it does not even fit without context, an atom only where it does not without overlap.
    """
    if not _cuttable(text, piece) or (piece.overlap_start >= 0 and is_atom(piece)):
        return False
    if piece.context == NO_CONTEXT and piece.overlap_start < 0:
        return True
    if not piece.unit.rows and first_grapheme_end(text, piece.start, piece.end) >= piece.end:
        return False
    return index.estimate(piece.start, piece.end) > (cap + 1) // 2


def _cuttable(text: str, piece: Piece) -> bool:
    if piece.unit.whole:
        return False
    if piece.unit.rows:
        return any(piece.start < row.end < piece.end for row in piece.unit.rows[:-1])
    return piece.end - piece.start > 1


def _context_sizes(text: str, index: Index, pieces: Sequence[Piece]) -> list[int]:
    """How much of the pieces' sizes is context and overlap, by one call for all that have any."""
    around: list[str] = []
    for piece in pieces:
        before, after = surround(piece.context)
        overlap = text[piece.overlap_start : piece.start] if piece.overlap_start >= 0 else ""
        around.append(before + overlap + after)
    sizes = iter(index.count([Counted(0, 0, one) for one in around if one]))
    return [next(sizes) if one else 0 for one in around]


def _cut_again(text: str, index: Index, piece: Piece, other: int, cap: int, rules: Rules) -> list[Piece]:
    """Even parts of a piece that proved too large, of which ``other`` is context."""
    own = index.estimate(piece.start, piece.end)
    room = max(1.0, cap - other)
    parts = max(2, -int(-max(own, piece.size - other) * 1.02 // room))
    quiet = Rules(rules.order, atoms=rules.atoms)
    budget, whole = own / parts * 1.05 + 1, 0 if is_atom(piece) else room
    made = lay_out(text, index, piece.unit, piece.start, piece.end, budget, quiet, piece.begins, whole=whole)
    if len(made) < 2:
        made = _smaller(text, piece, parts)
    made[-1].ends = piece.ends
    for part in made:
        part.context, part.shed = piece.context, piece.shed
    repeat_header(text, made[1:])
    made[0].overlap_start = piece.overlap_start
    if rules.overlap or rules.sentences:
        for previous, part in pairwise(made):
            add_overlap(text, index, previous, part, rules, int(room) // 2)
    return made


def _smaller(text: str, piece: Piece, parts: int) -> list[Piece]:
    """Smaller pieces where the estimate sees no need to cut: of rows, of clusters, or of one cluster."""
    if piece.unit.rows:
        ends = [row.end for row in piece.unit.rows[:-1] if piece.start < row.end < piece.end]
        return _cut_at(text, piece, [ends[len(ends) // 2]], "row")
    first = first_nonblank(text, piece.start, piece.end)
    if first > piece.start:  # the indentation alone may be what is too much
        return [Piece(piece.unit, first, piece.end, piece.begins, piece.ends)]
    cluster_end = first_grapheme_end(text, piece.start, piece.end)
    if cluster_end < piece.end:
        middle = (piece.start + piece.end) // 2
        place = max(cluster_end, last_grapheme_end(text, piece.start, middle))
        return _cut_at(text, piece, [place], "grapheme")
    length = piece.end - piece.start
    count = min(parts, length)
    return _cut_at(text, piece, [piece.start + length * n // count for n in range(1, count)], "grapheme")


def _cut_at(text: str, piece: Piece, places: Sequence[int], kind: Boundary) -> list[Piece]:
    """The piece cut at these places; parts without content are left out."""
    made: list[Piece] = []
    start, begins = piece.start, piece.begins
    for end in [*places, piece.end]:
        ends = piece.ends if end == piece.end else kind
        if clip(text, piece.unit.spans, start, end):
            made.append(Piece(piece.unit, start, end, begins, ends))
        start, begins = resume(text, piece.unit, end, piece.end), kind
    return made


def _lighten(text: str, index: Index, pieces: Sequence[Piece], cap: int) -> None:
    """Give pieces that are not cut the first lighter context that fits, else none: counted in one call."""
    tries = [(piece, _lighter_pieces(text, index, piece, cap)) for piece in pieces]
    sizes = iter(index.count([counted(text, option) for _, options in tries for option in options]))
    for piece, options in tries:
        for option in options:
            option.size = next(sizes)
        best = next((option for option in options if option.size <= cap), options[-1] if options else piece)
        piece.context, piece.shed, piece.overlap_start = best.context, best.shed, best.overlap_start
        piece.size = best.size
        if best.size > cap:
            bare_and_cuttable = (
                best.context == NO_CONTEXT and best.overlap_start < 0 and _cuttable(text, piece)
            )
            piece.size, piece.final = (-1, False) if bare_and_cuttable else (best.size, True)


def _lighter_pieces(text: str, index: Index, piece: Piece, cap: int) -> list[Piece]:
    """The same piece with ever lighter contexts."""
    own = index.estimate(piece.start, piece.end)
    share = max(0.0, cap - own) / max(1.0, piece.size - own)
    whole = piece.context
    if piece.overlap_start >= 0:
        whole = replace(whole, overlap=text[piece.overlap_start : piece.start])
    return [
        replace(
            piece,
            context=context,
            shed=(*piece.shed, *(name for name in shed if name not in piece.shed)),
            overlap_start=-1,
        )
        for context, shed in lighter_contexts(whole, share)
    ]

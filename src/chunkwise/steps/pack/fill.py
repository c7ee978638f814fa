"""Packing under a hard cap: fill each chunk, cut at the best place, never exceed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chunkwise.model.chunk import Boundary, Reason
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes, Unit, Window
from chunkwise.steps.pack.frame import NO_FRAME, Frame, frames
from chunkwise.steps.pack.layout import Index, Piece, Rules, header_span, lay_out, repeat_header
from chunkwise.steps.pack.located import without_small
from chunkwise.steps.pack.overlap import add_overlap
from chunkwise.steps.pack.settle import has_body, settle
from chunkwise.steps.pack.sizes import Sizes
from chunkwise.steps.trim import clip
from chunkwise.text.boundaries import levels
from chunkwise.text.delimiters import parse_delimiters
from chunkwise.text.token_index import CharacterIndex, TokenIndex
from chunkwise.text.token_index import Piece as Counted

DEFAULT_LEVELS = ("blank_line", "sentence_line", "sentence", "line", "clause", "word")


@dataclass(frozen=True, slots=True)
class Fill:
    """Cuts every unit into as few chunks as its cap allows; two units never share a chunk.

    Each chunk ends at the best kind of place in the second half of what fits: where a block
    begins, then the ``levels`` in order, at last between two grapheme clusters. Its size is that
    of its index text, context included, counted exactly.
    """

    counter: Counter | None = None
    """Counts tokens; None in character mode without a tokenizer."""
    max_tokens: int | None = None
    """Cap in tokens; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""
    overlap_tokens: int = 0
    """Most that is repeated of the previous chunk, inside the cap."""
    overlap_chars: int = 0
    """The same in characters."""
    overlap_percent: float = 0
    """The same as a share of the cap, 0 to 90."""
    min_tokens: int = 0
    """The last chunk of a unit is evened out with the one before when it is smaller."""
    min_chars: int = 0
    """The same in characters."""
    min_position_tokens: int = 0
    """Blocks with fewer tokens give a chunk no position, unless it would have none."""
    levels: Sequence[str] = DEFAULT_LEVELS
    """Kinds of places to cut at, best first."""
    delimiter: str = ""
    """The delimiter field, for the level ``delimiter``."""

    def __post_init__(self) -> None:
        Sizes.of(self)
        levels(self.levels, parse_delimiters(self.delimiter))

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Draft]:
        """The drafts, in reading order."""
        sizes = Sizes.of(self)
        if sizes.cap is None:
            pieces = [Piece(unit, unit.start, unit.end, unit.begins, "end", unit.context) for unit in units]
        else:
            pieces = self._pieces(document.text, units, sizes, sizes.cap)
            if notes.windows is not None:
                notes.windows |= self._windows(document.text, pieces)
        name_ends(pieces)
        drafts = [draft_of(document.text, piece, sizes.in_tokens) for piece in pieces]
        if self.min_position_tokens > 0 and self.counter is not None:
            return without_small(document, drafts, self.counter, self.min_position_tokens)
        return drafts

    def _windows(self, text: str, pieces: Sequence[Piece]) -> dict[tuple[int, int], Window]:
        order = levels(self.levels, parse_delimiters(self.delimiter))
        found = {}
        for piece in pieces:
            spans = clip(text, piece.unit.spans, piece.start, piece.end)
            if piece.high > piece.start and spans:
                window = Window(piece.unit, piece.start, piece.high, order)
                found[spans[0].start, spans[-1].end] = window
        return found

    def _pieces(self, text: str, units: list[Unit], sizes: Sizes, cap: int) -> list[Piece]:
        if sizes.in_tokens:
            assert self.counter is not None
            index: Index = TokenIndex(text, self.counter, sizes.unit_length, _ranges(units))
        else:
            index = CharacterIndex()
        rules = Rules(levels(self.levels, parse_delimiters(self.delimiter)), sizes.overlap, sizes.minimum)
        made: list[Piece] = []
        headers = header_costs(units, index, cap)
        for unit, frame, header in zip(units, frames(units, index, cap), headers, strict=True):
            made += unit_pieces(text, index, unit, frame, cap, rules, header)
        return settle(text, index, made, cap, rules)


def _ranges(units: Sequence[Unit]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for unit in units for span in unit.spans]


def unit_pieces(
    text: str, index: Index, unit: Unit, frame: Frame, cap: int, rules: Rules, header: int = 0
) -> list[Piece]:
    """The first, estimated pieces of one unit, with their context and overlap."""
    free = cap - frame.cost
    later = min(header if unit.rows else rules.overlap, max(0, free - (cap + 1) // 2))
    pieces = lay_out(text, index, unit, unit.start, unit.end, free, rules, unit.begins, later)
    if frame is not NO_FRAME:
        for piece in pieces:
            piece.context, piece.shed = frame.context, frame.shed
    if unit.header_rows:
        repeat_header(text, pieces)
    elif rules.overlap and not unit.rows:
        for previous, piece in pairwise(pieces):
            add_overlap(text, index, previous, piece, later)
            if piece.overlap_start < 0 and later < rules.overlap:
                piece.shed = ("overlap", *piece.shed)
    return pieces


def header_costs(units: Sequence[Unit], index: Index, cap: int) -> list[int]:
    """Size of each unit's header rows where they will be repeated, else 0; one call for all."""
    cut = [unit for unit in units if unit.header_rows and index.estimate(unit.start, unit.end) > cap // 2]
    if not cut:
        return [0] * len(units)
    spans = [header_span(unit) for unit in cut]
    costs = dict(zip(map(id, cut), index.count([Counted(s.start, s.end) for s in spans]), strict=True))
    return [costs.get(id(unit), 0) for unit in units]


def name_ends(pieces: Sequence[Piece]) -> None:
    """Where a unit ends, the piece ends at whatever the next unit begins at."""
    for piece, following in pairwise(pieces):
        if piece.ends == "end":
            piece.ends = _end_before(following)


def _end_before(following: Piece) -> Boundary:
    return "paragraph" if following.begins == "document" else following.begins


def draft_of(text: str, piece: Piece, in_tokens: bool) -> Draft:
    """The draft that a settled piece becomes."""
    unit = piece.unit
    context = piece.context
    if piece.overlap_start >= 0:
        context = replace(context, overlap=text[piece.overlap_start : piece.start])
    return Draft(
        clip(text, unit.spans, piece.start, piece.end),
        unit.kind,
        unit.heading_path,
        context,
        piece.size if in_tokens and piece.size >= 0 else None,
        Reason(piece.begins, piece.ends, piece.final, piece.shed),
        unit.body if has_body(piece) else None,
        unit.metadata,
        unit,
    )

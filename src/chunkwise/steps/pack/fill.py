"""Packing under a hard cap: fill each chunk, cut at the best place, never exceed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from chunkwise.model.chunk import Boundary, Context, Dropped, Reason
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes, Unit, Window
from chunkwise.steps.pack.atoms import atom_sizes
from chunkwise.steps.pack.frame import NO_FRAME, Frame, frames
from chunkwise.steps.pack.layout import header_span, lay_out, repeat_header
from chunkwise.steps.pack.located import without_small
from chunkwise.steps.pack.merge import Merger
from chunkwise.steps.pack.overlap import add_overlap
from chunkwise.steps.pack.piece import Index, Piece, Rules
from chunkwise.steps.pack.plain import is_plain, plain_pieces
from chunkwise.steps.pack.settle import has_body, settle, spans_of
from chunkwise.steps.pack.sizes import Sizes
from chunkwise.steps.pack.trim_overlap import trim_overlaps
from chunkwise.steps.trim import clip
from chunkwise.text.boundaries import Level, levels
from chunkwise.text.delimiters import parse_delimiters
from chunkwise.text.separators import Keep, as_separators
from chunkwise.text.token_index import CharacterIndex, TokenIndex
from chunkwise.text.token_index import Piece as Counted

FEW_WORDS = 400
"""Longest unit, in characters, where a few words are counted as one."""

SLACK = 0.012
"""Share of the cap that is left free there: what estimates are wrong by, once more."""

DEFAULT_LEVELS = ("blank_line", "sentence_line", "sentence", "line", "clause", "word")


@dataclass(frozen=True, slots=True)
class Fill:
    """Cuts every unit into as few chunks as its cap allows; two units share no chunk unless merged.

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
    overlap_sentences: int = 0
    """The same in whole sentences: as many of these as fit."""
    min_tokens: int = 0
    """The last chunk of a unit is evened out with the one before when it is smaller."""
    min_chars: int = 0
    """The same in characters."""
    merge_small: bool = False
    """Whether neighbouring units of text are joined where one is below the minimum (0: wherever they fit)."""
    min_position_tokens: int = 0
    """Blocks with fewer tokens give a chunk no position, unless it would have none."""
    levels: Sequence[str] = DEFAULT_LEVELS
    """Kinds of places to cut at, best first."""
    delimiter: str = ""
    """The delimiter field, for the level ``delimiter``."""
    separators: str | Sequence[str] = ()
    """Separators, most wanted first, for the level ``separator``."""
    is_separator_regex: bool = False
    """Whether they are regular expressions."""
    carry: bool = False
    """Whether a chunk that proves a little too large leaves that to the next one; else it is halved."""
    count_by: Literal["words", "line", "paragraph"] = "line"
    """What is counted as one to estimate what fits: a few ``words`` come nearest to the cap, paragraphs
    are fastest."""
    keep_separator: Keep = "end"
    """Where a separator goes that the text is cut at: ``start`` of the next chunk, ``end``, or ``drop``."""

    def __post_init__(self) -> None:
        Sizes.of(self)
        self._order("")

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Draft]:
        """The drafts, in reading order."""
        sizes = Sizes.of(self)
        text = document.text
        if self.merge_small:
            index = self._index(text, sizes, None)
            units = Merger(document, index, sizes.cap, sizes.minimum, sizes.in_tokens)(units)
        if sizes.cap is None:
            pieces = [Piece(unit, unit.start, unit.end, unit.begins, "end", unit.context) for unit in units]
        else:
            index = index if self.merge_small else self._index(text, sizes, _ranges(units))
            order = self._order(text)
            slack = sizes.cap * SLACK if self.count_by == "words" and sizes.in_tokens else 0
            atoms = atom_sizes(units, index)
            rules = Rules(order, sizes.overlap, sizes.sentences, sizes.minimum, self.carry, slack, atoms)
            pieces = self._pieces(text, index, units, sizes.cap, rules)
            if notes.windows is not None:
                notes.windows |= windows_of(text, pieces, order)
        name_ends(pieces)
        if self.keep_separator == "drop":
            notes.dropped += between(text, pieces)
        drafts = [draft_of(text, piece, sizes.in_tokens) for piece in pieces]
        if self.min_position_tokens > 0 and self.counter is not None:
            return without_small(document, drafts, self.counter, self.min_position_tokens)
        return drafts

    def _order(self, text: str) -> tuple[Level, ...]:
        """Kinds of places, best first."""
        found = as_separators(self.separators, self.is_separator_regex, self.keep_separator)
        return levels(self.levels, parse_delimiters(self.delimiter), found.levels(text))

    def _index(self, text: str, sizes: Sizes, ranges: list[tuple[int, int]] | None) -> Index:
        if not sizes.in_tokens:
            return CharacterIndex()
        assert self.counter is not None
        longest = min(sizes.unit_length, FEW_WORDS) if self.count_by == "words" else sizes.unit_length
        return TokenIndex(text, self.counter, longest, ranges, self.count_by == "paragraph")

    def _pieces(self, text: str, index: Index, units: list[Unit], cap: int, rules: Rules) -> list[Piece]:
        made: list[Piece] = []
        headers = header_costs(units, index, cap)
        for unit, frame, header in zip(units, frames(units, index, cap), headers, strict=True):
            made += unit_pieces(text, index, unit, frame, cap, rules, header)
        return trim_overlaps(text, index, settle(text, index, made, cap, rules), cap, rules)


def windows_of(text: str, pieces: Sequence[Piece], order: tuple[Level, ...]) -> dict[tuple[int, int], Window]:
    """For ``--explain``: where the end of each piece was searched."""
    found = {}
    for piece in pieces:
        spans = clip(text, piece.unit.spans, piece.start, piece.end)
        if piece.high > piece.start and spans:
            found[spans[0].start, spans[-1].end] = Window(piece.unit, piece.start, piece.high, order)
    return found


def between(text: str, pieces: Sequence[Piece]) -> Iterator[Dropped]:
    """What was left out between pieces of a unit, and behind its last one: separators."""
    for piece, following in pairwise([*pieces, None]):
        assert piece is not None
        same = following is not None and following.unit is piece.unit
        end = following.start if following is not None and same else piece.unit.end
        for span in clip(text, piece.unit.spans, piece.end, end):
            yield Dropped(span, "separator")


def _ranges(units: Sequence[Unit]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for unit in units for span in unit.spans]


def unit_pieces(
    text: str, index: Index, unit: Unit, frame: Frame, cap: int, rules: Rules, header: int = 0
) -> list[Piece]:
    """The first, estimated pieces of one unit, with their context and overlap."""
    free = cap - frame.cost
    if rules.plain and is_plain(unit):
        return plain_pieces(text, index, unit, free, rules.order, rules.slack)
    later = max(0, free - (cap + 1) // 2)
    if unit.rows or not rules.sentences:
        later = min(header if unit.rows else rules.overlap, later)
    pieces = lay_out(text, index, unit, unit.start, unit.end, free, rules, unit.begins, later, free)
    if frame is not NO_FRAME:
        for piece in pieces:
            piece.context, piece.shed = frame.context, (*piece.shed, *frame.shed)
    if unit.headed and pieces:
        pieces[0].context = without_own_title(pieces[0].context)
    if unit.header_rows:
        repeat_header(text, pieces)
    elif not unit.rows and (rules.overlap or rules.sentences):
        _overlap(text, index, pieces, rules, later)
    return pieces


def without_own_title(context: Context) -> Context:
    """The context of a piece that begins with the nearest heading: that one is no title again."""
    return replace(context, titles=context.titles[:-1]) if context.titles else context


def _overlap(text: str, index: Index, pieces: Sequence[Piece], rules: Rules, later: int) -> None:
    for previous, piece in pairwise(pieces):
        if "overlap" in piece.shed:  # it would have cut a word
            continue
        if not rules.sentences:  # those are laid out together with the pieces
            add_overlap(text, index, previous, piece, rules, later)
        if piece.overlap_start < 0 and (rules.sentences or later < rules.overlap):
            piece.shed = ("overlap", *piece.shed)


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
        spans_of(text, piece),
        unit.kind,
        unit.heading_path,
        context,
        piece.size if in_tokens and piece.size >= 0 else None,
        _reason(piece.begins, piece.ends, piece.final, piece.shed),
        unit.body if unit.body is not None and has_body(piece) else None,
        unit.metadata,
        unit,
    )


@lru_cache(maxsize=1024)
def _reason(begins: Boundary, ends: Boundary, oversize: bool, shed: tuple[str, ...]) -> Reason:
    """Reasons are few: they are shared."""
    return Reason(begins, ends, oversize, shed)

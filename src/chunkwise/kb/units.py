"""What ranking needs of a chunk, made once when it is added and kept in the catalogue."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from chunkwise.model.chunk import Chunk
from chunkwise.model.serialize_parts import pairs
from chunkwise.model.span import Span
from chunkwise.rank.pool import Piece
from chunkwise.text.terms import text_terms
from chunkwise.text.units import text_units

FORM = 1
"""Changes with the form below, and with the terms of a text; what has another form is made anew."""

ALL_UNITS = ""
"""In place of a term: the number of all units."""

_INSIDE = frozenset({"sentence", "clause", "word", "grapheme", "cap"})
"""Where a chunk begins in the middle of a paragraph."""


@dataclass(frozen=True, slots=True)
class ChunkUnits:
    """A chunk's sentence units, and where it stands."""

    spans: tuple[tuple[int, int], ...]
    """The chunk's own spans."""
    piece: Piece
    """Its units; their offsets are those of the document."""

    @property
    def start(self) -> int:
        """Where the chunk begins."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.spans[-1][1]

    def has(self, offset: int) -> bool:
        """Whether an offset of the document lies in the chunk."""
        return any(start <= offset < end for start, end in self.spans)

    def touches(self, start: int, end: int) -> bool:
        """Whether a range of the document overlaps with the chunk's."""
        return start < self.end and end > self.start


def units_of(chunk: Chunk) -> str:
    """The units of a chunk as text, for the catalogue.

    Where the chunk has a ``body``, units are those of the body, and each stands where the chunk does.
    """
    content = chunk.content
    units = text_units(content)
    spans = [unit.span for unit in units]
    starts, ends = _places(chunk, spans)
    first = 0 if chunk.reason.begins in _INSIDE else 1
    context = chunk.context
    above = [*chunk.heading_path, *(title for title in context.titles if title not in chunk.heading_path)]
    above += [context.table_header, context.above, context.below]
    made = [
        FORM,
        pairs(chunk.spans),
        starts,
        ends,
        [first + unit.paragraph for unit in units],
        [number for number, unit in enumerate(units) if unit.heading],
        [" ".join(text_terms(span.of(content))) for span in spans],
        [term for text in above for term in text_terms(text)],
    ]
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"))


def read_units(text: str | None) -> ChunkUnits | None:
    """The units of which ``units_of`` made a text; None if they have to be made anew."""
    if text is None:
        return None
    form, *rest = json.loads(text)
    if form != FORM:
        return None
    spans, *lists = rest
    return ChunkUnits(tuple(map(tuple, spans)), Piece(*lists))


def count_terms(units: Iterable[str | None], counts: Counter[str], sign: int = 1) -> None:
    """Add (or take off) how many units have each term; under ``ALL_UNITS`` the number of units.

    Args:
        units: texts that ``units_of`` made; of another form there is nothing to count.
        counts: what is changed.
        sign: 1 to add, -1 to take off.
    """
    for text in units:
        found = read_units(text)
        if found is not None:
            counts[ALL_UNITS] += sign * len(found.piece)
            for terms in found.piece.terms:
                for term in set(terms.split(" ")) if terms else ():
                    counts[term] += sign


def _places(chunk: Chunk, units: Sequence[Span]) -> tuple[list[int], list[int]]:
    """Where units of the content begin and end in the document."""
    spans = chunk.spans
    if chunk.body is not None:
        return [spans[0].start] * len(units), [spans[-1].end] * len(units)
    # The text joins the spans by a newline each.
    begins = [0, *accumulate(len(span) + 1 for span in spans)][: len(spans)]

    def place(offset: int) -> int:
        at = bisect_right(begins, offset) - 1
        return min(spans[at].start + offset - begins[at], spans[at].end)

    return [place(unit.start) for unit in units], [place(unit.end - 1) + 1 for unit in units]

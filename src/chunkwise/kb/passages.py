"""Passages: the best stretches of text, cut by sentence units and not by chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from chunkwise.kb.candidates import Reader
from chunkwise.kb.question import Question
from chunkwise.kb.ranking import Order, PooledUnit
from chunkwise.model import hit as model
from chunkwise.model.chunk import Chunk
from chunkwise.model.span import Span
from chunkwise.rank.cut import budget_cut, set_cut
from chunkwise.rank.ranked import Passage, RankedUnit


def passages(readers: Sequence[Reader], order: Order, question: Question) -> tuple[model.Passage, ...]:
    """The passages that a question asks for, best first, equal ones once.

    They lie in candidates and nowhere else: what a filter holds back is in none of them.

    Args:
        readers: the bases.
        order: their units.
        question: says how sharply is cut, and to which budget.
    """
    table = _Table(order)
    budget, ranked = question.budget_chars, table.ranked()
    if question.spans is not None:
        cut = set_cut(ranked, question.spans, question.k)
    else:
        assert budget is not None
        cut = _fitting(ranked, budget)
    found: dict[str, model.Passage] = {}
    for passage in cut:
        made = table.made(passage, readers)
        if made.text in found:
            continue
        if budget is not None and sum(map(len, found)) + len(made.text) > budget:
            break
        found[made.text] = made
    return tuple(found.values())


def _fitting(ranked: Sequence[RankedUnit], budget: int) -> list[Passage]:
    """The best units that fit a budget together with what stands between those that are joined."""
    room = budget
    while True:
        cut = budget_cut(ranked, room)
        over = sum(len(passage.span) for passage in cut) - budget
        if over <= 0 or room <= over:
            return cut
        room -= over


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A unit with its place among those that it may be joined with."""

    stretch: int
    place: int
    unit: PooledUnit


class _Table:
    """The units of candidates, numbered as the cut wants them."""

    def __init__(self, order: Order) -> None:
        self._units = {(one.stretch, one.place): one.unit for one in _numbered(order.units())}
        scores = [unit.score for unit in self._units.values()]
        # Cosines have an offset, which no share of the best score may count.
        self._offset = median(scores) if scores and order.has_vectors else 0.0

    def ranked(self) -> list[RankedUnit]:
        """The units with a score, best first; of several that stand at one place the best."""
        best: dict[tuple[int, Span], RankedUnit] = {}
        for (stretch, place), unit in self._units.items():
            found = RankedUnit(stretch, place, unit.span, unit.score - self._offset)
            before = best.get((stretch, unit.span))
            if found.score > 0 and (before is None or found.score > before.score):
                best[stretch, unit.span] = found
        return sorted(best.values(), key=lambda unit: (-unit.score, unit.document, unit.unit))

    def made(self, passage: Passage, readers: Sequence[Reader]) -> model.Passage:
        """A passage with its text and where it stands."""
        units = [self._units[passage.document, place] for place in passage.units]
        reader = readers[units[0].base]
        ids = list(dict.fromkeys(unit.chunk for unit in units))
        chunks = reader.base.revisions.chunks(ids, reader.seq)
        first = chunks[ids[0]]
        return model.Passage(
            first.document_id,
            passage.span,
            _text(reader, passage.span, [chunks[id] for id in ids]),
            passage.score + self._offset,
            first.heading_path,
            reader.name,
        )


def _text(reader: Reader, span: Span, chunks: Sequence[Chunk]) -> str:
    """What stands at a place; of chunks that show another form of it, that form."""
    if any(chunk.body is not None for chunk in chunks):
        return "\n".join(chunk.content for chunk in chunks)
    return span.of(reader.base.revisions.text_of(chunks[0].document_id, reader.seq))


def _numbered(units: Iterator[PooledUnit | None]) -> Iterator[_Numbered]:
    """Number the units; over one that is no candidate's nothing is joined."""
    numbers: dict[tuple[int, int], int] = {}
    place = 0
    for unit in units:
        place += 1 if unit is not None else _FAR
        if unit is not None:
            yield _Numbered(numbers.setdefault(unit.document, len(numbers)), place, unit)


_FAR = 10
"""More than what the cut joins over."""

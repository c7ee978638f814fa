"""Units that a step cut inside what belongs together, cut before it instead."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.trim import clip


@dataclass(frozen=True, slots=True)
class WholeAtoms:
    """Moves a cut between two units of text that lies inside an atom to where the atom begins.

    It comes after steps that cut units without a look at their atoms. What such a step has left
    out, and a unit with a body, stay as they are.
    """

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        last: Unit | None = None
        for unit in units:
            atom = _cut_atom(document.text, last, unit) if last is not None else None
            if atom is None or last is None:
                if last is not None:
                    yield last
                last = unit
                continue
            above = clip(document.text, last.spans, last.start, max(last.start, atom.start))
            if above:
                yield replace(last, spans=above, stops=last.stops_between(last.start, above[-1].end))
            last = _from(document.text, last, unit, max(last.start, atom.start), not above)
        if last is not None:
            yield last


def _cut_atom(text: str, above: Unit, below: Unit) -> Span | None:
    """The atom that lies in both units, if they are pieces of one."""
    if not above.atoms or above.atoms is not below.atoms or above.body is not None or below.body is not None:
        return None
    if not text[above.end : below.start].isspace() and above.end != below.start:
        return None
    at = bisect_left(above.atoms, above.end, key=lambda atom: atom.end)
    if at < len(above.atoms) and above.atoms[at].end <= below.start:  # it ends with the unit above
        return None
    return above.atoms[at] if at < len(above.atoms) and above.atoms[at].start < above.end else None


def _from(text: str, above: Unit, below: Unit, start: int, is_all: bool) -> Unit:
    """The unit below with what stands above it from an offset on."""
    taken = clip(text, above.spans, start, above.end)
    spans = (*taken[:-1], Span(taken[-1].start, below.spans[0].end), *below.spans[1:])
    stops = (*above.stops_between(taken[0].start, above.end), below.start, *below.stops)
    return replace(below, spans=spans, stops=stops, begins=above.begins if is_all else below.begins)

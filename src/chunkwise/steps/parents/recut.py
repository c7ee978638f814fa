"""Small to big by size: every chunk becomes a parent and is cut again into children."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chunkwise.errors import InvalidOption
from chunkwise.model.chunk import NO_CONTEXT, Context, Reason
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes, Unit
from chunkwise.steps.pack.fill import DEFAULT_LEVELS, Fill

QANYTHING_CHILD = 400
"""Children are never larger by default, as in QAnything."""


@dataclass(frozen=True, slots=True)
class Recut:
    """Cuts each draft into children under a smaller cap.

    QAnything's numbers: children of ``min(400, parent // 2)`` tokens with an overlap of a quarter
    of that. With more ``levels`` the sizes between halve from the parent's; Zhipu's recursive
    retrieval and the KDD Cup '24 winner's are ``index = "both"``, where the parent is searched too.
    """

    counter: Counter | None = None
    """Counts tokens."""
    parent_max_tokens: int | None = None
    """The parents' cap, from which defaults follow."""
    max_tokens: int | None = None
    """The children's cap; None: the parents', halved for each level below them, at most 400."""
    overlap_tokens: int | None = None
    """The children's overlap; None: a quarter of their cap."""
    levels: int = 2
    """Levels of the tree, the leaves included: 2 or more."""
    index: str = "children"
    """``children``: only they are search units; ``both``: their parent is one too."""
    boundaries: Sequence[str] = DEFAULT_LEVELS
    """Kinds of places to cut at, best first."""

    def __call__(self, document: Document, drafts: list[Draft], notes: Notes) -> list[Draft]:
        """The same drafts, each with children."""
        return self._cut(document, drafts, notes, self._caps())

    def resolved(self) -> dict[str, int]:
        """What the options that were left open came to."""
        cap = self._caps()[-1]
        return {"max_tokens": cap, "overlap_tokens": self._overlap(cap)}

    def _overlap(self, cap: int) -> int:
        return cap // 4 if self.overlap_tokens is None else min(self.overlap_tokens, cap - 1)

    def _caps(self) -> list[int]:
        """Caps from the level below the parents down to the leaves."""
        if self.levels < 2:
            raise InvalidOption(f"levels is {self.levels}: parents and children are at least 2.")
        if self.index not in ("children", "both"):
            raise InvalidOption(f"index is {self.index!r}: it has to be 'children' or 'both'.")
        parent = self.parent_max_tokens
        if parent is None and self.max_tokens is None:
            raise InvalidOption(
                "Give max_tokens for the children: without parent_max_tokens it has no default."
            )
        leaf = self.max_tokens
        if leaf is None:
            assert parent is not None
            leaf = max(1, min(QANYTHING_CHILD, parent >> (self.levels - 1)))
        if parent is not None and leaf > parent:
            raise InvalidOption(f"max_tokens ({leaf}) of the children is above parent_max_tokens ({parent}).")
        between = [max(leaf, (parent or leaf) >> depth) for depth in range(1, self.levels - 1)]
        return [*between, leaf]

    def _cut(
        self, document: Document, parents: list[Draft], notes: Notes, caps: Sequence[int]
    ) -> list[Draft]:
        cap = caps[0]
        overlap = self._overlap(cap)
        fill = Fill(
            self.counter, cap, overlap_tokens=overlap if len(caps) == 1 else 0, levels=self.boundaries
        )
        children = children_by_parent(document, parents, fill, notes)
        result = []
        for parent, own in zip(parents, children, strict=True):
            deeper = own if len(caps) == 1 else self._cut(document, own, notes, caps[1:])
            if self.index == "both":
                deeper = [_searched_too(parent, self._caps()[-1]), *deeper]
            result.append(replace(parent, children=tuple(deeper)))
        return result


def children_by_parent(
    document: Document, parents: Sequence[Draft], fill: Fill, notes: Notes
) -> list[list[Draft]]:
    """For each parent the drafts that ``fill`` makes of it, all in one go."""
    units = [child_unit(parent) for parent in parents]
    return group_by_unit(units, fill(document, units, notes))


def group_by_unit(units: Sequence[Unit], drafts: Sequence[Draft]) -> list[list[Draft]]:
    """The drafts of each unit, in order."""
    groups: dict[int, list[Draft]] = {id(unit): [] for unit in units}
    for draft in drafts:
        groups[id(draft.unit)].append(draft)
    return [groups[id(unit)] for unit in units]


def child_unit(parent: Draft) -> Unit:
    """A draft as a unit to be cut again: with its titles and table header, without its overlap."""
    kept = Context(titles=parent.context.titles, table_header=parent.context.table_header)
    context = NO_CONTEXT if kept == NO_CONTEXT else kept
    start, end = parent.spans[0].start, parent.spans[-1].end
    unit = parent.unit or Unit(parent.spans, parent.kind, parent.heading_path)
    first = bisect_right(unit.rows, start, key=lambda row: row.end)
    inside = range(first, bisect_left(unit.rows, end, key=lambda row: row.start))
    return replace(
        unit,
        spans=parent.spans,
        begins=parent.reason.begins,
        stops=unit.stops_between(start, end),
        rows=tuple(unit.rows[at] for at in inside),
        header_rows=sum(at < unit.header_rows for at in inside),
        context=context,
    )


def _searched_too(parent: Draft, cap: int) -> Draft:
    """The parent as a search unit among its own children; it may be as large as a parent, and says so."""
    note = "the parent itself, searched beside its children"
    reason: Reason = replace(parent.reason, oversize=(parent.tokens or 0) > cap, note=note)
    return replace(parent, reason=reason, children=())

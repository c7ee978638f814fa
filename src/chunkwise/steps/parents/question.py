"""Small to big for pairs: the question is searched, the pair is returned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from chunkwise.model.chunk import Context
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes, Unit
from chunkwise.steps.pack.fill import Fill
from chunkwise.steps.parents.recut import group_by_unit


@dataclass(frozen=True, slots=True)
class Questions:
    """Makes each pair a parent whose only child is its question; other drafts stay as they are."""

    counter: Counter | None = None
    """Counts tokens."""
    max_tokens: int | None = None
    """Cap of a child in tokens."""
    match: Literal["question", "both"] = "question"
    """What is searched: the ``question``, or ``both`` as one chunk."""

    def __call__(self, document: Document, drafts: list[Draft], notes: Notes) -> list[Draft]:
        """The same drafts, pairs with a child."""
        if self.match == "both":
            return drafts
        units: dict[int, Unit] = {}
        for at, draft in enumerate(drafts):
            span = draft.unit.searched if draft.unit else None
            if span and draft.body is not None:
                titles = Context(titles=draft.context.titles)
                units[at] = Unit((span,), "text", draft.heading_path, draft.reason.begins, context=titles)
        children = group_by_unit(
            list(units.values()), Fill(self.counter, self.max_tokens)(document, list(units.values()), notes)
        )
        by_parent = dict(zip(units, children, strict=True))
        return [replace(draft, children=tuple(by_parent.get(at, ()))) for at, draft in enumerate(drafts)]

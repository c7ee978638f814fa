"""Small to big by delimiters: each chunk is a parent, the pieces between delimiters its children."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes, Unit
from chunkwise.steps.pack.fill import Fill
from chunkwise.steps.parents.recut import child_unit, group_by_unit
from chunkwise.steps.split.delimiters import after_delimiters
from chunkwise.steps.trim import clip
from chunkwise.text.delimiters import any_pattern, parse_delimiters


@dataclass(frozen=True, slots=True)
class ByDelimiters:
    """Cuts each draft at delimiters into children (RAGFlow's ``children_delimiters`` and ``mom``).

    A delimiter stays at the end of the child that it closes. Tables and pictures have no children.
    """

    counter: Counter | None = None
    """Counts tokens."""
    max_tokens: int | None = None
    """Cap of a child in tokens."""
    max_chars: int | None = None
    """Cap of a child in characters."""
    children_delimiters: str = ""
    """A delimiter field; empty: no children."""

    def __call__(self, document: Document, drafts: list[Draft], notes: Notes) -> list[Draft]:
        """The same drafts, those of text with children."""
        pattern = any_pattern(parse_delimiters(self.children_delimiters))
        if pattern is None:
            return drafts
        text = document.text
        units: list[Unit] = []
        owners: list[int] = []
        for at, draft in enumerate(drafts):
            if draft.kind != "text":
                continue
            whole = child_unit(draft)
            begins = whole.begins
            for span in (piece for own in draft.spans for piece in after_delimiters(text, own, pattern)):
                trimmed = clip(text, [span], span.start, span.end)
                if trimmed:
                    units.append(replace(whole, spans=trimmed, begins=begins, stops=()))
                    owners.append(at)
                    begins = "delimiter"
        fill = Fill(self.counter, self.max_tokens, self.max_chars)
        children: dict[int, list[Draft]] = {}
        for owner, own in zip(owners, group_by_unit(units, fill(document, units, notes)), strict=True):
            children.setdefault(owner, []).extend(own)
        return [replace(draft, children=tuple(children.get(at, ()))) for at, draft in enumerate(drafts)]

"""From drafts to chunks: ids, order, positions, pictures, and the token counts that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chunkwise.methods.places import Places
from chunkwise.model.chunk import Chunk, Chunking, Reason
from chunkwise.model.document import Document
from chunkwise.model.ids import ChunkIds
from chunkwise.model.protocols import Counter
from chunkwise.steps.base import Draft, Notes
from chunkwise.steps.trim import join


def assemble(
    document: Document,
    roots: Sequence[Draft],
    notes: Notes,
    counter: Counter | None,
    settings: Mapping[str, Any],
) -> Chunking:
    """The chunking that the drafts describe.

    Args:
        document: the document after relabelling.
        roots: drafts that have no parent, in reading order.
        notes: what the steps reported.
        counter: counts what is not counted yet; None leaves ``tokens`` empty.
        settings: name and options of the method.
    """
    maker = _Maker(document, _missing_counts(document, roots, counter))
    for root in roots:
        maker.add(root, None, 0)
    warnings = (*document.warnings, *notes.warnings, *_warnings(maker.leaves, maker.above))
    return Chunking(document, maker.leaves, maker.parents, warnings, notes.dropped, settings)


class _Maker:
    """Makes chunks in reading order."""

    def __init__(self, document: Document, counts: Mapping[int, int]) -> None:
        self._text, self._document_id = document.text, document.id
        self.counts = counts
        self.ids = ChunkIds(document.id)
        places = Places(document)
        self.places = places if places.any else None
        self.leaves: list[Chunk] = []
        self.parents: dict[str, Chunk] = {}
        self.above: list[Chunk] = []
        """Leaves above the cap of which packing says no more than that."""
        self._ordinals: dict[int, int] = {}

    def add(self, draft: Draft, parent_id: str | None, depth: int) -> None:
        """Make the chunk of a draft, and of all drafts below it."""
        if not draft.children:
            self.leaves.append(self._chunk(draft, "leaf", len(self.leaves), parent_id))
            if draft.reason.oversize and not draft.reason.note:
                self.above.append(self.leaves[-1])
            return
        ordinal = self._ordinals.get(depth, 0)
        self._ordinals[depth] = ordinal + 1
        parent = self._chunk(draft, f"level {depth}", ordinal, parent_id)
        self.parents[parent.id] = parent
        for child in draft.children:
            self.add(child, parent.id, depth + 1)

    def _chunk(self, draft: Draft, role: str, ordinal: int, parent_id: str | None) -> Chunk:
        spans, path = draft.spans, draft.heading_path
        text = self._text[spans[0].start : spans[0].end] if len(spans) == 1 else join(self._text, spans)
        positions, media = self.places.of(draft) if self.places else ((), ())
        return Chunk(
            self.ids.next(role, path, text),
            self._document_id,
            draft.kind,
            spans,
            text,
            draft.body,
            path,
            draft.context,
            self.counts.get(id(draft), draft.tokens) if self.counts else draft.tokens,
            ordinal,
            parent_id,
            positions,
            media,
            draft.metadata,
            _reason(draft),
        )


def _reason(draft: Draft) -> Reason:
    """The reason of packing, with what the unit had to tell before."""
    unit, reason = draft.unit, draft.reason
    if unit is None or not (unit.shed or unit.note):
        return reason
    note = " ".join(filter(None, (unit.note, reason.note)))
    return replace(reason, shed=(*unit.shed, *reason.shed), note=note)


def _warnings(leaves: Sequence[Chunk], above: Sequence[Chunk]) -> Iterator[str]:
    """What a user should know of the chunks as a whole."""
    if not leaves:
        yield "There is nothing to cut: the document has no content."
    if above:
        largest = max(chunk.tokens or len(chunk.index_text) for chunk in above)
        yield (
            f"{len(above)} of {len(leaves)} chunks are above the cap (the largest: {largest}), since each is "
            "one table row, picture or character that cannot be cut."
        )


def _missing_counts(document: Document, roots: Iterable[Draft], counter: Counter | None) -> dict[int, int]:
    """Token counts of the drafts that have none, with one call of the counter."""
    if counter is None:
        return {}
    uncounted = [draft for draft in _all(roots) if draft.tokens is None]
    if not uncounted:
        return {}
    texts = [
        draft.context.join(join(document.text, draft.spans) if draft.body is None else draft.body)
        for draft in uncounted
    ]
    return dict(zip(map(id, uncounted), counter.count_many(texts), strict=True))


def _all(drafts: Iterable[Draft]) -> Iterator[Draft]:
    for draft in drafts:
        yield draft
        if draft.children:
            yield from _all(draft.children)

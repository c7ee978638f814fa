"""Which chunks a question gets: one ranking of sentences for all, so that only the cutting differs.

The sentence units of the documents are ranked once for a question (``rank/unit_index.py``, no model). A
chunk is as good as the best unit in it, and is returned as its parent where it has one, as a search does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.rank.chunks import rank_chunks
from chunkwise.rank.ranked import RankedUnit

UNITS = 300
"""Units that are ranked for a question: enough to fill the largest budget with short chunks."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A chunk that a question gets."""

    chunk: Chunk
    """What is returned: the outermost parent, or the chunk itself."""
    matched: Chunk
    """The leaf that was found in it first."""
    score: float
    """Of the best unit in it; scores of different questions do not compare."""


class ChunkRanking:
    """Ranks the chunks of some documents by units that were ranked before.

    Args:
        chunkings: one a document, in the order of the documents that were indexed.
    """

    def __init__(self, chunkings: Sequence[Chunking]) -> None:
        self._chunkings = chunkings
        self._leaves = [(at, leaf) for at, chunking in enumerate(chunkings) for leaf in chunking]
        self._placed = [(at, leaf.spans) for at, leaf in self._leaves]

    def ranked(self, units: Sequence[RankedUnit]) -> list[Retrieved]:
        """The chunks that hold these units, best first, each once."""
        found: dict[str, Retrieved] = {}
        for one in rank_chunks(units, self._placed):
            document, leaf = self._leaves[one.chunk]
            top = _top(self._chunkings[document], leaf)
            found.setdefault(top.id, Retrieved(top, leaf, one.score))
        return list(found.values())


def _top(chunking: Chunking, leaf: Chunk) -> Chunk:
    """The outermost parent of a leaf."""
    top = leaf
    while (parent := chunking.parent_of(top)) is not None:
        top = parent
    return top

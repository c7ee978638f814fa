"""The chunks before and after a hit in its document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chunkwise.kb.revisions import Leaf, Revisions
from chunkwise.model.chunk import Chunk
from chunkwise.model.hit import Hit

_AT_ONCE = 64


def neighbours(
    revisions: Revisions, hit: Hit, count: int, seq: int
) -> tuple[tuple[Chunk, ...], tuple[Chunk, ...]]:
    """The chunks before and after a hit, in reading order, of the size of hits: parents where there are any.

    Args:
        revisions: of the base.
        hit: what was found.
        count: most chunks on each side.
        seq: the version.
    """
    found = next(iter(revisions.leaves_by_id([hit.matched[0].id], seq)), None)
    if found is None or not count:
        return (), ()
    before = _roots(revisions, found, hit.chunk.id, count, seq, -1)
    after = _roots(revisions, found, hit.chunk.id, count, seq, 1)
    known = revisions.chunks([*before, *after], seq)
    return tuple(known[id] for id in reversed(before)), tuple(known[id] for id in after)


def root_of(id: str, parents: Mapping[str, str | None]) -> str:
    """The uppermost chunk above one, or itself.

    >>> root_of("leaf", {"leaf": "middle", "middle": "top", "top": None})
    'top'
    """
    while (above := parents.get(id)) is not None:
        id = above
    return id


def _roots(revisions: Revisions, leaf: Leaf, own: str, count: int, seq: int, step: int) -> list[str]:
    """Ids of the nearest uppermost chunks on one side, the nearest first."""
    roots: dict[str, None] = {}
    for some in _beside(revisions, leaf, step):
        parents = revisions.parents([one.id for one in some], seq)
        for one in some:
            root = root_of(one.id, parents)
            if root != own:
                roots[root] = None
            if len(roots) == count:
                return list(roots)
    return list(roots)


def _beside(revisions: Revisions, leaf: Leaf, step: int) -> Iterator[list[Leaf]]:
    """The leaves on one side, the nearest first, some at a time."""
    at = leaf.place + step
    while at >= 0:
        far = at + step * (_AT_ONCE - 1)
        some = revisions.leaves_between(leaf.revision, max(0, min(at, far)), max(at, far))
        if not some:
            return
        yield some if step > 0 else some[::-1]
        at = far + step

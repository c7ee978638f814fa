"""Small to big: found children become their parents, each as good as its best child."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chunkwise.rank.fusion import Candidate


@dataclass(frozen=True, slots=True)
class Family:
    """A parent with the children that were found, best first."""

    parent: str
    """Id of the parent, or of the child itself where it has none."""
    children: tuple[Candidate, ...]

    @property
    def score(self) -> float:
        """That of the best child."""
        return self.children[0].score

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the children, best first."""
        return tuple(child.id for child in self.children)


def families(candidates: Sequence[Candidate], parent_of: Callable[[str], str | None]) -> list[Family]:
    """The parents in the order of their best children.

    Args:
        candidates: best first.
        parent_of: id of a child → id of its parent, None where it has none.

    >>> ranked = [Candidate("a1", 2.0), Candidate("b", 1.0), Candidate("a2", 0.5)]
    >>> found = families(ranked, {"a1": "a", "a2": "a"}.get)
    >>> [(family.parent, len(family.children)) for family in found]
    [('a', 2), ('b', 1)]
    """
    children: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        children.setdefault(parent_of(candidate.id) or candidate.id, []).append(candidate)
    return [Family(parent, tuple(found)) for parent, found in children.items()]

"""Small to big: found children become their parents, each as good as its best child."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Family(Generic[K, T]):
    """A parent with the children that were found, best first."""

    parent: K
    """The parent, or the child itself where it has none."""
    children: tuple[T, ...]

    @property
    def best(self) -> T:
        """The child whose score is the family's."""
        return self.children[0]


def families(candidates: Iterable[T], parent_of: Callable[[T], K]) -> list[Family[K, T]]:
    """The parents in the order of their best children.

    Args:
        candidates: best first.
        parent_of: a child → its parent, or what stands for the child where it has none.

    >>> parents = {"a1": "a", "a2": "a", "b": "b"}
    >>> [(family.parent, family.children) for family in families(["a1", "b", "a2"], parents.__getitem__)]
    [('a', ('a1', 'a2')), ('b', ('b',))]
    """
    children: dict[K, list[T]] = {}
    for candidate in candidates:
        children.setdefault(parent_of(candidate), []).append(candidate)
    return [Family(parent, tuple(found)) for parent, found in children.items()]

"""Runs of JSON values: which neighbours share a chunk, so that each fits with its path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkwise.model.chunk import Boundary
from chunkwise.steps.pack.piece import Index
from chunkwise.steps.split.value_path import DEEPEST, Container, wrapping
from chunkwise.steps.split.value_strings import cut_string
from chunkwise.text.json_text import Child, JsonText
from chunkwise.text.token_index import CharacterIndex
from chunkwise.text.token_index import Piece as Counted


@dataclass(slots=True)
class Run:
    """Neighbours in one container, or a part of one string."""

    container: Container
    children: tuple[Child, ...]
    part: tuple[int, int] | None = None
    """Of a string that is cut: which part, as offsets into the compact text."""
    begins: Boundary = "delimiter"
    levels: int = DEEPEST
    """How many levels of the path its body shows; 0: the value alone."""
    size: int = -1
    """Exact size of the body, or -1 as long as it is not counted."""
    plain: bool = False
    """Whether it has no body: not even the bare value fits."""

    @property
    def start(self) -> int:
        """Where it begins in the compact text."""
        return self.part[0] if self.part else self.children[0].start

    @property
    def end(self) -> int:
        """One past its end."""
        return self.part[1] if self.part else self.children[-1].end


def surround(text: str, run: Run) -> tuple[int, int, str, str]:
    """A run's body in four parts: start and end of what is sliced, what stands before and after it."""
    before, after = wrapping(text, run.container, run.levels)
    child = run.children[0]
    bare = run.levels == 0
    if run.part is None:
        start = child.value if bare and len(run.children) == 1 else run.start
        return start, run.end, before, after
    key = "" if bare else text[child.start : child.value]
    return run.part[0], run.part[1], f'{before}{key}"', f'"{after}'


class Layout:
    """Lays out the runs of one text under a cap."""

    def __init__(self, json_text: JsonText, index: Index, cap: float, minimum: int) -> None:
        self.json = json_text
        self.text = json_text.text
        self.index = index
        self.cap = cap
        self.minimum = minimum
        self.share = 1.0 if isinstance(index, CharacterIndex) else 0.97  # of what is estimated to fit
        self._rooms: dict[int, tuple[Container, int, float]] = {}

    def runs(self) -> list[Run]:
        """The runs, in order, each counted exactly and none above the cap, but for those without a body."""
        lines = "[" if self.json.is_lines else ""
        whole = Container(0, len(self.text), lines)
        runs = list(self._laid(whole))
        while new := [run for run in runs if run.size < 0 and not run.plain]:
            pieces = [Counted(*surround(self.text, run)) for run in new]
            for run, size in zip(new, self.index.count(pieces), strict=True):
                run.size = size
            if all(run.size <= self.cap for run in new):
                return runs
            heavy = {id(run) for run in new if run.size > self.cap}
            runs = [part for run in runs for part in (self._smaller(run) if id(run) in heavy else (run,))]
        return runs

    def _laid(self, container: Container) -> Iterator[Run]:
        """The runs of a container, by estimate; a child that is too large is gone into."""
        stack = [(container, self.json.children(container.start, container.end, container.keyed))]
        held: list[Child] = []
        while stack:
            container, children = stack[-1]
            for child in children:
                if held and not self._takes(container, held, child):
                    yield from self._even(container, held, child)
                if not held and not self._fits(container, child):
                    if self.text[child.value] in "{[" and child.end - child.value > 2:
                        inner = container.inner(self.text, child)
                        stack.append((inner, self.json.children(inner.start, inner.end, inner.keyed)))
                        break
                    yield from self._scalar(container, child)
                    continue
                held.append(child)
            else:
                if held:
                    yield self._run(container, held)
                    held.clear()
                stack.pop()

    def _takes(self, container: Container, held: list[Child], child: Child) -> bool:
        """Whether one more child goes into a run (lines that are no JSON stay between runs)."""
        levels, room = self._room(container)
        if not container.opening or not levels or child.start - 1 in self.json.breaks:
            return False
        return self.index.estimate(held[0].start, child.end) <= room

    def _fits(self, container: Container, child: Child) -> bool:
        size = self.index.estimate(child.start, child.end)
        return size <= self.cap and size <= self._room(container)[1]

    def _even(self, container: Container, held: list[Child], child: Child) -> Iterator[Run]:
        """Close the run; keep back what the last run of the container lacks to be large enough."""
        rest = self.index.estimate(child.start, container.end)
        keep = 0
        if 0 < rest < self.minimum and self._fits(container, child):
            while keep + 1 < len(held) and (
                self.index.estimate(held[-keep - 1].start, container.end)
                < self.index.estimate(held[0].start, held[-keep - 1].start)
            ):
                keep += 1
        yield self._run(container, held[: len(held) - keep])
        del held[: len(held) - keep]

    def _run(self, container: Container, children: Sequence[Child]) -> Run:
        size = self.index.estimate(children[0].start, children[-1].end)
        # What is small has room for a longer path: tried first, then made lighter.
        levels = DEEPEST if size + 2 < self.cap / 2 else self._room(container)[0]
        return Run(container, tuple(children), levels=levels)

    def _scalar(self, container: Container, child: Child) -> Iterator[Run]:
        """A value that does not fit and is no container with something inside."""
        run = Run(container, (child,), levels=self._room(container)[0])
        if self.text[child.value] != '"' or child.end - child.value < 4:
            yield run
            return
        yield from self._parts(run, child.value + 1, child.end - 1, 1)

    def _parts(self, run: Run, start: int, end: int, halves: int) -> Iterator[Run]:
        child = run.children[0]
        key = self.index.estimate(child.start, child.value)
        levels, room = self._room(run.container)
        levels = 0 if key > self.cap / 3 else min(levels, run.levels)
        room = max(1.0, (room - key if levels else self.cap) - 4)
        if halves > 1:
            room = max(1.0, min(room, self.index.estimate(start, end) / halves + 1))
        begins = run.begins
        for at, stop, boundary in cut_string(self.text, self.index, start, end, room):
            yield Run(run.container, run.children, (at, stop), begins, levels)
            begins = boundary

    def _room(self, container: Container) -> tuple[int, float]:
        """How many levels of the path go with a container's children, and what they leave of the cap.

        A path may take half of the cap; the levels nearest to the values stay.
        """
        if id(container) not in self._rooms:
            levels, cost, key = 0, 0.0, 0.0
            for one in container.chain():
                own = key + (2.0 if one.opening else 0.0)
                if cost + own > self.cap / 2:
                    break
                levels, cost = levels + 1, cost + own
                key = self.index.estimate(one.child.start, one.child.value) if one.child else 0.0
            self._rooms[id(container)] = container, levels, (self.cap - cost) * self.share
        return self._rooms[id(container)][1:]

    def _smaller(self, run: Run) -> list[Run]:
        """What becomes of a run that is above the cap: a lighter path, or smaller runs."""
        levels = self._room(run.container)[0]
        if run.levels > levels:
            return [replace(run, levels=levels, size=-1)]
        if len(run.children) > 1:
            middle = self._middle(run)
            return [replace(run, children=c, size=-1) for c in (run.children[:middle], run.children[middle:])]
        child, large = run.children[0], self.index.estimate(run.start, run.end) > self.cap / 2
        if large or run.levels == 0:
            parts = self._opened(run, child)
            if len(parts) > 1 or (parts and parts[0].container is not run.container):
                return parts
        if run.levels > 0:
            return [replace(run, levels=run.levels * 2 // 3, size=-1)]
        return [replace(run, plain=True)]

    def _opened(self, run: Run, child: Child) -> list[Run]:
        """The runs inside the value of a run, or smaller parts of its string; nothing where it is neither."""
        first = self.text[child.value]
        if first in "{[" and child.end - child.value > 2:
            return list(self._laid(run.container.inner(self.text, child)))
        if first == '"' and child.end - child.value > 3:
            return list(self._parts(run, *(run.part or (child.value + 1, child.end - 1)), halves=2))
        return []

    def _middle(self, run: Run) -> int:
        """Where to cut a run in two halves of about the same size."""
        half = self.index.estimate(run.start, run.end) / 2
        at = 1
        while at + 1 < len(run.children) and self.index.estimate(run.start, run.children[at].end) <= half:
            at += 1
        return at

"""The parts of a source file: its definitions, and the statements between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from chunkwise.runtime.syntax import Syntax
from chunkwise.steps.split.code_languages import CodeLanguage
from chunkwise.steps.split.code_names import body_of, definition_in, header_end, names_of
from chunkwise.text.byte_offsets import ByteOffsets

_LONGEST_HEADER = 300

Large = Callable[[int, int], bool]
"""(start, end) → whether a stretch is too large to stay whole."""


@dataclass(slots=True)
class Part:
    """A stretch of a source file; the parts of a container tile it."""

    start: int
    """First code point: that of the comments and decorators before a definition."""
    end: int
    """One past the last: where the next part begins."""
    path: tuple[str, ...]
    """Names of the definitions around it, and its own, outermost first."""
    headers: tuple[str, ...] = ()
    """First lines of the definitions around it, outermost first."""
    node: Any = None
    """The definition; None for statements."""
    nodes: list[Any] = field(default_factory=list)
    """Its statements."""
    is_header: bool = False
    """Whether it is the header of a definition and nothing more."""


class Outline:
    """Cuts one syntax tree into parts, as deep as is asked."""

    def __init__(self, text: str, syntax: Syntax, language: CodeLanguage) -> None:
        self.text = text
        self.syntax = syntax
        self.language = language
        self.offsets = ByteOffsets(syntax.data)
        self._opened: dict[int, int] = {}
        """Id of a node → byte at which the statement begins that it is the first named node of."""

    def whole(self, path: tuple[str, ...]) -> Part:
        """The file as one part."""
        return Part(0, len(self.text), path, node=self.syntax.root)

    def opened(self, part: Part, large: Large) -> list[Part]:
        """The parts inside a definition or a file; nothing where it has no definitions inside."""
        node, headers = part.node, part.headers
        body = None
        if node is not self.syntax.root:
            node = definition_in(self.syntax, self.language, node) or node
            headers = (*headers, self._header(node))
            body = body_of(node)
        half = (part.end - part.start) / 2

        def entered(child: Any) -> bool:
            start, end = self._range(child)
            return bool(child == body) or end - start > half or large(start, end)

        nodes = self._flat(node.children, entered, body)
        made = self._parts(nodes, part, headers)
        if not any(one.node is not None for one in made):
            return []
        if made[0].node is None:  # it holds the header itself
            made[0].headers = part.headers
            made[0].is_header = body is not None and all(
                inner.end_byte <= body.start_byte for inner in made[0].nodes
            )
        return made

    def stops(self, part: Part, large: Large) -> tuple[int, ...]:
        """Where the statements of a part begin, those inside too large ones too: places to cut at."""
        found: set[int] = set()
        todo = list(part.nodes) if part.node is None else [part.node]
        while todo:
            node = todo.pop()
            start, at_line = self._line_start(node)
            if at_line and part.start < start < part.end:
                found.add(start)
            if large(*self._range(node)):
                todo += node.named_children
        return tuple(sorted(found))

    def _header(self, node: Any) -> str:
        end = header_end(node)
        start, stop = self._range(node)
        stop = stop if end is None else self.offsets.code_points(end)
        header = self.text[start : min(stop, start + _LONGEST_HEADER)].rstrip()
        if end is None:
            header = header.splitlines()[0] if header else ""
        return header + "…" if stop - start > _LONGEST_HEADER else header

    def _range(self, node: Any) -> tuple[int, int]:
        return self.offsets.code_points(node.start_byte), self.offsets.code_points(node.end_byte)

    def _flat(self, nodes: Sequence[Any], enters: Callable[[Any], bool], body: Any) -> Iterator[Any]:
        """The named nodes, but in place of one that is entered and no definition, what is inside it."""
        stack = [iter(nodes)]
        opened: int | None = None
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            if not node.is_named:
                continue
            if opened is not None:
                self._opened[node.id] = opened
            if node.child_count and not self._is_definition(node) and enters(node):
                # The bracket that opens the body of a class stays with the class's header.
                opened = None if node == body else self._opened.get(node.id, node.start_byte)
                stack.append(iter(node.children))
            else:
                opened = None
                yield node

    def _is_definition(self, node: Any) -> bool:
        return definition_in(self.syntax, self.language, node) is not None

    def _parts(self, nodes: Iterable[Any], around: Part, headers: tuple[str, ...]) -> list[Part]:
        """Definitions with the comments before them, and runs of other statements between them."""
        made: list[Part] = []
        waiting: list[Any] = []
        last_row, behind = -1, around.start
        for node in nodes:
            if self._leads(node):
                if node.start_point[0] != last_row or waiting:  # else it is a remark on what stands before it
                    waiting.append(node)
                continue
            definition = definition_in(self.syntax, self.language, node)
            if definition is None:
                self._add(made, [*waiting, node], around, headers, behind)
            else:
                first = self._first_of_lead(waiting, node)
                self._add(made, waiting[:first], around, headers, behind)
                behind = self._range(waiting[first - 1])[1] if first else behind
                self._define(made, [*waiting[first:], node], definition, around, headers, behind)
            waiting, last_row, behind = [], node.end_point[0], self._range(node)[1]
        self._add(made, waiting, around, headers, behind)
        for one, following in pairwise(made):
            one.end = following.start
        if made and made[0].start > around.start:
            if made[0].node is None:
                made[0].start = around.start
            else:
                made.insert(0, Part(around.start, made[0].start, around.path, headers))
        return made

    def _leads(self, node: Any) -> bool:
        if node.type == "unary_operator" and not self.syntax.text(node).startswith("@"):
            return False
        return node.type.endswith("comment") or node.type in self.language.leading

    def _first_of_lead(self, waiting: Sequence[Any], node: Any) -> int:
        """From which of the comments on they belong to a definition: no blank line stands between."""
        row = node.start_point[0]
        first = len(waiting)
        while first and row - waiting[first - 1].end_point[0] <= 1:
            first -= 1
            row = waiting[first].start_point[0]
        return first

    def _add(
        self, made: list[Part], nodes: list[Any], around: Part, headers: tuple[str, ...], behind: int
    ) -> None:
        if not nodes:
            return
        if made and made[-1].node is None:
            made[-1].nodes += nodes
        else:
            start = self._begin(nodes[0], behind)
            made.append(Part(start, around.end, around.path, headers, nodes=nodes))

    def _define(
        self,
        made: list[Part],
        nodes: Sequence[Any],
        definition: Any,
        around: Part,
        headers: tuple[str, ...],
        behind: int,
    ) -> None:
        """Add a definition: the last of the nodes, after what leads to it."""
        node = nodes[-1]
        path = (*around.path, *names_of(self.syntax, definition))
        if self.language.clauses and made and made[-1].path == path and len(nodes) == 1:
            made[-1].nodes.append(node)
            return
        made.append(Part(self._begin(nodes[0], behind), around.end, path, headers, node, [node]))

    def _begin(self, node: Any, behind: int) -> int:
        """Where the part that begins with a node begins: with its line, if nothing else stands in that.

        The first node inside of an opened statement stands behind the words that the statement begins with.
        """
        opened = self._opened.get(node.id)
        start, first = self._line_start(node) if opened is None else self._indented(opened)
        if first:
            return start
        line = max(self.text.rfind("\n", behind, start), self.text.rfind("\r", behind, start)) + 1
        return line if line > behind else max(start, behind)

    def _line_start(self, node: Any) -> tuple[int, bool]:
        """Where a node begins, its indentation included, and whether it is the first in its line."""
        return self._indented(node.start_byte)

    def _indented(self, start_byte: int) -> tuple[int, bool]:
        start = at = self.offsets.code_points(start_byte)
        while at > 0 and self.text[at - 1] in " \t":
            at -= 1
        first = at == 0 or self.text[at - 1] in "\n\r"
        return (at if first else start), first

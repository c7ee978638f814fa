"""Fields: what they show is text, what they are told is not."""

from __future__ import annotations

from dataclasses import dataclass

_MOST_OPEN = 100
_MOST_INSTRUCTION = 200


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    shows: bool = False
    """Whether its result has begun."""


class Fields:
    """The fields that are open at some place of a story; they may span paragraphs."""

    def __init__(self) -> None:
        self._open: list[_Field] = []

    @property
    def hides(self) -> bool:
        """Whether text here is the result of a field inside another one's instruction."""
        return any(not field.shows for field in self._open[:-1])

    @property
    def in_contents(self) -> bool:
        """Whether this is inside a table of contents."""
        return any(field.shows and field.instruction.split(None, 1)[:1] == ["TOC"] for field in self._open)

    def mark(self, kind: str | None) -> None:
        """Go over a ``w:fldChar``: ``begin``, ``separate`` or ``end``."""
        if kind == "begin" and len(self._open) < _MOST_OPEN:
            self._open.append(_Field())
        elif kind == "separate" and self._open:
            self._open[-1].shows = True
        elif kind == "end" and self._open:
            self._open.pop()

    def instruct(self, text: str) -> None:
        """Go over a piece of an instruction."""
        if self._open and not self._open[-1].shows and len(self._open[-1].instruction) < _MOST_INSTRUCTION:
            self._open[-1].instruction += text

    def end_paragraph(self) -> None:
        """Forget instructions without an end, so that a broken field cannot swallow the document."""
        self._open = [field for field in self._open if field.shows]

    def clear(self) -> None:
        """Forget all that is open."""
        self._open.clear()

"""Units by JSON value: runs of neighbours that fit the cap, each shown as valid JSON with its path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunkwise.model.chunk import Boundary
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.pack.sizes import Sizes
from chunkwise.steps.split.sections import Sections
from chunkwise.steps.split.value_path import names_of, path_of, shows_path
from chunkwise.steps.split.value_runs import Layout, Run, surround
from chunkwise.steps.trim import clip
from chunkwise.text.json_text import JsonText, read_json
from chunkwise.text.token_index import CharacterIndex, TokenIndex

_CLOSES = re.compile(r"[\]}]*,?")
_CUT = "No JSON: part of a value that is longer than the cap and cannot be cut as JSON."
_BETWEEN = "No JSON: brackets and keys around values, which alone are longer than the cap."
_STRAY = "No JSON: a line that cannot be read as JSON."
_TEXT_KINDS = frozenset({"code", "paragraph", "list_item", "heading", "title", "formula", "footnote"})


@dataclass(frozen=True, slots=True)
class Values:
    """Cuts JSON, or JSON lines, at the commas of the outermost containers that do not fit.

    A unit is a run of neighbours in one container. Its body is the smallest valid JSON with its
    path: the run between the brackets and keys above it, every value as it is written, without
    white space around it. Its spans are the source, brackets and keys included, so the units tile
    the text. A string that does not fit is cut at lines, sentences and words; a path that takes
    more than half of the cap loses its outer levels, and ``reason.shed`` names the ``path``. Where not
    even the bare value fits (a number of many digits), a part of it would be another value: the unit
    has no body and is cut as text, which ``reason.note`` and a warning say.

    No value stands in two bodies, so there is overlap only where text is cut as text.
    Keys stand in ``heading_path``; the path with the places in arrays in ``metadata["path"]``.
    """

    counter: Counter | None = None
    """Counts tokens."""
    max_tokens: int | None = None
    """Cap of a body in tokens; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""
    min_tokens: int = 0
    """The last run of a container is evened out with the one before when it is smaller."""
    min_chars: int = 0
    """The same in characters."""

    overlap_tokens = overlap_chars = 0
    overlap_percent = 0.0
    overlap_sentences = 0

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order; those of the sections where the text is no JSON."""
        text = document.text
        found = None
        if document.blocks and all(block.kind in _TEXT_KINDS for block in document.blocks):
            found = read_json(text)
        if found is None:
            if document.blocks:
                notes.warnings.append("The text is no valid JSON: it was cut as plain text.")
            yield from Sections()(document, units, notes)
            return
        if found.strays:
            notes.warnings.append(
                _counted(len(found.strays), "line is no JSON: it was", "lines are no JSON: they were")
                + " cut as plain text."
            )
        begins: Boundary = "document"
        for unit in self._units(text, found, notes):
            yield replace(unit, begins=begins) if begins == "document" else unit
            begins = "delimiter"

    def _units(self, text: str, found: JsonText, notes: Notes) -> Iterator[Unit]:
        sizes = Sizes.of(self)
        index: CharacterIndex | TokenIndex = CharacterIndex()
        if sizes.in_tokens and sizes.cap is not None and self.counter is not None:
            index = TokenIndex(found.text, self.counter, sizes.unit_length)
        cap = float("inf") if sizes.cap is None else sizes.cap
        runs = Layout(found, index, cap, sizes.minimum).runs()
        if plain := sum(run.plain for run in runs):
            notes.warnings.append(
                _counted(plain, "JSON value is longer than the cap", "JSON values are longer than the cap")
                + " and cannot be cut as JSON: cut as text, so those chunks are no JSON (reason.note)."
            )
        made = _Tiler(text, found, index, cap)
        for at, run in enumerate(runs):
            yield from made.units(run, runs[at + 1] if at + 1 < len(runs) else None)
        yield from made.strays_until(len(text))
        if made.between:
            notes.warnings.append(
                _counted(made.between, "run of brackets and keys is", "runs of brackets and keys are")
                + " longer than the cap: cut as text, so those chunks are no JSON (reason.note)."
            )


class _Tiler:
    """Gives runs the source between them: closing brackets to the run before, the rest to the next."""

    def __init__(self, text: str, found: JsonText, index: CharacterIndex | TokenIndex, cap: float) -> None:
        self.text, self.found, self.index, self.cap = text, found, index, cap
        self.at = 0
        self.strays = list(reversed(found.strays))
        self.between = 0
        """Runs of brackets and keys that are units of their own."""

    def units(self, run: Run, following: Run | None) -> Iterator[Unit]:
        """The unit of a run, with one of brackets before or behind it where they are many."""
        first, child = self.at, run.children[0]
        start, end = run.start, run.end
        if run.part is not None:  # the key and the quotation marks belong to the first and the last part
            start = child.start if start == child.value + 1 else start
            end = child.end if end == child.end - 1 else end
        last = len(self.found.text)
        if following is not None:
            closes = _CLOSES.match(self.found.text, end)
            last = closes.end() if closes and following.start > end else end
        self.at = last
        yield from self.strays_until(self.found.source(first))
        if self.index.estimate(first, start) > self.cap:
            self.between += 1
            yield from self._plain(first, start, run, _BETWEEN)
            first = start
        behind = self.index.estimate(end, last) > self.cap
        yield from self._unit(first, end if behind else last, run)
        if behind:
            self.between += 1
            yield from self._plain(end, last, run, _BETWEEN)

    def _unit(self, start: int, end: int, run: Run) -> Iterator[Unit]:
        if run.plain:
            yield from self._plain(start, end, run, _CUT)
            return
        a, b, before, after = surround(self.found.text, run)
        body = f"{before}{self.found.text[a:b]}{after}"
        shed = () if shows_path(run.container, run.levels) else ("path",)
        for unit in self._plain(start, end, run):
            yield replace(unit, body=body, whole=True, shed=shed)

    def _plain(self, start: int, end: int, run: Run, note: str = "") -> Iterator[Unit]:
        """A unit without a body."""
        first = self.found.source(start)
        last = self.found.source(end - 1) + 1
        for span in clip(self.text, [Span(first, last)], first, last):
            yield Unit(
                (span,),
                heading_path=names_of(self.found, run.container, run.children),
                begins=run.begins,
                metadata={"path": path_of(self.found, run.container, run.children)},
                note=note,
            )

    def strays_until(self, offset: int) -> Iterator[Unit]:
        """Lines that are no JSON and stand before an offset."""
        while self.strays and self.strays[-1][0] < offset:
            start, end = self.strays.pop()
            for span in clip(self.text, [Span(start, end)], start, end):
                yield Unit((span,), begins="paragraph", note=_STRAY)


def _counted(number: int, one: str, several: str) -> str:
    return f"1 {one}" if number == 1 else f"{number} {several}"

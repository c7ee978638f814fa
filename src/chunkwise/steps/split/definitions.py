"""Units by definition: functions, methods and classes of source code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from chunkwise.errors import MissingExtra
from chunkwise.model.chunk import NO_CONTEXT, Boundary, Context
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.model.span import Span
from chunkwise.runtime.syntax import parse_code
from chunkwise.steps.base import Notes, Unit
from chunkwise.steps.pack.frame import surround
from chunkwise.steps.pack.piece import Index
from chunkwise.steps.pack.sizes import Sizes
from chunkwise.steps.split.code_languages import LANGUAGES, language_of
from chunkwise.steps.split.code_lines import WORDS, is_known, line_starts
from chunkwise.steps.split.code_outline import Outline, Part
from chunkwise.steps.split.sections import Sections
from chunkwise.steps.trim import clip
from chunkwise.text.token_index import CharacterIndex, TokenIndex
from chunkwise.text.token_index import Piece as Counted

_DEEPEST = 16
"""Definitions inside so many others are not looked for."""
_TEXT_KINDS = frozenset({"code", "paragraph", "list_item", "heading", "title", "formula", "footnote"})


@dataclass(frozen=True, slots=True)
class Definitions:
    """Cuts source code at its definitions, each with the comments and decorators before it.

    What fits stays whole: the file, else each class, else each method. The statements between two
    definitions are a unit too. The units inside a class have its header as context (``above``), or
    as their first line, and the names of all definitions around them, after the name of the file, as
    heading path. A function that does not fit is cut where statements begin.

    Without a grammar for the language it is cut before lines that begin as definitions do.
    """

    counter: Counter | None = None
    """Counts tokens."""
    max_tokens: int | None = None
    """Cap of a chunk in tokens, context included; None: no cap."""
    max_chars: int | None = None
    """Cap in characters, in place of ``max_tokens``."""
    language: str = "auto"
    """The language's name; ``auto``: the document's media type says it."""
    titles: Literal["all", "nearest", "none"] = "all"
    """Which names will be part of the context."""

    min_tokens = min_chars = overlap_tokens = overlap_chars = 0
    overlap_percent = 0.0
    overlap_sentences = 0

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> Iterator[Unit]:
        """The units, in reading order."""
        if not document.blocks or not all(block.kind in _TEXT_KINDS for block in document.blocks):
            yield from Sections()(document, units, notes)
            return
        language = language_of(document, self.language)
        module = () if document.id.startswith("sha256:") else (document.id,)
        parts = self._parts(document, language, module, notes) if language in LANGUAGES else None
        if parts is None:
            yield from self._lines(document, units, language, module, notes)
            return
        begins: Boundary = "document"
        for part, stops in parts:
            above = "\n".join(filter(None, part.headers))
            context = Context(above=above) if above else NO_CONTEXT
            for span in clip(document.text, [Span(part.start, part.end)], part.start, part.end):
                inside = tuple(stop for stop in stops if span.start < stop < span.end)
                yield Unit((span,), "text", part.path, begins, inside, context=context)
            begins = "heading" if part.node is not None else "paragraph"

    def _parts(
        self, document: Document, language: str, module: tuple[str, ...], notes: Notes
    ) -> list[tuple[Part, tuple[int, ...]]] | None:
        """The parts, with the places to cut at of those that are too large; None without a tree."""
        try:
            syntax = parse_code(document.text, language)
        except MissingExtra as error:
            notes.warnings.append(f"{error} The code was cut before lines that begin as definitions do.")
            return None
        if syntax is None:
            notes.warnings.append(f"The text is too irregular to be read as {language}: it was cut by lines.")
            return None
        outline = Outline(document.text, syntax, LANGUAGES[language])
        sizes = Sizes.of(self)
        parts = [outline.whole(module)]
        if sizes.cap is None:
            return [(parts[0], ())]
        index: Index = CharacterIndex()
        if sizes.in_tokens:
            assert self.counter is not None
            index = TokenIndex(document.text, self.counter, sizes.unit_length)
        return self._fitted(outline, index, parts, sizes.cap)

    def _fitted(
        self, outline: Outline, index: Index, parts: list[Part], cap: int
    ) -> list[tuple[Part, tuple[int, ...]]]:
        """Open what does not fit, one level after the other, each counted in one call."""
        new = parts
        leaves: dict[int, tuple[int, ...]] = {}
        for _ in range(_DEEPEST):
            opened: dict[int, list[Part]] = {}
            for part, size in zip(new, self._sizes(outline, index, new), strict=True):
                if size > cap:
                    inside = (
                        outline.opened(part, lambda a, b: index.estimate(a, b) > cap) if part.node else []
                    )
                    if inside:
                        opened[id(part)] = inside
                    else:
                        leaves[id(part)] = outline.stops(part, lambda a, b: index.estimate(a, b) > cap / 2)
            if not opened:
                break
            new = [one for inside in opened.values() for one in inside]
            parts = [one for part in parts for one in opened.get(id(part), (part,))]
        parts = self._with_headers(outline, index, parts, cap)
        return [(part, leaves.get(id(part), ())) for part in parts]

    def _with_headers(self, outline: Outline, index: Index, parts: list[Part], cap: int) -> list[Part]:
        """A header that nothing stands below but definitions begins the first of them, where both fit.

        It is context of that one anyway: as a chunk of its own it would say nothing.
        """
        for _ in range(_DEEPEST):  # a round for each header inside a header
            pairs = [
                (header, first, replace(first, start=header.start, headers=header.headers))
                for header, first in pairwise(parts)
                if header.is_header and first.path[: len(header.path)] == header.path
            ]
            sizes = self._sizes(outline, index, [both for _, _, both in pairs])
            gone: set[int] = set()
            for (header, first, both), size in zip(reversed(pairs), reversed(sizes), strict=True):
                if size <= cap and id(first) not in gone:
                    gone.add(id(header))
                    first.start, first.headers = both.start, both.headers
            if not gone:
                break
            parts = [part for part in parts if id(part) not in gone]
        return parts

    def _sizes(self, outline: Outline, index: Index, parts: Sequence[Part]) -> list[int]:
        """Exact sizes with the context that the parts will have."""
        pieces = []
        for part in parts:
            titles = {"all": part.path, "nearest": part.path[-1:], "none": ()}[self.titles]
            before, after = surround(Context(titles, above="\n".join(filter(None, part.headers))))
            spans = clip(outline.text, [Span(part.start, part.end)], part.start, part.end)
            start, end = (spans[0].start, spans[-1].end) if spans else (part.start, part.start)
            pieces.append(Counted(start, end, before, after))
        return index.count(pieces)

    def _lines(
        self, document: Document, units: list[Unit], language: str, module: tuple[str, ...], notes: Notes
    ) -> Iterator[Unit]:
        """The text as it is, to be cut before lines that look like definitions."""
        if not is_known(language):
            named = (
                f"Nothing is known of the language {language!r}" if language else "The language is not known"
            )
            known = ", ".join(sorted(WORDS))
            notes.warnings.append(f"{named}: the text was cut as plain text. Known are: {known}.")
            yield from Sections()(document, units, notes)
            return
        text = document.text
        for span in clip(text, [Span(0, len(text))], 0, len(text)):
            stops = line_starts(text, span.start, span.end, language)
            yield Unit((span,), "text", module, "document", stops)

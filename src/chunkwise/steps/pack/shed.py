"""Shedding: what context gives up where it and the content do not both fit the cap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunkwise.model.chunk import NO_CONTEXT, Context
from chunkwise.text.boundaries import last_word
from chunkwise.text.sentences import sentences

Lighter = tuple[Context, tuple[str, ...]]
"""A context that gave something up, and the names of what it gave up, in order."""


def lighter_contexts(context: Context, share: float) -> Iterator[Lighter]:
    """Ever lighter versions of a context, the last one empty.

    The order is fixed: the overlap; above and below by whole sentences from the far end; outer
    titles from the root, so that the nearest stays; then the nearest title and the table header,
    cut at a word and marked by ``…``.

    Args:
        context: the whole context.
        share: roughly what part of it fits (0 to 1); where to begin cutting words.
    """
    shed: tuple[str, ...] = ()
    if context.overlap:
        context, shed = replace(context, overlap=""), ("overlap",)
        yield context, shed
    for context, shed in _lighter_sides(context, shed):  # noqa: B020 (the last one goes on)
        yield context, shed
    while len(context.titles) > 1:
        context = replace(context, titles=context.titles[1:])
        shed = _once(shed, "titles")
        yield context, shed
    if context.titles:
        shed = _once(shed, "titles")
        for title in _cut_at_words(context.titles[0], share):
            yield replace(context, titles=(title,)), shed
        context = replace(context, titles=())
        yield context, shed
    if context.table_header:
        shed = _once(shed, "table_header")
        for header in _cut_at_words(context.table_header, share):
            yield replace(context, table_header=header), shed
        yield NO_CONTEXT, shed


def _lighter_sides(context: Context, shed: tuple[str, ...]) -> Iterator[Lighter]:
    """Without the farthest sentences, above and below in turn."""
    above = [span.start for span in sentences(context.above)]
    below = [span.end for span in sentences(context.below)]
    while above or below:
        if len(above) >= len(below):
            above.pop(0)
            context = replace(
                context, above=context.above[len(context.above) - _rest(context.above, above) :]
            )
            above = [at - above[0] for at in above] if above else above
            shed = _once(shed, "above")
        else:
            below.pop()
            context = replace(context, below=context.below[: below[-1]] if below else "")
            shed = _once(shed, "below")
        yield context, shed


def _rest(text: str, starts: Sequence[int]) -> int:
    return len(text) - starts[0] if starts else 0


def _cut_at_words(text: str, share: float) -> Iterator[str]:
    """Beginnings of the text that end at a word, each about half as long as the one before."""
    length = int(len(text) * min(0.9, share))
    while length > 0:
        at = last_word(text, 0, length)
        at = at if at > 0 else length
        yield text[:at].rstrip() + "…"
        length = min(at, length) * 2 // 3


def _once(shed: tuple[str, ...], part: str) -> tuple[str, ...]:
    return shed if part in shed else (*shed, part)

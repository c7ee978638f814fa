"""Hits on a terminal: where each stands, how good it is, and its text with what was found in it marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from chunkwise.cli.render.console import Screen
from chunkwise.cli.render.shares import base_name, show_passages, show_shares, show_times
from chunkwise.cli.render.text import clip, clip_left, clip_path, folded, head, safe, visible
from chunkwise.model.chunk import Chunk
from chunkwise.model.hit import Hit, Hits

_INDENT = "   "
_LINES = 8
"""Lines of a hit's text that are shown."""
_QUOTED = 40
"""Cells of a child that is quoted since it cannot be marked in the text of its parent."""
_LINES_BEFORE = 1
"""Lines shown before what was found, where the text is too long to be shown from its beginning."""


def show_hits(screen: Screen, hits: Hits, explain: bool = False) -> None:
    """Print the hits, best first; then the passages, where there are any.

    Args:
        screen: where to.
        hits: the answer.
        explain: whether to show what each word gave, and how long each stage took.
    """
    several = len({hit.kb for hit in hits}) > 1
    for number, hit in enumerate(hits, 1):
        screen.print(_title(screen, number, hit, several))
        for chunk in hit.before:
            screen.print(_beside(screen, chunk, "before"))
        screen.print(_text(screen, hit), no_wrap=True, crop=False, overflow="ignore")
        for chunk in hit.after:
            screen.print(_beside(screen, chunk, "after"))
        if explain:
            show_shares(screen, hit)
        screen.print()
    show_passages(screen, hits.passages)
    if explain:
        show_times(screen, hits)


def _beside(screen: Screen, chunk: Chunk, side: str) -> Text:
    """A neighbour in one line: where it begins and how."""
    room = max(screen.width - len(_INDENT) - len(side) - 3, 20)
    return Text(f"{_INDENT}{side}: {clip(head(chunk.content), room)}", "dim")


def _title(screen: Screen, number: int, hit: Hit, several: bool) -> Text:
    """Number, document, page, headings; below them the score and its parts."""
    chunk = hit.chunk
    where = visible(chunk.document_id)
    pages = sorted({position.page for position in chunk.positions})
    if pages:
        where += f", page {pages[0]}" if len(pages) == 1 else f", pages {pages[0]}-{pages[-1]}"
    if several:
        where = f"{visible(base_name(hit.kb))}: {where}"
    line = Text(f"{number:>2} ", "dim").append(
        clip_left(where, max(screen.width - 4, 20), screen.ellipsis), "bold"
    )
    path = clip_path(chunk.heading_path, max(screen.width - 4, 20), screen.ellipsis)
    if path:
        line.append(f"\n{_INDENT}{path}", "cyan")
    facts = _score(hit)
    for low, high in folded(facts, max(screen.width - 4, 20)):
        line.append(f"\n{_INDENT}{facts[low:high].rstrip()}", "dim")
    return line


def _score(hit: Hit) -> str:
    parts = hit.parts
    facts = [f"score {hit.score:.3g}"]
    for name, word in (("rerank", "reranker"), ("kernel", "words"), ("dense", "vector")):
        if name in parts and parts[name] != hit.score:
            facts.append(f"{word} {parts[name]:.3g}")
    return " · ".join([*facts, *_found(hit)])


def _found(hit: Hit) -> Iterator[str]:
    """What was found where a parent is shown: how many children, or their words where none are marked."""
    if hit.matched == (hit.chunk,):
        return
    number = len(hit.matched)
    yield f"found in {number} of its children" if number > 1 else "found in one of its children"
    if hit.chunk.body is not None:
        yield f'"{clip(head(hit.matched[0].content), _QUOTED)}"'


def _text(screen: Screen, hit: Hit) -> Text:
    """The text around the best match, with all matches in bold."""
    content = safe(hit.chunk.content)
    found = _marks(content, hit)
    width = max(screen.width - len(_INDENT) - 1, 20)
    text = Text(content)
    for low, high in found:
        text.stylize("bold", low, high)
    lines = folded(content, width)
    best = found[0][0] if found else 0
    at = next(number for number, (_, end) in enumerate(lines) if best <= end)
    # From the beginning if what was found is shown then, too; else from a little before it.
    first = 0 if at <= _LINES // 2 else at - _LINES_BEFORE
    kept = [Text(_INDENT).append_text(text[low:high]) for low, high in lines[first : first + _LINES]]
    if first:
        kept.insert(0, Text(_INDENT + screen.ellipsis, "dim"))
    if first + _LINES < len(lines):
        kept.append(Text(_INDENT + screen.ellipsis, "dim"))
    for line in kept:
        line.rstrip()
    return Text("\n").join(kept)


def _marks(content: str, hit: Hit) -> Sequence[tuple[int, int]]:
    """Where the matched children stand in the text that is shown, best first; none if that is all of it."""
    if hit.matched == (hit.chunk,) or hit.chunk.body is not None:
        return ()
    found = []
    for child in hit.matched:
        for span in child.spans:
            offset = _offset(hit, span.start)
            if offset is not None:
                found.append((offset, offset + len(span)))
    return found


def _offset(hit: Hit, at: int) -> int | None:
    """Where a place of the document stands in the text of the hit, or None if it is not in it."""
    done = 0
    for span in hit.chunk.spans:
        if span.start <= at < span.end:
            return done + at - span.start
        done += len(span) + 1
    return None

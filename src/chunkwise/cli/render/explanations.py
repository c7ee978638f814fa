"""Why chunks end where they end, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chunkwise.cli.render.text import clip, clip_left, count, size_of, visible
from chunkwise.methods.explain import Candidate, Explanation
from chunkwise.model.chunk import Reason
from chunkwise.model.document import Document

if TYPE_CHECKING:
    from rich.text import Text

    from chunkwise.cli.render.console import Screen

_AROUND = 40
"""Characters shown on each side of a place."""


def explanation_to_dict(document: Document, explanation: Explanation) -> dict[str, Any]:
    """One boundary: the chunk, the rule that won, and the places with the text around them."""
    chunk = explanation.chunk
    return {
        "document_id": document.id,
        "chunk_id": chunk.id,
        "ordinal": chunk.ordinal,
        "spans": [[span.start, span.end] for span in chunk.spans],
        "tokens": chunk.tokens,
        "begins": chunk.reason.begins,
        "ends": chunk.reason.ends,
        "rule": explanation.rule,
        "window": None if explanation.window is None else list(explanation.window),
        "candidates": [_candidate_to_dict(document, found) for found in explanation.candidates],
    }


def show_explanations(
    screen: Screen, document: Document, explanations: Sequence[Explanation], method: str
) -> None:
    """Print for each chunk the rule that ended it, and the places that it could have ended at."""
    from rich.text import Text

    title = Text(visible(document.source), "bold")
    screen.print(title.append(f"  {method} · {count(len(explanations), 'chunk')}", "not bold dim"))
    for explanation in explanations:
        screen.print(_chunk_line(screen, explanation))
        if explanation.window is not None:
            low, high = explanation.window
            screen.print(Text(f"   looked from {low:,} to {high:,}, best kind of place first:", "dim"))
        for found in explanation.candidates:
            # The last resort is worth a line only where it was needed.
            if found.wins or found.level != "grapheme":
                screen.print(_candidate_line(screen, document.text, found))
    screen.print()


def _chunk_line(screen: Screen, explanation: Explanation) -> Text:
    from rich.text import Text

    chunk = explanation.chunk
    spans = ", ".join(f"{span.start}-{span.end}" for span in chunk.spans[:3]) + ", and more" * (
        len(chunk.spans) > 3
    )
    line = Text(f"{chunk.ordinal + 1:>2} ", "bold").append(f"{spans}  {size_of(chunk)}  ", "not bold dim")
    line.append(explanation.rule, "green")
    return line.append("".join(f"\n   {said}" for said in _given_up(chunk.reason)), "yellow")


def _given_up(reason: Reason) -> Iterator[str]:
    """What the chunk had to give up."""
    if reason.oversize:
        yield "above the cap: nothing smaller can be cut here"
    if reason.shed:
        yield f"without {', '.join(part.replace('_', ' ') for part in reason.shed)}: no room"
    if reason.note:
        yield visible(reason.note)


def _candidate_line(screen: Screen, text: str, found: Candidate) -> Text:
    """A kind of place, and the last one of this kind with the text on both sides of it."""
    from rich.cells import cell_len
    from rich.text import Text

    mark = screen.arrow if found.wins else " "
    line = Text(f"   {mark} {found.level.replace('_', ' '):<14}", "green" if found.wins else "")
    if found.at is None:
        return line.append("none", "dim")
    line.append(f"{found.at:>9,}  ")
    half = max((screen.width - cell_len(line.plain) - 1) // 2, 8)
    left = clip_left(visible(text[max(0, found.at - _AROUND) : found.at]), half, screen.ellipsis)
    right = clip(visible(text[found.at : found.at + _AROUND]), half, screen.ellipsis)
    line.append(" " * (half - cell_len(left)) + left)
    return line.append("│" if screen.is_unicode else "|", "bold red").append(right, "dim")


def _candidate_to_dict(document: Document, found: Candidate) -> dict[str, Any]:
    at, text = found.at, document.text
    return {
        "level": found.level,
        "at": at,
        "wins": found.wins,
        "before": None if at is None else text[max(0, at - _AROUND) : at],
        "after": None if at is None else text[at : at + _AROUND],
    }

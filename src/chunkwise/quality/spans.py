"""Recall, precision and IoU of retrieved text, as Chroma's "Evaluating Chunking Strategies" defines them.

All ranges are characters of one pool of text: where there are several documents, they are laid out
one after the other (``pool.py``), so that a chunk of another document costs precision, too.
Source: https://github.com/brandonstarxel/chunking_evaluation (MIT), ``base_evaluation.py``, whose
published figures these functions give back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.errors import InvalidOption
from chunkwise.model.span import Span
from chunkwise.quality.ranges import Range, as_pairs, common, total, united

MOST_CHUNKS = 20
"""Chroma's limit for a question's own number of chunks ("Min")."""


@dataclass(frozen=True, slots=True)
class SpanScore:
    """How well retrieved text covers the references of one question; each value from 0 to 1."""

    recall: float
    """Covered characters of the references, of all characters of the references."""
    precision: float
    """Covered characters, of all that was retrieved; what was retrieved twice counts twice there."""
    iou: float
    """Covered characters, of all that was retrieved and all of the references that was not."""


def score(retrieved: Sequence[Range], references: Sequence[Range]) -> SpanScore:
    """Score what was retrieved for one question.

    Args:
        retrieved: the retrieved ranges, in any order.
        references: the ranges that answer the question.

    Raises:
        InvalidOption: the references hold no character.

    >>> score([(0, 10), (5, 15)], [(8, 18)])
    SpanScore(recall=0.7, precision=0.35, iou=0.30434782608695654)
    """
    chunks, wanted = as_pairs(retrieved), _references(references)
    found = united(chunks)
    covered = common(found, united(wanted))
    # References that overlap count twice below the line and once above it, as in the original.
    missed = sum((end - start) - common(found, [(start, end)]) for start, end in wanted)
    size = total(chunks)
    return SpanScore(
        covered / total(wanted),
        covered / size if size else 0.0,
        covered / (size + missed) if covered else 0.0,
    )


def precision_omega(chunks: Sequence[Range], references: Sequence[Range]) -> float:
    """The IoU if exactly the chunks that touch a reference are retrieved: what a perfect search would get.

    Overlapping chunks are merged first. A chunk that ends where a reference begins touches it.

    Args:
        chunks: all chunks.
        references: the ranges that answer the question.

    Raises:
        InvalidOption: the references hold no character.

    >>> precision_omega([(0, 10), (10, 20), (20, 30)], [(12, 22)])  # the first ends before 12
    0.5
    """
    wanted = _references(references)
    pairs = as_pairs(chunks)
    taken = united(pairs[at] for at in touching(pairs, wanted))
    covered = common(taken, united(wanted))
    missed = [part for reference in wanted for part in _without(reference, taken)]
    return covered / total(united([*taken, *missed])) if covered else 0.0


def touching(chunks: Sequence[Range], references: Sequence[Range]) -> list[int]:
    """The numbers, from 0, of the chunks that touch a reference; equal ends touch.

    >>> touching([(0, 10), (10, 20), (21, 30)], [(10, 15)])
    [0, 1]
    """
    wanted = as_pairs(references)
    return [
        at
        for at, (start, end) in enumerate(as_pairs(chunks))
        if any(start <= last and first <= end for first, last in wanted)
    ]


def own_number(chunks: Sequence[Range], references: Sequence[Range]) -> int:
    """How many chunks a question may retrieve under "Min": as many as touch a reference, at most 20."""
    return min(len(touching(chunks, references)), MOST_CHUNKS)


def first_occurrence(text: str, passage: str) -> Span | None:
    """Where Chroma's evaluation takes a chunk to stand: its first occurrence, without a final full stop.

    Use it for chunks that know no offsets. Where a text repeats itself, a reference names the first
    copy only, and so does this. None: the passage does not occur.

    >>> first_occurrence("One. Two. One.", "One.")
    Span(start=0, end=3)
    """
    wanted = passage.removesuffix(".")
    start = text.find(wanted)
    return Span(start, start + len(wanted)) if start >= 0 else None


def _references(references: Sequence[Range]) -> list[tuple[int, int]]:
    wanted = as_pairs(references)
    if not total(wanted):
        raise InvalidOption("There is nothing to be found: the references hold no character.")
    return wanted


def _without(reference: tuple[int, int], taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a reference that lie in no range; the ranges are united."""
    left: list[tuple[int, int]] = []
    start, end = reference
    for low, high in taken:
        if high <= start or low >= end:
            continue
        if start < low:
            left.append((start, low))
        start = max(start, high)
    if start < end:
        left.append((start, end))
    return left

"""A document's text with its chunks in colours, as each method cut it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chunkwise.evaluation.compare import Comparison, Result
from chunkwise.evaluation.report_markup import passage, tag, text
from chunkwise.evaluation.report_words import Words
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.span import Span

COLOURS = 5
"""Neighbouring chunks have different ones of so many colours."""
MOST = 1_200_000
"""Characters of all texts that a report shows, each counted once for each method."""
MOST_OF_ONE = 120_000
"""Characters of one document that it shows."""
_LEAST = 1_000
"""Where there is room for fewer characters of a document, it is not shown at all."""


def text_section(comparison: Comparison, words: Words) -> str:
    """Every document, as far as there is room: two panes beside each other, a method in each."""
    left = MOST
    shown: list[str] = []
    for number, document in enumerate(comparison.documents):
        room = left // len(comparison.results)
        if room < min(len(document.text), _LEAST):
            break
        end = min(len(document.text), MOST_OF_ONE, room)
        left -= end * len(comparison.results)
        answers = [
            span for asked in comparison.questions if asked.document == document.id for span in asked.spans
        ]
        panes = [
            _pane(at, result, result.chunkings[number], end, answers, words)
            for at, result in enumerate(comparison.results)
        ]
        note = ""
        if end < len(document.text):
            note = tag(
                "p", text(words("shown", shown=f"{end:,}", total=f"{len(document.text):,}")), class_="note"
            )
        body = _pickers(comparison, words) + note + tag("div", "".join(panes), class_="panes")
        title = tag("summary", tag("bdi", text(document.id)))
        opened = {"open": "open"} if number == 0 else {}
        shown.append(tag("details", title + body, class_="document", **opened))
    if len(shown) < len(comparison.documents):
        rest = words("not_shown", number=len(comparison.documents) - len(shown))
        shown.append(tag("p", text(rest), class_="note"))
    return "\n".join(shown)


def described(chunk: Chunk, parent: Chunk | None, words: Words) -> str:
    """What a reader who points at a chunk is told, in lines."""
    reason = chunk.reason
    lines = [f"{words('chunk', number=chunk.ordinal + 1)} · {size_of(chunk, words)}"]
    if chunk.heading_path:
        lines.append(" › ".join(" ".join(title.split()) for title in chunk.heading_path))
    lines.append(words("part_of", begins=words.boundary(reason.begins), ends=words.boundary(reason.ends)))
    if reason.oversize:
        lines.append(words("oversize"))
    if reason.shed:
        lines.append(words("shed", parts=words("sep").join(reason.shed)))
    if reason.note:
        lines.append(reason.note)
    if parent is not None:
        lines.append(words("parent", size=size_of(parent, words)))
    return "\n".join(lines)


def size_of(chunk: Chunk, words: Words) -> str:
    """How long a chunk is, with the unit."""
    if chunk.tokens is None:
        return f"{len(chunk.index_text):,} {words('characters')}"
    return f"{chunk.tokens:,} {words('tokens')}"


@dataclass(slots=True)
class _Sweep:
    """What covers the text from one place to the next."""

    chunks: list[int] = field(default_factory=list)
    answers: int = 0


def _pickers(comparison: Comparison, words: Words) -> str:
    """Which method each pane shows; hidden where there is only one, or no script runs."""
    options = [
        tag("option", text(result.contender.label), value=at) for at, result in enumerate(comparison.results)
    ]
    pickers = []
    for side in ("left", "right"):
        select = tag("select", "".join(options), data_side=side)
        pickers.append(tag("label", f"{text(words(side))} {select}"))
    return tag("div", "".join(pickers), class_="pickers", hidden="hidden")


def _pane(
    at: int, result: Result, chunking: Chunking, end: int, answers: Sequence[Span], words: Words
) -> str:
    title = tag("h3", f'<span class="dot s{at % 6}"></span>{text(result.contender.label)}')
    body = "".join(_coloured(chunking, end, answers, words))
    content = tag("div", body, class_="text", dir="auto", tabindex=0)
    return tag("section", title + content, class_="pane", data_pane=at)


def _coloured(chunking: Chunking, end: int, answers: Sequence[Span], words: Words) -> Iterator[str]:
    """The text up to ``end``, each stretch that the same chunks cover in an element of its own."""
    changes = _changes(chunking, end, answers)
    told = {chunk.ordinal: described(chunk, chunking.parent_of(chunk), words) for chunk in chunking}
    state, seen = _Sweep(), set[int]()
    places = sorted(changes)
    for place, following in zip(places, [*places[1:], end], strict=True):
        for kind, number in changes[place]:
            if kind == "answer":
                state.answers += number
            elif kind == "open":
                state.chunks.append(number)
            else:
                state.chunks.remove(number)
        if place < following:
            yield _stretch(chunking.document.text[place:following], state, told, seen)


def _changes(chunking: Chunking, end: int, answers: Sequence[Span]) -> Mapping[int, list[tuple[str, int]]]:
    """Offset → what begins and ends there; what ends comes first."""
    covered = [(chunk.ordinal, span) for chunk in chunking for span in chunk.spans if span.start < end]
    changes: dict[int, list[tuple[str, int]]] = {0: []}

    def note(at: int, kind: str, number: int) -> None:
        changes.setdefault(min(at, end), []).append((kind, number))

    for number, span in covered:
        note(span.end, "close", number)
    for span in answers:
        note(span.end, "answer", -1)
        note(span.start, "answer", 1)
    for number, span in covered:
        note(span.start, "open", number)
    return changes


def _stretch(content: str, state: _Sweep, told: Mapping[int, str], seen: set[int]) -> str:
    shown = passage(content)
    if state.answers > 0:
        shown = tag("span", shown, class_="answer")
    if not state.chunks:
        return tag("span", shown, class_="loose") if content.strip() else shown
    number = state.chunks[-1]
    kinds = f"c k{number % COLOURS}" + (" shared" if len(state.chunks) > 1 else "")
    said = "\n\n".join(told[one] for one in state.chunks)
    attributes: dict[str, object] = {"class_": kinds, "title": said}
    if number not in seen:
        seen.add(number)
        attributes |= {"data_n": number + 1, "tabindex": 0}
    return tag("span", shown, **attributes)

"""Question by question: what each method's first chunks hold of the answer, and what they do not."""

from __future__ import annotations

from collections.abc import Sequence

from chunkwise.evaluation.compare import Answer, Comparison
from chunkwise.evaluation.report_markup import passage, percent, tag, text
from chunkwise.evaluation.report_text import size_of
from chunkwise.evaluation.report_words import Words
from chunkwise.evaluation.retrieval import Retrieved
from chunkwise.model.chunk import Chunk
from chunkwise.model.document import Document
from chunkwise.model.span import Span
from chunkwise.quality.locating import Answerable

MOST = 500
"""Questions that a report shows; those that methods answer differently come first where there are more."""
_LONGEST = 480
"""Characters of a chunk that are shown around what was found in it; a third of it where nothing was."""


def questions_section(comparison: Comparison, words: Words) -> str:
    """A part for each question, closed until it is opened."""
    numbers = _chosen(comparison)
    parts = [_question(comparison, number, words) for number in numbers]
    if len(numbers) < len(comparison.questions):
        total = f"{len(comparison.questions):,}"
        parts.append(tag("p", text(f"{len(numbers):,} / {total}"), class_="note"))
    return "\n".join(parts)


def _chosen(comparison: Comparison) -> list[int]:
    numbers = list(range(len(comparison.questions)))
    if len(numbers) > MOST:
        numbers = sorted(sorted(numbers, key=lambda at: not _differ(comparison, at))[:MOST])
    return numbers


def _differ(comparison: Comparison, number: int) -> bool:
    recalls = {round(result.answers[number].values["recall"], 3) for result in comparison.results}
    return len(recalls) > 1


def _question(comparison: Comparison, number: int, words: Words) -> str:
    asked = comparison.questions[number]
    document = next(one for one in comparison.documents if one.id == asked.document)
    answers = [result.answers[number] for result in comparison.results]
    badges = "".join(
        _badge(result.contender.label, answer, words)
        for result, answer in zip(comparison.results, answers, strict=True)
    )
    made = tag("small", text(words("rule")), class_="made") if asked.question.generated else ""
    head = tag("summary", tag("bdi", text(asked.question.text)) + made + tag("span", badges, class_="badges"))
    references = "".join(
        tag("blockquote", passage(span.of(document.text)), dir="auto") for span in asked.spans
    )
    source = tag("small", tag("bdi", text(document.id)))
    columns = "".join(
        _column(at, result.contender.label, asked, document, answer, words)
        for at, (result, answer) in enumerate(zip(comparison.results, answers, strict=True))
    )
    body = tag("h4", f"{text(words('answer'))} {source}") + references + tag("div", columns, class_="columns")
    differs = "yes" if _differ(comparison, number) else "no"
    return tag("details", head + body, class_="question", data_differs=differs)


def _badge(label: str, answer: Answer, words: Words) -> str:
    recall = answer.values["recall"]
    kind, sign = ("whole", "●") if recall > 0.999 else ("part", "◐") if recall > 0 else ("none", "○")
    said = f"{label}: {words(kind)} ({percent(recall)} %)"
    content = f'<span aria-hidden="true">{sign}</span> {text(label)}'
    return tag("span", content, class_=f"badge {kind}", title=said)


def _column(at: int, label: str, asked: Answerable, document: Document, answer: Answer, words: Words) -> str:
    title = tag(
        "h4",
        f'<span class="dot s{at % 6}"></span>{text(label)} '
        + tag("small", f"{percent(answer.values['recall'])} %"),
    )
    items = [_chunk(one, asked, answer, document, words) for one in answer.retrieved]
    listed = tag("ol", "".join(items)) if items else tag("p", text(words("nothing")), class_="note")
    missed = [part for span in asked.spans for part in _without(span, answer.found)]
    lost = ""
    if missed:
        quotes = "".join(tag("q", passage(span.of(document.text)), dir="auto") for span in missed)
        lost = tag("p", f"{text(words('missed'))} {quotes}", class_="lost")
    return tag("div", title + lost + listed, class_="column")


def _chunk(one: Retrieved, asked: Answerable, answer: Answer, document: Document, words: Words) -> str:
    """A retrieved chunk: its headings, its size, and its text around what was found in it."""
    chunk = one.chunk
    path = " › ".join(" ".join(title.split()) for title in chunk.heading_path)
    facts = tag(
        "small",
        f"{tag('bdi', text(path))} · {text(size_of(chunk, words))}" if path else text(size_of(chunk, words)),
    )
    if chunk.document_id != asked.document:
        other = tag("small", tag("bdi", text(chunk.document_id)), class_="other")
        return tag(
            "li", facts + other + tag("div", passage(_beginning(chunk.text)), class_="body", dir="auto")
        )
    found = [part for part in answer.found if any(span.contains(part) for span in chunk.spans)]
    window = _window(chunk, found)
    inside = [
        Span(max(s.start, window.start), min(s.end, window.end)) for s in chunk.spans if s.overlaps(window)
    ]
    shown = "\n".join(_marked(document.text, span, found) for span in inside)
    before = "…" if window.start > chunk.spans[0].start else ""
    after = "…" if window.end < chunk.spans[-1].end else ""
    kinds = "right" if found else "wrong"
    return tag("li", facts + tag("div", before + shown + after, class_="body", dir="auto"), class_=kinds)


def _window(chunk: Chunk, found: Sequence[Span]) -> Span:
    """The part of a chunk that is shown: some text around what was found in it, else its beginning."""
    start, end = chunk.spans[0].start, chunk.spans[-1].end
    if not found:
        return Span(start, min(end, start + _LONGEST // 3))
    if end - start <= _LONGEST:
        return Span(start, end)
    low = max(start, found[0].start - _LONGEST // 3)
    return Span(low, min(end, max(low + _LONGEST, found[0].end)))


def _marked(content: str, span: Span, found: Sequence[Span]) -> str:
    """A span of the text with the parts of the answer in it marked."""
    parts: list[str] = []
    at = span.start
    for part in found:
        low, high = max(part.start, at), min(part.end, span.end)
        if low < high:
            parts += (passage(content[at:low]), tag("mark", passage(content[low:high])))
            at = high
    return tag("span", "".join(parts) + passage(content[at : span.end]))


def _beginning(content: str) -> str:
    most = _LONGEST // 3
    return content if len(content) <= most else content[:most] + "…"


def _without(span: Span, found: Sequence[Span]) -> list[Span]:
    """The parts of a span that were not found; ``found`` is in order."""
    left: list[Span] = []
    at = span.start
    for part in found:
        if part.end > at and part.start < span.end:
            if part.start > at:
                left.append(Span(at, part.start))
            at = max(at, part.end)
    if at < span.end:
        left.append(Span(at, span.end))
    return left

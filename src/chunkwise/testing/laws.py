"""The laws that every chunking keeps, as a checker that names those that are broken.

Used by the project's own property tests, and by authors of methods and steps for theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chunkwise.model.block import FURNITURE_KINDS
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.document import Document
from chunkwise.model.protocols import Counter
from chunkwise.text.graphemes import first_grapheme_end, last_grapheme_end
from chunkwise.text.tokens import get_counter


def broken_laws(chunking: Chunking, counter: Counter | None = None) -> list[str]:
    """What is wrong with a chunking: an empty list where every law holds.

    Args:
        chunking: what a method made.
        counter: the counter that it was made with, for the law of the cap; None takes the one that
            the settings name.
    """
    if counter is None and chunking.settings.get("tokenizer") is not None:
        counter = get_counter(chunking.settings["tokenizer"])
    return [
        *_spans(chunking),
        *_partition(chunking),
        *_children(chunking),
        *_order(chunking),
        *_cap(chunking, counter),
        *_characters(chunking, counter),
        *_positions(chunking),
        *_ids(chunking),
    ]


def all_chunks(chunking: Chunking) -> list[Chunk]:
    """Leaves and parents."""
    return [*chunking, *chunking.parents.values()]


def roots(chunking: Chunking) -> list[Chunk]:
    """The chunks without a parent, in reading order: they partition the content."""
    found = [chunk for chunk in all_chunks(chunking) if chunk.parent_id is None]
    return sorted(found, key=lambda chunk: chunk.spans[0].start if chunk.spans else -1)


def _spans(chunking: Chunking) -> Iterator[str]:
    """Law 1: spans lie inside the text, and the text is the text of the spans."""
    text = chunking.document.text
    for chunk in all_chunks(chunking):
        if not chunk.spans:
            yield f"1: {chunk.id} has no span"
            continue
        last = 0
        for span in chunk.spans:
            if not last <= span.start < span.end <= len(text):
                yield f"1: {span} of {chunk.id} is outside the text, empty or out of order"
            last = span.end
        if chunk.text != "\n".join(text[span.start : span.end] for span in chunk.spans):
            yield f"1: the text of {chunk.id} is not the text of its spans"
        for span in chunk.spans:
            if text[span.end - 1].isspace() or not text[span.start : span.end].strip():
                yield f"2: {span} of {chunk.id} ends with white space"
            elif text[span.start].isspace() and not _is_indentation(text, span.start, span.end):
                yield f"2: {span} of {chunk.id} begins with white space that is no indentation"


def _is_indentation(text: str, start: int, end: int) -> bool:
    first = end - len(text[start:end].lstrip())
    at_line = start == 0 or text[start - 1] in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
    return at_line and len(text[start:first].splitlines()) <= 1


def _partition(chunking: Chunking) -> Iterator[str]:
    """Law 2: the roots share nothing and leave out only what may be left out."""
    document = chunking.document
    allowed = sorted(_may_be_outside(chunking))
    at = 0
    for span in sorted(span for chunk in roots(chunking) for span in chunk.spans):
        if span.start < at:
            yield f"2: {span} overlaps another chunk"
        yield from _lost(document, at, span.start, allowed)
        at = max(at, span.end)
    yield from _lost(document, at, len(document.text), allowed)


def _may_be_outside(chunking: Chunking) -> Iterator[tuple[int, int]]:
    """Spans that may stand in no chunk."""
    document = chunking.document
    chunk_paths = {chunk.heading_path for chunk in all_chunks(chunking)}
    known = {path[:depth] for path in chunk_paths for depth in range(1, len(path) + 1)}
    for block, path in zip(document.blocks, document.heading_paths(), strict=True):
        if (
            block.kind in FURNITURE_KINDS
            or block.kind == "toc"
            or (document.heads_section(block) and path in known)
        ):
            yield block.span.start, block.span.end
    for dropped in chunking.dropped:
        yield dropped.span.start, dropped.span.end


def _lost(document: Document, start: int, end: int, allowed: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Content of ``[start, end)`` that is not allowed to be outside every chunk."""
    rest = document.text[start:end]
    if not rest.strip():
        return
    kept = list(rest)
    for a, b in allowed:
        for at in range(max(a, start), min(b, end)):
            kept[at - start] = " "
    lost = "".join(kept).strip()
    if lost:
        yield f"2: in no chunk: {lost[:60]!r} between {start} and {end}"


def _children(chunking: Chunking) -> Iterator[str]:
    """Law 2: children lie inside their parent, in order."""
    for chunk in all_chunks(chunking):
        if chunk.parent_id is None:
            continue
        parent = chunking.parents.get(chunk.parent_id)
        if parent is None:
            yield f"2: {chunk.id} names a parent that is not there"
        elif not all(any(outer.contains(span) for outer in parent.spans) for span in chunk.spans):
            yield f"2: {chunk.id} reaches out of its parent"
    for parent in chunking.parents.values():
        starts = [child.spans[0].start for child in chunking.children_of(parent)]
        if not starts or starts != sorted(starts):
            yield f"2: the children of {parent.id} are missing or out of order"


def _order(chunking: Chunking) -> Iterator[str]:
    """Law 3: reading order."""
    if [chunk.ordinal for chunk in chunking] != list(range(len(chunking))):
        yield "3: ordinals are not 0, 1, 2 …"
    starts = [chunk.spans[0].start for chunk in chunking if chunk.spans]
    if starts != sorted(starts):
        yield "3: leaves are not in reading order"


def _cap(chunking: Chunking, counter: Counter | None) -> Iterator[str]:
    """Law 4: exact sizes, never above the cap unless the chunk says so."""
    chunks = all_chunks(chunking)
    if counter is not None:
        counts = counter.count_many([chunk.index_text for chunk in chunks])
        for chunk, count in zip(chunks, counts, strict=True):
            if chunk.tokens != count:
                yield f"4: {chunk.id} says {chunk.tokens} tokens, has {count}"
    elif any(chunk.tokens is not None for chunk in chunks):
        yield "4: tokens without a tokenizer"
    if chunking.settings.get("overflow") == "accumulate":
        return
    for chunk in chunks:
        size, cap = _size_and_cap(chunking, chunk)
        if cap is not None and size > cap and not chunk.reason.oversize:
            yield f"4: {chunk.id} has {size}, above the cap of {cap}, and does not say so"
        if chunk.reason.oversize and not _may_be_oversize(chunking, chunk):
            yield f"4: {chunk.id} says oversize but could be cut: {chunk.text[:40]!r}"


def _size_and_cap(chunking: Chunking, chunk: Chunk) -> tuple[int, int | None]:
    settings = chunking.settings
    chars = settings.get("max_chars")
    if isinstance(chars, int):
        return len(chunk.index_text), chars
    name = (
        "parent_max_tokens"
        if chunk.id in chunking.parents and "parent_max_tokens" in settings
        else "max_tokens"
    )
    cap = settings.get(name)
    return chunk.tokens or 0, cap if isinstance(cap, int) else None


def _may_be_oversize(chunking: Chunking, chunk: Chunk) -> bool:
    """A picture, one table row, one code point, or a parent that is searched beside its children."""
    if chunk.kind != "text" or chunk.parent_id is not None:
        return True
    return len(chunk.text.strip()) <= 1


def _characters(chunking: Chunking, counter: Counter | None) -> Iterator[str]:
    """Law 4: no new U+FFFD, no grapheme cluster broken that fits whole."""
    document = chunking.document
    if "\ufffd" not in document.text and any("\ufffd" in chunk.index_text for chunk in all_chunks(chunking)):
        yield "4: U+FFFD that the input does not have"
    if chunking.settings.get("overflow") == "accumulate":
        return
    between = {chunk.id for chunk in chunking.parents.values() if chunk.parent_id is not None}
    for chunk in all_chunks(chunking):
        if chunk.id in between:  # a level between has a cap of its own, which settings do not name
            continue
        cap = _size_and_cap(chunking, chunk)[1]
        start = chunk.spans[0].start if chunk.spans else 0
        if cap is None or not start:
            continue
        before = max(last_grapheme_end(document.text, 0, start), 0)
        if before == start:
            continue
        cluster = document.text[before : first_grapheme_end(document.text, before)]
        if cluster[0].isspace() or _is_dropped(chunking, before):  # a mark on a blank, or on a delimiter
            continue
        whole = (
            len(cluster)
            if chunking.settings.get("max_chars") or not counter
            else counter.count_many([cluster])[0]
        )
        if whole <= cap and _inside_one_block(document, before, start):
            yield f"4: {chunk.id} begins inside {cluster!r}, which fits whole"


def _is_dropped(chunking: Chunking, at: int) -> bool:
    return any(dropped.span.start <= at < dropped.span.end for dropped in chunking.dropped)


def _inside_one_block(document: Document, first: int, second: int) -> bool:
    return any(block.span.start <= first and second < block.span.end for block in document.blocks)


def _positions(chunking: Chunking) -> Iterator[str]:
    """Law 6: every chunk of a paged document has positions."""
    located = [
        line for block in chunking.document.blocks for line in block.lines if line.position and len(line.span)
    ]
    if not located or chunking.settings.get("overflow") == "accumulate":
        return
    for chunk in all_chunks(chunking):
        touches = any(line.span.overlaps(span) for line in located for span in chunk.spans)
        if touches and not chunk.positions:
            yield f"6: {chunk.id} has no position"


def _ids(chunking: Chunking) -> Iterator[str]:
    """Law 5: ids are unique, and every chunk knows its document."""
    ids = [chunk.id for chunk in all_chunks(chunking)]
    if len(set(ids)) != len(ids):
        yield "5: two chunks have the same id"
    if any(chunk.document_id != chunking.document.id for chunk in all_chunks(chunking)):
        yield "5: a chunk names another document"


def changed_outside(before: Chunking, after: Chunking, edited: Iterable[str]) -> list[str]:
    """Ids that an edit changed although their chunks hold none of the edited section's text.

    Args:
        before: chunks of the document before the edit.
        after: chunks after it.
        edited: texts of the blocks of the edited section, before and after.
    """
    own = [text for text in edited if text.strip()]
    kept = {chunk.id for chunk in all_chunks(after)}
    return [
        c.id
        for c in all_chunks(before)
        if c.id not in kept and not any(text in c.text or c.text in text for text in own)
    ]

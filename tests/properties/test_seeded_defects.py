"""The laws have teeth: five seeded defects each break one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import chunkwise as cw
from chunkwise.model.chunk import Chunking
from chunkwise.testing.laws import broken_laws, changed_outside
from chunkwise.testing.strategies import Part, assemble
from chunkwise.text.tokens import get_counter

DOCUMENT = assemble(
    [
        Part("heading", "First", 1),
        Part("paragraph", "Some words of the first section. " * 12),
        Part("table", rows=(("a", "b"), ("1", "2"), ("3", "4")), header_rows=1),
        Part("paragraph", "更多的文字。" * 20),
        Part("heading", "Second", 1),
        Part("paragraph", "The last words. " * 10),
    ]
)
CAP = 40


def rebuilt(chunking, leaves):
    leaves = [replace(chunk, ordinal=at) for at, chunk in enumerate(leaves)]
    return Chunking(chunking.document, leaves, chunking.parents, (), chunking.dropped, chunking.settings)


def moved(chunking, chunk, by):
    text = chunking.document.text
    spans = tuple(cw.Span(s.start + by, s.end + by) for s in chunk.spans)
    return replace(chunk, spans=spans, text="\n".join(text[s.start : s.end] for s in spans))


def drop_a_table(chunking):
    return rebuilt(chunking, [chunk for chunk in chunking if chunk.kind != "table"])


def span_off_by_one(chunking):
    leaves = list(chunking)
    leaves[1] = replace(leaves[1], spans=(cw.Span(leaves[1].spans[0].start + 1, leaves[1].spans[-1].end),))
    return rebuilt(chunking, leaves)


def span_and_text_off_by_one(chunking):
    leaves = list(chunking)
    leaves[1] = moved(chunking, leaves[1], 1)
    return rebuilt(chunking, leaves)


def swap_two_chunks(chunking):
    leaves = list(chunking)
    leaves[0], leaves[1] = leaves[1], leaves[0]
    return rebuilt(chunking, leaves)


def cap_plus_one(chunking):
    chunking.settings["max_tokens"] = max(chunk.tokens for chunk in chunking) - 1
    return chunking


def miscount(chunking):
    return rebuilt(chunking, [replace(chunk, tokens=chunk.tokens - 1) for chunk in chunking])


def same_id_twice(chunking):
    return rebuilt(chunking, [replace(chunk, id="same") for chunk in chunking])


DEFECTS = {
    drop_a_table: "2",
    span_off_by_one: "1",
    span_and_text_off_by_one: "2",
    swap_two_chunks: "3",
    cap_plus_one: "4",
    miscount: "4",
    same_id_twice: "5",
}


def chunked():
    return cw.chunk(DOCUMENT, "general", max_tokens=CAP)


def test_the_document_is_sound():
    assert broken_laws(chunked(), get_counter()) == []


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__)
def test_a_defect_breaks_its_law(defect):
    broken = broken_laws(defect(chunked()), get_counter())
    assert any(law.startswith(f"{DEFECTS[defect]}:") for law in broken), broken


def test_blocks_swapped_in_the_document_break_the_order():
    first, second = DOCUMENT.blocks[1], DOCUMENT.blocks[3]
    blocks = list(DOCUMENT.blocks)
    blocks[1], blocks[3] = second, first
    broken = broken_laws(
        cw.chunk(replace(DOCUMENT, blocks=tuple(blocks)), "general", max_tokens=CAP), get_counter()
    )
    assert broken


def test_an_id_that_holds_an_offset_breaks_the_law_of_edits():
    edited = assemble([Part("paragraph", "A new paragraph at the top."), *_parts()])
    before, after = chunked(), cw.chunk(edited, "general", max_tokens=CAP)
    assert changed_outside(before, after, ["A new paragraph at the top."]) == []
    offset = [rebuilt(c, [replace(k, id=f"{k.id}{k.spans[0].start}") for k in c]) for c in (before, after)]
    assert changed_outside(*offset, ["A new paragraph at the top."]) != []


def _parts():
    text = DOCUMENT.text
    tables = {2: (("a", "b"), ("1", "2"), ("3", "4"))}
    return [
        Part(b.kind, b.span.of(text), b.level, rows=tables.get(at, ()), header_rows=int(at in tables))
        for at, b in enumerate(DOCUMENT.blocks)
    ]

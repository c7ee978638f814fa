"""Figures of structure on texts where they can be counted by eye, and on generated documents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

import chunkwise as cw
from chunkwise.model.span import Span
from chunkwise.parsers.read import parse_text
from chunkwise.quality.structure import sentence_spans, structure_of
from chunkwise.testing.strategies import documents

GUIDE = """# Guide

The first sentence is here. The second one follows it.

| a | b |
|---|---|
| one | two |
| three | four |

## 安装

先关闭电源。然后打开后盖，取出旧电池。
"""


def figures(text, method, **options):
    return structure_of([cw.chunk(parse_text(text, media_type="text/markdown"), method, **options)])


def test_whole_documents_have_nothing_cut():
    found = figures(GUIDE, "one", max_tokens=None)
    assert (found.chunks, found.sentences, found.tables, found.headings) == (1, 4, 1, 2)
    assert (found.sentences_cut, found.tables_split, found.orphan_headings, found.over_cap) == (0, 0, 0, 0)
    assert found.smallest == found.typical == found.largest > 40
    assert found.unit == "tokens"


def cut(document, *bounds):
    """A chunking of the document into these ranges."""
    whole = cw.chunk(document, "one", max_tokens=None)[0]
    return cw.Chunking(document, [replace(whole, spans=(Span(*pair),)) for pair in bounds])


@pytest.mark.parametrize(
    ("text", "bounds", "number"),
    [
        ("One two. Three four.", [(0, 8), (9, 20)], 0),
        ("One two. Three four.", [(0, 14), (15, 20)], 1),
        ("One two. Three four.", [(0, 14), (9, 20)], 0),  # the second is whole in the second chunk
        ("One two. Three four.", [(0, 8)], 0),  # what was left out is not cut
        ("先关闭电源。然后打开后盖。", [(0, 3), (3, 8), (8, 13)], 2),
        ("先关闭电源。然后打开后盖。", [(0, 6), (6, 13)], 0),
    ],
)
def test_a_sentence_is_cut_where_no_chunk_has_all_of_it(text, bounds, number):
    found = structure_of([cut(cw.Document.from_text(text), *bounds)])
    assert (found.sentences, found.sentences_cut) == (2, number)


def test_a_table_that_is_cut_between_rows_is_split():
    rows = "\n".join(f"| {n} | value {n} |" for n in range(40))
    text = f"| a | b |\n|---|---|\n{rows}\n"
    assert figures(text, "general", max_tokens=60).tables_split == 1
    assert figures(text, "general", max_tokens=2000).tables_split == 0


def test_a_heading_apart_from_its_text_is_an_orphan():
    sections = [
        {"text": "标题", "kind": "title", "level": 0},
        {"text": "第一节", "kind": "heading", "level": 1},
        "正文在这里。还有一句。",
    ]
    document = cw.Document.from_sections(sections)
    title, heading, body = (block.span for block in document.blocks)
    for bounds, orphans in (
        ([(0, body.end)], 0),
        ([(0, heading.end), (body.start, body.end)], 1),  # the title heads no text of its own
        ([(0, heading.end), (heading.start, body.start + 6), (body.start + 6, body.end)], 0),
        ([(title.start, title.end), (body.start, body.end)], 0),  # in no chunk: it is somebody's context
    ):
        assert structure_of([cut(document, *bounds)]).orphan_headings == orphans


def test_rows_above_the_cap_are_counted():
    text = "| a |\n|---|\n| " + "word " * 50 + "|\n"
    assert figures(text, "general", max_tokens=20).over_cap == 1


def test_characters_where_tokens_are_unknown():
    found = structure_of([cw.chunk_text("One two. Three four.", "recursive", max_chars=10, max_tokens=None)])
    assert found.unit == "characters"
    assert found.largest <= 10


def test_several_documents_are_taken_together():
    one, two = (
        cw.chunk_text(text, "sentence", max_tokens=8) for text in ("One two. Three four.", "他来了。")
    )
    both = structure_of([one, two])
    assert both.sentences == 3
    assert both.chunks == len(one) + len(two)
    assert both.sizes == structure_of([one]).sizes + structure_of([two]).sizes
    assert structure_of([]).chunks == 0


@given(documents())
def test_parts_are_never_more_than_the_whole(document):
    chunking = cw.chunk(document, "general", max_tokens=24)
    found = structure_of([chunking])
    text = chunking.document.text
    wholes = [text[span.start : span.end] for chunk in chunking for span in chunk.spans]
    loose = sum(
        not any(span.of(text) in whole for whole in wholes) for span in sentence_spans(chunking.document)
    )
    assert loose <= found.sentences  # a sentence that is in no chunk's text is cut, or was left out
    assert 0 <= found.sentences_cut <= found.sentences
    assert 0 <= found.tables_split <= found.tables
    assert 0 <= found.orphan_headings <= found.headings
    assert len(found.sizes) == found.chunks == len(chunking)

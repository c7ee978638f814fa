"""Law 5: an edit inside one section changes only that section's ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.methods import presets
from chunkwise.testing.laws import all_chunks
from chunkwise.testing.strategies import Part, assemble, line_texts, tables, texts

body = st.one_of(
    st.builds(Part, st.just("paragraph"), texts), tables(), st.builds(Part, st.just("figure"), line_texts)
)
sections = st.lists(st.lists(body, min_size=1, max_size=3), min_size=2, max_size=5)


def document_of(parts_by_section):
    parts = []
    for number, own in enumerate(parts_by_section):
        parts += [Part("heading", f"Section {number} 节", 1 + number % 2), *own]
    return assemble(parts)


def ids_outside(chunking, section):
    title = f"Section {section} 节"
    return [
        chunk.id for chunk in all_chunks(chunking) if section_of(chunk) != title and chunk.text not in title
    ]


def section_of(chunk):
    """The innermost of our headings; an article's label may stand below it."""
    return next((title for title in reversed(chunk.heading_path) if title.startswith("Section ")), "")


# In "one" everything is one section, which every edit is inside of;
# "auto" looks at the whole document to pick a method, and has the law of the one that it picks.
@pytest.mark.parametrize("method", [name for name in presets.names() if name not in ("auto", "one")])
@given(sections, st.data(), texts, st.sampled_from([8, 40, 512]))
def test_ids_outside_the_edited_section_stay(method, parts, data, text, cap):
    section = data.draw(st.integers(0, len(parts) - 1))
    edited = [list(own) for own in parts]
    edited[section].insert(data.draw(st.integers(0, len(edited[section]))), Part("paragraph", text))
    before, after = (cw.chunk(document_of(p), method, max_tokens=cap) for p in (parts, edited))
    assert ids_outside(before, section) == ids_outside(after, section)


@pytest.mark.parametrize("method", ["general", "recursive", "parent_child"])
def test_a_paragraph_at_the_top_of_a_large_document_changes_no_other_id(method):
    parts = []
    for number in range(440):
        parts += [
            Part("heading", f"Chapter {number}", 1),
            Part("paragraph", f"Paragraph {number} says this. 第{number}段。" * 80),
        ]
    before = cw.chunk(assemble(parts), method)
    after = cw.chunk(assemble([Part("paragraph", "A new paragraph."), *parts]), method)
    assert len(assemble(parts).text) > 1_000_000
    ids_before = {chunk.id for chunk in all_chunks(before)}
    ids_after = {chunk.id for chunk in all_chunks(after)}
    assert ids_before < ids_after
    assert {chunk.text for chunk in all_chunks(after) if chunk.id not in ids_before} == {"A new paragraph."}


def test_equal_passages_of_two_documents_have_different_ids():
    ids = [cw.chunk_text("The same passage.", id=name)[0].id for name in ("a", "b")]
    assert ids[0] != ids[1]


def test_equal_passages_of_one_document_have_different_ids():
    chunking = cw.chunk_text("Same. Same. Same.", tokenizer="words", max_tokens=1)
    assert [chunk.text for chunk in chunking] == ["Same."] * 3
    assert len({chunk.id for chunk in chunking}) == 3

"""One text in three formats: the same headings, levels and paragraphs."""

from __future__ import annotations

import pytest
from binaries import EXAMPLES

import chunkwise as cw
from chunkwise.export.html import document_html
from chunkwise.export.markdown import document_markdown


def outline(document):
    return [
        (
            block.kind,
            block.level if block.is_heading else None,
            " ".join(document.heading_text(block).split()),
        )
        for block in document.blocks
    ]


def in_other_formats(document):
    markdown = cw.parse(document_markdown(document).encode(), key="again.md")
    html = cw.parse(document_html(document).encode(), key="again.html")
    return markdown, html


def test_the_tax_law_as_word_markdown_and_html(shared):
    word = cw.parse(shared / "data/laws/tax_law.docx")
    headings = [entry for entry in outline(word) if entry[0] != "paragraph"]
    assert len(headings) == 10  # the title, 6 chapters, 3 sections of chapter 2
    assert (
        sum(
            text.startswith("第") and "条" in text[:9]
            for kind, _, text in outline(word)
            if kind == "paragraph"
        )
        >= 94
    )
    for other in in_other_formats(word):
        assert outline(other) == outline(word)


def test_the_article_chunks_are_the_same_too(shared):
    word = cw.parse(shared / "data/laws/tax_law.docx")
    chunks = [(c.heading_path, c.text) for c in cw.chunk(word, "laws")]
    assert len({path[-1] for path, _ in chunks if path[-1].endswith("条")}) == 94
    for other in in_other_formats(word):
        assert [(c.heading_path, c.text) for c in cw.chunk(other, "laws")] == chunks


@pytest.mark.parametrize("name", ["manual.docx", "lost-property-zh.docx"])
def test_headings_survive_in_the_examples(name):
    word = cw.parse(EXAMPLES / name)
    shift = int(any(block.kind == "title" for block in word.blocks))
    wanted = [(block.level + shift, word.heading_text(block)) for block in word.blocks if block.is_heading]
    for other in in_other_formats(word):
        assert [(b.level, other.heading_text(b)) for b in other.blocks if b.is_heading] == wanted

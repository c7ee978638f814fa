"""``general``: length and delimiters."""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import Part, assemble
from chunkwise.text.tokens import get_counter

WORDS = get_counter("words")


def texts(chunking):
    return [chunk.text for chunk in chunking]


def section(*parts):
    return assemble([Part("heading", "Guide", 1), *parts])


def test_chunks_end_at_delimiters_and_keep_them():
    chunking = cw.chunk_text("第一句话。第二句话！第三句话？", "general", max_chars=10)
    assert texts(chunking) == ["第一句话。第二句话！", "第三句话？"]
    assert [chunk.reason.ends for chunk in chunking] == ["delimiter", "end"]
    assert [chunk.tokens for chunk in chunking] == [None, None]


def test_english_falls_back_to_sentences_then_words():
    chunking = cw.chunk_text(
        "Mr. Smith came. He sat down and read.", "general", tokenizer="words", max_tokens=4
    )
    assert texts(chunking) == ["Mr. Smith came.", "He sat down and", "read."]
    assert [chunk.reason.ends for chunk in chunking] == ["sentence", "word", "end"]


def test_headings_are_titles_and_bound_the_chunks():
    document = assemble(
        [
            Part("heading", "A", 1),
            Part("paragraph", "one."),
            Part("heading", "B", 2),
            Part("paragraph", "two."),
        ]
    )
    chunking = cw.chunk(document, "general")
    assert [(chunk.heading_path, chunk.text) for chunk in chunking] == [
        (("A",), "one."),
        (("A", "B"), "two."),
    ]
    assert chunking[1].index_text == "A > B\ntwo."
    assert [(chunk.reason.begins, chunk.reason.ends) for chunk in chunking] == [
        ("heading", "heading"),
        ("heading", "end"),
    ]


def test_a_heading_with_nothing_below_is_a_chunk_of_its_own():
    document = assemble(
        [
            Part("heading", "A", 1),
            Part("heading", "Empty", 2),
            Part("heading", "B", 1),
            Part("paragraph", "text."),
        ]
    )
    assert [(chunk.heading_path, chunk.text) for chunk in cw.chunk(document)] == [
        (("A",), "Empty"),
        (("B",), "text."),
    ]


@pytest.mark.parametrize(
    ("titles", "expected"), [("all", "A > B\ntext."), ("nearest", "B\ntext."), ("none", "text.")]
)
def test_which_titles_are_searched(titles, expected):
    document = assemble([Part("heading", "A", 1), Part("heading", "B", 2), Part("paragraph", "text.")])
    chunk = cw.chunk(document, titles=titles)[0]
    assert (chunk.index_text, chunk.heading_path) == (expected, ("A", "B"))


def test_mode_delimiter_cuts_at_every_delimiter_and_loses_none():
    chunking = cw.chunk_text(
        "真的！！好。\n一、二", "general", delimiter_mode="delimiter", delimiter="！。\n"
    )
    assert texts(chunking) == ["真的！！", "好。", "一、二"]


def test_backticks_cut_exactly_and_what_they_name_is_reported():
    chunking = cw.chunk_text(
        "partA##partB##\n##partC", "general", delimiter="\n`##`", tokenizer="words", max_tokens=100
    )
    assert texts(chunking) == ["partA", "partB", "partC"]
    assert [(chunk.span.start, chunk.reason) for chunk in chunking.dropped] == [
        (5, "delimiter"),
        (12, "delimiter"),
        (15, "delimiter"),
    ]


def test_mode_one_does_not_cut_unless_a_cap_is_given():
    text = "word " * 2000
    assert len(cw.chunk_text(text, "general", delimiter_mode="one")) == 1
    capped = cw.chunk_text(text, "general", delimiter_mode="one", max_tokens=500, tokenizer="words")
    assert len(capped) == 5
    assert sum(chunk.tokens for chunk in capped) == 2000
    assert all(490 <= chunk.tokens <= 500 for chunk in capped[:-1])


def test_tables_stand_apart_and_a_cut_one_repeats_its_header():
    rows = [("name", "value"), *((f"row {n}", f"value {n}") for n in range(12))]
    document = section(
        Part("paragraph", "Intro."),
        Part("table", rows=tuple(rows), header_rows=1),
        Part("paragraph", "After."),
    )
    chunking = cw.chunk(document, max_tokens=40)
    assert [chunk.kind for chunk in chunking] == ["text", *["table"] * (len(chunking) - 2), "text"]
    assert len(chunking) > 4
    tables = [chunk for chunk in chunking if chunk.kind == "table"]
    assert tables[0].text.startswith("name | value\nrow 0")
    assert tables[0].context.table_header == ""
    assert {chunk.context.table_header for chunk in tables[1:]} == {"name | value"}
    assert broken_laws(chunking, get_counter()) == []


def test_a_row_that_is_too_large_says_so_and_is_whole():
    document = section(Part("table", rows=(("a",), ("word " * 60,)), header_rows=1))
    chunking = cw.chunk(document, max_tokens=20, tokenizer="words")
    assert [(chunk.reason.oversize, chunk.tokens) for chunk in chunking] == [(False, 2), (True, 60)]
    assert "table_header" in chunking[1].reason.shed


def test_a_caption_stays_with_its_table():
    document = cw.Document.from_sections(
        [
            {"text": "Text."},
            {"text": "Table 1: Costs", "kind": "caption"},
            {"text": "a | b\n1 | 2", "kind": "table"},
            {"text": "More."},
        ]
    )
    from dataclasses import replace

    blocks = list(document.blocks)
    blocks[1] = replace(blocks[1], parent=blocks[2].id)
    chunking = cw.chunk(replace(document, blocks=tuple(blocks)))
    assert texts(chunking) == ["Text.", "Table 1: Costs\na | b\n1 | 2", "More."]


def test_pictures_carry_their_image_and_the_text_around():
    document = section(
        Part("paragraph", "Before it. Just before."),
        Part("figure", "a lamp"),
        Part("paragraph", "Just after. Later."),
    )
    chunk = cw.chunk(document, tokenizer="words", image_context_tokens=2)[1]
    assert (chunk.kind, chunk.text, chunk.media) == ("image", "a lamp", ("#image2",))
    assert (chunk.context.above.strip(), chunk.context.below) == ("Just before.", "Just after.")
    assert chunk.index_text == "Guide\n Just before.\na lamp\nJust after."


def test_context_of_media_ends_at_a_heading():
    document = assemble(
        [
            Part("paragraph", "Other section."),
            Part("heading", "H", 1),
            Part("figure", "x"),
            Part("paragraph", "Own."),
        ]
    )
    chunk = cw.chunk(document, tokenizer="words", image_context_tokens=50)[1]
    assert (chunk.context.above, chunk.context.below) == ("", "Own.")


def test_furniture_and_contents_are_left_out_and_reported():
    document = assemble(
        [
            Part("toc", "1 Intro … 3"),
            Part("paragraph", "First half"),
            Part("footer", "page 1"),
            Part("paragraph", "second half."),
        ]
    )
    chunking = cw.chunk(document)
    assert texts(chunking) == ["First half\nsecond half."]
    assert len(chunking[0].spans) == 2
    assert [dropped.reason for dropped in chunking.dropped] == ["contents", "furniture"]


def test_overlap_is_whole_sentences_inside_the_cap():
    text = "One is here. Two is here. Three is here. Four is here. Five is here."
    chunking = cw.chunk_text(text, "general", tokenizer="words", max_tokens=12, overlap_tokens=4)
    assert texts(chunking) == ["One is here. Two is here. Three is here. Four is here.", "Five is here."]
    assert chunking[1].context.overlap == "Four is here. "
    assert chunking[1].index_text == "Four is here. Five is here."
    assert all(chunk.tokens <= 12 for chunk in chunking)


def test_overlap_begins_at_a_word_where_sentences_are_too_long_and_never_grows():
    text = "alpha beta gamma delta epsilon zeta eta theta iota kappa " * 30
    chunking = cw.chunk_text(text, tokenizer="words", max_tokens=20, overlap_percent=50)
    overlaps = [chunk.context.overlap.split() for chunk in chunking]
    assert overlaps[0] == []
    assert all(7 <= len(words) <= 10 for words in overlaps[1:])
    assert all(word in text.split() for words in overlaps for word in words)


def test_overlap_of_two_long_words_is_cut_between_characters():
    chunking = cw.chunk_text("A" * 26 + "\n\n" + "B" * 10, max_chars=30, overlap_chars=10)
    assert [chunk.text for chunk in chunking] == ["A" * 26, "B" * 10]
    assert chunking[1].context.overlap == "A" * 8 + "\n\n"


def test_a_small_rest_is_evened_out():
    text = "w " * 22
    assert [c.tokens for c in cw.chunk_text(text, tokenizer="words", max_tokens=20)] == [20, 2]
    assert [c.tokens for c in cw.chunk_text(text, tokenizer="words", max_tokens=20, min_tokens=5)] == [12, 10]


def test_long_titles_are_shed_before_the_content_and_named():
    document = assemble(
        [Part("heading", "outer words " * 10, 1), Part("heading", "near", 2), Part("paragraph", "c " * 50)]
    )
    chunking = cw.chunk(document, tokenizer="words", max_tokens=20)
    assert {chunk.context.titles for chunk in chunking} == {("near",)}
    assert {chunk.reason.shed for chunk in chunking} == {("titles",)}
    assert {chunk.heading_path[1] for chunk in chunking} == {"near"}
    assert [chunk.tokens for chunk in chunking] == [20, 20, 13]


def test_a_nearest_title_that_is_too_long_is_cut_at_a_word():
    document = assemble([Part("heading", "very long title " * 20, 1), Part("paragraph", "c " * 50)])
    title = cw.chunk(document, tokenizer="words", max_tokens=20)[0].context.titles[0]
    assert title.endswith("title…") or title.endswith("long…") or title.endswith("very…")
    assert len(title.split()) <= 10


def test_children_have_the_chunk_as_their_parent():
    chunking = cw.chunk_text("One two. Three four.\nFive six.", "general", children_delimiters="\n。`. `")
    assert texts(chunking) == ["One two.", "Three four.", "Five six."]
    assert {chunking.parent_of(chunk).text for chunk in chunking} == {"One two. Three four.\nFive six."}
    assert chunking.children_of(next(iter(chunking.parents.values()))) == list(chunking)


def test_accumulate_has_its_own_defaults_and_overshoots():
    document = cw.Document.from_sections(["a " * 100, "b " * 100, "c " * 100])
    chunking = cw.chunk(document, overflow="accumulate", tokenizer="words")
    assert [chunk.tokens for chunk in chunking] == [200, 100]
    assert chunking.settings["max_tokens"] == 128
    assert chunking.settings["delimiter"] == "\n。；！？"
    assert [
        chunk.tokens for chunk in cw.chunk(document, overflow="accumulate", tokenizer="words", max_tokens=50)
    ] == [100] * 3


def test_small_sections_give_no_position_where_that_is_asked():
    sections = [("two words", [1, 0, 9, 0, 9]), ("eight words are enough to be on record", [1, 0, 9, 20, 29])]
    chunking = cw.chunk(cw.Document.from_sections(sections), overflow="accumulate", tokenizer="words")
    assert [position.y0 for position in chunking[0].positions] == [20]


def test_positions_are_clipped_where_the_document_knows_its_characters():
    document = assemble([Part("paragraph", "One two. Three four.")], paged=True)
    first, second = cw.chunk(document, tokenizer="words", max_tokens=2)
    assert [position.x1 for position in first.positions] == [100 + 2 * 8]
    assert [position.x0 for position in second.positions] == [100 + 2 * 9]


def test_small_blocks_give_no_position_unless_there_is_no_other():
    parts = [
        Part("paragraph", "tiny"),
        Part("paragraph", "eight words are quite enough to be counted"),
        Part("heading", "H", 1),
        Part("paragraph", "small"),
    ]
    chunking = cw.chunk(assemble(parts, paged=True), tokenizer="words", min_position_tokens=8)
    assert [[position.y0 for position in c.positions] for c in chunking] == [[20], [60]]


def test_delimiters_may_be_a_list():
    assert texts(cw.chunk_text("a. b\nc", "general", children_delimiters=["\n", ". "])) == ["a.", "b", "c"]
    assert texts(cw.chunk_text("a##b", "general", delimiter=["##"])) == ["a", "b"]
    with pytest.raises(cw.InvalidOption, match="list of texts"):
        cw.chunker("general", delimiter=["a", 1])

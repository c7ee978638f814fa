"""Documents, chunks and chunkings survive the way to JSON and back."""

import json
from datetime import date
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.errors import ParseError
from chunkwise.model.block import Block, BlockKind, Line
from chunkwise.model.chunk import Boundary, Chunk, Chunking, ChunkKind, Context, Dropped, Reason
from chunkwise.model.document import Document
from chunkwise.model.position import Page, Position
from chunkwise.model.serialize import (
    chunk_from_dict,
    chunk_to_dict,
    chunking_from_dict,
    chunking_to_dict,
    document_from_dict,
    document_to_dict,
)
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Merge, Table

# Any character, and the lone surrogates that stand for undecodable bytes in the names of files.
CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.characters(
    min_codepoint=0xDC80, max_codepoint=0xDCFF
)
WORDS = st.text(CHARACTERS, max_size=12)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-5, 5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
METADATA = st.dictionaries(WORDS, JSON, max_size=3)
TEXTS = st.lists(WORDS, max_size=3).map(tuple)
SPANS = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda pair: Span(*sorted(pair)))
POSITIONS = st.builds(Position, st.integers(1, 9), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
LINES = st.builds(Line, SPANS, st.none() | POSITIONS, st.none() | st.lists(NUMBERS, max_size=4).map(tuple))
TABLES = st.builds(
    Table,
    rows=st.lists(SPANS, max_size=3).map(tuple),
    columns=st.integers(0, 4),
    starts=st.lists(st.integers(0, 50), max_size=4).map(tuple),
    ends=st.lists(st.integers(0, 50), max_size=4).map(tuple),
    header_rows=st.integers(0, 2),
    merges=st.lists(st.builds(Merge, *[st.integers(0, 3)] * 4), max_size=2).map(tuple),
)
FIGURES = st.builds(Figure, st.none() | WORDS, WORDS, st.none() | NUMBERS, st.none() | NUMBERS)
BLOCKS = st.builds(
    Block,
    id=WORDS,
    kind=st.sampled_from(get_args(BlockKind)),
    span=SPANS,
    level=st.none() | st.integers(0, 9),
    parent=st.none() | WORDS,
    lines=st.lists(LINES, max_size=2).map(tuple),
    data=st.none() | TABLES | FIGURES,
    style=st.dictionaries(WORDS, st.none() | st.booleans() | NUMBERS | WORDS, max_size=3),
)
DOCUMENTS = st.builds(
    Document,
    id=WORDS,
    content_hash=WORDS,
    source=WORDS,
    media_type=WORDS,
    text=WORDS,
    blocks=st.lists(BLOCKS, max_size=3).map(tuple),
    pages=st.lists(st.builds(Page, st.integers(1, 9), NUMBERS, NUMBERS, st.integers(0, 3)), max_size=2).map(
        tuple
    ),
    metadata=METADATA,
    warnings=TEXTS,
    parser=WORDS,
)
PLACES = st.sampled_from(get_args(Boundary))
CHUNKS = st.builds(
    Chunk,
    id=WORDS,
    document_id=WORDS,
    kind=st.sampled_from(get_args(ChunkKind)),
    spans=st.lists(SPANS, max_size=3).map(tuple),
    text=WORDS,
    body=st.none() | WORDS,
    heading_path=TEXTS,
    context=st.builds(Context, TEXTS, WORDS, WORDS, WORDS, WORDS),
    tokens=st.none() | st.integers(0, 900),
    ordinal=st.integers(0, 99),
    parent_id=st.none() | WORDS,
    positions=st.lists(POSITIONS, max_size=2).map(tuple),
    media=TEXTS,
    metadata=METADATA,
    reason=st.builds(Reason, PLACES, PLACES, st.booleans(), TEXTS, WORDS),
    enabled=st.booleans(),
)


def through_json(data: object) -> object:
    """As it comes back from a file, where lone surrogates stand as escapes."""
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return json.loads(text)


@given(DOCUMENTS)
@settings(max_examples=100, deadline=None)
def test_documents_come_back(document: Document) -> None:
    assert document_from_dict(through_json(document_to_dict(document))) == document


@given(CHUNKS)
@settings(max_examples=100, deadline=None)
def test_chunks_come_back(chunk: Chunk) -> None:
    data = chunk_to_dict(chunk)
    assert chunk_from_dict(through_json(data)) == chunk
    assert data["content"] == chunk.content
    assert data["index_text"] == chunk.index_text


@given(
    DOCUMENTS,
    st.lists(CHUNKS, max_size=3),
    st.lists(CHUNKS, max_size=2, unique_by=lambda chunk: chunk.id),
    TEXTS,
    st.lists(st.builds(Dropped, SPANS, WORDS), max_size=2),
    METADATA,
)
@settings(max_examples=60, deadline=None)
def test_chunkings_come_back(document, leaves, parents, warnings, dropped, options) -> None:
    chunking = Chunking(document, leaves, {p.id: p for p in parents}, warnings, dropped, options)
    assert chunking_from_dict(through_json(chunking_to_dict(chunking))) == chunking


def test_real_chunks_come_back() -> None:
    chunking = cw.chunk_text(
        "# 第一章\n\n" + "一二三四五。" * 60, "parent_child", max_tokens=40, parent_max_tokens=100
    )
    assert len(chunking.parents) > 1
    assert chunking_from_dict(through_json(chunking_to_dict(chunking))) == chunking


def test_the_form_of_a_chunk() -> None:
    chunk = Chunk(
        "i", "d", "text", (Span(0, 3), Span(5, 6)), "abc\nx",
        positions=(Position(1, 2.0, 3.0, 4.0, 5.5),), context=Context(titles=("A", "B")),
    )  # fmt: skip
    data = chunk_to_dict(chunk)
    assert data["spans"] == [[0, 3], [5, 6]]
    assert data["positions"] == [[1, 2.0, 3.0, 4.0, 5.5]]
    assert (data["content"], data["index_text"]) == ("abc\nx", "A > B\nabc\nx")
    assert list(data) == [*Chunk.__slots__, "content", "index_text"]


def test_documents_say_what_offsets_are() -> None:
    data = document_to_dict(Document.from_text("text"))
    assert (data["chunkwise"], data["version"], data["offsets"]) == ("document", 1, "code points")
    chunking = chunking_to_dict(cw.chunk_text("text"))
    assert (chunking["chunkwise"], chunking["offsets"]) == ("chunking", "code points")


def test_foreign_values_become_plain_ones() -> None:
    document = Document(
        "i", "h", "s", "text/plain", "", (), metadata={"day": date(2024, 2, 29), "t": (1, 2), "c": 1j}
    )
    assert document_to_dict(document)["metadata"] == {"day": "2024-02-29", "t": [1, 2], "c": "1j"}


def test_a_chunk_needs_little() -> None:
    chunk = chunk_from_dict({"id": "i", "document_id": "d", "kind": "text", "spans": [[0, 1]], "text": "a"})
    assert chunk == Chunk("i", "d", "text", (Span(0, 1),), "a")


GOOD = chunk_to_dict(Chunk("i", "d", "text", (Span(0, 1),), "a"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"spans": [[3, 1]]}, r"a span is \[start, end\]"),
        ({"spans": [[0.5, 1]]}, r"a span is \[start, end\]"),
        ({"spans": 7}, "broken"),
        ({"kind": "poem"}, "'poem' is none of text, table, image"),
        ({"text": 3}, "a text was expected"),
        ({"heading_path": "abc"}, "a list of texts was expected"),
        ({"metadata": []}, "an object was expected"),
        ({"reason": {"begins": "nowhere"}}, "'nowhere' is none of"),
        ({"context": {"title": "x"}}, "broken"),
        ({"positions": [[1, 2]]}, "broken"),
        ({"texts": "a"}, r"no fields \['texts'\]"),
    ],
)
def test_broken_chunks(change, message) -> None:
    with pytest.raises(ParseError, match=message):
        chunk_from_dict({**GOOD, **change})


@pytest.mark.parametrize("data", [[], "x", None])
def test_other_things_than_objects(data) -> None:
    for read in (document_from_dict, chunk_from_dict, chunking_from_dict):
        with pytest.raises(ParseError):
            read(data)


def test_a_missing_field_is_named() -> None:
    data = document_to_dict(Document.from_text("text"))
    del data["blocks"]
    with pytest.raises(ParseError, match="the document lacks 'blocks'"):
        document_from_dict(data)


def test_broken_blocks() -> None:
    data = document_to_dict(Document.from_text("text"))
    data["blocks"][0]["data"] = {"type": "song"}
    with pytest.raises(ParseError, match="no block data of type 'song'"):
        document_from_dict(data)


def test_unknown_versions_say_what_to_do() -> None:
    data = {**document_to_dict(Document.from_text("text")), "version": 99}
    with pytest.raises(ParseError, match=r"version 99.*Install the version"):
        document_from_dict(data)
    with pytest.raises(ParseError, match=r"version 99.*Install the version"):
        chunking_from_dict({**chunking_to_dict(cw.chunk_text("text")), "version": 99})


def test_other_offsets_are_refused() -> None:
    data = {**document_to_dict(Document.from_text("text")), "offsets": "bytes"}
    with pytest.raises(ParseError, match="'bytes'"):
        document_from_dict(data)


def test_a_chunking_is_no_document() -> None:
    with pytest.raises(ParseError, match="'chunking'"):
        document_from_dict(chunking_to_dict(cw.chunk_text("text")))

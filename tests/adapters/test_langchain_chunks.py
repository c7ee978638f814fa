"""Chunks of any method as LangChain's documents."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.adapters.langchain import to_documents
from chunkwise.errors import InvalidOption, MissingExtra
from chunkwise.model.chunk import Chunk
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.testing.strategies import documents

TEXT = "# Ducks 鸭子\n\nThey swim. 它们游泳。\n\n## Food\n\n| what | 多少 |\n|---|---|\n| grass | 1 |\n"


@pytest.fixture(autouse=True)
def core():
    return pytest.importorskip("langchain_core.documents", exc_type=ImportError)


def test_every_document_says_what_its_chunk_says(core):
    chunking = cw.chunk_text(TEXT, "markdown")
    found = to_documents(chunking)
    assert all(isinstance(document, core.Document) for document in found)
    assert [document.id for document in found] == [chunk.id for chunk in chunking]
    first, second = found
    assert first.page_content == "They swim. 它们游泳。"
    assert first.metadata == {
        "id": chunking[0].id,
        "document_id": chunking.document.id,
        "source": chunking.document.source,
        "start_index": 12,
        "end_index": 28,
        "heading_path": "Ducks 鸭子",
        "kind": "text",
        "tokens": chunking[0].tokens,
    }
    assert TEXT[first.metadata["start_index"] : first.metadata["end_index"]] == first.page_content
    assert (second.metadata["kind"], second.metadata["heading_path"]) == ("table", "Ducks 鸭子 > Food")


def test_the_text_is_what_is_asked_for():
    chunking = cw.chunk(cw.chunk_text(TEXT, "markdown").document, "table")
    row = chunking[-1]
    assert row.body == "what: grass\n多少: 1"
    for text in ("content", "index_text", "text"):
        assert to_documents(chunking, text=text)[-1].page_content == getattr(row, text)
    with pytest.raises(InvalidOption, match="'index_text'"):
        to_documents(chunking, text="body")


def test_pages_parents_and_metadata_of_its_own():
    positions = (Position(3, 0, 0, 1, 1), Position(2, 0, 0, 1, 1))
    metadata = {
        "tags": ["a", "鸭"],
        "day": date(2026, 1, 2),
        "none": None,
        "kind": "mine",
        "page": 2,
        "ok": True,
    }
    chunk = Chunk("c", "d", "text", (Span(1, 2), Span(4, 9)), "x\ny", positions=positions, parent_id="p",
                  metadata=metadata)  # fmt: skip
    (document,) = to_documents([chunk])
    assert document.metadata == {
        "id": "c",
        "document_id": "d",
        "start_index": 1,
        "end_index": 9,
        "kind": "text",
        "page": 2,
        "last_page": 3,
        "parent_id": "p",
        "tags": '["a", "鸭"]',
        "day": "2026-01-02",
        "own_kind": "mine",
        "ok": True,
    }


@given(documents(), st.sampled_from(["recursive", "parent_child", "table", "qa"]))
def test_metadata_are_plain_scalars(document, method):
    chunking = cw.chunk(document, method, max_tokens=20)
    found = [*to_documents(chunking), *to_documents(chunking.parents.values())]
    assert len(found) == len(chunking) + len(chunking.parents)
    for one in found:
        assert json.loads(json.dumps(one.metadata)) == one.metadata
        assert all(isinstance(value, str | int | float | bool) for value in one.metadata.values())


def test_without_langchain(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "langchain_core.documents", None)
    with pytest.raises(MissingExtra, match=r"chunkwise\[langchain\]"):
        to_documents(cw.chunk_text("a"))

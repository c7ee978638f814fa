"""RAGFlow's records."""

from __future__ import annotations

import pytest

import chunkwise as cw
import chunkwise.export
from chunkwise.testing.strategies import Part, assemble


def test_a_record_has_what_ragflow_stores():
    parts = [
        Part("paragraph", "税务机关应当依法征收。"),
        Part("figure", "a lamp"),
        Part("paragraph", "After it."),
    ]
    chunking = cw.chunk(assemble(parts, paged=True), image_context_tokens=3)
    text, image, after = chunkwise.export.ragflow(chunking)
    assert text["content_with_weight"] == "税务机关应当依法征收。"
    assert text["content_ltks"] == "税务机关 应当 依法 征收"
    assert set(text["content_sm_ltks"].split()) > set(text["content_ltks"].split())
    assert (text["doc_type_kwd"], image["doc_type_kwd"]) == ("text", "image")
    assert image["content_with_weight"] == "税务机关应当依法征收。\na lamp\nAfter it."
    assert image["image"] == "#image1"
    assert after["position_int"] == [[1, 100, 118, 40, 52]]
    assert "mom_with_weight" not in text


def test_children_carry_their_parent():
    chunking = cw.chunk_text("One. Two.\nThree.", "general", children_delimiters="\n")
    records = chunkwise.export.ragflow(chunking)
    assert [r["content_with_weight"] for r in records] == ["One. Two.", "Three."]
    assert {r["mom_with_weight"] for r in records} == {"One. Two.\nThree."}


def test_unknown_exports_are_no_attributes():
    with pytest.raises(AttributeError):
        chunkwise.export.nothing

"""Inputs on JSON and code that break other chunkers, with the right answers; numbered as they were collected."""

from __future__ import annotations

import json

import pytest

import chunkwise as cw
from chunkwise.model.document import Document
from chunkwise.testing.laws import broken_laws
from chunkwise.text.tokens import get_counter


def test_case_3a_a_nested_leaf_that_does_not_fit_is_cut():
    value = {"level1": {"level2": {"level3": "this is a test string"}}}
    chunking = cw.chunk_text(json.dumps(value), "json", max_chars=50)
    bodies = [json.loads(chunk.body) for chunk in chunking]
    assert all(len(chunk.index_text) <= 50 for chunk in chunking)
    assert "".join(body["level1"]["level2"]["level3"] for body in bodies) == "this is a test string"
    assert {chunk.metadata["path"] for chunk in chunking} == {"level1.level2.level3"}


def test_case_3b_a_long_list_is_cut_into_runs():
    text = json.dumps({"x": list(range(200))})
    chunking = cw.chunk_text(text, "json", max_chars=100)
    assert all(len(chunk.index_text) <= 100 for chunk in chunking)
    runs = [json.loads(chunk.body)["x"] for chunk in chunking]
    assert [n for run in runs for n in run] == list(range(200))
    assert [chunk.metadata["path"] for chunk in chunking] == [f"x[{run[0]}:{run[-1] + 1}]" for run in runs]
    assert broken_laws(chunking) == []


@pytest.mark.parametrize("value", [[1, 2, 3], [[1], [2]], [{"a": 1}], "word", 7, None])
def test_case_3c_a_list_or_a_scalar_at_the_top_works(value):
    chunking = cw.chunk_text(json.dumps(value), "json")
    assert [json.loads(chunk.body) for chunk in chunking] == [value]


def test_case_3_every_leaf_counts_with_its_path():
    value = {"a" * 20: {"b" * 20: {str(n): "word " * 5 for n in range(30)}}}
    chunking = cw.chunk_text(json.dumps(value), "json", max_tokens=60)
    assert max(chunk.tokens for chunk in chunking) <= 60
    found = {}
    for chunk in chunking:
        inner = json.loads(chunk.body)["a" * 20]["b" * 20]
        assert not found.keys() & inner.keys()
        found |= inner
    assert found == value["a" * 20]["b" * 20]


def test_case_1_and_2_offsets_are_carried_where_text_is_repeated():
    for method, text in (("json", json.dumps(["chunk"] * 60)), ("code", "def f():\n    return 1\n\n\n" * 60)):
        chunking = cw.chunk_text(
            text, method, max_tokens=20, **({"language": "python"} if method == "code" else {})
        )
        starts = [chunk.spans[0].start for chunk in chunking]
        assert starts == sorted(set(starts))
        assert all(chunk.text == text[chunk.spans[0].start : chunk.spans[0].end] for chunk in chunking)
        assert broken_laws(chunking, get_counter()) == []


@pytest.mark.parametrize("method", ["code", "json"])
def test_case_9_text_of_special_tokens_is_ordinary(method):
    text = '["see <|endoftext|> in docs"]'
    (chunk,) = cw.chunk_text(text, method, **({"language": "python"} if method == "code" else {}))
    assert chunk.tokens == get_counter().count_many([chunk.index_text])[0]


@pytest.mark.parametrize("method", ["code", "json"])
def test_case_10_no_character_is_cut(method):
    text = json.dumps(["我爱🦛猫咪龘，今天天气很好。" * 9], ensure_ascii=False)
    chunking = cw.chunk_text(
        text, method, max_tokens=12, **({"language": "python"} if method == "code" else {})
    )
    assert not any("\ufffd" in chunk.index_text for chunk in chunking)
    assert "".join("".join(chunk.text.split()) for chunk in chunking) == "".join(text.split())


def test_case_14_clusters_stay_whole_inside_strings():
    family = "👨‍👩‍👧‍👦"
    chunking = cw.chunk_text(json.dumps([family * 5], ensure_ascii=False), "json", max_chars=14)
    parts = [json.loads(chunk.body) for chunk in chunking]
    assert {"".join(part) if isinstance(part, list) else part for part in parts} == {family}


def test_case_4_tabs_and_unusual_blanks_of_code_stay():
    text = "all:\n\tgcc -o a\n\t\u00a0x\n"
    chunking = cw.chunk(Document.from_text(text, "Makefile"), "code", language="bash")
    assert chunking[0].text == "all:\n\tgcc -o a\n\t\u00a0x"


def test_case_17_equal_passages_of_two_documents_have_their_own_ids():
    for method in ("code", "json"):
        one, two = (cw.chunk_text("[1, 2]", method, id=name) for name in ("one", "two"))
        assert one[0].id != two[0].id


@pytest.mark.parametrize("method", ["code", "json"])
def test_words_of_other_tools_get_a_hint(method):
    for word, hint in (
        ("chunk_size", "max_tokens"),
        ("max_chunk_size", "max_chars"),
        ("chunk_overlap", "overlap_tokens"),
    ):
        with pytest.raises(cw.UnknownOption, match=hint):
            cw.chunk_text("[1]", method, **{word: 10})


@pytest.mark.parametrize("base", ["code", "json"])
def test_small_to_big(base):
    text = json.dumps({f"key {n}": "One sentence. Another one. " * 5 for n in range(40)}, indent=1)
    chunking = cw.chunk_text(text, "parent_child", base=base, parent_max_tokens=200)
    assert max(parent.tokens for parent in chunking.parents.values()) <= 200
    assert broken_laws(chunking, get_counter()) == []

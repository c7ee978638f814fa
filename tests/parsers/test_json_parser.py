from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise.errors import ParseError
from chunkwise.parsers.read import parse_text
from chunkwise.testing.documents import check_document
from chunkwise.text.json_scan import JsonSyntaxError, members, skip_blank, value_end

JSON, JSONL = "application/json", "application/x-ndjson"


def blocks(text, media_type=JSON):
    document = parse_text(text, media_type=media_type)
    assert check_document(document) == []
    return [(block.style["path"], block.span.of(document.text)) for block in document.blocks]


def test_an_object_has_a_block_for_each_member():
    text = '{"a": 1,\n "b c": [1, 2],\n "名": {"x": {}}}\n'
    assert blocks(text) == [
        ("$.a", '{"a": 1,'),
        ('$["b c"]', '"b c": [1, 2],'),
        ("$.名", '"名": {"x": {}}}'),
    ]


def test_an_array_has_a_block_for_each_element_but_neighbouring_scalars_share_one():
    text = '[{"a": 1}, [2], 3, "four", null, {"b": 5}]'
    assert blocks(text) == [
        ("$[0]", '[{"a": 1},'),
        ("$[1]", "[2],"),
        ("$[2:5]", '3, "four", null,'),
        ("$[5]", '{"b": 5}]'),
    ]
    paths = [path for path, _ in blocks(json.dumps(list(range(2_000))))]
    assert paths[0].startswith("$[0:")
    assert paths[-1].endswith(":2000]")
    assert len(paths) > 1


@pytest.mark.parametrize("text", ["{}", " [ ] ", '"text"', "-1.5e3", "null"])
def test_small_values_are_one_block(text):
    assert blocks(text) == [("$", text.strip())]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a" 1}', r"expected ':', found '1' \(line 1, column 6\)"),
        ('{"a": 1,\n\n  }', r"expected a string, found '}' \(line 3, column 3\)"),
        ("[1, 2", r"found the end of the text \(line 1, column 6\)"),
        ("[1,]", r"expected a value, found ']' \(line 1, column 4\)"),
        ("nul", r"expected a value, found 'n' \(line 1, column 1\)"),
        ("[01]", r"found '1' \(line 1, column 3\)"),
        ('{"a": 1} x', r"expected the end of the text, found 'x' \(line 1, column 10\)"),
        ('"open', r"a string has no end.*\(line 1, column 1\)"),
        ('["\\q"]', r"an escape that JSON does not know \(line 1, column 2\)"),
        ("[" * 100_000, r"\(line 1, column 100001\)"),
    ],
)
def test_broken_json_is_an_error_with_its_place(text, message):
    with pytest.raises(ParseError, match=message):
        parse_text(text, media_type=JSON)


def test_deep_nesting_needs_no_stack():
    text = "[" * 100_000 + "]" * 100_000
    assert blocks(text) == [("$[0]", text)]


def test_json_lines_have_a_block_a_line_and_bad_lines_stay():
    text = '{"a": 1}\r\n\r\n{"b":\n[1, 2]\n{"c": 3} tail'
    document = parse_text(text, media_type=JSONL)
    assert blocks(text, JSONL) == [
        ("$[0]", '{"a": 1}'),
        ("$[1]", '{"b":'),
        ("$[2]", "[1, 2]"),
        ("$[3]", '{"c": 3} tail'),
    ]
    assert document.warnings == ("Lines that are no JSON, kept as they are: 2 (line 3, 5).",)


def test_many_bad_lines_are_counted_and_some_named():
    document = parse_text("[\n" * 5_000, media_type=JSONL)
    assert document.warnings == ("Lines that are no JSON, kept as they are: 5000 (line 1, 2, 3, 4, 5, …).",)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(value=VALUES, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_the_scanner_agrees_with_the_standard_library(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert value_end(text, 0) == len(text)
    if isinstance(value, (dict, list)):
        found = [json.loads(text[m.value : m.end]) for m in members(text, 0)]
        assert found == list(value.values() if isinstance(value, dict) else value)


@settings(max_examples=200, deadline=None)
@given(
    text=st.lists(st.sampled_from([*'[]{}:,"\\ 01-.eE+tnu\n', "true", "null", '"a"']), max_size=12).map(
        "".join
    )
)
def test_the_scanner_accepts_just_what_the_standard_library_accepts(text):
    try:
        json.loads(text, strict=False)
    except ValueError:
        valid = False
    else:
        valid = True
    try:
        ends = skip_blank(text, value_end(text, 0))
    except JsonSyntaxError:
        ends = -1
    assert (ends == len(text)) is valid

"""``json``: runs of values with their path, every value as it is written."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.text.json_text import read_json
from chunkwise.text.tokens import get_counter

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=30),
    st.sampled_from(
        ["One sentence. Another one! " * 8, "中文句子。" * 20, 'a "quoted" \\ word\n\n' * 9, "😀👩‍🚀" * 12]
    ),
)
keys = st.one_of(st.sampled_from(["a", "b", "name", "a name", "键", 'q"', "a.b"]), st.text(max_size=6))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=8), st.dictionaries(keys, inner, max_size=6)),
    max_leaves=40,
)


def leaves(value, path=()):
    """(path, leaf) of every leaf; empty containers are leaves."""
    if isinstance(value, dict) and value:
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list) and value:
        return [leaf for at, inner in enumerate(value) for leaf in leaves(inner, (*path, at))]
    return [(path, value)]


_STEP = re.compile(r'\[(\d+)(?::(\d+))?\]|\["((?:[^"\\]|\\.)*)"\]|\.?([^\W\d]\w*)')


def steps_of(path):
    """A path as keys and places; the last may be a slice."""
    found = []
    at = 0
    while at < len(path) and path != "$":
        match = _STEP.match(path, at)
        assert match, path[at:]
        first, last, key, name = match.groups()
        if first is not None:
            found.append(slice(int(first), int(last)) if last else int(first))
        else:
            found.append(name if name is not None else json.loads(f'"{key}"'))
        at = match.end()
    return found


def leaves_of_chunk(chunk, lines=False):
    """(path, leaf) of every leaf of a body, with the paths that they have in the document."""
    value, path = json.loads(chunk.body), ()
    for step in steps_of(chunk.metadata["path"]):
        if isinstance(step, slice):
            assert len(value) == step.stop - step.start
            return [
                ((*path, step.start + at, *rest), leaf)
                for at, one in enumerate(value)
                for rest, leaf in leaves(one)
            ]
        assert len(value) == 1
        value = value[0] if isinstance(step, int) else value[step]
        path = (*path, step)
    return leaves(value, path)


def joined(chunks):
    """The leaves of all bodies; parts of one string are put together again."""
    found = []
    for chunk in chunks:
        own = leaves_of_chunk(chunk)
        if found and own[0][0] == found[-1][0]:
            assert len(own) == 1
            found[-1] = (own[0][0], found[-1][1] + own[0][1])
        else:
            found += own
    return found


@given(
    value=values,
    indent=st.sampled_from([None, 2]),
    ascii=st.booleans(),
    options=st.sampled_from(
        [{"max_tokens": 60}, {"max_tokens": 90, "min_tokens": 20}, {"max_chars": 120}, {}]
    ),
)
def test_every_leaf_is_in_one_body_and_the_bodies_give_the_value(value, indent, ascii, options):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    chunking = cw.chunk_text(text, "json", **options)
    assert broken_laws(chunking, None if "max_chars" in options else get_counter()) == []
    assert all(("path" in chunk.reason.shed) == _shed(chunk) for chunk in chunking if chunk.body is not None)
    assert all(bool(chunk.reason.note) == (chunk.body is None) for chunk in chunking)
    assert bool(chunking.warnings) == any(chunk.reason.note for chunk in chunking)
    if all(chunk.body is not None and not chunk.reason.shed for chunk in chunking):
        assert joined(chunking) == leaves(json.loads(text))


def _shed(chunk):
    """Whether a body shows less of its path than there is."""
    value = json.loads(chunk.body)
    for step in steps_of(chunk.metadata["path"]):
        if not isinstance(value, dict if isinstance(step, str) else list):
            return True
        if isinstance(step, str) and list(value) != [step]:
            return True
        if isinstance(step, slice):
            return False
        value = value[step if isinstance(step, str) else 0]
    return False


@given(
    lines=st.lists(
        st.one_of(st.lists(scalars, max_size=4), st.dictionaries(keys, scalars, max_size=4)), min_size=2
    )
)
def test_lines_are_runs_of_one_array(lines):
    text = "\n".join(json.dumps(line) for line in lines)
    chunking = cw.chunk_text(text, "json", max_tokens=200)
    assert broken_laws(chunking, get_counter()) == []
    if not any(_shed(chunk) for chunk in chunking):
        assert joined(chunking) == leaves(lines)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1.0, "b": 1e5, "c": -0, "d": 1E+2}',
        f"[{10**400}, {'9' * 5000}]",
        '{"a": 1, "a": 2}',
        '["\\ud83d\\ude00", "\\u00e9\\/", "\\ud83d"]',
        "[NaN, -Infinity]",
        '{"a": {}, "b": [], "c": ""}',
    ],
)
def test_values_stay_as_they_are_written(text):
    (chunk,) = cw.chunk_text(text, "json", max_tokens=None)
    assert chunk.body == text.replace(" ", "")
    parts = cw.chunk_text(text, "json", max_chars=12)
    assert broken_laws(parts) == []
    assert "".join("".join(part.text.split()) for part in parts) == text.replace(" ", "")


@pytest.mark.parametrize("text", ["7", '"word"', "null", "true", " [ ] ", "{}"])
def test_a_scalar_or_an_empty_container_is_a_chunk(text):
    (chunk,) = cw.chunk_text(text, "json")
    assert (chunk.body, chunk.metadata["path"], chunk.heading_path) == (text.replace(" ", ""), "$", ())


@pytest.mark.parametrize(
    "text", ['{"a": 1,}', "// comment\n[1]", "[1, 2", "Just words.", "{'a': 1}", "[1] [2]", "\ufeff\ufeff[1]"]
)
def test_what_is_no_json_is_cut_as_text_with_a_warning(text):
    chunking = cw.chunk_text(text, "json")
    assert chunking.warnings == ("The text is no valid JSON: it was cut as plain text.",)
    assert broken_laws(chunking, get_counter()) == []
    assert all(chunk.body is None for chunk in chunking)


def test_a_byte_order_mark_is_no_part_of_it():
    assert cw.chunk_text('\ufeff{"a": 1}', "json")[0].body == '{"a":1}'


def test_lines_that_are_no_json_are_kept():
    chunking = cw.chunk_text('{"n": 1}\n\n{"n": 2}\r\nbroken {\n{"n": 3}\n', "json")
    assert [chunk.content for chunk in chunking] == ['[{"n":1},{"n":2}]', "broken {", '[{"n":3}]']
    assert [chunk.metadata.get("path") for chunk in chunking] == ["[0:2]", None, "[2]"]
    assert chunking.warnings == ("1 line is no JSON: it was cut as plain text.",)
    assert broken_laws(chunking, get_counter()) == []
    several = cw.chunk_text('{"n": 1}\n' * 8 + "broken {\n坏的行 }\n", "json")
    assert [bool(chunk.reason.note) for chunk in several] == [False, True, True]
    assert several.warnings == ("2 lines are no JSON: they were cut as plain text.",)


def test_files_and_lines_of_files(tmp_path):
    file = tmp_path / "data.jsonl"
    file.write_text("".join(json.dumps({"name": f"n{n}", "size": n}) + "\n" for n in range(100)))
    chunking = cw.chunk(file, "json", max_tokens=100)
    assert [line for chunk in chunking for line in json.loads(chunk.body)] == [
        {"name": f"n{n}", "size": n} for n in range(100)
    ]
    assert broken_laws(chunking, get_counter()) == []


def test_the_path_is_told():
    text = json.dumps({"shop": {"name": "x" * 40, "items": [{"id": n, "tags": ["t"] * 3} for n in range(9)]}})
    chunking = cw.chunk_text(text, "json", max_chars=90)
    assert [chunk.metadata["path"] for chunk in chunking][:3] == [
        "shop.name",
        "shop.items[0:2]",
        "shop.items[2:4]",
    ]
    assert {chunk.heading_path for chunk in chunking} == {("shop", "name"), ("shop", "items")}
    assert chunking[1].body.startswith('{"shop":{"items":[{"id":0,')


def test_an_element_put_in_front_changes_no_heading_path():
    records = [{"id": n, "text": f"Record {n} " * 20} for n in range(20)]
    before = cw.chunk_text(json.dumps(records), "json", id="d", max_tokens=80)
    after = cw.chunk_text(
        json.dumps([{"id": -1, "text": "New " * 60}, *records]), "json", id="d", max_tokens=80
    )
    assert len({chunk.id for chunk in before} - {chunk.id for chunk in after}) <= 2


def test_long_strings_are_cut_where_people_would():
    text = json.dumps(
        {"note": "First line.\nSecond line with more words in it.\n\nA paragraph 😀 at the end." * 3}
    )
    chunking = cw.chunk_text(text, "json", max_chars=100)
    assert "".join(json.loads(chunk.body)["note"] for chunk in chunking) == json.loads(text)["note"]
    assert all(len(chunk.body) <= 100 for chunk in chunking)
    assert {chunk.reason.ends for chunk in chunking} <= {"delimiter", "sentence", "word", "end"}


@pytest.mark.parametrize("cap", [14, 15, 17, 20, 30])
def test_no_escape_is_cut(cap):
    text = '{"k":"' + "\\\\\\n\\u00e9\\ud83d\\ude00x\\\\" * 20 + '"}'
    chunking = cw.chunk_text(text, "json", max_chars=cap)
    parts = [json.loads(chunk.body) for chunk in chunking]
    whole = "".join(part["k"] if isinstance(part, dict) else part for part in parts)
    assert whole == json.loads(text)["k"]
    assert all(len(chunk.index_text) <= cap for chunk in chunking)


@pytest.mark.parametrize("key", ["key", "键"])
def test_what_cannot_be_cut_as_json_says_so(key):
    text = json.dumps({key: [1, 10**60, "中" * 90, -(10**60)]}, ensure_ascii=False)
    chunking = cw.chunk_text(text, "json", max_chars=40)
    assert broken_laws(chunking) == []
    assert chunking.warnings == (
        "2 JSON values are longer than the cap and cannot be cut as JSON: cut as text, so those chunks "
        "are no JSON (reason.note).",
    )
    noted = [chunk for chunk in chunking if chunk.reason.note]
    assert {chunk.metadata["path"] for chunk in noted} == {f"{key}[1]", f"{key}[3]"}
    assert len(noted) == 4
    assert all(chunk.reason.note.startswith("No JSON: part of a value") for chunk in noted)
    rest = [json.loads(chunk.content)[key] for chunk in chunking if not chunk.reason.note]
    assert rest[0] == [1]
    assert "".join(part for (part,) in rest[1:]) == "中" * 90


def test_a_path_that_had_no_room_is_shed():
    long = "键" * 30
    chunks = cw.chunk_text(
        json.dumps({long: {"b": ["c", "丁" * 15]}}, ensure_ascii=False), "json", max_chars=40
    )
    assert [(chunk.content, chunk.reason.shed) for chunk in chunks if chunk.body] == [
        (f'{{"b":["c","{"丁" * 15}"]}}', ("path",))
    ]
    deep = cw.chunk_text("[" * 40 + "1" + "]" * 40, "json", max_chars=70)
    assert [chunk.reason.shed for chunk in deep if chunk.body] == [("path",)]
    assert cw.chunk_text("[" * 40 + "1" + "]" * 40, "json")[0].reason.shed == ()


def test_brackets_that_are_chunks_of_their_own_say_so():
    chunking = cw.chunk_text("[" * 50 + '"值"' + "]" * 50, "json", max_chars=40)
    assert [chunk.content[0] for chunk in chunking if chunk.reason.note] == ["[", "[", "]", "]"]
    assert [chunk.content.strip("[]") for chunk in chunking] == ["", "", '"值"', "", ""]
    (warning,) = chunking.warnings
    assert warning.startswith("2 runs of brackets and keys are longer than the cap")


def test_a_last_run_that_is_too_small_is_evened_out():
    text = json.dumps(list(range(100, 121)))
    assert [c.metadata["path"] for c in cw.chunk_text(text, "json", max_chars=81)] == ["[0:20]", "[20]"]
    even = cw.chunk_text(text, "json", max_chars=81, min_chars=30)
    assert [c.metadata["path"] for c in even] == ["[0:11]", "[11:21]"]


def test_compact_text_leads_back_to_the_source():
    source = ' {"a b" :\t[1 , "c  d" ]}\n'
    found = read_json(source)
    assert found.text == '{"a b":[1,"c  d"]}'
    assert "".join(source[found.source(at)] for at in range(len(found.text))) == found.text

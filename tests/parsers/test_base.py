from __future__ import annotations

import os
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkwise.model.span import Span
from chunkwise.parsers.base import Draft, document_id, tile


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({"key": "k", "path": "/a/b"}, "k"),
        ({"path": "/docs/law/tax.md", "root": "/docs"}, "law/tax.md"),
        ({"path": "/docs/tax.md", "root": "/other"}, "tax.md"),
        ({"path": "law/tax.md"}, "law/tax.md"),
        ({"path": "./law/../law/tax.md"}, "law/../law/tax.md"),
        ({"path": "/home/me/tax.md"}, "tax.md"),
        ({"url": "https://me:secret@x.org/a/b?q=1#top"}, "https://x.org/a/b"),
        ({"data": b"abc"}, "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ],
)
def test_document_ids(given_, expected):
    assert document_id(**given_) == expected


def test_a_relative_path_inside_a_relative_root(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert document_id(path=os.path.join("docs", "a", "b.md"), root="docs") == "a/b.md"


def _spans(text, drafts, **options):
    return [(block.kind, block.span.of(text)) for block in tile(text, drafts, **options)]


def test_gaps_become_fillers_and_overlaps_are_cut():
    text = "aa bb cc dd"
    drafts = [Draft("heading", 3, 5), Draft("code", 4, 8)]
    assert _spans(text, drafts) == [
        ("paragraph", "aa"),
        ("heading", "bb"),
        ("code", "cc"),
        ("paragraph", "dd"),
    ]


def test_blank_drafts_vanish_and_indentation_stays_where_asked():
    text = "\n   \n  x\n"
    assert _spans(text, [Draft("paragraph", 0, 4), Draft("code", 4, 9, keep_indent=True)]) == [
        ("code", "  x")
    ]


def test_lone_marks_go_to_a_neighbour():
    text = "> a\n>\n> b\n>"
    drafts = [Draft("paragraph", 0, 4), Draft("paragraph", 6, 10)]
    assert _spans(text, drafts, marks=">") == [("paragraph", "> a\n>"), ("paragraph", "> b\n>")]
    tables = [Draft("table", 0, 4), Draft("paragraph", 6, 10)]
    assert _spans(text, tables, marks=">") == [("table", "> a"), ("paragraph", ">\n> b\n>")]


def test_parents_are_the_ids_of_earlier_drafts():
    parent = Draft("list_item", 0, 1)
    blocks = tile("a b", [parent, Draft("list_item", 2, 3, parent=parent)])
    assert [block.parent for block in blocks] == [None, blocks[0].id]


@settings(max_examples=100, deadline=None)
@given(
    text=st.text(alphabet="a \n>\u3000", max_size=30),
    cuts=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6),
)
def test_blocks_hold_every_character_once(text, cuts):
    drafts = [Draft("paragraph", min(pair), max(pair)) for pair in sorted(cuts, key=min)]
    blocks = tile(text, drafts, marks=">")
    held = "".join(block.span.of(text) for block in blocks)
    assert "".join(held.split()) == "".join(text.split())
    assert all(a.span.end <= b.span.start for a, b in pairwise(blocks))
    assert all(block.span != Span(0, 0) for block in blocks)

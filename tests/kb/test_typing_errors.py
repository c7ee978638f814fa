"""Queries with one typing error are answered nearly as well, and less well by whole words alone."""

from __future__ import annotations

import random
import re

import pytest

import chunkwise as cw
from chunkwise.testing.typing_errors import mistyped

QUERIES = 60


def asked(chunks, pattern, size, joiner, rng):
    """Short queries out of the middle of chunks, with the ids of these."""
    found = []
    for chunk in rng.sample(chunks, len(chunks)):
        words = re.findall(pattern, chunk.text)
        if len(words) > 4 * size:
            at = rng.randrange(len(words) - size)
            found.append((joiner.join(words[at : at + size]), chunk.id))
    return found[:QUERIES]


def rate(kb, queries, fine):
    return sum(id in {hit.chunk.id for hit in kb.search(text, 5, fine=fine)} for text, id in queries)


@pytest.mark.parametrize(
    ("name", "options", "pattern", "size", "joiner"),
    [
        ("chroma/wikitexts.md", {"max_tokens": 100}, r"[A-Za-z]{6,}", 2, " "),
        ("laws/专利法.md", {"max_tokens": 100}, "[\u4e00-\u9fff]", 6, ""),
    ],
)
def test_one_error_costs_little(kb, shared, name, options, pattern, size, joiner):
    path = shared / "data" / name
    if not path.is_file():
        pytest.skip("no such corpus in the shared folder")
    document = cw.parse(path, key=path.name)
    kb.add(document, "recursive", **options)
    chunks = list(cw.chunk(document, "recursive", **options))
    rng = random.Random(5)
    clean = asked(chunks, pattern, size, joiner, rng)
    typed = [(mistyped(text, rng), id) for text, id in clean]
    answered = rate(kb, clean, True)
    assert answered > 0.6 * QUERIES
    assert rate(kb, typed, True) >= 0.85 * answered
    assert rate(kb, typed, False) < rate(kb, typed, True)

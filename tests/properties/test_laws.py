"""The laws, on generated documents, for every registered method."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.methods import presets
from chunkwise.methods.build import with_base
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import documents, method_options, texts
from chunkwise.text.tokens import get_counter

METHODS = presets.names()


def counter_of(options):
    if "max_chars" in options and "tokenizer" not in options:
        return None
    return get_counter(options.get("tokenizer", "cl100k_base"))


@pytest.mark.parametrize("method", METHODS)
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_law_holds_on_generated_documents(method, data):
    document = data.draw(documents())
    options = data.draw(method_options(with_base(presets.load(method), {})))
    chunking = cw.chunk(document, method, **options)
    assert broken_laws(chunking, counter_of(options)) == []


@pytest.mark.parametrize("method", METHODS)
@given(data=st.data())
def test_every_law_holds_on_plain_text(method, data):
    text = "".join(data.draw(st.lists(texts, max_size=6)))
    options = data.draw(method_options(with_base(presets.load(method), {})))
    chunking = cw.chunk_text(text, method, **options)
    assert broken_laws(chunking, counter_of(options)) == []


@pytest.mark.parametrize("method", METHODS)
@given(document=documents(max_parts=8))
def test_the_same_input_gives_the_same_chunks(method, document):
    assert cw.chunk(document, method) == cw.chunk(document, method)

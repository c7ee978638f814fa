"""Every registered embedder keeps the contract; one that is registered needs a line in MAKERS."""

from __future__ import annotations

import pytest
from tiny_onnx import tiny_folder, tiny_model

from chunkwise import registry
from chunkwise.embed.spec import load_embedder
from chunkwise.runtime.http import JsonClient
from chunkwise.testing.embedders import EmbedderContract

MAKERS = {
    "words": lambda folder, server: load_embedder("words?size=256"),
    "onnx": lambda folder, server: load_embedder(f"onnx:{tiny_folder(folder, tiny_model(token_types=True))}"),
    "openai": lambda folder, server: load_embedder(f"openai:m@{server.url}?max_tokens=300"),
}


class TestEveryEmbedder(EmbedderContract):
    @pytest.fixture(params=registry.names("embedder"))
    def embedder(self, request, tmp_path, server):
        assert request.param in MAKERS, f"add a maker of {request.param} to {__file__}"
        return MAKERS[request.param](tmp_path / "model", server)


class TestOnnxThatQuantisesAtRunTime(EmbedderContract):
    @pytest.fixture
    def embedder(self, tmp_path):
        return load_embedder(
            f"onnx:{tiny_folder(tmp_path, tiny_model(dynamic=True))}?passage_prefix=passage: "
        )


class TestOpenAIWithFloats(EmbedderContract):
    @pytest.fixture
    def embedder(self, server):
        options = "dimensions=5&max_tokens=300&batch_texts=2&encoding=float&query_prefix=query: "
        return load_embedder(f"openai:m@{server.url}?{options}")


class TestMiniLM(EmbedderContract):
    @pytest.fixture
    def embedder(self, minilm):
        return load_embedder(f"onnx:{minilm}?max_tokens=64")


def test_a_client_with_its_settings_can_be_pickled():
    import pickle

    copy = pickle.loads(pickle.dumps(JsonClient(timeout=3, retries=7)))
    assert (copy.timeout, copy.retries) == (3, 7)

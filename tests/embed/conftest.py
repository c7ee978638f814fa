"""Models and servers that tests of embedders share."""

from __future__ import annotations

import pytest
from embedding_server import EmbeddingServer
from real_models import minilm_folder
from tiny_onnx import tiny_folder

collect_ignore = ["conftest.py"]


@pytest.fixture
def server(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    running = EmbeddingServer()
    yield running
    running.close()


@pytest.fixture
def tiny(tmp_path):
    return tiny_folder(tmp_path / "tiny")


@pytest.fixture(scope="session")
def minilm(tmp_path_factory):
    return minilm_folder(tmp_path_factory.mktemp("minilm") / "model")

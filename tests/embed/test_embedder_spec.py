"""Specs of embedders."""

from __future__ import annotations

import sys
import types

import pytest
from tiny_onnx import tiny_folder

from chunkwise import registry
from chunkwise.embed.onnx import OnnxEmbedder
from chunkwise.embed.spec import load_embedder
from chunkwise.errors import ConfigError, EmbedderError, InvalidOption, UnknownName, UnknownOption


class Plain:
    """An embedder of one's own, as small as can be."""

    name, max_tokens, counter = "plain", None, None

    def __init__(self, size: str = "2") -> None:
        self.size = int(size)

    def embed(self, texts):
        return [[1.0] * self.size for _ in texts]

    def embed_query(self, text):
        return [1.0] * self.size


class WithTarget(Plain):
    @classmethod
    def from_spec(cls, target, options):
        made = cls(**options)
        made.name = target
        return made


@pytest.fixture
def module(monkeypatch):
    made = types.ModuleType("my_embedders")
    made.__spec__ = types.SimpleNamespace(name="my_embedders")
    made.Plain, made.WithTarget, made.nothing = Plain, WithTarget, dict
    monkeypatch.setitem(sys.modules, "my_embedders", made)


def test_folders_and_options(tmp_path):
    folder = tiny_folder(tmp_path / "a model, 100% & more?")
    spec = f"onnx:{tmp_path}/a model, 100%25 & more%3F?query_prefix=query: &passage_prefix=a%26b%3Dc+d&max_tokens=9"
    assert load_embedder(spec).name == OnnxEmbedder(
        folder, query_prefix="query: ", passage_prefix="a&b=c+d", max_tokens=9
    ).name  # fmt: skip
    assert load_embedder(spec).max_tokens == 9


def test_models_at_endpoints(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    for spec in (
        "openai:text-embedding-3-small",
        "openai:text-embedding-3-small?dimensions=256",
        "openai:nomic-embed-text:latest@http://localhost:11434/v1",
        "openai:@cf/baai/bge-m3@https://h/v1?dimensions=3&max_tokens=512",
    ):
        assert load_embedder(spec).name == spec


def test_an_embedder_is_taken_as_it_is():
    mine = Plain()
    assert load_embedder(mine) is mine
    with pytest.raises(InvalidOption, match="no embedder"):
        load_embedder(3)


def test_classes_of_ones_own(module):
    assert load_embedder("my_embedders:Plain?size=3").embed_query("x") == [1.0] * 3
    assert load_embedder("my_embedders:WithTarget:some/where?size=3").name == "some/where"
    with pytest.raises(InvalidOption, match="does not take these options"):
        load_embedder("my_embedders:Plain?colour=red")
    with pytest.raises(InvalidOption, match="takes options only"):
        load_embedder("my_embedders:Plain:target")
    with pytest.raises(InvalidOption, match="makes no embedder"):
        load_embedder("my_embedders:nothing")
    with pytest.raises(ConfigError, match="cannot be imported"):
        load_embedder("my_embedders:Missing")


def test_entry_points_of_other_packages(monkeypatch):
    point = types.SimpleNamespace(name="mine", load=lambda: WithTarget)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] * (group == "chunkwise.embedders"))
    registry.plugins.cache_clear()
    try:
        assert load_embedder("mine:there").name == "there"
        assert registry.names("embedder") == ["mine", "onnx", "openai", "words"]
    finally:
        monkeypatch.undo()
        registry.plugins.cache_clear()


@pytest.mark.parametrize(
    "spec", ["", "onyx:folder", "models/minilm", "nowhere.at_all:Class", "a b:C", "?x=1", "::"]
)
def test_kinds_that_there_are_not(spec):
    with pytest.raises(UnknownName, match=r"There is no embedder") as caught:
        load_embedder(spec)
    assert caught.value.known == ["onnx", "openai", "words"]


@pytest.mark.parametrize(
    ("spec", "error", "why"),
    [
        ("onnx:no/where", EmbedderError, "no folder no/where"),
        ("onnx", InvalidOption, "onnx:FOLDER"),
        ("openai:", InvalidOption, "openai:MODEL"),
        ("openai:m?dimensions=few", InvalidOption, "dimensions has to be a whole number, and is 'few'"),
        ("openai:m?timeout=soon", InvalidOption, "timeout has to be a number"),
        ("openai:m?dimension=3", UnknownOption, "'dimensions'"),
        ("openai:m?api_key=sk-1", UnknownOption, "api_key"),
        ("openai:m?dimensions", InvalidOption, "name=value"),
        ("openai:m?dimensions=3&dimensions=4", InvalidOption, "twice"),
    ],
)
def test_specs_that_cannot_be(spec, error, why):
    with pytest.raises(error, match=why):
        load_embedder(spec)

"""Rerankers: functions, endpoints, cross-encoders; and what becomes of their failures."""

from __future__ import annotations

import pytest
from embedding_server import EmbeddingServer
from tiny_onnx import tiny_folder, tiny_model

from chunkwise.errors import EndpointError, InvalidOption, ModelError, UnknownName, UnknownOption
from chunkwise.model.protocols import Rerank
from chunkwise.rank.rerank import scores_of
from chunkwise.rank.rerank_endpoint import EndpointReranker, scores_in
from chunkwise.rank.rerank_onnx import OnnxReranker
from chunkwise.rank.rerank_spec import load_reranker


def by_length(query, texts):
    """Longer texts are better."""
    return [float(len(text)) for text in texts]


def answer(name, key):
    def answered(request):
        texts = request.get("documents") or request.get("texts")
        items = [{"index": at, key: float(len(text))} for at, text in enumerate(texts)]
        return 200, {}, {name: items[::-1]} if name else items[::-1]

    return answered


@pytest.fixture
def server():
    made = EmbeddingServer()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("spec", "form", "sent"),
    [
        (
            "endpoint:m@{url}",
            ("results", "relevance_score"),
            {"model": "m", "query": "q", "documents": ["a", "税务"]},
        ),
        ("endpoint:{url}", ("data", "relevance_score"), {"query": "q", "documents": ["a", "税务"]}),
        ("endpoint:{url}?api=tei&timeout=5", ("", "score"), {"query": "q", "texts": ["a", "税务"]}),
    ],
)
def test_endpoints(server, monkeypatch, spec, form, sent):
    monkeypatch.setenv("RERANK_API_KEY", "secret")
    server.always = answer(*form)
    rerank = load_reranker(spec.format(url=server.url))
    assert rerank("q", ["a", "税务"]) == [1.0, 2.0]
    assert (server.requests, server.headers[0]["authorization"]) == ([sent], "Bearer secret")
    assert isinstance(rerank, Rerank)


@pytest.mark.parametrize(
    "wrong",
    [
        {}, [], "no", {"results": [{"index": 0}]}, {"results": [{"index": 0, "score": 1.0}] * 2},
        {"results": [{"index": 7, "score": 1.0}, {"index": 0, "score": 1.0}]}, {"data": None},
        [{"index": 0, "score": "high"}, {"index": 1, "score": 1}],
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_an_error(wrong):
    with pytest.raises(EndpointError, match="of 2 texts"):
        scores_in(wrong, 2, "it")


def test_a_failing_endpoint(server):
    server.always = lambda request: (400, {}, {"error": "no"})
    with pytest.raises(EndpointError, match="400"):
        EndpointReranker(server.url)("q", ["a"])


def test_specs():
    assert load_reranker(by_length) is by_length
    assert load_reranker(f"{__name__}:by_length") is by_length
    for spec, error in (
        ("cohere", UnknownName), ("onxx:models/m", UnknownName), ("endpoint:localhost", InvalidOption),
        ("endpoint:http://u:p@host/rerank", InvalidOption), ("endpoint:http://host/r?api=x", InvalidOption),
        ("endpoint:http://host/r?key=x", UnknownOption), ("onnx:", InvalidOption), ("onnx:nowhere", ModelError),
        (7, InvalidOption),
    ):  # fmt: skip
        with pytest.raises(error):
            load_reranker(spec)


def test_a_cross_encoder_in_a_folder(tmp_path):
    folder = tiny_folder(tmp_path, tiny_model(pairs=True))
    rerank = load_reranker(f"onnx:{folder}?max_tokens=32")
    together = rerank("the cat", ["a cat sat", "the dog", ""])
    assert [rerank("the cat", [text])[0] for text in ("a cat sat", "the dog", "")] == together
    assert len(set(together)) == 3
    assert rerank("税务 \ud800", ["机关" * 500]) == rerank("税务 \ud800", ["机关" * 500])


def test_a_model_that_is_no_cross_encoder(tmp_path):
    with pytest.raises(ModelError, match="no cross-encoder"):
        OnnxReranker(tiny_folder(tmp_path))("q", ["a"])


@pytest.mark.parametrize(
    "broken",
    [lambda q, t: [1.0], lambda q, t: [float("nan")] * len(t), lambda q, t: None, lambda q, t: 1 / 0],
)
def test_whatever_fails_is_told(broken):
    scores, why = scores_of(broken, "q", ["a", "b"])
    assert (scores, why.startswith("Not reranked: ")) == (None, True)

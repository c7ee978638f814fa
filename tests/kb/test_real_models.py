"""Dense and hybrid search with real weights, and with an endpoint that answers and then does not."""

from __future__ import annotations

import pytest
from embedding_server import EmbeddingServer
from real_models import minilm_folder

import chunkwise as cw

NOTES = {
    "lamp": "The warning light on the front panel blinks when the battery is almost empty.",
    "door": "Guests enter through the gate beside the garage.",
    "meal": "Breakfast is served from seven until ten o'clock.",
    "pay": "Invoices are settled within thirty days by bank transfer.",
    "dog": "Our puppy sleeps in the kitchen.",
}


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    return f"onnx:{minilm_folder(tmp_path_factory.mktemp('minilm'))}"


@pytest.fixture(scope="module")
def base(tmp_path_factory, spec):
    folder = tmp_path_factory.mktemp("kb") / "a.kb"
    documents = [cw.Document.from_text(text, name) for name, text in NOTES.items()]
    with cw.open_kb(folder, create=True, embedder=spec) as kb:
        kb.add(documents)
        yield kb


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("When do I have to charge the device?", "lamp"),
        ("Where is the entrance for visitors?", "door"),
        ("What time can I eat in the morning?", "meal"),
        ("How long do customers have to transfer the money?", "pay"),
        ("Where does the pet rest at night?", "dog"),
    ],
)
def test_meaning_is_found_without_a_common_word(base, query, answer):
    hits = base.search(query, 5, mode="dense")
    assert (hits.mode, hits.warnings, hits[0].chunk.document_id) == ("dense", (), answer)


def test_hybrid_finds_both_the_word_and_the_meaning(base):
    hits = base.search("puppy entrance", 2)
    assert {hit.chunk.document_id for hit in hits} == {"dog", "door"}
    assert "lexical" not in next(hit for hit in hits if hit.chunk.document_id == "door").parts


def test_words_and_vectors_are_fused(base):
    parts = base.search("puppy in the kitchen", 1)[0].parts
    assert (parts["lexical_rank"], parts["dense_rank"]) == (1, 1)
    assert 0.5 < parts["dense"] <= 1


def test_the_base_remembers_its_embedder(base, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with cw.open_kb(base.path) as again:
        hits = again.search("Where does the pet rest?", 1, mode="dense")
        assert (hits[0].chunk.document_id, hits.warnings) == ("dog", ())


def test_the_models_limit_is_the_cap(tmp_path, spec):
    text = " ".join(f"Sentence number {n} says something about lamps." for n in range(200))
    with cw.open_kb(tmp_path / "a.kb", create=True, embedder=spec) as kb:
        kb.add(cw.Document.from_text(text, "long"), "recursive")
        chunks = [hit.chunk for hit in kb.search("lamps", 50, mode="lexical")]
        assert len(chunks) > 5
        assert max(chunk.tokens for chunk in chunks) <= 256
        with pytest.raises(cw.InvalidOption, match="reads 256 tokens"):
            kb.add(cw.Document.from_text(text, "long"), "recursive", max_tokens=300)


def test_an_endpoint_and_its_failure(tmp_path):
    server = EmbeddingServer()
    spec = f"openai:some-model@{server.url}?tokenizer=words"
    with cw.open_kb(tmp_path / "a.kb", create=True, embedder=spec) as kb:
        kb.add([cw.Document.from_text(text, name) for name, text in NOTES.items()])
        assert kb.search("puppy", 1).mode == "hybrid"
    server.close()
    with cw.open_kb(tmp_path / "a.kb") as kb:
        hits = kb.search("puppy", 1)
        assert (hits.mode, hits[0].chunk.document_id) == ("lexical", "dog")
        assert "Searched by words only" in hits.warnings[0]

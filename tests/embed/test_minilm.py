"""A real model: all-MiniLM-L6-v2, which reads English. Skipped where its files are not installed."""

from __future__ import annotations

import numpy
import pytest
from tokenizers import Tokenizer

import chunkwise as cw
from chunkwise.embed.onnx import OnnxEmbedder
from chunkwise.runtime.onnx import OnnxModel
from chunkwise.testing.embedders import ODD, TEXTS
from chunkwise.testing.laws import broken_laws

PAIRS = [
    ("How do I reset my password?", "To choose a new password, open the account settings."),
    ("A cat sleeps on the sofa.", "The kitten is napping on the couch."),
    ("The central bank raised interest rates.", "Borrowing became more expensive after the monetary decision."),
    ("The contract may be terminated with 30 days' notice.", "Either party can end the agreement within a month."),
]  # fmt: skip


@pytest.fixture(scope="module")
def embedder(minilm):
    return OnnxEmbedder(minilm)


@pytest.fixture(scope="module")
def reference(minilm):
    """The plain way that the model's card describes, without anything of ours but the loader."""
    tokenizer = Tokenizer.from_file(str(minilm / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    model = OnnxModel(minilm / "model.onnx")

    def vectors(texts, padded_to=0):
        made = []
        for text in texts:
            ids = tokenizer.encode(text).ids
            padding = [0] * max(0, padded_to - len(ids))
            mask = numpy.array([[1] * len(ids) + padding])
            given = {"input_ids": numpy.array([ids + padding]), "attention_mask": mask}
            given["token_type_ids"] = numpy.zeros_like(mask)
            rows = model.run(given, ["last_hidden_state"])[0][0] * mask[0][:, None]
            mean = rows.sum(0) / mask.sum()
            made.append(mean / numpy.linalg.norm(mean))
        return numpy.array(made)

    return vectors


def test_it_knows_its_size(embedder):
    assert (embedder.max_tokens, len(embedder.embed_query("a question"))) == (256, 384)


def test_vectors_are_those_of_the_plain_way(embedder, reference):
    texts = [text for pair in PAIRS for text in pair] + ["", "word " * 400]
    vectors = numpy.array(embedder.embed(texts))
    assert abs(vectors - reference(texts)).max() < 1e-5
    assert abs(vectors - reference(texts, padded_to=64)).max() < 1e-5


def test_texts_that_mean_the_same_are_nearer_than_others(embedder):
    questions = numpy.array([embedder.embed_query(one) for one, _ in PAIRS])
    passages = numpy.array(embedder.embed([other for _, other in PAIRS]))
    cosines = questions @ passages.T
    assert cosines.argmax(axis=1).tolist() == [0, 1, 2, 3]
    assert cosines.diagonal().min() > 0.4
    assert (cosines - numpy.diag(cosines.diagonal())).max() < 0.4


def test_a_vector_is_the_same_to_the_bit_in_any_company(embedder):
    texts = [f"{one} {other}" for one, other in PAIRS] + [*TEXTS, *(f"Short text {n}." for n in range(40))]
    together = embedder.embed(texts)
    backwards = embedder.embed(texts[::-1])[::-1]
    assert together == backwards
    assert (
        max(abs(numpy.array(together[at]) - embedder.embed([texts[at]])[0]).max() for at in (0, 5, 30)) < 1e-6
    )


def test_what_stands_behind_the_limit_is_not_read(embedder):
    long = "word " * 254
    assert embedder.counter.count_many([long]) == [256]
    assert embedder.embed([long + "entirely different"]) == embedder.embed([long])
    assert embedder.embed(["word " * 253 + "other"]) != embedder.embed([long])


def test_the_counter_counts_as_the_tokenizer_does(embedder, minilm):
    tokenizer = Tokenizer.from_file(str(minilm / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    texts = [
        *TEXTS,
        *(text for text in ODD if text.isprintable() and "[CLS]" not in text),
        "",
        "naïve café " * 90,
    ]
    assert embedder.counter.count_many(texts) == [len(tokenizer.encode(text).ids) for text in texts]


@pytest.mark.parametrize("method", ["general", "recursive"])
def test_chunks_keep_the_laws_and_the_models_cap(embedder, method):
    text = "\n\n".join(f"{one} {other} 税务机关应当依法征收税款。" for one, other in PAIRS * 12)
    chunking = cw.chunk_text(text, method, tokenizer=embedder.counter, max_tokens=64)
    assert broken_laws(chunking, embedder.counter) == []
    assert 40 < max(chunk.tokens for chunk in chunking) <= 64

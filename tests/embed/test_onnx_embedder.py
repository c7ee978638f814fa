"""The embedder of ONNX models, on models made here; test_minilm.py has a real one."""

from __future__ import annotations

import json
import math
import shutil

import numpy
import pytest
from tiny_onnx import tiny_folder, tiny_model, tiny_tokenizer
from tokenizers import processors

import chunkwise as cw
from chunkwise.embed.onnx import OnnxEmbedder
from chunkwise.errors import EmbedderError, InvalidOption
from chunkwise.runtime.onnx import OnnxModel
from chunkwise.testing.embedders import distance
from chunkwise.testing.laws import broken_laws

TEXT = "the cat sat on the mat"


def rows(folder, ids):
    """What the model gives for the tokens."""
    given = {"input_ids": numpy.array([ids]), "attention_mask": numpy.ones((1, len(ids)), int)}
    return OnnxModel(folder / "model.onnx").run(given, ["last_hidden_state"])[0][0]


def direction(vector):
    return vector / numpy.linalg.norm(vector)


@pytest.mark.parametrize("how", ["mean", "cls", "max", "last"])
def test_vectors_are_pooled_tokens_at_length_one(tiny, how):
    pool = {
        "mean": lambda r: r.mean(0),
        "cls": lambda r: r[0],
        "max": lambda r: r.max(0),
        "last": lambda r: r[-1],
    }
    for text in ("the cat", TEXT, "税务机关", ""):
        expected = direction(pool[how](rows(tiny, tiny_tokenizer().encode(text).ids)))
        vectors = OnnxEmbedder(tiny, pooling=how).embed([text, "a dog ran", TEXT])
        assert numpy.allclose(vectors[0], expected, atol=1e-6)
        assert math.hypot(*vectors[0]) == pytest.approx(1)


def test_texts_that_are_too_long_lose_their_ends_and_keep_their_special_tokens(tiny):
    ids = tiny_tokenizer().encode(TEXT).ids
    expected = direction(rows(tiny, [*ids[:4], ids[-1]]).mean(0))
    assert numpy.allclose(OnnxEmbedder(tiny, max_tokens=5).embed([TEXT])[0], expected, atol=1e-6)


def test_a_model_that_quantises_at_run_time_gets_each_text_alone(tmp_path):
    folder = tiny_folder(tmp_path, tiny_model(dynamic=True))
    ids = [tiny_tokenizer().encode(text).ids for text in ("the cat sat", "税 务 :")]
    alone = rows(folder, ids[0])
    given = {"input_ids": numpy.array(ids), "attention_mask": numpy.ones((2, 5), int)}
    shared = OnnxModel(folder / "model.onnx").run(given, ["last_hidden_state"])[0][0]
    assert abs(alone - shared).max() > 1e-3, "else this test shows nothing"
    vectors = OnnxEmbedder(folder).embed(["税 务 :", "the cat sat"])
    assert numpy.array_equal(
        numpy.array(vectors[1]), direction(alone.astype(float).mean(0)).astype("float32")
    )


def test_other_models_run_short_texts_of_a_length_together(tiny, monkeypatch):
    shapes = []
    run = OnnxModel.run
    monkeypatch.setattr(
        OnnxModel,
        "run",
        lambda self, given, names: (shapes.append(given["input_ids"].shape), run(self, given, names))[1],
    )
    texts = ["the cat", "a", "a dog"] * 30 + [TEXT]
    vectors = OnnxEmbedder(tiny, threads=1).embed(texts)
    assert shapes == [(30, 3), (60, 4), (1, 8)]
    assert len({tuple(vector) for vector in vectors}) == 4
    shapes.clear()
    OnnxEmbedder(tiny, threads=1).embed([TEXT] * 40)
    assert shapes == [(32, 8), (8, 8)]


def test_the_number_of_threads_changes_nothing(tiny):
    texts = [" ".join(["cat"] * (n % 9)) for n in range(40)]
    assert OnnxEmbedder(tiny, threads=1).embed(texts) == OnnxEmbedder(tiny, threads=5).embed(texts)


def test_prefixes_are_read_and_counted(tiny):
    plain = OnnxEmbedder(tiny)
    embedder = OnnxEmbedder(tiny, query_prefix="query: ", passage_prefix="passage: ")
    assert embedder.embed(["the cat"]) == plain.embed(["passage: the cat"])
    assert embedder.embed_query("the cat") == plain.embed(["query: the cat"])[0]
    assert embedder.counter.count_many(["the cat", ""]) == [6, 4]
    assert plain.embed_query("the cat") == plain.embed(["the cat"])[0]


def test_prompts_of_the_folder_are_used_unless_others_are_given(tiny):
    prompts = {"query": "query: ", "passage": "passage: ", "other": "x"}
    (tiny / "config_sentence_transformers.json").write_text(json.dumps({"prompts": prompts}))
    embedder, plain = OnnxEmbedder(tiny), OnnxEmbedder(tiny, query_prefix="", passage_prefix="")
    assert embedder.embed_query("the cat") == plain.embed_query("query: the cat")
    assert embedder.embed(["the cat"]) == plain.embed(["passage: the cat"])


def test_the_counter_counts_what_the_model_reads(tiny):
    counter = OnnxEmbedder(tiny).counter
    texts = ["", "the cat", "税务机关应当", "the\x00cat", "nothing known"]
    assert counter.count_many(texts) == [len(tiny_tokenizer().encode(text).ids) for text in texts]
    assert counter.count_many(["\ud800"]) == counter.count_many(["\ufffd"])
    assert counter.safe_cuts("the cat sat", 3) is None


def test_text_that_looks_like_a_special_token_is_text(tiny):
    embedder = OnnxEmbedder(tiny)
    assert embedder.counter.count_many(["[CLS]"]) == [5]
    assert embedder.embed(["[CLS]"]) != embedder.embed([""])


def test_chunks_are_cut_to_the_models_size(tiny):
    counter = OnnxEmbedder(tiny).counter
    chunking = cw.chunk_text(f"{TEXT}. " * 20 + "税务机关应当。" * 20, tokenizer=counter, max_tokens=16)
    assert broken_laws(chunking, counter) == []
    assert max(chunk.tokens for chunk in chunking) <= 16


def test_the_name_is_that_of_the_bytes(tiny, tmp_path):
    copy = shutil.copytree(tiny, tmp_path / "copy")
    (copy / "README.md").write_text("of no matter")
    name = OnnxEmbedder(tiny).name
    assert OnnxEmbedder(copy).name == name == OnnxEmbedder(copy, threads=3, max_tokens=16).name
    options = [
        {"max_tokens": 9},
        {"pooling": "cls"},
        {"query_prefix": "q"},
        {"passage_prefix": "q"},
        {"passage_prefix": "\ud800"},
    ]
    others = [OnnxEmbedder(tiny, **option).name for option in options]
    (copy / "model.onnx").write_bytes(tiny_model(seed=2))
    others.append(OnnxEmbedder(copy).name)
    (copy / "model.onnx_data").write_bytes(b"weights")
    others.append(OnnxEmbedder(copy).name)
    (copy / "tokenizer.json").write_text((copy / "tokenizer.json").read_text() + "\n")
    others.append(OnnxEmbedder(copy).name)
    assert len({name, *others}) == len(others) + 1


def test_options_that_cannot_be(tiny, tmp_path):
    for options, why in [
        ({"max_tokens": 0}, "at least 1 for this model, and is 0"),
        ({"pooling": "sum"}, "There are: mean, cls"),
        ({"threads": 0}, "at least 1"),
    ]:
        with pytest.raises(InvalidOption, match=why):
            OnnxEmbedder(tiny, **options)
    with pytest.raises(InvalidOption, match="more than the 2 special tokens"):
        OnnxEmbedder(tiny, max_tokens=2).embed(["a"])
    with pytest.raises(InvalidOption, match="Give max_tokens"):
        OnnxEmbedder(tiny_folder(tmp_path / "bare", limit=0))
    assert OnnxEmbedder(tmp_path / "bare", max_tokens=7).max_tokens == 7


def test_models_that_are_none_of_embeddings(tmp_path):
    with pytest.raises(EmbedderError, match="wants an input pixels"):
        OnnxEmbedder(tiny_folder(tmp_path / "a", tiny_model(extra_input="pixels"))).embed(["a"])
    with pytest.raises(EmbedderError, match="cannot be loaded"):
        OnnxEmbedder(tiny_folder(tmp_path / "b", b"no model")).embed(["a"])
    for scale in (0.0, math.nan, math.inf):
        with pytest.raises(EmbedderError, match="without a direction"):
            OnnxEmbedder(tiny_folder(tmp_path / "c", tiny_model(scale=scale))).embed(["a"])


def test_a_model_that_pools_by_itself(tiny, tmp_path):
    folder = tiny_folder(tmp_path / "pooled", tiny_model(pooled=True))
    assert distance(OnnxEmbedder(folder).embed_query(TEXT), OnnxEmbedder(tiny).embed_query(TEXT)) < 1e-6
    with pytest.raises(EmbedderError, match="pools by itself"):
        OnnxEmbedder(folder, pooling="cls").embed([TEXT])


def test_an_empty_text_has_a_vector_even_without_special_tokens(tiny):
    tokenizer = tiny_tokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(single="$A", special_tokens=[])
    tokenizer.save(str(tiny / "tokenizer.json"))
    embedder = OnnxEmbedder(tiny)
    assert embedder.embed(["", "the cat", "\x00"])[0] == embedder.embed_query(".")
    assert embedder.counter.count_many(["", "the cat"]) == [0, 2]
    assert embedder.counter.safe_cuts("the cat sat on", 3) is not None


def test_a_model_that_goes_away(tiny):
    embedder = OnnxEmbedder(tiny)
    (tiny / "model.onnx").unlink()
    with pytest.raises(EmbedderError, match="cannot be read"):
        embedder.embed(["a"])

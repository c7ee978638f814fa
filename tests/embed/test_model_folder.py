"""Which files of a folder are the model's, and what its settings say."""

from __future__ import annotations

import json

import pytest
from tiny_onnx import tiny_folder

from chunkwise.embed.model_folder import find_model
from chunkwise.errors import EmbedderError, InvalidOption


def settings(folder, **files):
    for name, content in files.items():
        path = folder / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


@pytest.fixture
def bare(tmp_path):
    return tiny_folder(tmp_path / "bare", limit=0)


@pytest.mark.parametrize(
    "place", ["model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "modèle.onnx"]
)
def test_the_model_is_found_where_it_usually_is(tmp_path, place):
    folder = tiny_folder(tmp_path, place=place)
    assert find_model(folder).model == folder / place
    assert find_model(folder).tokenizer == folder / "tokenizer.json"
    assert find_model(folder).max_tokens == 16


def test_the_full_model_is_taken_before_variants_and_of_several_one_has_to_be_named(tmp_path):
    folder = tiny_folder(tmp_path, place="onnx/model_int8.onnx")
    tiny_folder(tmp_path, place="onnx/model_fp16.onnx")
    with pytest.raises(InvalidOption, match=r"onnx/model_fp16.onnx, onnx/model_int8.onnx.*option model"):
        find_model(folder)
    assert find_model(folder, model="onnx/model_int8.onnx").model.name == "model_int8.onnx"
    tiny_folder(tmp_path, place="onnx/model.onnx")
    assert find_model(folder).model.name == "model.onnx"


def test_files_in_two_places(tmp_path):
    one, other = tiny_folder(tmp_path / "one"), tiny_folder(tmp_path / "other", limit=9)
    for tokenizer in (other, other / "tokenizer.json"):
        found = find_model(model=one / "model.onnx", tokenizer=tokenizer)
        assert (found.tokenizer, found.max_tokens) == (other / "tokenizer.json", 9)
    (one / "tokenizer.json").rename(one / "words.json")
    assert find_model(one, tokenizer="words.json").tokenizer == one / "words.json"
    with pytest.raises(InvalidOption, match="both its file and its tokenizer"):
        find_model(model=one / "model.onnx")


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(EmbedderError, match=r"no folder .*nowhere"):
        find_model(tmp_path / "nowhere")
    with pytest.raises(EmbedderError, match=r"no .onnx file in"):
        find_model(tmp_path)
    (tmp_path / "model.onnx").touch()
    with pytest.raises(EmbedderError, match=r"no tokenizer .*tokenizer.json"):
        find_model(tmp_path)
    with pytest.raises(EmbedderError, match=r"no model .*other.onnx"):
        find_model(tmp_path, model="other.onnx")


@pytest.mark.parametrize(
    ("sentence", "tokenizer", "config", "limit"),
    [
        ({"max_seq_length": 256}, {"model_max_length": 512}, {"max_position_embeddings": 512}, 256),
        ({"max_seq_length": None}, {"model_max_length": 384}, {"max_position_embeddings": 512}, 384),
        ({}, {"model_max_length": 1e30}, {"max_position_embeddings": 512}, 512),
        ({}, {"model_max_length": 1000000000000000019884624838656}, {}, None),
        ({}, {}, {"max_position_embeddings": 514, "model_type": "xlm-roberta", "pad_token_id": 1}, 512),
        ({}, {}, {"max_position_embeddings": 514, "model_type": "mpnet"}, 512),
        ({"max_seq_length": 514}, {}, {"max_position_embeddings": 514, "model_type": "roberta"}, 512),
        ({"max_seq_length": 4096}, {}, {"max_position_embeddings": 512, "model_type": "bert"}, 512),
        ({}, {}, {"n_positions": 8192, "model_type": "nomic_bert"}, 8192),
        ({}, {}, {"n_positions": 512, "model_type": "t5"}, None),
        ({"max_seq_length": "many"}, {"model_max_length": True}, {"max_position_embeddings": -1}, None),
    ],
)
def test_limits(bare, sentence, tokenizer, config, limit):
    settings(bare, sentence_bert_config=sentence, tokenizer_config=tokenizer, config=config)
    assert find_model(bare).max_tokens == limit


def test_the_tokenizers_own_limit_is_the_last_resort(bare):
    description = json.loads((bare / "tokenizer.json").read_text())
    description["truncation"] = {
        "max_length": 128,
        "strategy": "LongestFirst",
        "stride": 0,
        "direction": "Right",
    }
    settings(bare, tokenizer=description)
    assert find_model(bare).max_tokens == 128


@pytest.mark.parametrize(
    ("pooling", "how"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_mean_tokens": True, "word_embedding_dimension": 384}, "mean"),
        ({"pooling_mode_mean_sqrt_len_tokens": True}, "mean"),
        ({"pooling_mode_lasttoken": True, "include_prompt": True}, "last"),
        ({"pooling_mode": "cls"}, "cls"),
        ({"pooling_mode": "lasttoken"}, "last"),
        ({}, "mean"),
    ],
)
def test_pooling(bare, pooling, how):
    assert find_model(settings(bare, **{"1_Pooling__config": pooling})).pooling == how


@pytest.mark.parametrize(
    "pooling",
    [
        {"pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True},
        {"pooling_mode_weightedmean_tokens": True},
        {"pooling_mode": "weightedmean"},
    ],
)
def test_pooling_that_is_not_done_is_refused(bare, pooling):
    with pytest.raises(EmbedderError, match="not done here"):
        find_model(settings(bare, **{"1_Pooling__config": pooling}))


def test_a_layer_that_would_be_left_out_is_refused(bare):
    parts = [{"type": f"sentence_transformers.models.{kind}"} for kind in ("Transformer", "Pooling", "Dense")]
    with pytest.raises(EmbedderError, match="a part of kind Dense"):
        find_model(settings(bare, modules=parts))
    assert find_model(settings(bare, modules=parts[:2])).pooling == "mean"


def test_lower_case_and_prompts(bare):
    prompts = {"query": "q: ", "document": "d: ", "passage": "p: "}
    settings(
        bare, sentence_bert_config={"do_lower_case": True}, config_sentence_transformers={"prompts": prompts}
    )
    found = find_model(bare)
    assert (found.lower, found.query_prompt, found.passage_prompt) == (True, "q: ", "d: ")
    settings(bare, config_sentence_transformers={"prompts": ["odd"]})
    assert find_model(bare).query_prompt == ""


def test_settings_that_cannot_be_read(bare):
    (bare / "config.json").write_text("{")
    with pytest.raises(EmbedderError, match=r"config.json cannot be read"):
        find_model(bare)

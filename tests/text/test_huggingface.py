"""Hugging Face tokenizers: built here, since nothing is downloaded at test time."""

from __future__ import annotations

import pytest
from hypothesis import given
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import FRAGMENTS, texts
from chunkwise.text.counters.huggingface import HuggingFaceCounter
from chunkwise.text.token_index import Piece, TokenIndex

CORPUS = ["The quick brown fox jumps over the lazy dog.", "中华人民共和国税收征收管理法", *FRAGMENTS] * 3


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.WordPieceTrainer(vocab_size=300, special_tokens=["[UNK]", "[CLS]"], show_progress=False),
    )
    return tokenizer


def byte_level():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        CORPUS, trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    )
    return tokenizer


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.UnigramTrainer(
            vocab_size=200, unk_token="<unk>", special_tokens=["<unk>"], show_progress=False
        ),
    )
    return tokenizer


TOKENIZERS = {"wordpiece": wordpiece(), "bytes": byte_level(), "other": unigram()}


@pytest.mark.parametrize("family", TOKENIZERS)
@given(texts)
def test_counts_are_those_of_the_tokenizer_and_add_up(family, text):
    counter = HuggingFaceCounter.wrap(TOKENIZERS[family])
    assert counter.family == family
    direct = len(TOKENIZERS[family].encode(text, add_special_tokens=False).ids)
    assert counter.count_many([text]) == [direct]
    assert TokenIndex(text * 3, counter).count([Piece(0, 3 * len(text))]) == counter.count_many([text * 3])


@pytest.mark.parametrize("family", TOKENIZERS)
@given(texts)
def test_the_laws_hold_under_each_family(family, text):
    counter = HuggingFaceCounter.wrap(TOKENIZERS[family])
    assert broken_laws(cw.chunk_text(text * 4, tokenizer=TOKENIZERS[family], max_tokens=12), counter) == []


def test_special_token_text_is_ordinary_text_and_the_callers_tokenizer_is_left_alone():
    tokenizer = wordpiece()
    tokenizer.enable_truncation(2)
    counter = HuggingFaceCounter.wrap(tokenizer)
    assert counter.count_many(["[CLS]"]) != [1]
    assert counter.count_many(["the quick brown fox"])[0] > 2
    assert tokenizer.truncation["max_length"] == 2


def test_a_file_or_its_folder_can_be_named(tmp_path):
    TOKENIZERS["wordpiece"].save(str(tmp_path / "tokenizer.json"))
    for name in (f"hf:{tmp_path}", f"hf:{tmp_path}/tokenizer.json"):
        assert cw.chunk_text("the quick brown fox", tokenizer=name)[0].tokens > 3
    with pytest.raises(cw.TokenizerError, match="cannot be read"):
        cw.chunk_text("x", tokenizer=f"hf:{tmp_path}/nothing.json")


def test_a_memo_that_is_full_starts_anew(monkeypatch):
    monkeypatch.setattr("chunkwise.text.counters.huggingface._MEMO_LIMIT", 3)
    counter = HuggingFaceCounter.wrap(TOKENIZERS["wordpiece"])
    words = [f"word{n}" for n in range(20)]
    assert [counter.count_many([word])[0] for word in words] == counter.count_many(words)
    assert len(counter.memo) <= 25

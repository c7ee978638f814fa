"""Sentences of other libraries: merged as in LangChain, with the places that the libraries tell."""

import sys
from types import SimpleNamespace

import pytest

from chunkwise.adapters.langchain import (
    KonlpyTextSplitter,
    NLTKTextSplitter,
    SentenceTransformersTokenTextSplitter,
    SpacyTextSplitter,
)
from chunkwise.adapters.langchain.konlpy import placed
from chunkwise.errors import MissingExtra

TEXT = "The weather is fine.  Let us go to the park! Are you coming?"


@pytest.mark.parametrize(
    ("module", "package", "kind"),
    [
        ("konlpy", "konlpy", KonlpyTextSplitter),
        ("nltk", "nltk", NLTKTextSplitter),
        ("spacy", "spacy", SpacyTextSplitter),
        ("sentence_transformers", "sentence-transformers", SentenceTransformersTokenTextSplitter),
    ],
)
def test_what_is_missing_is_named(module, package, kind, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=f"pip install {package}"):
        kind()


@pytest.fixture
def punkt(monkeypatch):
    """NLTK's own Punkt without the model that it would download."""
    tokenize = pytest.importorskip("nltk.tokenize")
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    monkeypatch.setattr(tokenize, "_get_punkt_tokenizer", lambda language: PunktSentenceTokenizer())


@pytest.mark.usefixtures("punkt")
def test_nltk():
    splitter = NLTKTextSplitter(chunk_size=50, chunk_overlap=0)
    chunks = splitter._slices(TEXT)
    assert [(chunk.text, chunk.start) for chunk in chunks] == [
        ("The weather is fine.\n\nLet us go to the park!", 0),
        ("Are you coming?", TEXT.index("Are")),
    ]
    assert splitter.split_text(TEXT) == [chunk.text for chunk in chunks]


@pytest.mark.usefixtures("punkt")
def test_nltk_with_the_text_as_it_is():
    splitter = NLTKTextSplitter(
        "", use_span_tokenize=True, chunk_size=50, chunk_overlap=0, strip_whitespace=False
    )
    chunks = splitter._slices(TEXT)
    assert "".join(chunk.text for chunk in chunks) == TEXT
    assert all(TEXT[chunk.start :].startswith(chunk.text) for chunk in chunks)
    with pytest.raises(ValueError, match="separator should be ''"):
        NLTKTextSplitter(use_span_tokenize=True)


@pytest.mark.usefixtures("punkt")
def test_nltk_is_langchain_s():
    theirs = pytest.importorskip("langchain_text_splitters", exc_type=ImportError)
    for options in ({}, {"separator": "", "use_span_tokenize": True}):
        options = {"chunk_size": 30, "chunk_overlap": 20, **options}
        assert NLTKTextSplitter(**options).split_text(TEXT * 3) == theirs.NLTKTextSplitter(
            **options
        ).split_text(TEXT * 3)


def test_spacy():
    pytest.importorskip("spacy")
    splitter = SpacyTextSplitter(pipeline="sentencizer", chunk_size=50, chunk_overlap=0)
    chunks = splitter._slices(TEXT)
    assert [chunk.text.split("\n\n")[0] for chunk in chunks] == [
        TEXT[chunk.start :][: len(chunk.text.split("\n\n")[0])] for chunk in chunks
    ]
    assert splitter.split_text(TEXT)[-1] == "Are you coming?"


def test_sentences_whose_white_space_was_changed():
    text = " 날씨가  좋다.\n공원에 가자."
    assert [(piece.text, piece.start) for piece in placed(text, ["날씨가 좋다.", "공원에 가자."])] == [
        ("날씨가 좋다.", 1),
        ("공원에 가자.", text.index("공원에")),
    ]
    assert [piece.start for piece in placed("a", ["a", "b"])] == [0, 1]


class Words:
    """A tokenizer as those of models are: lower case, with a token before and one behind every text."""

    def __init__(self, is_fast):
        tokenizers = pytest.importorskip("tokenizers")
        words = {"[UNK]": 0, "the": 1, "weather": 2, "is": 3, "fine": 4, ".": 5}
        self.inner = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
        self.inner.normalizer = tokenizers.normalizers.Lowercase()
        self.inner.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
        self.is_fast = is_fast

    def __call__(self, text, **options):
        return {"offset_mapping": self.inner.encode(text).offsets}

    def encode(self, text, **options):
        return [101, *self.inner.encode(text).ids, 102]

    def decode(self, ids):
        return self.inner.decode(ids)


@pytest.fixture
def model(monkeypatch):
    """A stand-in for the package, which is too large for a test."""
    package = type(sys)("sentence_transformers")

    def loaded(name, is_fast=True, max_seq_length=4):
        return SimpleNamespace(tokenizer=Words(is_fast), max_seq_length=max_seq_length)

    package.SentenceTransformer = loaded
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)


@pytest.mark.usefixtures("model")
def test_tokens_of_a_model():
    text = "The weather is fine. The weather is  fine.\n"
    splitter = SentenceTransformersTokenTextSplitter(chunk_overlap=1)
    chunks = splitter._slices(text)
    assert [chunk.text for chunk in chunks] == [
        "The weather is fine",
        "fine. The weather ",
        "weather is  fine.\n",
    ]
    assert all(text[chunk.start :].startswith(chunk.text) for chunk in chunks)
    assert splitter.split_text(text) == [chunk.text for chunk in chunks]
    assert splitter.count_tokens(text="The weather") == 4
    slow = SentenceTransformersTokenTextSplitter(chunk_overlap=1, model_kwargs={"is_fast": False})
    assert slow.split_text(text)[0] == "the weather is fine"


@pytest.mark.usefixtures("model")
def test_sizes_of_a_model():
    kind = SentenceTransformersTokenTextSplitter
    assert kind(chunk_overlap=0, tokens_per_chunk=2).split_text("the weather is fine") == [
        "the weather ",
        "is fine",
    ]
    with pytest.raises(ValueError, match="maximum token limit"):
        kind(tokens_per_chunk=5)
    with pytest.raises(ValueError, match="does not have a maximum token limit"):
        kind(model_kwargs={"max_seq_length": None})
    with pytest.raises(ValueError, match="greater than chunk_overlap"):
        kind(chunk_overlap=4).split_text("the")

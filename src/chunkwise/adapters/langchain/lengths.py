"""What measures a text: characters, or the tokens of a tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chunkwise.adapters.langchain.encodings import encoding_name_of, tiktoken_encoding
from chunkwise.model.protocols import Counter

LengthFunction: TypeAlias = Callable[[str], int]
Special: TypeAlias = Literal["all"] | AbstractSet[str]
NotSpecial: TypeAlias = Literal["all"] | Collection[str]


@dataclass(frozen=True, slots=True)
class TokenLength:
    """Tokens of a text; many texts are counted in one call."""

    counter: Counter
    """Counts; text that looks like a special token is ordinary text to it."""

    def __call__(self, text: str) -> int:
        """Tokens of one text."""
        return self.counter.count_many([text])[0]

    def many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text."""
        return self.counter.count_many(texts)


def lengths_of(length: LengthFunction, texts: Sequence[str]) -> list[int]:
    """The length of each text."""
    return length.many(texts) if isinstance(length, TokenLength) else [length(text) for text in texts]


def tiktoken_length(
    encoding_name: str,
    model_name: str | None,
    allowed_special: Special | None,
    disallowed_special: NotSpecial,
) -> LengthFunction:
    """Counts the tokens of a tiktoken encoding.

    cl100k and o200k are counted by chunkwise's own counter: the same numbers, without tiktoken and
    without its download of the vocabulary.

    Raises:
        MissingExtra: another encoding or its model is asked for, and tiktoken is not installed.
        TokenizerError: tiktoken cannot fetch the vocabulary of another encoding.
    """
    from chunkwise.text.counters.tiktoken import TiktokenCounter
    from chunkwise.text.counters.toktok import ENCODINGS, ToktokCounter

    what = "from_tiktoken_encoder with this encoding"
    name = encoding_name_of(model_name, what) if model_name else encoding_name
    ordinary = not allowed_special and not disallowed_special
    if ordinary and name in ENCODINGS:
        return TokenLength(ToktokCounter(name))
    encoding = tiktoken_encoding(name, None, what)
    if ordinary:
        return TokenLength(TiktokenCounter(encoding, f"tiktoken:{name}"))
    special = {"allowed_special": allowed_special or set(), "disallowed_special": disallowed_special}
    return lambda text: len(encoding.encode(text, **special))


def huggingface_length(tokenizer: Any) -> LengthFunction:
    """Counts the tokens of a Transformers tokenizer, or of one of ``tokenizers``.

    Raises:
        ValueError: the object is no tokenizer of theirs.
    """
    if type(tokenizer).__module__.partition(".")[0] == "tokenizers":
        return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
    if not (hasattr(tokenizer, "tokenize") and hasattr(tokenizer, "encode")):
        raise ValueError("Tokenizer received was not an instance of PreTrainedTokenizerBase")
    return lambda text: len(tokenizer.tokenize(text))

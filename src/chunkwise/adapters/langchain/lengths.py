"""What measures a text: characters, or the tokens of a tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chunkwise.adapters.langchain.needs import needed
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


def tiktoken_encoding(encoding_name: str, model_name: str | None, what: str) -> Any:
    """A ``tiktoken.Encoding`` by its own name or by a model's, which goes first.

    Raises:
        MissingExtra: tiktoken is not installed.
    """
    tiktoken = needed("tiktoken", what)
    return tiktoken.encoding_for_model(model_name) if model_name else tiktoken.get_encoding(encoding_name)


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
        MissingExtra: another encoding, a model's name or special tokens are asked for, and tiktoken
            is not installed.
    """
    from chunkwise.text.counters.tiktoken import TiktokenCounter
    from chunkwise.text.counters.toktok import ENCODINGS, ToktokCounter

    what = "from_tiktoken_encoder with this encoding"
    name = needed("tiktoken", what).encoding_name_for_model(model_name) if model_name else encoding_name
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

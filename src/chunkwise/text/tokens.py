"""From what users call a tokenizer to a ``Counter``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chunkwise.errors import InvalidOption, UnknownName
from chunkwise.model.protocols import Counter

Tokenizer: TypeAlias = str | Counter | Callable[[str], int] | Any

DEFAULT_TOKENIZER = "cl100k_base"


def get_counter(tokenizer: Tokenizer = DEFAULT_TOKENIZER) -> Counter:
    """The counter for a tokenizer.

    Args:
        tokenizer: ``cl100k_base``, ``o200k_base``, ``o200k_harmony``, ``words``, ``chars``,
            ``tiktoken:NAME``, ``hf:PATH`` (a ``tokenizer.json`` or its folder), a
            ``tiktoken.Encoding``, a ``tokenizers.Tokenizer``, a Transformers tokenizer with a fast
            backend, a function ``str -> int``, or a ``Counter``.

    Raises:
        UnknownName: no tokenizer has this name.
        MissingExtra: the tokenizer's package is not installed.
        TokenizerError: the tokenizer cannot be loaded.
        InvalidOption: the object is no tokenizer.

    >>> get_counter("words").count_many(["two words"])
    [2]
    """
    if isinstance(tokenizer, str):
        return _by_name(tokenizer)
    if isinstance(tokenizer, Counter):
        return tokenizer
    return _by_type(tokenizer)


def _by_name(name: str) -> Counter:
    from chunkwise.text.counters.plain import CharacterCounter, WordCounter
    from chunkwise.text.counters.toktok import ENCODINGS, ToktokCounter

    if name in ENCODINGS:
        return ToktokCounter(name)
    if name == "words":
        return WordCounter()
    if name == "chars":
        return CharacterCounter()
    kind, _, rest = name.partition(":")
    if kind == "tiktoken" and rest:
        from chunkwise.text.counters.tiktoken import TiktokenCounter

        return TiktokenCounter.load(rest)
    if kind == "hf" and rest:
        from chunkwise.text.counters.huggingface import HuggingFaceCounter

        return HuggingFaceCounter.load(rest)
    raise UnknownName("tokenizer", name, [*ENCODINGS, "words", "chars", "tiktoken:NAME", "hf:PATH"])


def _by_type(tokenizer: Any) -> Counter:
    module = type(tokenizer).__module__.partition(".")[0]
    if module == "tiktoken":
        from chunkwise.text.counters.tiktoken import TiktokenCounter

        return TiktokenCounter(tokenizer, f"tiktoken:{tokenizer.name}")
    if module == "tokenizers":
        from chunkwise.text.counters.huggingface import HuggingFaceCounter

        return HuggingFaceCounter.wrap(tokenizer)
    if module == "transformers" and hasattr(tokenizer, "backend_tokenizer"):
        from chunkwise.text.counters.huggingface import HuggingFaceCounter

        return HuggingFaceCounter.wrap(tokenizer.backend_tokenizer, str(tokenizer.name_or_path))
    if callable(tokenizer):
        from chunkwise.text.counters.plain import FunctionCounter

        return FunctionCounter(tokenizer, getattr(tokenizer, "__name__", type(tokenizer).__name__))
    raise InvalidOption(
        f"{tokenizer!r:.60} is no tokenizer. Give a name, a tiktoken or tokenizers object, or a function."
    )

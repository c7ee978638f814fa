"""tiktoken's encodings; those that chunkwise counts with need neither tiktoken nor its download."""

from __future__ import annotations

import re
from typing import Any

from chunkwise.adapters.langchain.needs import needed
from chunkwise.errors import TokenizerError
from chunkwise.text.counters.toktok import ENCODINGS, ToktokEncoding

_MODELS = {
    "o200k_harmony": re.compile(r"gpt-oss-.*"),
    "o200k_base": re.compile(
        r"ft:gpt-4o.*|(?:gpt-4o|gpt-4\.1|o1|o3|o4-mini)(?:-.*)?|(?:chatgpt-4o|gpt-4\.5)-.*|gpt-5.*"
    ),
    "cl100k_base": re.compile(
        r"(?:gpt-4|gpt-3\.5-turbo|gpt-35-turbo)(?:-.*)?|gpt-3\.5|ft:(?:gpt-4|gpt-3\.5-turbo|davinci-002|babbage-002).*"
        r"|davinci-002|babbage-002|text-embedding-(?:ada-002|3-small|3-large)"
    ),
}
"""Names of the models of each encoding that needs no tiktoken, as tiktoken 0.14 knows them."""


def encoding_name_of(model: str, what: str) -> str:
    """The name of a model's encoding.

    Args:
        model: name of the model.
        what: who needs it, for the message.

    Raises:
        KeyError: tiktoken does not know the model.
        MissingExtra: it is none that is known without tiktoken, and tiktoken is not installed.
    """
    for name, models in _MODELS.items():
        if models.fullmatch(model):
            return name
    found: str = needed("tiktoken", what).encoding_name_for_model(model)
    return found


def tiktoken_encoding(encoding_name: str, model_name: str | None, what: str) -> Any:
    """A ``tiktoken.Encoding`` by its own name or by a model's, which goes first.

    For cl100k and o200k it is one that needs no tiktoken, with the same tokens.

    Args:
        encoding_name: name of the encoding.
        model_name: name of a model.
        what: who needs it, for the message.

    Raises:
        KeyError: tiktoken does not know the model.
        ValueError: tiktoken does not know the encoding.
        MissingExtra: tiktoken is needed and not installed.
        TokenizerError: tiktoken cannot fetch the vocabulary.
    """
    name = encoding_name_of(model_name, what) if model_name else encoding_name
    if name in ENCODINGS:
        return ToktokEncoding(name)
    tiktoken = needed("tiktoken", what)
    try:
        return tiktoken.get_encoding(name)
    except OSError as error:  # of requests, too: no network, or no such file
        raise TokenizerError(
            f"tiktoken cannot fetch the vocabulary of {name!r} ({type(error).__name__}). Run it once where "
            "there is a network, with TIKTOKEN_CACHE_DIR naming a folder to keep, or take cl100k_base or "
            "o200k_base, which need no download."
        ) from None

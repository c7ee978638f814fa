"""An embedder behind an OpenAI-compatible endpoint: OpenAI itself, vLLM, Ollama, llama.cpp, TEI …"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from chunkwise.embed.model_tokens import ModelCounter
from chunkwise.embed.openai_answer import vectors_of
from chunkwise.embed.texts import PrefixedCounter, encodable, shortened
from chunkwise.errors import EmbedderError, EndpointError, InvalidOption
from chunkwise.model.protocols import Counter
from chunkwise.runtime.http import JsonClient, checked_key, shown
from chunkwise.runtime.options import typed_options
from chunkwise.text.tokens import DEFAULT_TOKENIZER, Tokenizer, get_counter

OPENAI = "https://api.openai.com/v1"
_MOST_TOKENS = 250_000
"""Of a request: OpenAI takes 300,000, and the tokenizer may be another."""
_TEXTS_AT_OPENAI = 512
_TEXTS_ELSEWHERE = 32
"""What small servers take by default."""


class OpenAIEmbedder:
    """Vectors of length 1 from an endpoint ``BASE_URL/embeddings``.

    Any number of threads may use one embedder. It can be pickled; a key that was given goes along,
    one of the environment is read again.

    Args:
        model: the model's name at the endpoint.
        base_url: up to ``/embeddings``; ``$OPENAI_BASE_URL`` if None, else OpenAI's own.
        api_key: ``$OPENAI_API_KEY`` if None; servers of one's own often need none.
        dimensions: asks for vectors of this length; the model's own if None.
        max_tokens: the model's limit; longer texts are cut off there.
        tokenizer: that of the model, as ``get_counter`` takes it; with ``hf:PATH`` the special
            tokens that the model adds are counted too.
        query_prefix: put before questions.
        passage_prefix: put before passages.
        batch_texts: texts of a request at most; 512 at OpenAI and 32 elsewhere if None.
        encoding: ``base64``, which is shorter, or ``float``, for servers that refuse the other.
        timeout: seconds without an answer until a request is tried again.
        client: sends the requests, if timeouts and retries shall be others.

    Raises:
        InvalidOption: an option cannot be used.
        UnknownName: no tokenizer has this name.
        TokenizerError: the tokenizer cannot be loaded.
        MissingExtra: the tokenizer's package is not installed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        dimensions: int | None = None,
        max_tokens: int = 8191,
        tokenizer: Tokenizer = DEFAULT_TOKENIZER,
        query_prefix: str = "",
        passage_prefix: str = "",
        batch_texts: int | None = None,
        encoding: str = "base64",
        timeout: float = 60.0,
        client: JsonClient | None = None,
    ) -> None:
        self._base_url = _checked_url(base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI)
        own = self._base_url == OPENAI
        self._batch_texts = (
            (_TEXTS_AT_OPENAI if own else _TEXTS_ELSEWHERE) if batch_texts is None else batch_texts
        )
        numbers = {"dimensions": dimensions, "max_tokens": max_tokens, "batch_texts": self._batch_texts}
        for name, value in {**numbers, "timeout": timeout}.items():
            if value is not None and not value > 0:
                raise InvalidOption(f"{name} has to be more than 0, and is {value}.")
        if encoding not in ("base64", "float"):
            raise InvalidOption(f"encoding has to be base64 or float, and is {encoding!r}.")
        if not model.strip():
            raise InvalidOption("Say which model: openai:MODEL.")
        self._model, self._dimensions, self._max_tokens = model, dimensions, max_tokens
        self._api_key = checked_key(api_key)
        self._query_prefix, self._passage_prefix = query_prefix, passage_prefix
        self._encoding = encoding
        self._counter = _counter(tokenizer)
        self._client = client or JsonClient(timeout=timeout)

    @classmethod
    def from_spec(cls, target: str, options: Mapping[str, str]) -> OpenAIEmbedder:
        """The embedder of a spec: ``MODEL`` or ``MODEL@BASE_URL``, and arguments of this class as text.

        Raises:
            UnknownOption: a spec has no such option; a key is none, since specs are written down.
            InvalidOption: a value cannot be used.
        """
        at = max(target.rfind("@http://"), target.rfind("@https://"))
        model, base_url = (target[:at], target[at + 1 :]) if at >= 0 else (target, None)
        return cls(model, base_url=base_url, **typed_options("The embedder openai", options, _OPTIONS))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._model!r}, base_url={self._base_url!r})"

    @property
    def name(self) -> str:
        """The spec of what vectors depend on: endpoints may serve different models of one name."""
        where = "" if self._base_url == OPENAI else f"@{self._base_url}"
        settings = {
            "dimensions": self._dimensions,
            "max_tokens": self._max_tokens if self._max_tokens != 8191 else None,
            "query_prefix": self._query_prefix,
            "passage_prefix": self._passage_prefix,
        }
        options = "&".join(f"{k}={quote(encodable(str(v)), safe='')}" for k, v in settings.items() if v)
        return f"openai:{self._model}{where}{'?' if options else ''}{options}"

    @property
    def max_tokens(self) -> int:
        """Where texts are cut off."""
        return self._max_tokens

    @property
    def counter(self) -> Counter:
        """Counts a passage with its prefix."""
        return PrefixedCounter(self._counter, self._passage_prefix)

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """A vector for each passage, as arrays of float32.

        Raises:
            EmbedderError: the endpoint cannot be reached, refuses, or does not answer as it should.
            MissingExtra: httpx is not installed.
        """
        return self._vectors([self._passage_prefix + text for text in texts])

    def embed_query(self, text: str) -> Sequence[float]:
        """The vector of a question.

        Raises:
            EmbedderError: as above.
        """
        return self._vectors([self._query_prefix + text], _QUERY_RETRIES)[0]

    def close(self) -> None:
        """Close connections; the next call opens new ones."""
        self._client.close()

    def _vectors(self, texts: Sequence[str], retries: int | None = None) -> list[Sequence[float]]:
        # OpenAI refuses empty texts.
        sent = [encodable(text) if text.strip() else " " for text in texts]
        counts = self._counter.count_many(sent)
        for at, count in enumerate(counts):
            if count > self._max_tokens:
                sent[at] = shortened(sent[at], self._counter, self._max_tokens) or " "
                counts[at] = self._max_tokens
        vectors: list[Sequence[float]] = []
        for start, end in self._batches(counts):
            vectors.extend(self._request(sent[start:end], retries))
        if len(lengths := sorted({len(vector) for vector in vectors})) > 1:
            raise EmbedderError(f"{self._whose()} gave vectors of several lengths: {lengths}.")
        return vectors

    def _batches(self, counts: Sequence[int]) -> Iterator[tuple[int, int]]:
        start, total = 0, 0
        for at, count in enumerate(counts):
            if at > start and (at - start == self._batch_texts or total + count > _MOST_TOKENS):
                yield start, at
                start, total = at, 0
            total += count
        if start < len(counts):
            yield start, len(counts)

    def _request(self, texts: Sequence[str], retries: int | None) -> list[Sequence[float]]:
        payload: dict[str, Any] = {
            "model": self._model,
            "input": list(texts),
            "encoding_format": self._encoding,
        }
        if self._dimensions is not None:
            payload["dimensions"] = self._dimensions
        key = self._api_key or os.environ.get("OPENAI_API_KEY")
        try:
            answer = self._client.post(f"{self._base_url}/embeddings", payload, key, retries)
        except EndpointError as error:
            hint = " The key is read from OPENAI_API_KEY." if error.status in (401, 403) else ""
            raise EmbedderError(f"{error}{hint}") from error
        return vectors_of(answer, len(texts), self._dimensions, self._whose())

    def _whose(self) -> str:
        return f"The model {self._model!r} at {self._base_url}/embeddings"


_QUERY_RETRIES = 1
"""Further tries for a question: somebody is waiting, and can be answered by words alone."""

_OPTIONS: dict[str, Callable[[str], Any]] = {
    "dimensions": int, "max_tokens": int, "tokenizer": str, "query_prefix": str, "passage_prefix": str,
    "batch_texts": int, "encoding": str, "timeout": float,
}  # fmt: skip


def _counter(tokenizer: Tokenizer) -> Counter:
    if isinstance(tokenizer, str) and tokenizer.startswith("hf:"):
        return ModelCounter.load(tokenizer.removeprefix("hf:"))
    return get_counter(tokenizer)


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        parts, host = None, None
    if parts is None or parts.scheme not in ("http", "https") or not host:
        raise InvalidOption(f"{shown(url)!r} is no base URL. It looks like http://localhost:8080/v1.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise InvalidOption(
            f"The base URL {shown(url)} has more than scheme, host and path. "
            "A key belongs into OPENAI_API_KEY, where no file or message shows it."
        )
    return url.rstrip("/").removesuffix("/embeddings")

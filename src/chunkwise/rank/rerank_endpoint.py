"""A reranker behind an HTTP endpoint that speaks the usual JSON: Cohere, Jina, vLLM, Infinity, TEI …"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from chunkwise.errors import EndpointError, InvalidOption
from chunkwise.runtime.http import JsonClient
from chunkwise.runtime.options import typed_options

Api: TypeAlias = Literal["documents", "tei"]
"""``documents``: ``{"model", "query", "documents"}``, as most have it; ``tei``: ``{"query", "texts"}``."""
_RETRIES = 1
"""Somebody is waiting, and can be answered without."""


class EndpointReranker:
    """Asks an endpoint for the scores of texts. Any number of threads may use one.

    Args:
        url: the whole address, such as ``https://api.jina.ai/v1/rerank``.
        model: the model's name, where the endpoint has several.
        api: the form of the request, see ``Api``; both forms of the answer are understood.
        timeout: seconds until a request is given up.
        api_key: sent as a bearer token; None: that of RERANK_API_KEY, if any.

    Raises:
        InvalidOption: an argument cannot be used.
    """

    def __init__(
        self,
        url: str,
        model: str | None = None,
        *,
        api: str = "documents",
        timeout: float = 10.0,
        api_key: str | None = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise InvalidOption(f"{url!r} is no address of a reranker, such as http://localhost:8080/rerank.")
        if api not in get_args(Api):
            raise InvalidOption(f"There is no api {api!r}. There are: {', '.join(get_args(Api))}.")
        self._url, self._model, self._api, self._api_key = url, model, api, api_key
        self._client = JsonClient(timeout=timeout)

    @classmethod
    def from_spec(cls, target: str, options: Mapping[str, str]) -> EndpointReranker:
        """The reranker of a spec: ``URL`` or ``MODEL@URL``, with the options ``api`` and ``timeout``.

        Raises:
            UnknownOption: a spec has no such option.
            InvalidOption: a value cannot be used.
        """
        at = max(target.rfind("@http://"), target.rfind("@https://"))
        model, url = (target[:at], target[at + 1 :]) if at >= 0 else (None, target)
        return cls(url, model, **typed_options("The reranker endpoint", options, _OPTIONS))

    def __call__(self, query: str, texts: Sequence[str], /) -> list[float]:
        """A score for each text.

        Raises:
            EndpointError: it did not answer, or not as rerankers do.
        """
        payload: dict[str, Any] = {"query": query}
        payload["texts" if self._api == "tei" else "documents"] = list(texts)
        if self._model is not None:
            payload["model"] = self._model
        key = self._api_key or os.environ.get("RERANK_API_KEY")
        return scores_in(self._client.post(self._url, payload, key, _RETRIES), len(texts), self._url)


def scores_in(answer: Any, texts: int, whose: str) -> list[float]:
    """The scores of an answer in the order of the texts.

    Args:
        answer: ``{"results": [{"index", "relevance_score"}]}``, or a list of ``{"index", "score"}``.
        texts: how many were sent.
        whose: for messages.

    Raises:
        EndpointError: it is neither, or lacks a text.

    >>> scores_in([{"index": 1, "score": 0.2}, {"index": 0, "score": 0.9}], 2, "it")
    [0.9, 0.2]
    """
    items = answer.get("results", answer.get("data")) if isinstance(answer, dict) else answer
    scores: dict[int, float] = {}
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and isinstance(item.get("index"), int):
            score = item.get("relevance_score", item.get("score"))
            if isinstance(score, int | float):
                scores[item["index"]] = float(score)
    if sorted(scores) != list(range(texts)):
        raise EndpointError(
            f"{whose} gave scores for {len(scores)} of {texts} texts. Is it a reranker? If it wants other "
            f"names in its request, try the option api ({', '.join(get_args(Api))}).",
            whose,
        )
    return [scores[at] for at in range(texts)]


_OPTIONS: dict[str, Callable[[str], Any]] = {"api": str, "timeout": float}

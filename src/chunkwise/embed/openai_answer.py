"""Reads an answer of an embeddings endpoint, and believes nothing in it."""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Sequence
from typing import Any

from chunkwise.embed.vectors import unit
from chunkwise.errors import EmbedderError


def vectors_of(answer: Any, texts: int, dimensions: int | None, whose: str) -> list[Sequence[float]]:
    """The vectors in the order of the texts, each of length 1.

    Args:
        answer: the parsed JSON.
        texts: the number of texts that were sent.
        dimensions: the numbers of each vector that were asked for; None: as many as there are.
        whose: for messages.

    Raises:
        EmbedderError: it is no list of embeddings, there are more or fewer than texts, one is not
            made of finite numbers, or their lengths are not what was asked for.
    """
    items = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise EmbedderError(
            f"{whose} gave no list of embeddings, but {_short(answer)}. Is it an OpenAI-compatible endpoint?"
        )
    if len(items) != texts:
        raise EmbedderError(f"{whose} gave {len(items)} vectors for {texts} texts.")
    # Some servers leave the index out, and keep the order.
    places = [item.get("index", at) for at, item in enumerate(items)]
    if not all(type(place) is int for place in places) or sorted(places) != list(range(texts)):
        raise EmbedderError(f"{whose} does not say which vector is for which text: {_short(places)}.")
    by_place = dict(zip(places, items, strict=True))
    vectors = [unit(_numbers(by_place[at].get("embedding"), whose), whose) for at in range(texts)]
    if len(lengths := sorted({len(vector) for vector in vectors})) > 1:
        raise EmbedderError(f"{whose} gave vectors of several lengths: {lengths}.")
    if dimensions is not None and lengths and lengths != [dimensions]:
        raise EmbedderError(
            f"{whose} gave vectors of {lengths[0]} numbers and not of {dimensions}. "
            "It may not know the option dimensions: leave it out."
        )
    return vectors


def _numbers(embedding: Any, whose: str) -> array[float]:
    try:
        if isinstance(embedding, str):
            numbers = array("f")
            numbers.frombytes(base64.b64decode(embedding, validate=True))
            if sys.byteorder == "big":
                numbers.byteswap()
            return numbers
        if isinstance(embedding, list):
            return array("d", embedding)
    except (ValueError, TypeError, OverflowError):
        pass
    raise EmbedderError(f"{whose} gave something that is no vector: {_short(embedding)}.")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:120] + "…"

"""Asking a reranker, whatever it may do."""

from __future__ import annotations

import math
from collections.abc import Sequence

from chunkwise.model.protocols import Rerank


def scores_of(rerank: Rerank, query: str, texts: Sequence[str]) -> tuple[list[float] | None, str]:
    """A score for each text, or None and what went wrong: nobody is left without an answer for that.

    >>> scores_of(lambda query, texts: [len(text) for text in texts], "q", ["a", "bb"])
    ([1.0, 2.0], '')
    """
    try:
        scores = [float(score) for score in rerank(query, texts)]
    except Exception as error:  # whatever a callable of users may raise
        return None, f"Not reranked: {type(error).__name__}: {error}"
    if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
        return None, f"Not reranked: {len(scores)} scores for {len(texts)} texts, or some are no numbers."
    return scores, ""

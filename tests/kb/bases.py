"""An embedder that needs no model, and what tests of knowledge bases ask for."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from zlib import crc32

import chunkwise as cw
from chunkwise.errors import EmbedderError
from chunkwise.text.analysis import analyse
from chunkwise.text.tokens import get_counter

SIZE = 64


class WordEmbedder:
    """Vectors of hashed words: texts with the same words are near each other. Counts its calls."""

    def __init__(self, name: str = "words-64", max_tokens: int | None = 256) -> None:
        self.name = name
        self.max_tokens = max_tokens
        self.counter = get_counter("words")
        self.asked: list[str] = []
        self.fails = False
        self.lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.fails:
            raise EmbedderError("The endpoint does not answer. Start it again.")
        with self.lock:
            self.asked += texts
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed([text])[0]

    def _vector(self, text: str) -> list[float]:
        vector = [1e-3] * SIZE
        for word in analyse(text).coarse:
            vector[crc32(f"{self.name}{word}".encode()) % SIZE] += 1.0
        length = math.hypot(*vector)
        return [value / length for value in vector]


def contents(kb: cw.KnowledgeBase, query: str, **options: object) -> list[str]:
    return [hit.chunk.content for hit in kb.search(query, **options)]  # type: ignore[arg-type]

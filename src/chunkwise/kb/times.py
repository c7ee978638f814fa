"""Seconds by stage, as a search goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Times:
    """Adds up how long each stage takes.

    >>> times = Times()
    >>> with times.of("read"):
    ...     pass
    >>> list(times.seconds)
    ['read']
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Count what is done inside for a stage."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - begun

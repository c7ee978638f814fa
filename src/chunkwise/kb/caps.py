"""The cap is the embedder's: chunks are counted as the model counts, and no longer than it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chunkwise.errors import InvalidOption
from chunkwise.methods.build import build, with_base
from chunkwise.methods.presets import load
from chunkwise.model.protocols import Embed
from chunkwise.store.base import Row

DEFAULT_CAP = 512
"""Default cap in tokens, where the model reads that much."""


def capped(
    method: str, options: Mapping[str, Any], embedder: Embed | None, allow_truncation: bool = False
) -> dict[str, Any]:
    """The options with which a method makes chunks that the embedder reads to their end.

    Args:
        method: name of the method.
        options: what the user gave.
        embedder: None leaves the options as they are.
        allow_truncation: take a larger cap, another tokenizer or none as they are given.

    Raises:
        InvalidOption: the user's cap is larger than what the model reads, or counts other tokens.
        UsageError: the method cannot be built with these options.
    """
    chosen = dict(options)
    if embedder is None:
        return chosen
    if not allow_truncation:
        _check_given(chosen, embedder)
    if "embedder" in with_base(load(method), chosen).options:
        chosen.setdefault("embedder", embedder)  # a method that cuts by vectors takes those of the base
    if "max_chars" not in chosen or "tokenizer" in chosen:
        chosen.setdefault("tokenizer", embedder.counter)
    limit = embedder.max_tokens
    if limit is None or "max_chars" in chosen or "max_tokens" in chosen:
        return chosen
    cap = build(method, chosen).settings.get("max_tokens")
    if cap is None or cap > limit:
        chosen["max_tokens"] = limit if cap is None else min(DEFAULT_CAP, limit)
    return chosen


def _check_given(options: Mapping[str, Any], embedder: Embed) -> None:
    way_out = "or allow truncation (--allow-truncation): what is cut off is reported, and found by words only"
    if "tokenizer" in options:
        raise InvalidOption(
            f"tokenizer does not go with an embedder, whose own tokens count: leave it out, {way_out}."
        )
    limit = embedder.max_tokens
    for name, cap in options.items():
        if limit is None or name.rpartition(".")[2] != "max_tokens":
            continue
        if cap is None or (isinstance(cap, int) and cap > limit):
            raise InvalidOption(
                f"{name} is {'none' if cap is None else cap}, and the embedder {embedder.name} reads "
                f"{limit} tokens: give at most {limit}, {way_out}."
            )


def truncated(rows: Sequence[Row], embedder: Embed) -> list[Row]:
    """The rows of which the embedder does not read the end."""
    limit = embedder.max_tokens
    if limit is None or not rows:
        return []
    counts = embedder.counter.count_many([row.index_text for row in rows])
    return [row for row, count in zip(rows, counts, strict=True) if count > limit]

"""Rows to put into stores under test, and what readers see of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chunkwise.store.base import Row, Store
from chunkwise.store.filters import EVERYTHING
from chunkwise.text.analysis import Tokens, analyse


def a_row(id: str, text: str = "word", document: str = "d", **fields: Any) -> Row:
    """A row with the tokens of its text; its digest follows from what is given here."""
    tokens = analyse(text)
    digest = f"{id}/{text}/{sorted(fields.get('metadata', {}).items())}/{fields.get('enabled')}"
    made = Row(id, document, "text", tuple(tokens.coarse), tuple(tokens.fine), text, digest)
    return replace(made, **fields)


def words(text: str) -> Tokens:
    """The tokens of a query."""
    return analyse(text)


def seen(store: Store, seq: int, text: str = "word", kb: str = "kb") -> set[str]:
    """Ids of all rows of a knowledge base with one of these words, as a reader at ``seq`` finds them."""
    return {row.id for row in store.text([kb], words(text), 10_000, EVERYTHING, {kb: seq})}

"""Which knowledge base a command works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from chunkwise.config import Settings
from chunkwise.kb.knowledge_base import KnowledgeBase, open_kb

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT = "chunkwise.kb"

kb_option = click.option(
    "--kb", metavar="FOLDER",
    help=f"The knowledge base; $CHUNKWISE_KB or {DEFAULT} unless you say.",
)  # fmt: skip

embedder_option = click.option(
    "--embedder", metavar="SPEC",
    help="What makes vectors: onnx:FOLDER, openai:MODEL[@URL] or none; kept by the base.",
)  # fmt: skip


def opened(settings: Settings, embedder: str | None = None, *, create: bool = False) -> KnowledgeBase:
    """The knowledge base that the flag or a setting names.

    Raises:
        KnowledgeBaseError: there is none, or it cannot be opened.
    """
    return open_kb(place(settings), create=create, embedder=embedder)


def place(settings: Settings) -> str:
    """The folder of the knowledge base, as the user names it."""
    return DEFAULT if settings["kb"] is None else str(settings["kb"])

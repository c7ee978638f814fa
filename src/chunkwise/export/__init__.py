"""Documents and chunks in the forms that other programs read."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """``ragflow`` and the renderers, loaded when they are used."""
    if name == "ragflow":
        from chunkwise.export.ragflow_records import ragflow

        return ragflow
    if name == "document_markdown":
        from chunkwise.export.markdown import document_markdown

        return document_markdown
    if name == "document_html":
        from chunkwise.export.html import document_html

        return document_html
    raise AttributeError(f"module 'chunkwise.export' has no attribute {name!r}")

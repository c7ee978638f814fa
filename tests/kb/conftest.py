"""Knowledge bases in folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bases import WordEmbedder

import chunkwise as cw

collect_ignore = ["conftest.py"]

pytest.importorskip("lancedb")


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def files(tmp_path) -> Callable[..., Path]:
    """Write files below ``docs`` and return the folder; None deletes one."""
    folder = tmp_path / "docs"

    def write(**texts: str | None) -> Path:
        for name, text in texts.items():
            path = folder / name.replace("__", "/")
            path = path.with_suffix(".md") if not path.suffix else path
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def kb(tmp_path):
    """A knowledge base without an embedder."""
    with cw.open_kb(tmp_path / "a.kb", create=True) as opened:
        yield opened

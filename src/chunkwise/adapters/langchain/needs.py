"""What this adapter takes from other packages, each when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from chunkwise.errors import ChunkwiseError, MissingExtra

_NAMES = {
    "bs4": "beautifulsoup4",
    "langchain_core": "langchain-core",
    "sentence_transformers": "sentence-transformers",
}
"""Packages whose name to install is not the one to import."""


class MissingPackage(MissingExtra):
    """A package is needed that no extra of chunkwise brings.

    Attributes:
        extra: the package's own name: ``pip install NAME``.
    """

    def __init__(self, what: str, package: str) -> None:
        self.extra = package
        ChunkwiseError.__init__(self, f"{what} needs {package}. Install it with: pip install {package}")


def needed(module: str, what: str) -> Any:
    """A module of another package.

    Args:
        module: its name, dots included.
        what: who needs it, for the message.

    Raises:
        MissingExtra: the package is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if package in ("langchain_core", "tiktoken"):
            raise MissingExtra(what, {"langchain_core": "langchain"}.get(package, package)) from error
        raise MissingPackage(what, _NAMES.get(package, package)) from error

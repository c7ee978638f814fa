"""PDFium: how it is loaded, locked and asked to open a file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from chunkwise.errors import MissingExtra, ParseError

LOCK = threading.RLock()
"""PDFium is not thread-safe: whoever calls it holds this lock."""

_PASSWORD = 4
_REASONS = {
    2: "the file cannot be read",
    3: "it is not a PDF file, or it is cut off or damaged",
    5: "it is protected by a security handler that is not supported",
    6: "a page is damaged",
}  # PDFium's error codes


def load_pdfium() -> tuple[Any, Any]:
    """The packages ``pypdfium2`` and ``pypdfium2.raw``.

    Raises:
        MissingExtra: pypdfium2 is not installed.
    """
    try:
        return import_module("pypdfium2"), import_module("pypdfium2.raw")
    except ImportError as error:
        raise MissingExtra("Reading PDF", "pdf") from error


@contextmanager
def opened(data: bytes, source: str) -> Iterator[Any]:
    """A document of PDFium (``pypdfium2.PdfDocument``), closed at the end. Holds the lock.

    Args:
        data: the bytes of the file.
        source: the file as the caller named it, for messages.

    Raises:
        ParseError: the file is encrypted or broken.
        MissingExtra: pypdfium2 is not installed.
    """
    pdfium, _ = load_pdfium()
    with LOCK:
        try:
            document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise ParseError(_reason(error), source) from error
        try:
            yield document
        finally:
            document.close()


def _reason(error: Exception) -> str:
    code = getattr(error, "err_code", None)
    if code == _PASSWORD:
        return "it is encrypted: a password is needed. Save a copy without a password and parse that."
    return f"the PDF cannot be opened: {_REASONS.get(code or 0, str(error))}"

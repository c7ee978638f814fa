"""How the tests parse."""

from __future__ import annotations

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.pdf.parser import PdfParser

FURNITURE = ("header", "footer")


def parse_pdf(data: bytes) -> Document:
    (document,) = PdfParser().parse(Source("key", "file.pdf", data=data, media_type="application/pdf"))
    return document


def kinds_and_texts(document: Document, furniture: bool = False) -> list[tuple[str, str]]:
    return [
        (block.kind, block.span.of(document.text))
        for block in document.blocks
        if furniture or block.kind not in FURNITURE
    ]

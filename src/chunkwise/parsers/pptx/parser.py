"""The parser of presentations."""

from __future__ import annotations

from collections.abc import Iterator

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.formats import PPTX
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.captions import attach_captions
from chunkwise.parsers.ooxml.relations import core_metadata
from chunkwise.parsers.pptx.deck import Deck, open_deck
from chunkwise.parsers.pptx.slides import SlideWriter, hidden_pages
from chunkwise.parsers.rendered import RenderedText


class PptxParser:
    """Reads presentations: a page for each slide, with the box of each shape.

    A slide's title comes first, then its shapes in bands from top to bottom, its footers and its
    notes (paragraphs of style ``notes``). Hidden slides are read, with a warning.
    """

    name = "pptx"
    version = "1"
    media_types = (PPTX,)
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: the file is damaged, password-protected or no presentation.
            MissingExtra: lxml is not installed.
            OSError: the file cannot be read.
        """
        archive = Archive(source, "PowerPoint")
        deck = open_deck(archive)
        out = RenderedText()
        writer = SlideWriter(deck, out)
        for slide in deck.slides:
            writer.write(slide)
        text, blocks, found = out.finish()
        yield build_document(
            self,
            source,
            archive.data,
            text,
            attach_captions(text, blocks),
            media_type=PPTX,
            pages=tuple(slide.page for slide in deck.slides),
            metadata=core_metadata(archive),
            warnings=[*deck.warnings, *_left_out(deck, writer), *found],
        )


def _left_out(deck: Deck, writer: SlideWriter) -> Iterator[str]:
    pages = hidden_pages(deck.slides)
    if pages:
        yield f"Hidden slides, read as well: {', '.join(map(str, pages))}."
    if writer.hidden_shapes:
        yield f"Hidden shapes, left out: {len(writer.hidden_shapes)}."
    if deck.comments:
        yield f"Comments, left out: {deck.comments}."

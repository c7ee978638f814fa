"""The PDF parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkwise.errors import ParseError
from chunkwise.model.block import Metadata
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.formats import PDF
from chunkwise.parsers.pdf.engine import load_pdfium, opened
from chunkwise.parsers.pdf.layout import lay_out
from chunkwise.parsers.pdf.metadata import read_metadata
from chunkwise.parsers.pdf.outline import Bookmark, read_outline
from chunkwise.parsers.pdf.reading import PageReader, RawPage
from chunkwise.parsers.pdf.writing import write

_MOST_UNMAPPED = 0.2
_SHOWN_PAGES = 12


class PdfParser:
    """Reads PDF: paragraphs, headings, lists, code and pictures in reading order, with boxes.

    Headings come from bookmarks, else from size, weight and numbers. Pages without text are one
    picture each; no characters are recognised in them.
    """

    name = "pdf"
    version = "1"
    media_types = (PDF,)
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: the file is encrypted or broken.
            MissingExtra: pypdfium2 is not installed.
            OSError: the file cannot be read.
        """
        data = source.read()
        pages, outline, metadata, warnings = _read(data, source.name)
        elements = lay_out(pages, outline)
        frames = {page.page.number: page.frame for page in pages}
        text, blocks, replaced = write(elements, frames).finish()
        yield build_document(
            self,
            source,
            data,
            text,
            blocks,
            media_type=PDF,
            pages=tuple(page.page for page in pages),
            metadata=metadata,
            warnings=(*_warnings(pages), *warnings, *replaced),
        )


def _read(data: bytes, name: str) -> tuple[list[RawPage], list[Bookmark], Metadata, list[str]]:
    """Everything that PDFium is asked for; its objects are closed when this returns."""
    pdfium, raw = load_pdfium()
    with opened(data, name) as document:
        reader = PageReader(document, raw)
        pages = []
        for index in range(len(document)):
            try:
                pages.append(reader.read(index))
            except pdfium.PdfiumError as error:
                raise ParseError(f"the page cannot be read: {error}", name, index + 1) from error
        # 0: no form; PDFium keeps what people filled in apart from the text of the page.
        form = ["The values of form fields are not read."] if document.get_formtype() else []
        return pages, read_outline(document), read_metadata(document), form


def _warnings(pages: Sequence[RawPage]) -> list[str]:
    found = [warning for page in pages for warning in page.warnings]
    scanned = [
        page.page.number for page in pages if not page.chars and any(one.is_large for one in page.pictures)
    ]
    if scanned:
        found.append(
            f"{_counted(scanned, pages)} no text, only pictures ({_listed(scanned)}). "
            'The extra "ocr" reads them: pip install "chunkwise[ocr]".'
        )
    found += _unmapped_warnings(pages)
    garbled = [
        page.page.number for page in pages if page.unmapped > _MOST_UNMAPPED * page.chars and page.chars
    ]
    if garbled:
        found.append(
            f"{_counted(garbled, pages)} fonts that do not say which characters they show "
            f"({_listed(garbled)}): the text may be nonsense."
        )
    return found


def _unmapped_warnings(pages: Sequence[RawPage]) -> Iterator[str]:
    """At most one: how many glyphs are not in the text as what they show."""
    touched = [page.page.number for page in pages if page.replaced or page.left_out]
    count, lines = sum(page.replaced for page in pages), sum(page.left_out for page in pages)
    where = f"on {_listed(touched)}" if touched else ""
    left_out = f"{lines:,} {'line' if lines == 1 else 'lines'} of nothing but such characters left out"
    if count:
        which = "1 character" if count == 1 else f"{count:,} characters"
        yield (
            f"{which} of fonts without a usable mapping {'was' if count == 1 else 'were'} replaced by U+FFFD "
            f"{where}{f'; {left_out}' if lines else ''}."
        )
    elif lines:
        yield f"Fonts without a usable mapping {where}: {left_out}."


def _counted(numbers: Sequence[int], pages: Sequence[RawPage]) -> str:
    """``1 of 9 pages has`` or ``3 of 9 pages have``."""
    return f"{len(numbers)} of {len(pages)} pages {'has' if len(numbers) == 1 else 'have'}"


def _listed(numbers: Sequence[int]) -> str:
    """``page 3`` or ``pages 1, 2, 5, …``."""
    shown = ", ".join(map(str, numbers[:_SHOWN_PAGES]))
    return f"page{'s' if len(numbers) > 1 else ''} {shown}{', …' if len(numbers) > _SHOWN_PAGES else ''}"

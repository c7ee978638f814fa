"""The parser of workbooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkwise.errors import ParseError
from chunkwise.model.block import NOTHING, Metadata
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.formats import ODS, XLS, XLSB, XLSX
from chunkwise.parsers.ooxml.archive import OLE, Archive, refuse_encrypted
from chunkwise.parsers.ooxml.relations import core_metadata
from chunkwise.parsers.xlsx.cells import Sheet
from chunkwise.parsers.xlsx.layout import Header
from chunkwise.parsers.xlsx.legacy import open_legacy
from chunkwise.parsers.xlsx.parts import Part, Rendered, render, sheet_parts
from chunkwise.parsers.xlsx.sheet import XlsxSheet
from chunkwise.parsers.xlsx.workbook import open_workbook


class XlsxParser:
    """Reads workbooks: a document for each sheet that is not empty, or for each 20,000 rows of it.

    Parts are named ``id#Sheet`` and ``id#Sheet!1-20000``; a workbook with one sheet keeps its id.
    Cells are text as the sheet shows it, but dates are in ISO form. Hidden sheets, rows and columns
    are read, with a warning.
    """

    name = "xlsx"
    version = "1"
    media_types = (XLSX, XLS, XLSB, ODS)
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The documents of the source.

        Raises:
            ParseError: the file is damaged, password-protected or no workbook.
            MissingExtra: lxml or python-calamine is not installed.
            OSError: the file cannot be read.
        """
        data = source.read()
        sheets, metadata, warnings = _open(source, data)
        parts = sheet_parts(sheets)
        part, names, number = next(parts, None), set[str](), 0
        if part is None:
            yield build_document(
                self, source, data, "", (), media_type=XLSX, metadata=metadata, warnings=warnings
            )
        header: Header | None = None
        while part is not None:
            rendered = render(part, header if part.cut else None)
            header = rendered.header
            following = next(parts, None)
            place = None
            if number or following is not None:
                place = _unique(part.name, names)
            yield self._document(source, data, part, rendered, metadata, place, warnings)
            part, number, warnings = following, number + 1, []

    def _document(
        self,
        source: Source,
        data: bytes,
        part: Part,
        rendered: Rendered,
        metadata: Metadata,
        place: str | None,
        warnings: Sequence[str],
    ) -> Document:
        about: dict[str, object] = {**metadata, "sheet": part.sheet.name}
        if place is not None:
            about["part_of"] = source.id
        if part.cut:
            about |= {"first_row": part.rows[0].number, "last_row": part.rows[-1].number}
        return build_document(
            self,
            source,
            data,
            rendered.text,
            rendered.blocks,
            id=None if place is None else f"{source.id}#{place}",
            media_type=XLSX,
            metadata=about,
            warnings=[*warnings, *rendered.warnings],
        )


def _open(source: Source, data: bytes) -> tuple[Sequence[Sheet], Metadata, list[str]]:
    """The sheets, what the file says of itself, and what of it is not read."""
    refuse_encrypted(data, source.name)
    if data.startswith(OLE):
        return open_legacy(source, data), NOTHING, []
    if not data.startswith(b"PK"):
        raise ParseError("this is no workbook, or a damaged one", source.name)
    archive = Archive(source, "Excel", data)
    if "xl/workbook.bin" in archive or "content.xml" in archive:
        return open_legacy(source, data), core_metadata(archive), []
    book = open_workbook(archive)
    cells = [entry for entry in book.sheets if entry.relation.kind == "worksheet"]
    others = [entry.name for entry in book.sheets if entry.relation.kind != "worksheet"]
    warnings = [f"Sheets without cells, not read: {', '.join(others)}."] if others else []
    return [XlsxSheet(book, entry) for entry in cells], core_metadata(archive), warnings


def _unique(name: str, names: set[str]) -> str:
    """The name, with a number behind it if an earlier part has it."""
    unique, count = name, 1
    while unique in names:
        count += 1
        unique = f"{name} ({count})"
    names.add(unique)
    return unique

"""XLSX and XLSM: the parts of a workbook that its sheets share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkwise.errors import ParseError
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.relations import Relation, main_part, of_kind, relations
from chunkwise.parsers.ooxml.xml import Element, R, integer, local, parse_part, stream_elements
from chunkwise.parsers.xlsx.values import PLAIN, Format, built_in_format, read_format

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ON = ("1", "true", "on")


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet as the workbook lists it."""

    name: str
    hidden: bool
    relation: Relation


@dataclass(slots=True)
class Workbook:
    """What is needed to read the sheets."""

    archive: Archive
    sheets: list[SheetEntry]
    strings: list[str] = field(default_factory=list)
    """The texts that cells refer to by number."""
    formats: dict[str | None, Format] = field(default_factory=dict)
    """Number formats by the index of the cell style."""
    from_1904: bool = False
    """Whether days are counted from 1904."""

    def format(self, style: str | None) -> Format:
        """The number format of a cell style."""
        return self.formats.get(style, PLAIN)


def open_workbook(archive: Archive) -> Workbook:
    """Read what the sheets share.

    Raises:
        ParseError: the workbook is damaged.
    """
    name = main_part(archive, "Excel", "xl/workbook.xml")
    root, links = parse_part(archive, name), relations(archive, name)
    book = Workbook(archive, list(_sheets(root, links)))
    for element in root:
        if local(element) == "workbookPr":
            book.from_1904 = (element.get("date1904") or "").lower() in _ON
    for part in of_kind(links, "sharedStrings")[:1]:
        if part in archive:
            book.strings = [rich_text(item) for item in stream_elements(archive, part, ("si",))]
    for part in of_kind(links, "styles")[:1]:
        if part in archive:
            book.formats = _formats(parse_part(archive, part))
    if not book.sheets:
        raise ParseError("the workbook lists no sheets", archive.source.name)
    return book


def rich_text(element: Element) -> str:
    """The text of a string item or an inline string, without the pronunciation of its characters."""
    texts = []
    for child in element:
        name = local(child)
        if name == "t":
            texts.append(child.text or "")
        elif name == "r":
            texts += (t.text or "" for t in child if local(t) == "t")
    return unescaped("".join(texts))


def unescaped(text: str) -> str:
    """A text with characters such as ``_x000D_`` put in.

    >>> unescaped("a_x000A_b")
    'a\\nb'
    """
    if "_x" not in text:
        return text
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    # Halves of a character beyond U+FFFF are escaped one by one.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _sheets(root: Element, links: dict[str, Relation]) -> Iterator[SheetEntry]:
    for element in root.iter("{*}sheet"):
        relation = links.get(element.get(f"{R}id", ""))
        if relation is not None and not relation.external:
            hidden = element.get("state", "visible") != "visible"
            yield SheetEntry(element.get("name", ""), hidden, relation)


def _formats(root: Element) -> dict[str | None, Format]:
    """The number format of each cell style, by its index; that of a cell without one is the first."""
    own = {
        integer(element.get("numFmtId")): read_format(element.get("formatCode", "")[:255])
        for element in root.iter("{*}numFmt")
    }
    styles = next((element for element in root if local(element) == "cellXfs"), ())
    numbers = (integer(style.get("numFmtId")) or 0 for style in styles)
    found = [own[number] if number in own else built_in_format(number) for number in numbers]
    named: dict[str | None, Format] = {str(index): form for index, form in enumerate(found)}
    named[None] = found[0] if found else PLAIN
    return named

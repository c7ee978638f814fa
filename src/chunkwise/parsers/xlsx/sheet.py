"""One sheet of an XLSX file, read as a stream of rows."""

from __future__ import annotations

from collections.abc import Iterator

from chunkwise.parsers.ooxml.relations import relations
from chunkwise.parsers.ooxml.xml import Element, integer, local, part_contains, stream_elements
from chunkwise.parsers.xlsx.cells import Area, Extras, Row, column_number, parse_area
from chunkwise.parsers.xlsx.extras import read_extras
from chunkwise.parsers.xlsx.values import formatted
from chunkwise.parsers.xlsx.workbook import SheetEntry, Workbook, rich_text, unescaped

_MOST_COLUMNS = 16_384
_MOST_MERGES = 200_000
_TAGS = ("row", "col", "mergeCell")
_ON = ("1", "true")


class XlsxSheet:
    """A sheet whose rows are read one by one; merges stand behind the rows in the file."""

    def __init__(self, book: Workbook, entry: SheetEntry) -> None:
        self.name = entry.name
        self.hidden = entry.hidden
        self._book = book
        self._part = entry.relation.target
        self._merges: list[Area] = []
        self._hidden_columns: list[tuple[int, int]] = []
        self._read_to_end = False
        self._letters: dict[str, int] = {}
        self._without_value = 0

    def rows(self) -> Iterator[Row]:
        """The rows that are not empty, in order."""
        number = 0
        for element in stream_elements(self._book.archive, self._part, _TAGS):
            if local(element) == "row":
                number = max(number + 1, integer(element.get("r")) or 0)
                row = self._row(element, number)
                if row.cells:
                    yield row
            else:
                self._note(element)
        self._read_to_end = True

    def merges(self) -> list[Area]:
        """The merged cells; looked for from the start if the rows are not read to the end."""
        if not self._read_to_end:
            if part_contains(self._book.archive, self._part, b"mergeCell"):
                for element in stream_elements(self._book.archive, self._part, _TAGS):
                    if local(element) == "mergeCell":
                        self._note(element)
            self._read_to_end = True
        return sorted(set(self._merges))

    def hidden_columns(self) -> list[tuple[int, int]]:
        """The hidden columns as ranges, from 0."""
        return self._hidden_columns

    def extras(self) -> Extras:
        """Pictures, text boxes and what is left out."""
        found = read_extras(self._book.archive, relations(self._book.archive, self._part))
        if self._without_value:
            found.warnings.append(f"Formulas without a stored value, left empty: {self._without_value}.")
        return found

    def _note(self, element: Element) -> None:
        if local(element) == "mergeCell":
            area = parse_area(element.get("ref", ""))
            if area is not None and len(self._merges) < _MOST_MERGES:
                self._merges.append(area)
        elif element.get("hidden") in _ON:
            first, last = integer(element.get("min")), integer(element.get("max"))
            if first and last:
                self._hidden_columns.append((first - 1, last - 1))

    def _row(self, element: Element, number: int) -> Row:
        row = Row(number, hidden=element.get("hidden") in _ON)
        namespace = element.tag.removesuffix("row")
        v_tag, f_tag = f"{namespace}v", f"{namespace}f"
        column = -1
        for cell in element:
            column = self._column(cell.get("r"), column)
            raw, inline, has_formula = "", None, False
            for child in cell:
                if child.tag == v_tag:
                    raw = child.text or ""
                elif child.tag == f_tag:
                    has_formula = True
                else:
                    inline = child
            text, typed = self._cell(cell, raw, inline)
            if text and not text.isspace() and column < _MOST_COLUMNS:
                row.cells[column] = text
                if typed:
                    row.typed.add(column)
            elif has_formula and not raw:
                self._without_value += cell.get("t") != "str"
        return row

    def _column(self, address: str | None, before: int) -> int:
        if not address:
            return before + 1
        letters = address.rstrip("0123456789")
        found = self._letters.get(letters)
        if found is None:
            found = column_number(letters) if letters.isascii() and letters.isalpha() else before + 1
            self._letters[letters] = found
        return found

    def _cell(self, cell: Element, raw: str, inline: Element | None) -> tuple[str, bool]:
        """A cell's text, and whether it is a value and no text."""
        kind = cell.get("t")
        if not raw:
            return ("" if inline is None or kind != "inlineStr" else rich_text(inline)), False
        if kind == "s":
            index = integer(raw)
            known = index is not None and 0 <= index < len(self._book.strings)
            return (self._book.strings[index or 0] if known else ""), False
        if kind is None or kind == "n":
            return self._number(raw, cell.get("s")), True
        if kind == "b":
            return ("TRUE" if raw.strip() in _ON else "FALSE"), True
        if kind == "d":
            return raw.removesuffix("T00:00:00").replace("T", " "), True
        return unescaped(raw), kind == "e"

    def _number(self, raw: str, style: str | None) -> str:
        form = self._book.format(style)
        if form.plain and len(raw) < 16 and raw.isdigit():
            return raw
        try:
            return formatted(float(raw), form, self._book.from_1904)
        except (ValueError, OverflowError):
            return raw

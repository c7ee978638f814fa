"""XLS, XLSB and ODS through calamine, which gives values and no number formats."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chunkwise.errors import MissingExtra, ParseError
from chunkwise.model.source import Source
from chunkwise.parsers.ooxml.archive import PROTECTED
from chunkwise.parsers.xlsx.cells import Area, Extras, Row
from chunkwise.parsers.xlsx.values import number_text

_MIDNIGHT = datetime.time()


class LegacySheet:
    """A sheet of a workbook that calamine reads."""

    def __init__(self, book: Any, name: str, hidden: bool, source: str) -> None:
        self.name = name
        self.hidden = hidden
        self._source = source
        with _explained(source):
            self._sheet = book.get_sheet_by_name(name)

    def rows(self) -> Iterator[Row]:
        """The rows that are not empty, in order."""
        with _explained(self._source):
            for number, values in enumerate(self._sheet.to_python(skip_empty_area=False), start=1):
                row = Row(number)
                for column, value in enumerate(values):
                    text, typed = _shown(value)
                    if text and not text.isspace():
                        row.cells[column] = text
                        if typed:
                            row.typed.add(column)
                if row.cells:
                    yield row

    def merges(self) -> list[Area]:
        """The merged cells, where the format has them."""
        with _explained(self._source):
            ranges = self._sheet.merged_cell_ranges or []
        return sorted(Area(top + 1, left, bottom + 1, right) for (top, left), (bottom, right) in ranges)

    def hidden_columns(self) -> list[tuple[int, int]]:
        """Not known."""
        return []

    def extras(self) -> Extras:
        """Nothing: calamine does not give them."""
        return Extras()


def open_legacy(source: Source, data: bytes) -> list[LegacySheet]:
    """The sheets of a workbook.

    Raises:
        MissingExtra: python-calamine is not installed.
        ParseError: the file is damaged, password-protected, or no workbook.
    """
    try:
        import python_calamine
    except ImportError as error:
        raise MissingExtra("Reading XLS, XLSB and ODS workbooks", "office") from error
    with _explained(source.name):
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        visible = python_calamine.SheetVisibleEnum.Visible
        work = python_calamine.SheetTypeEnum.WorkSheet
        entries = [(m.name, m.visible != visible) for m in book.sheets_metadata if m.typ == work]
    return [LegacySheet(book, name, hidden, source.name) for name, hidden in entries]


@contextmanager
def _explained(source: str) -> Iterator[None]:
    """Turn calamine's errors, and its panics, which are no Exceptions, into a ParseError."""
    try:
        yield
    except ParseError:
        raise
    except BaseException as error:
        name = type(error).__name__
        if name == "PasswordError":
            message = PROTECTED
        elif name == "PanicException":
            message = "the workbook is damaged in a way that its reader does not survive"
        elif type(error).__module__.startswith("python_calamine") or isinstance(error, (OSError, ValueError)):
            message = f"the workbook is damaged: {error}"
        else:
            raise
        raise ParseError(message, source) from error


def _shown(value: object) -> tuple[str, bool]:
    """A value as text, and whether it is a value and no text."""
    if isinstance(value, str):
        return value, False
    if isinstance(value, bool):
        return ("TRUE" if value else "FALSE"), True
    if isinstance(value, (int, float)):
        return number_text(value), True
    if isinstance(value, datetime.datetime):
        value = value.replace(microsecond=0)
        return (value.date().isoformat() if value.time() == _MIDNIGHT else value.isoformat(" ")), True
    if isinstance(value, datetime.timedelta):
        hours, rest = divmod(round(value.total_seconds()), 3600)
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}", True
    return str(value), True

"""How many leading rows of a table name its columns, where the file does not say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkwise.model.table import Merge

_MOST = 8
_TYPED = re.compile(
    r"[-+−(]?\s*[$€£¥￥]?\s*[-+−]?[0-9][0-9.,'’\s/:]*(?:[eE][-+]?[0-9]+)?\s*[%‰)°]?"
    r"|[0-9]+[年月日.].*|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"
)


def looks_typed(text: str) -> bool:
    """Whether a cell's text is a number, an amount, a share or a date.

    >>> [looks_typed(text) for text in ("12.5%", "¥1,200", "2024年5月", "Q1 2024", "")]
    [True, True, True, False, False]
    """
    return len(text) < 60 and _TYPED.fullmatch(text.strip()) is not None


def header_rows(
    rows: Sequence[Sequence[str]], typed: Sequence[Sequence[bool]], merges: Sequence[Merge]
) -> int:
    """The number of leading rows with names above rows with values; 0 in case of doubt.

    There must be a row with a value below rows without any. The first row then is a header; so are
    the rows that its merged cells reach over, and the row below a cell merged over some columns.

    Args:
        rows: the texts of the cells, at least of the first nine rows.
        typed: whether each cell holds a value (a number, a date) and no text.
        merges: the merged cells.
    """
    first = next((number for number, row in enumerate(typed) if any(row)), None)
    if not first or not rows:
        return 0
    columns = max(map(len, rows[: first + 1]))
    named = {column for column, text in enumerate(rows[0]) if text.strip()}
    for merge in merges:
        if merge.row == 0 and merge.column in named:
            named.update(range(merge.column, merge.column + merge.column_span))
    if 2 * len(named) < columns:
        return 0
    return min(_reach(merges, columns), first, _MOST)


def _reach(merges: Sequence[Merge], columns: int) -> int:
    """The end of the rows that belong to the first one by their merged cells."""
    end = 1
    for merge in sorted(merges):
        if merge.row < end:
            is_group = 1 < merge.column_span < columns
            end = max(end, merge.row + merge.row_span + is_group)
    return end

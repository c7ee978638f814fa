"""The pieces of documents and chunks as plain values: spans, positions, blocks, tables, figures.

Readers raise KeyError, TypeError or ValueError where the values do not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, get_args

from chunkwise.model.block import NOTHING, Block, BlockKind, Line
from chunkwise.model.position import Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Merge, Table

_SCALARS = (str, int, float, bool, type(None))


def plain(value: Any) -> Any:
    """A value as JSON knows it: tuples become lists, dates ISO text, other objects their text."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, _SCALARS):
        return value
    iso = getattr(value, "isoformat", None)
    return iso() if callable(iso) else str(value)


def block_to_dict(block: Block) -> dict[str, Any]:
    """A block by the names of its fields; its data has a ``type``."""
    return {
        "id": block.id,
        "kind": block.kind,
        "span": pair(block.span),
        "level": block.level,
        "parent": block.parent,
        "lines": [_line_to_dict(line) for line in block.lines],
        "data": _data_to_dict(block.data),
        "style": plain(block.style),
    }


def block_from_dict(data: Mapping[str, Any]) -> Block:
    """The block that ``block_to_dict`` described."""
    return Block(
        id=as_text(data["id"]),
        kind=one_of(BlockKind, data["kind"]),
        span=span_from_pair(data["span"]),
        level=data["level"],
        parent=data["parent"],
        lines=tuple(map(_line, data["lines"])),
        data=None if data["data"] is None else _data(data["data"]),
        style=as_mapping(data["style"]),
    )


def _line_to_dict(line: Line) -> dict[str, Any]:
    return {
        "span": pair(line.span),
        "position": None if line.position is None else position_to_list(line.position),
        "edges": None if line.edges is None else list(line.edges),
    }


def _line(data: Mapping[str, Any]) -> Line:
    place, edges = data["position"], data["edges"]
    return Line(
        span_from_pair(data["span"]),
        None if place is None else position_from_list(place),
        None if edges is None else tuple(edges),
    )


def _data_to_dict(data: Table | Figure | None) -> dict[str, Any] | None:
    if isinstance(data, Table):
        return {
            "type": "table",
            "rows": pairs(data.rows),
            "columns": data.columns,
            "starts": list(data.starts),
            "ends": list(data.ends),
            "header_rows": data.header_rows,
            "merges": [[m.row, m.column, m.row_span, m.column_span] for m in data.merges],
        }
    return None if data is None else {"type": "figure", **asdict(data)}


def _data(data: Mapping[str, Any]) -> Table | Figure:
    values = {key: value for key, value in data.items() if key != "type"}
    if data["type"] == "figure":
        return Figure(**values)
    if data["type"] != "table":
        raise ValueError(f"there is no block data of type {data['type']!r}")
    return Table(
        rows=tuple(map(span_from_pair, values["rows"])),
        columns=values["columns"],
        starts=tuple(values["starts"]),
        ends=tuple(values["ends"]),
        header_rows=values["header_rows"],
        merges=tuple(Merge(*merge) for merge in values["merges"]),
    )


def pair(span: Span) -> list[int]:
    """``[start, end]``."""
    return [span.start, span.end]


def pairs(spans: Iterable[Span]) -> list[list[int]]:
    """``[start, end]`` of each span."""
    return [[span.start, span.end] for span in spans]


def span_from_pair(pair: Any) -> Span:
    """The span ``[start, end]``."""
    start, end = pair
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end:
        raise ValueError(f"a span is [start, end], not {pair!r:.60}")
    return Span(start, end)


def position_to_list(position: Position) -> list[float]:
    """``[page, x0, y0, x1, y1]``."""
    return [position.page, position.x0, position.y0, position.x1, position.y1]


def position_from_list(numbers: Any) -> Position:
    """The position ``[page, x0, y0, x1, y1]``."""
    page, x0, y0, x1, y1 = numbers
    return Position(page, x0, y0, x1, y1)


def one_of(literal: Any, value: Any) -> Any:
    """The value, if it is one of a ``Literal``."""
    if value not in get_args(literal):
        raise ValueError(f"{value!r:.60} is none of {', '.join(get_args(literal))}")
    return value


def as_text(value: Any) -> str:
    """The value, if it is a string."""
    if not isinstance(value, str):
        raise ValueError(f"a text was expected, not {value!r:.60}")
    return value


def as_texts(values: Any) -> tuple[str, ...]:
    """The values, if they are a list of strings."""
    if not isinstance(values, (list, tuple)):
        raise ValueError(f"a list of texts was expected, not {values!r:.60}")
    return tuple(map(as_text, values))


def as_mapping(data: Any) -> Mapping[str, Any]:
    """The mapping, if it is one; the shared empty one where it is empty."""
    if not isinstance(data, Mapping):
        raise ValueError(f"an object was expected, not {data!r:.60}")
    return dict(data) if data else NOTHING

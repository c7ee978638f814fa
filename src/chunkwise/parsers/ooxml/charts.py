"""Charts of Office files as tables: the values that the chart keeps for drawing."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter

from chunkwise.parsers.ooxml.xml import A, C, Element, integer

_MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows."""

    title: str
    """Its title, or nothing."""
    rows: list[list[str]]
    """A header row with the names of the series, then one row a category."""


def read_chart(root: Element) -> Chart:
    """The title, categories and series of a chart part (``c:chartSpace``)."""
    title = root.find(f"{C}chart/{C}title")
    series = list(root.iter(f"{C}ser"))
    names = [_text_of(one.find(f"{C}tx")) for one in series]
    values = [_points(_first(one, "val", "yVal")) for one in series]
    labels: dict[int, str] = {}
    for one in series:
        for index, label in _points(_first(one, "cat", "xVal")).items():
            labels.setdefault(index, label)
    indexes = sorted(labels.keys() | {index for points in values for index in points})
    rows = [[labels.get(index, ""), *(points.get(index, "") for points in values)] for index in indexes]
    return Chart(_text_of(title), [["", *names], *rows] if series else [])


def _first(series: Element, *names: str) -> Element | None:
    return next((found for name in names if (found := series.find(f"{C}{name}")) is not None), None)


def _text_of(element: Element | None) -> str:
    """The text of a title or a series name: rich text, else the cached value."""
    if element is None:
        return ""
    paragraphs = ["".join(t.text or "" for t in p.iter(f"{A}t")) for p in element.iter(f"{A}p")]
    values = [found.text or "" for found in element.iter(f"{C}v")]
    return " ".join(filter(None, paragraphs or values)).strip()


def _points(element: Element | None) -> dict[int, str]:
    """Index → value of a cache; the labels of several levels are joined, outermost first."""
    if element is None:
        return {}
    levels = [_level(level) for level in element.iter(f"{C}lvl")]
    if not levels:
        return _level(element)
    joined: dict[int, str] = {}
    outer = [sorted(level.items()) for level in levels[1:]]
    for index, label in levels[0].items():
        # An outer label stands at the first of the places for which it holds.
        above = [_last_at(level, index) for level in reversed(outer)]
        joined[index] = " ".join(filter(None, [*above, label]))
    return joined


def _last_at(level: list[tuple[int, str]], index: int) -> str:
    place = bisect_right(level, index, key=itemgetter(0))
    return level[place - 1][1] if place else ""


def _level(element: Element) -> dict[int, str]:
    points: dict[int, str] = {}
    for point in element.iter(f"{C}pt"):
        index = integer(point.get("idx"))
        if index is not None and len(points) < _MOST_POINTS:
            points[index] = _tidy(point.findtext(f"{C}v") or "")
    return points


def _tidy(text: str) -> str:
    """A number as people write it: ``0.30000000000000004`` is 0.3."""
    if len(text) < 16 or "." not in text:
        return text
    try:
        return f"{float(text):.15g}"
    except ValueError:
        return text

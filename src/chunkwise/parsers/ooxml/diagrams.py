"""SmartArt: the texts of a diagram in the order of its tree."""

from __future__ import annotations

from chunkwise.parsers.ooxml.xml import DGM, A, Element, integer

_SHOWN = frozenset({None, "node", "asst"})


def read_diagram(root: Element) -> list[tuple[int, str]]:
    """The texts of a diagram's data part with their levels, from 1."""
    points = {point.get("modelId"): point for point in root.iter(f"{DGM}pt")}
    children = _children(root)
    tops = [name for name, point in points.items() if point.get("type") == "doc"]
    found: list[tuple[int, str]] = []
    seen: set[str | None] = set()
    pending: list[tuple[int, str | None]] = [(0, name) for name in reversed(tops)]
    while pending:
        level, name = pending.pop()
        if name in seen or name not in points:
            continue
        seen.add(name)
        _add(found, level, points[name])
        pending += [(level + 1, child) for child in reversed(children.get(name, ()))]
    for name, point in points.items():
        if name not in seen:
            _add(found, 1, point)
    return found


def _children(root: Element) -> dict[str | None, list[str | None]]:
    """Point → the points below it, in their order."""
    links = [link for link in root.iter(f"{DGM}cxn") if link.get("type") in (None, "parOf")]
    links.sort(key=lambda link: integer(link.get("srcOrd")) or 0)
    children: dict[str | None, list[str | None]] = {}
    for link in links:
        children.setdefault(link.get("srcId"), []).append(link.get("destId"))
    return children


def _add(found: list[tuple[int, str]], level: int, point: Element) -> None:
    if point.get("type") not in _SHOWN:
        return
    paragraphs = ["".join(t.text or "" for t in p.iter(f"{A}t")) for p in point.iter(f"{A}p")]
    text = " ".join(filter(None, map(str.strip, paragraphs)))
    if text:
        found.append((max(level, 1), text))

"""Drawings: pictures, text boxes, charts and diagrams, in DrawingML and in the older VML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkwise.model.table import Figure
from chunkwise.parsers.docx.items import Box, Diagram, Item, Picture
from chunkwise.parsers.docx.parts import Parts, Story
from chunkwise.parsers.ooxml.charts import read_chart
from chunkwise.parsers.ooxml.diagrams import read_diagram
from chunkwise.parsers.ooxml.relations import Relation
from chunkwise.parsers.ooxml.xml import DGM, MC, PIC, WP, A, C, Element, R, V, W, integer, value

EMU_PER_POINT = 12_700
_OFFICE = "{urn:schemas-microsoft-com:office:office}"
_LENGTH = re.compile(
    r"(?:^|;)\s*(width|height)\s*:\s*([0-9]*\.?[0-9]+)\s*(pt|in|cm|mm|pc|px)?", re.IGNORECASE
)
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "pc": 12.0, "px": 0.75}


def drawing_items(element: Element, parts: Parts, story: Story) -> Iterator[Item]:
    """What a ``w:drawing`` shows, in its order."""
    for frame in element:
        floating = frame.tag == f"{WP}anchor"
        if value(frame, f"{WP}docPr", "hidden") in ("1", "true"):
            parts.losses["hidden_pictures"] += 1
            continue
        alone = sum(1 for _ in frame.iter(f"{A}blip")) == 1
        for found in _descend(frame):
            yield from _shape_items(found, frame, floating, alone, parts, story)


def vml_items(element: Element, parts: Parts, story: Story) -> Iterator[Item]:
    """What a ``w:pict`` or ``w:object`` shows, in its order."""
    for found in _descend(element):
        if found.tag == f"{W}txbxContent":
            yield Box(found)
        elif found.tag == f"{V}textpath":
            yield found.get("string") or ""
        elif found.tag == f"{V}imagedata":
            relation = story.relations.get(found.get(f"{R}id", ""))
            yield Picture(_vml_figure(found, relation), floating=False)


def choose(element: Element) -> tuple[Element, ...]:
    """The branches of an ``mc:AlternateContent``, the best one first; only one must be read."""
    return (*element.findall(f"{MC}Choice"), *element.findall(f"{MC}Fallback"))


def _shape_items(
    found: Element, frame: Element, floating: bool, alone: bool, parts: Parts, story: Story
) -> Iterator[Item]:
    if found.tag == f"{W}txbxContent":
        yield Box(found)
    elif found.tag == f"{A}blip":
        relation = _relation(found, story)
        yield Picture(_figure(found, frame, relation, alone), floating)
    elif found.tag == f"{C}chart":
        root = _linked(found, f"{R}id", parts, story)
        if root is not None:
            yield read_chart(root)
    elif found.tag == f"{DGM}relIds":
        root = _linked(found, f"{R}dm", parts, story)
        if root is not None:
            yield Diagram(tuple(read_diagram(root)))


def _descend(element: Element) -> Iterator[Element]:
    """All elements below, in order; nothing below a text box, only one branch of alternatives."""
    for child in element:
        if child.tag == f"{MC}AlternateContent":
            branches = (list(_descend(branch)) for branch in choose(child))
            yield from next(filter(None, branches), ())
            continue
        yield child
        if child.tag != f"{W}txbxContent":
            yield from _descend(child)


def _relation(blip: Element, story: Story) -> Relation | None:
    name = blip.get(f"{R}embed") or blip.get(f"{R}link")
    return story.relations.get(name or "")


def _linked(element: Element, attribute: str, parts: Parts, story: Story) -> Element | None:
    relation = story.relations.get(element.get(attribute, ""))
    return None if relation is None or relation.external else parts.xml(relation.target)


def _figure(blip: Element, frame: Element, relation: Relation | None, alone: bool) -> Figure:
    """The figure of a picture: its own description, or the drawing's if it is alone there."""
    own = next((p for p in blip.iterancestors(f"{PIC}pic")), None)
    labels = [] if own is None else list(own.iter(f"{PIC}cNvPr"))
    if alone or not labels:
        labels += frame.findall(f"{WP}docPr")
    size = frame.find(f"{WP}extent")
    if own is not None and not alone:
        inner = own.find(f"{PIC}spPr/{A}xfrm/{A}ext")
        size = size if inner is None else inner
    return Figure(
        image=None if relation is None else relation.reference,
        alt=next((text for label in labels if (text := description(label))), ""),
        width=_points(size, "cx"),
        height=_points(size, "cy"),
    )


def description(label: Element) -> str:
    """The alternative text of a drawing, else its title."""
    return (label.get("descr") or label.get("title") or "").strip()


def _points(size: Element | None, attribute: str) -> float | None:
    emu = None if size is None else integer(size.get(attribute))
    return None if emu is None or emu < 0 else round(emu / EMU_PER_POINT, 2)


def _vml_figure(image: Element, relation: Relation | None) -> Figure:
    shape = image.getparent()
    sizes = {
        name.lower(): round(float(number) * _POINTS[(unit or "px").lower()], 2)
        for name, number, unit in _LENGTH.findall(shape.get("style", "")[:2_000])
    }
    return Figure(
        image=None if relation is None else relation.reference,
        alt=(shape.get("alt") or image.get(f"{_OFFICE}title") or "").strip(),
        width=sizes.get("width"),
        height=sizes.get("height"),
    )

"""What an XLSX sheet holds besides cells: pictures and text boxes are read, the rest is counted."""

from __future__ import annotations

from collections.abc import Iterator

from chunkwise.errors import ParseError
from chunkwise.model.table import Figure
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.relations import Relation, of_kind, relations
from chunkwise.parsers.ooxml.xml import XDR, A, Element, R, integer, local, parse_part
from chunkwise.parsers.xlsx.cells import Extras

_EMU_PER_POINT = 12_700


def read_extras(archive: Archive, links: dict[str, Relation]) -> Extras:
    """The extras of a sheet.

    Args:
        archive: the file.
        links: the references of the sheet's part.
    """
    extras = Extras()
    charts = 0
    for part in of_kind(links, "drawing"):
        try:
            root, inner = parse_part(archive, part), relations(archive, part)
        except ParseError:
            extras.warnings.append("A damaged drawing was left out.")
            continue
        extras.pictures += _pictures(root, inner)
        extras.texts += _texts(root)
        charts += len(of_kind(inner, "chart")) + len(of_kind(inner, "chartEx"))
    comments = sum(_count_comments(archive, part) for part in of_kind(links, "comments"))
    if comments:
        extras.warnings.append(f"Comments, left out: {comments}.")
    if charts:
        extras.warnings.append(f"Charts, left out: {charts}.")
    return extras


def _pictures(root: Element, links: dict[str, Relation]) -> Iterator[Figure]:
    for picture in root.iter(f"{XDR}pic"):
        label, blip = picture.find(f"{XDR}nvPicPr/{XDR}cNvPr"), picture.find(f"{XDR}blipFill/{A}blip")
        size = picture.find(f"{XDR}spPr/{A}xfrm/{A}ext")
        name = "" if blip is None else blip.get(f"{R}embed") or blip.get(f"{R}link") or ""
        alt = "" if label is None else label.get("descr") or label.get("title") or ""
        relation = links.get(name)
        yield Figure(
            image=None if relation is None else relation.reference,
            alt=alt.strip(),
            width=_points(size, "cx"),
            height=_points(size, "cy"),
        )


def _points(size: Element | None, attribute: str) -> float | None:
    emu = None if size is None else integer(size.get(attribute))
    return round(emu / _EMU_PER_POINT, 2) if emu and emu > 0 else None


def _texts(root: Element) -> Iterator[str]:
    for shape in root.iter(f"{XDR}sp"):
        lines = ["".join(t.text or "" for t in p.iter(f"{A}t")) for p in shape.iter(f"{A}p")]
        text = "\n".join(line for line in lines if line.strip())
        if text:
            yield text


def _count_comments(archive: Archive, part: str) -> int:
    try:
        root = parse_part(archive, part)
    except ParseError:
        return 0
    return sum(1 for element in root.iter() if local(element) == "comment")

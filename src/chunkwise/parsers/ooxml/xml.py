"""The XML of Office files: parsed without entities or network, strict namespaces made transitional."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from chunkwise.errors import ParseError
from chunkwise.parsers.ooxml.archive import BROKEN, Archive

Element: TypeAlias = Any
"""An element of lxml, which has no types."""

_OFFICE = "http://schemas.openxmlformats.org"
W = f"{{{_OFFICE}/wordprocessingml/2006/main}}"
P = f"{{{_OFFICE}/presentationml/2006/main}}"
A = f"{{{_OFFICE}/drawingml/2006/main}}"
C = f"{{{_OFFICE}/drawingml/2006/chart}}"
DGM = f"{{{_OFFICE}/drawingml/2006/diagram}}"
WP = f"{{{_OFFICE}/drawingml/2006/wordprocessingDrawing}}"
PIC = f"{{{_OFFICE}/drawingml/2006/picture}}"
XDR = f"{{{_OFFICE}/drawingml/2006/spreadsheetDrawing}}"
M = f"{{{_OFFICE}/officeDocument/2006/math}}"
R = f"{{{_OFFICE}/officeDocument/2006/relationships}}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
V = "{urn:schemas-microsoft-com:vml}"

_STRICT = re.compile(rb"""(["'])http://purl\.oclc\.org/ooxml/([A-Za-z]+)/([A-Za-z/]*)(?=["'])""")
_TRANSITIONAL = rb"\1http://schemas.openxmlformats.org/\2/2006/\3"
# How every part is parsed, since files may be hostile.
_HARDENED: dict[str, bool] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
_PIECE = 1 << 20
_OFF = frozenset({"0", "false", "off", "no"})


def parse_part(archive: Archive, name: str) -> Element:
    """The root element of a part.

    Raises:
        ParseError: the part is missing or damaged, is no XML, or declares a document type, which
            Office files never do and hostile ones use.
    """
    return parse_xml(archive.read(name), name, archive.source.name)


def parse_xml(data: bytes, name: str, source: str = "") -> Element:
    """The root element of some XML; comments and processing instructions are left out.

    Args:
        data: the XML.
        name: what it is, for messages.
        source: the file it comes from, for messages.

    Raises:
        ParseError: it is no XML, or declares a document type.
    """
    from lxml import etree

    parser = etree.XMLParser(**_HARDENED)
    try:
        root = etree.fromstring(_STRICT.sub(_TRANSITIONAL, data), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ParseError(f"{name} is no readable XML: {error}", source) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise ParseError(f"{name} declares a document type: not read, since it may be hostile", source)
    return root


def stream_elements(archive: Archive, name: str, names: tuple[str, ...]) -> Iterator[Element]:
    """The elements with these local names, one after the other, in little memory.

    An element is emptied when the next one is asked for; so are its elder siblings.

    Raises:
        ParseError: the part is missing or damaged, or is no XML.
    """
    from lxml import etree

    tags = [f"{{*}}{local_name}" for local_name in names]
    try:
        with archive.open(name) as stream:
            events = etree.iterparse(stream, tag=tags, **_HARDENED)
            for _, element in events:
                yield element
                element.clear(keep_tail=True)
                while element.getprevious() is not None:
                    del element.getparent()[0]
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ParseError(f"{name} is no readable XML: {error}", archive.source.name) from error
    except BROKEN as error:
        raise ParseError(f"the part {name} is damaged: {error}", archive.source.name) from error


def part_contains(archive: Archive, name: str, word: bytes) -> bool:
    """Whether a word stands in a part; faster than parsing it.

    Raises:
        ParseError: the part is missing or damaged.
    """
    tail = b""
    try:
        with archive.open(name) as stream:
            while piece := stream.read(_PIECE):
                if word in tail + piece:
                    return True
                tail = piece[-len(word) :]
    except BROKEN as error:
        raise ParseError(f"the part {name} is damaged: {error}", archive.source.name) from error
    return False


def local(element: Element) -> str:
    """An element's name without its namespace."""
    name: str = element.tag
    return name.rpartition("}")[2]


def value(parent: Element | None, child: str, attribute: str) -> str | None:
    """An attribute of a child; None if the parent, the child or the attribute is missing."""
    found = None if parent is None else parent.find(child)
    return None if found is None else found.get(attribute)


def is_on(parent: Element | None, child: str, attribute: str) -> bool | None:
    """A switch such as ``<w:vanish/>``: True, False, or None where it is not set."""
    found = None if parent is None else parent.find(child)
    return None if found is None else (found.get(attribute) or "1").lower() not in _OFF


def integer(text: str | None) -> int | None:
    """A whole number, or None where there is none.

    >>> integer("12"), integer("-3"), integer("x"), integer(None)
    (12, -3, None, None)
    """
    try:
        return int(text) if text and len(text) < 20 else None
    except ValueError:
        return None

"""How the parts of an Office file refer to each other, and what the file says of itself."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from chunkwise.errors import ParseError
from chunkwise.model.block import Metadata
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.xml import Element, local, parse_part

_CORE = {"title": "title", "creator": "author", "created": "created", "modified": "modified"}


@dataclass(frozen=True, slots=True)
class Relation:
    """One reference from a part to another part, or to something outside."""

    kind: str
    """The last word of its type: ``image``, ``slide``, ``footnotes`` …"""
    target: str
    """Name of the part, or the address of what is outside."""
    external: bool = False
    """Whether the target is outside the file."""

    @property
    def reference(self) -> str:
        """The target as ``Figure.image`` has it: ``#word/media/image1.png`` or an address."""
        return self.target if self.external else f"#{self.target}"


def relations(archive: Archive, part: str) -> dict[str, Relation]:
    """The references of a part by their ids; ``""`` is the file itself.

    Raises:
        ParseError: the list of references is damaged.
    """
    folder, name = posixpath.split(part)
    listing = posixpath.join(folder, "_rels", f"{name}.rels")
    if listing not in archive:
        return {}
    return {
        element.get("Id", ""): _relation(element, folder)
        for element in parse_part(archive, listing)
        if local(element) == "Relationship"
    }


def of_kind(found: dict[str, Relation], kind: str) -> list[str]:
    """The parts that are referred to in this role, in order."""
    return [relation.target for relation in found.values() if relation.kind == kind and not relation.external]


def main_part(archive: Archive, what: str, usual: str) -> str:
    """The name of the part with the document, workbook or presentation itself.

    Raises:
        ParseError: there is none.
    """
    named = of_kind(relations(archive, ""), "officeDocument")
    for name in (*named, usual):
        if name in archive:
            return name
    raise ParseError(f"there is no {usual} in it: no {what} file", archive.source.name)


def core_metadata(archive: Archive) -> Metadata:
    """Title, author and times of making and last change, where the file gives them."""
    metadata: dict[str, object] = {}
    for part in of_kind(relations(archive, ""), "core-properties"):
        try:
            root = parse_part(archive, part)
        except ParseError:  # a damaged label spoils no document
            continue
        for element in root:
            key = _CORE.get(local(element))
            text = (element.text or "").strip()
            if key and text:
                metadata.setdefault(key, text)
    return metadata


def _relation(element: Element, folder: str) -> Relation:
    kind = element.get("Type", "").rpartition("/")[2]
    target = element.get("Target", "")
    if element.get("TargetMode") == "External":
        return Relation(kind, target, external=True)
    path = posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/")))
    return Relation(kind, path.lstrip("/"))

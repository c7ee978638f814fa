"""The slides of a presentation, each with the layout and master that it inherits from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkwise.errors import ParseError
from chunkwise.model.position import Page
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.relations import Relation, main_part, of_kind, relations
from chunkwise.parsers.ooxml.xml import Element, P, R, integer, parse_part

EMU_PER_POINT = 12_700
_USUAL_SIZE = (9_144_000, 6_858_000)
_OFF = ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A slide, a layout, a master or a page of notes: one part with shapes."""

    root: Element
    relations: dict[str, Relation]

    @property
    def tree(self) -> Element:
        """The element that holds the shapes; the root itself if there is none."""
        found = self.root.find(f"{P}cSld/{P}spTree")
        return self.root if found is None else found


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide."""

    page: Page
    sheet: Sheet
    parents: tuple[Sheet, ...]
    """Its layout and its master, as far as it has them."""
    notes: Sheet | None
    hidden: bool


@dataclass(slots=True)
class Deck:
    """A presentation."""

    archive: Archive
    root: Element
    slides: list[Slide] = field(default_factory=list)
    comments: int = 0
    warnings: list[str] = field(default_factory=list)

    def sheet(self, name: str) -> Sheet | None:
        """A part; None, and a warning, if it is missing or damaged."""
        try:
            return Sheet(parse_part(self.archive, name), relations(self.archive, name))
        except ParseError as error:
            reason = str(error).removeprefix(f"{self.archive.source.name}: ")
            self.warnings.append(f"A part was left out: {reason}.")
            return None


def open_deck(archive: Archive) -> Deck:
    """Read the slides of a presentation, in order. Damaged ones are left out, with a warning.

    Raises:
        ParseError: the presentation itself is missing or damaged.
    """
    name = main_part(archive, "PowerPoint", "ppt/presentation.xml")
    deck = Deck(archive, parse_part(archive, name))
    width, height = _size(deck.root)
    parents: dict[str, Sheet | None] = {}
    for number, target in enumerate(_slide_parts(deck.root, relations(archive, name)), start=1):
        sheet = deck.sheet(target)
        if sheet is not None:
            page = Page(number, width, height)
            deck.slides.append(_slide(deck, page, sheet, parents))
    return deck


def _slide(deck: Deck, page: Page, sheet: Sheet, parents: dict[str, Sheet | None]) -> Slide:
    found: list[Sheet] = []
    current: Sheet | None = sheet
    for kind in ("slideLayout", "slideMaster"):
        target = next(iter(of_kind(current.relations, kind)), None) if current is not None else None
        if target is not None and target not in parents:
            parents[target] = deck.sheet(target)
        current = None if target is None else parents[target]
        if current is not None:
            found.append(current)
    notes = next(iter(of_kind(sheet.relations, "notesSlide")), None)
    for target in of_kind(sheet.relations, "comments"):
        comments = deck.sheet(target)
        deck.comments += 0 if comments is None else sum(1 for _ in comments.root.iter("{*}cm"))
    hidden = sheet.root.get("show", "1") in _OFF
    return Slide(page, sheet, tuple(found), None if notes is None else deck.sheet(notes), hidden)


def _slide_parts(root: Element, links: dict[str, Relation]) -> Iterator[str]:
    for element in root.findall(f"{P}sldIdLst/{P}sldId"):
        relation = links.get(element.get(f"{R}id", ""))
        if relation is not None and not relation.external:
            yield relation.target


def _size(root: Element) -> tuple[float, float]:
    """Width and height of the slides in points."""
    size = root.find(f"{P}sldSz")
    numbers = [
        (None if size is None else integer(size.get(name))) or usual
        for name, usual in zip(("cx", "cy"), _USUAL_SIZE, strict=True)
    ]
    return numbers[0] / EMU_PER_POINT, numbers[1] / EMU_PER_POINT

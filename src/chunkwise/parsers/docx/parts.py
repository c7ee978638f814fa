"""The parts of a Word document that reading its text needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkwise.errors import ParseError
from chunkwise.parsers.docx.losses import Losses
from chunkwise.parsers.docx.numbering import Numbering
from chunkwise.parsers.docx.styles import Styles
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.relations import Relation, main_part, of_kind, relations
from chunkwise.parsers.ooxml.xml import Element, W, is_on, parse_part


@dataclass(frozen=True, slots=True)
class Story:
    """One part with text: the body, the footnotes, a header …"""

    root: Element
    relations: dict[str, Relation]


@dataclass(slots=True)
class Parts:
    """What the readers of the body share."""

    archive: Archive
    body: Story
    styles: Styles
    numbering: Numbering
    notes: dict[str, Story]
    """``footnote`` and ``endnote`` → their parts."""
    even_pages_differ: bool = False
    losses: Losses = field(default_factory=Losses)
    warnings: list[str] = field(default_factory=list)

    def story(self, name: str) -> Story | None:
        """A part with text; None, and a warning, if it is damaged."""
        return _story(self.archive, name, self.warnings)

    def xml(self, name: str) -> Element | None:
        """The root of a part; None, and a warning, if it is damaged."""
        return _root(self.archive, name, self.warnings)


def load_parts(archive: Archive) -> Parts:
    """Read the parts of a Word document. Damaged ones are left out, but for the body.

    Raises:
        ParseError: the body is missing or damaged.
    """
    name = main_part(archive, "Word", "word/document.xml")
    body = Story(parse_part(archive, name), relations(archive, name))
    warnings: list[str] = []

    def first(kind: str) -> Element | None:
        found = of_kind(body.relations, kind)
        return _root(archive, found[0], warnings) if found else None

    styles, numbering = Styles(first("styles")), Numbering(first("numbering"))
    numbering.link_styles(styles.lists())
    notes: dict[str, Story] = {}
    for kind in ("footnote", "endnote"):
        for target in of_kind(body.relations, f"{kind}s")[:1]:
            story = _story(archive, target, warnings)
            if story is not None:
                notes[kind] = story
    even = bool(is_on(first("settings"), f"{W}evenAndOddHeaders", f"{W}val"))
    parts = Parts(archive, body, styles, numbering, notes, even, warnings=warnings)
    comments = first("comments")
    parts.losses["comments"] += 0 if comments is None else len(comments.findall(f"{W}comment"))
    return parts


def note_elements(story: Story, kind: str) -> Iterator[tuple[str, Element]]:
    """The notes of a part by id, without the lines that separate notes from the text."""
    for note in story.root.findall(f"{W}{kind}"):
        if note.get(f"{W}type") in (None, "normal"):
            yield note.get(f"{W}id", ""), note


def _story(archive: Archive, name: str, warnings: list[str]) -> Story | None:
    root = _root(archive, name, warnings)
    return None if root is None else Story(root, relations(archive, name))


def _root(archive: Archive, name: str, warnings: list[str]) -> Element | None:
    try:
        return parse_part(archive, name)
    except ParseError as error:
        warnings.append(f"A part was left out: {str(error).removeprefix(f'{archive.source.name}: ')}.")
        return None

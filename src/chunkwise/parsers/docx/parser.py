"""The parser of Word documents."""

from __future__ import annotations

from collections.abc import Iterator

from chunkwise.model.block import BlockKind
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.docx.body import Body
from chunkwise.parsers.docx.inline import Inline, Marks
from chunkwise.parsers.docx.parts import Parts, Story, load_parts
from chunkwise.parsers.docx.stories import Flat
from chunkwise.parsers.formats import DOCX
from chunkwise.parsers.ooxml.archive import Archive
from chunkwise.parsers.ooxml.captions import attach_captions
from chunkwise.parsers.ooxml.relations import core_metadata
from chunkwise.parsers.ooxml.xml import Element, R, W, is_on
from chunkwise.parsers.rendered import RenderedText


class DocxParser:
    """Reads Word documents: the body in order, notes after the paragraph that refers to them.

    Headings come from styles and outline levels, in any language; automatic numbers are written
    out. Page headers and footers stand once, at the end. What is left out (deletions, hidden text,
    comments) is counted in warnings.
    """

    name = "docx"
    version = "1"
    media_types = (DOCX,)
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: the file is damaged, password-protected or no Word document.
            MissingExtra: lxml is not installed.
            OSError: the file cannot be read.
        """
        archive = Archive(source, "Word")
        parts = load_parts(archive)
        out = RenderedText()
        body = parts.body.root.find(f"{W}body")
        if body is not None:
            Body(parts, out).write(body)
            _write_furniture(parts, body, out)
        text, blocks, found = out.finish()
        yield build_document(
            self,
            source,
            archive.data,
            text,
            attach_captions(text, blocks),
            media_type=DOCX,
            metadata=core_metadata(archive),
            warnings=[*parts.warnings, *parts.losses.warnings(), *found],
        )


def _write_furniture(parts: Parts, body: Element, out: RenderedText) -> None:
    """The page headers and footers of all sections that are shown, each different one once."""
    kinds: tuple[BlockKind, BlockKind] = ("header", "footer")
    for kind in kinds:
        told: set[str] = set()
        for target in _shown_targets(parts, body, kind):
            story = parts.story(target)
            text = "" if story is None else _flat_text(parts, story)
            if text not in told:
                told.add(text)
                out.add(kind, text)


def _flat_text(parts: Parts, story: Story) -> str:
    return Flat(parts, Inline(parts, story, Marks())).text(story.root)


def _shown_targets(parts: Parts, body: Element, kind: BlockKind) -> Iterator[str]:
    """The parts with the headers (or footers) of the sections, without those never shown."""
    seen: set[str] = set()
    for section in body.iter(f"{W}sectPr"):
        shown = {"default"}
        if is_on(section, f"{W}titlePg", f"{W}val"):
            shown.add("first")
        if parts.even_pages_differ:
            shown.add("even")
        for reference in section.findall(f"{W}{kind}Reference"):
            relation = parts.body.relations.get(reference.get(f"{R}id", ""))
            if relation is None or relation.external or relation.target in seen:
                continue
            if reference.get(f"{W}type", "default") in shown:
                seen.add(relation.target)
                yield relation.target

"""From the pages of a document to its elements in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from chunkwise.parsers.pdf.body import Body, body_of
from chunkwise.parsers.pdf.columns import regions
from chunkwise.parsers.pdf.drawings import mark_labels
from chunkwise.parsers.pdf.flow import Element, PageFlow, in_order
from chunkwise.parsers.pdf.footnotes import find_footnotes
from chunkwise.parsers.pdf.frame import SLANTED
from chunkwise.parsers.pdf.furniture import take_furniture
from chunkwise.parsers.pdf.headings import find_captions, find_headings
from chunkwise.parsers.pdf.lines import PageLine, lines_of
from chunkwise.parsers.pdf.lists import ItemFinder
from chunkwise.parsers.pdf.monospace import mark_monospace
from chunkwise.parsers.pdf.outline import Bookmark, mark_lines
from chunkwise.parsers.pdf.paragraphs import Paragraph, nested_levels, paragraphs_of
from chunkwise.parsers.pdf.pictures import Picture, content_pictures, drop_repeated
from chunkwise.parsers.pdf.reading import RawPage
from chunkwise.parsers.pdf.segments import Segment
from chunkwise.parsers.pdf.sides import Item
from chunkwise.parsers.pdf.tables import RuledTable, take_tables
from chunkwise.parsers.pdf.unmapped import without_unmapped


@dataclass(slots=True)
class Region:
    """A part of a page that is read to its end before the next begins."""

    lines: list[PageLine]
    """From top to bottom."""
    media: list[tuple[float, Picture | RuledTable]] = field(default_factory=list)
    """Upper edge and picture or table."""
    items: list[bool] = field(default_factory=list)
    """For each line whether a list item begins with it."""


def lay_out(pages: Sequence[RawPage], outline: Sequence[Bookmark]) -> list[Element]:
    """The paragraphs and pictures of a document in reading order.

    Args:
        pages: all pages; their segments are used up.
        outline: the bookmarks.
    """
    mark_monospace(segment for page in pages for segment in page.segments)
    drop_repeated([page.pictures for page in pages if page.chars])
    tables = [take_tables(page) for page in pages]
    furniture = take_furniture(pages)
    contents = [_page_regions(page, own) for page, own in zip(pages, tables, strict=True)]
    texts = [[line for region in page for line in region.lines] for page in contents]
    body = body_of(texts)
    levels = mark_lines(texts, outline)
    items = ItemFinder()
    for page_regions in contents:
        for region in page_regions:
            region.items = items.starts(region.lines)
    flows = [
        PageFlow([_elements(region, body) for region in page], own)
        for page, own in zip(contents, furniture, strict=True)
    ]
    paragraphs = [list(_paragraphs(flow)) for flow in flows]
    for page, found in zip(pages, paragraphs, strict=True):
        mark_labels(page, found)
    find_captions([one for page in paragraphs for one in page])
    find_headings(paragraphs, body, levels, pages[0].frame.size(pages[0].turn)[1] if pages else 0.0)
    for page, flow in zip(pages, flows, strict=True):
        regions_of_text = [[one for one in region if isinstance(one, Paragraph)] for region in flow.regions]
        for texts_of_region in regions_of_text:
            nested_levels(texts_of_region)
        find_footnotes(regions_of_text, body, page.turn, page.frame.size(page.turn)[1])
    return list(in_order(flows))


def _page_regions(page: RawPage, tables: Sequence[RuledTable]) -> list[Region]:
    """The lines and pictures of a page, region by region; text that runs another way comes last."""
    frame, turn = page.frame, page.turn
    pictures = content_pictures(page.pictures, frame, bool(page.chars))
    upright = [segment for segment in page.segments if segment.turn == turn]
    items = [Item((s.x0, s.y0, s.x1, s.y1), s) for s in upright]
    items += [Item(frame.turned(turn, *picture.bounds), picture) for picture in pictures]
    items += [Item(table.box, table) for table in tables]
    result = [_in_region(region, page.page.number) for region in regions(items)]
    result += _odd_regions(page)
    for found in result:
        found.lines, left_out, bullets = without_unmapped(found.lines)
        page.left_out += left_out
        page.replaced -= bullets
    return result


def _in_region(region: Sequence[Item], page: int) -> Region:
    """The lines and pictures of one region."""
    lines = lines_of((item.thing for item in region if isinstance(item.thing, Segment)), page)
    media = [(item.box[1], item.thing) for item in region if not isinstance(item.thing, Segment)]
    return Region(lines, media)


def _odd_regions(page: RawPage) -> Iterator[Region]:
    """Regions of the text that does not run as most of the page's text does."""
    odd = sorted((s for s in page.segments if s.turn != page.turn), key=lambda s: s.turn)
    for turn, group in groupby(odd, key=lambda s: s.turn):
        if turn == SLANTED:
            yield from (Region(lines_of([segment], page.page.number)) for segment in group)
        else:
            yield Region(lines_of(group, page.page.number))


def _elements(region: Region, body: Body) -> list[Element]:
    """What is in a region; pictures and tables stand before the paragraphs that begin below them."""
    paragraphs = paragraphs_of(region.lines, region.items, body)
    placed: list[tuple[float, Element]] = [(one.first.y0, one) for one in paragraphs]
    if not region.media:
        return list(paragraphs)
    return [one for _, one in sorted([*region.media, *placed], key=lambda pair: pair[0])]


def _paragraphs(flow: PageFlow) -> Iterator[Paragraph]:
    return (one for region in flow.regions for one in region if isinstance(one, Paragraph))

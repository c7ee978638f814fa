"""Paragraphs: where one ends and the next begins, among the lines of one region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chunkwise.model.block import BlockKind
from chunkwise.parsers.pdf.body import Body
from chunkwise.parsers.pdf.captions import CAPTION
from chunkwise.parsers.pdf.code import is_code
from chunkwise.parsers.pdf.contents import has_leader
from chunkwise.parsers.pdf.endings import breaks_word, ends_sentence
from chunkwise.parsers.pdf.lines import PageLine
from chunkwise.text.language import is_cjk
from chunkwise.text.numbering import find_marker

_OTHER_SIZE = 0.05
_WIDER_PITCH, _WIDE_PITCH = 1.2, 1.5
_WIDE_CODE_PITCH = 3.2
_LARGER, _WIDEST_HEADING = 1.15, 1.5
_INDENT = 0.8
"""In sizes: what begins so much further right is indented."""
_CENTRED = 3.0
_WINDOW = 4
_SAME_MARGIN = 2.6
"""In sizes: lines that begin further apart do not share a right margin."""
_ROOM = 0.2
_EARLY = 0.25
"""Share of the line's room: a line that leaves more of it free ends early on purpose."""


@dataclass(slots=True, eq=False)
class Paragraph:
    """Lines that belong together."""

    kind: BlockKind
    lines: list[PageLine] = field(default_factory=list)
    level: int | None = None
    mark: int | None = None
    """Number of the bookmark that names it."""
    full: bool = False
    """Whether its last line reaches the right margin."""
    is_label: bool = False
    """Whether it stands inside of a drawing."""

    @property
    def first(self) -> PageLine:
        """The first line."""
        return self.lines[0]

    @property
    def last(self) -> PageLine:
        """The last line."""
        return self.lines[-1]


def paragraphs_of(lines: list[PageLine], items: Sequence[bool], body: Body) -> list[Paragraph]:
    """The paragraphs, list items, code and contents lines of one region.

    Headings are not told from other paragraphs yet, but for those that a bookmark names.

    Args:
        lines: from top to bottom.
        items: for each line whether a list item begins with it.
        body: what is usual in the document.
    """
    margins = _margins(lines)
    result: list[Paragraph] = []
    for at, line in enumerate(lines):
        kind = _kind(line, items[at], body)
        current = result[-1] if result else None
        following = lines[at + 1] if at + 1 < len(lines) else None
        if current is not None and not _breaks(current, line, following, kind, margins[at - 1], body):
            current.lines.append(line)
        else:
            result.append(Paragraph(kind, [line], mark=line.mark))
        result[-1].full = _is_full(lines, at, margins[at])
    return result


def _kind(line: PageLine, begins_item: bool, body: Body) -> BlockKind:
    if line.mark is not None:
        return "heading"
    if has_leader(line):
        return "toc"
    if begins_item:
        return "list_item"
    return "code" if is_code(line, body) else "paragraph"


def _margins(lines: Sequence[PageLine]) -> list[float]:
    """For each line where its neighbours with about the same left margin end, at most."""
    margins = []
    for at, line in enumerate(lines):
        near = lines[max(0, at - _WINDOW) : at + _WINDOW + 1]
        alike = [one for one in near if abs(one.lead - line.lead) <= _SAME_MARGIN * line.size]
        margins.append(max(one.trail for one in alike))
    return margins


def _is_full(lines: list[PageLine], at: int, margin: float) -> bool:
    """Whether a line reaches the right margin, as another one near it does."""
    line = lines[at]
    near = lines[max(0, at - _WINDOW) : at] + lines[at + 1 : at + _WINDOW + 1]
    supported = any(margin - one.trail <= line.size for one in near)
    return supported and not _is_short(line, line, margin)


def _breaks(
    current: Paragraph, line: PageLine, following: PageLine | None, kind: BlockKind, margin: float, body: Body
) -> bool:
    """Whether a line begins a new paragraph."""
    last = current.last
    if line.mark != current.mark or kind == "list_item":
        return True
    if line.mark is not None:
        return False
    distance, pitch = line.base - last.base, body.pitch(last.size)
    if "code" in (kind, current.kind) or "toc" in (kind, current.kind):
        return kind != current.kind or not 0 < distance < _WIDE_CODE_PITCH * pitch
    if distance <= 0 or last.wide_gaps or line.wide_gaps or _looks_other(current, line, distance, pitch):
        return True
    if _begins_caption(current, line, margin):
        return True
    goes_on = breaks_word(last.text) or (not ends_sentence(last.text) and line.text[0].islower())
    if distance > (_WIDE_PITCH if goes_on else _WIDER_PITCH) * pitch:
        return True
    if goes_on or _is_same_heading(last, line, distance, body):
        return False
    return _ends_early(last, line, margin) or _changes_indent(current, line, following, margin)


def _begins_caption(current: Paragraph, line: PageLine, margin: float) -> bool:
    """Whether a line is the first of a caption; one of running text may begin with "Figure 3." too."""
    if CAPTION.match(line.text) is None:
        return False
    last = current.last
    return (
        CAPTION.match(current.first.text) is not None
        or ends_sentence(last.text)
        or _is_short(last, line, margin)
    )


def _is_same_heading(last: PageLine, line: PageLine, distance: float, body: Body) -> bool:
    """Whether a line goes on with the heading of the line above; headings end where their words end."""
    larger = min(last.size, line.size) >= _LARGER * body.size
    return larger and distance <= _WIDEST_HEADING * line.size and find_marker(line.text[:200]) is None


def _looks_other(current: Paragraph, line: PageLine, distance: float, pitch: float) -> bool:
    """Whether a line is set in another size or weight than the paragraph."""
    last = current.last
    if abs(line.size - last.size) > _OTHER_SIZE * max(line.size, last.size):
        return True
    # A bold stretch of running text may begin or end in the middle of a line.
    runs_on = line.bold_start == last.bold_end and distance <= _WIDER_PITCH * pitch
    return line.bold != last.bold and not runs_on


def _is_short(line: PageLine, below: PageLine, margin: float) -> bool:
    """Whether the first word of the line below would have had room at the end of a line."""
    return margin - line.trail > _first_word(below) + _ROOM * line.size


def _first_word(line: PageLine) -> float:
    """Width of the first word, with the space in front of it; of CJK text two characters."""
    if is_cjk(line.text[0]):
        return 2 * line.size
    length = len(line.text.split(maxsplit=1)[0])
    if line.edges is not None:
        return abs(line.edges[length] - line.edges[0]) + _ROOM * line.size
    return (line.x1 - line.x0) * (length + 1) / len(line.text)


def _ends_early(last: PageLine, line: PageLine, margin: float) -> bool:
    """Whether a line ends before the margin, as the last line of a paragraph does."""
    if not _is_short(last, line, margin):
        return False
    if ends_sentence(last.text) or is_cjk(last.text[-1]):
        return True
    return margin - last.trail > _EARLY * (margin - last.lead)


def _changes_indent(current: Paragraph, line: PageLine, following: PageLine | None, margin: float) -> bool:
    """Whether a line is indented like a first line, or comes back to the margin after hanging lines."""
    last, step = current.last, line.lead - current.last.lead
    if abs(step) <= _INDENT * line.size or _are_centred(last, line):
        return False
    if len(current.lines) > 1:
        return True
    if step <= 0 or current.kind == "list_item":
        return False
    # Either hanging lines begin here, or the first line of a paragraph: the next line tells.
    hangs = following is not None and abs(following.lead - line.lead) <= _INDENT * line.size
    return not hangs and (ends_sentence(last.text) or _is_short(last, line, margin))


def _are_centred(one: PageLine, other: PageLine) -> bool:
    return abs((one.x0 + one.x1) - (other.x0 + other.x1)) <= _CENTRED and abs(one.x0 - other.x0) > 1.0


def nested_levels(paragraphs: Sequence[Paragraph]) -> None:
    """Give list items their depth by how far they are indented."""
    open_items: list[float] = []
    for paragraph in paragraphs:
        if paragraph.kind != "list_item":
            open_items = []
            continue
        lead, slack = paragraph.first.lead, _INDENT * paragraph.first.size
        while open_items and lead < open_items[-1] - slack:
            open_items.pop()
        if not open_items or lead > open_items[-1] + slack:
            open_items.append(lead)
        paragraph.level = len(open_items)

"""The content of a paragraph: text as Word shows it, and what else stands in the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chunkwise.parsers.docx.drawings import choose, drawing_items, vml_items
from chunkwise.parsers.docx.fields import Fields
from chunkwise.parsers.docx.items import Formula, Item, Mark
from chunkwise.parsers.docx.parts import Parts, Story
from chunkwise.parsers.docx.symbols import symbol
from chunkwise.parsers.ooxml.math import linear
from chunkwise.parsers.ooxml.number_formats import format_number
from chunkwise.parsers.ooxml.xml import MC, Element, M, W, is_on, value

_VAL = f"{W}val"
_WRAPPERS = frozenset(
    f"{W}{name}"
    for name in (
        "hyperlink", "ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "fldSimple", "dir", "bdo",
    )
)  # fmt: skip
_DROPPED = frozenset({f"{W}del", f"{W}moveFrom"})
_LITERAL = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}


class Inline:
    """Reads the paragraphs of one story, from the first to the last; fields may span them."""

    def __init__(self, parts: Parts, story: Story, marks: Marks) -> None:
        self.fields = Fields()
        self.in_contents = False
        """Whether text of the last paragraph stood in a table of contents."""
        self._parts = parts
        self._story = story
        self._marks = marks

    def read(self, paragraph: Element) -> list[Item]:
        """The items of a paragraph; neighbouring pieces of text are one string."""
        style = value(paragraph.find(f"{W}pPr"), f"{W}pStyle", _VAL)
        hidden = bool(self._parts.styles.is_hidden(style))
        self.in_contents = False
        items = _joined(self._content(paragraph, hidden))
        self.fields.end_paragraph()
        return items

    def _content(self, element: Element, hidden: bool) -> Iterator[Item]:
        for child in element:
            tag = child.tag
            if tag == f"{W}r":
                yield from self._run(child, hidden)
            elif tag in _WRAPPERS:
                yield from self._content(child, hidden)
            elif tag in _DROPPED:
                self._parts.losses["deleted"] += 1
            elif tag in (f"{M}oMath", f"{M}oMathPara"):
                yield Formula(linear(child).strip())
            elif tag == f"{W}ruby":
                yield from self._ruby(child, hidden)
            elif tag == f"{MC}AlternateContent":
                yield from self._alternatives(child, self._content, hidden)

    def _alternatives(
        self, element: Element, read: Callable[[Element, bool], Iterator[Item]], hidden: bool
    ) -> Iterator[Item]:
        """The items of the first branch that has any."""
        branches = (list(read(branch, hidden)) for branch in choose(element))
        return iter(next(filter(None, branches), ()))

    def _run(self, run: Element, hidden: bool) -> Iterator[Item]:
        properties = run.find(f"{W}rPr")
        if properties is not None:
            own = is_on(properties, f"{W}vanish", _VAL)
            if own is None:
                own = self._parts.styles.is_hidden(value(properties, f"{W}rStyle", _VAL))
            hidden = hidden if own is None else own
        if hidden and run.find(f"{W}t") is not None:
            self._parts.losses["hidden"] += 1
        yield from self._run_content(run, hidden)

    def _run_content(self, run: Element, hidden: bool) -> Iterator[Item]:
        for child in run:
            name = child.tag.rpartition("}")[2]
            if name == "fldChar":
                yield from self._field_mark(child)
            elif name == "instrText":
                self.fields.instruct(child.text or "")
            elif name == "AlternateContent":
                yield from self._alternatives(child, self._run_content, hidden)
            elif not hidden and not self.fields.hides:
                yield from self._shown(name, child)

    def _shown(self, name: str, child: Element) -> Iterator[Item]:
        """What one element of a run shows."""
        if name == "t":
            self.in_contents = self.in_contents or self.fields.in_contents
            yield child.text or ""
        elif name in _LITERAL:
            yield _LITERAL[name]
        elif name == "sym":
            yield symbol(child.get(f"{W}font", ""), child.get(f"{W}char", ""))
        elif name == "drawing":
            yield from drawing_items(child, self._parts, self._story)
        elif name in ("pict", "object"):
            yield from vml_items(child, self._parts, self._story)
        elif name in ("footnoteReference", "endnoteReference"):
            yield from self._marks.mark(name.removesuffix("Reference"), child)
        elif name == "ruby":
            yield from self._ruby(child, False)
        elif name in ("oMath", "oMathPara"):
            yield Formula(linear(child).strip())

    def _ruby(self, element: Element, hidden: bool) -> Iterator[Item]:
        base = element.find(f"{W}rubyBase")
        self._parts.losses["ruby"] += 1
        if base is not None:
            yield from self._content(base, hidden)

    def _field_mark(self, element: Element) -> Iterator[Item]:
        kind = element.get(f"{W}fldCharType")
        self.fields.mark(kind)
        box = element.find(f"{W}ffData/{W}checkBox")
        if kind == "begin" and box is not None:
            checked = is_on(box, f"{W}checked", _VAL)
            yield "☒" if (is_on(box, f"{W}default", _VAL) if checked is None else checked) else "☐"


class Marks:
    """Numbers footnotes and endnotes in the order in which the text refers to them."""

    def __init__(self) -> None:
        self._counts = {"footnote": 0, "endnote": 0}

    def mark(self, kind: str, element: Element) -> Iterator[Item]:
        """The mark for a reference; one with a sign of its own is shown by that sign alone."""
        own_sign = element.get(f"{W}customMarkFollows", "0") not in ("0", "false", "off")
        self._counts[kind] += 0 if own_sign else 1
        number = self._counts[kind]
        label = "" if own_sign else str(number) if kind == "footnote" else format_number(number, "lowerRoman")
        yield Mark(kind, element.get(f"{W}id", ""), label)


def _joined(items: Iterator[Item]) -> list[Item]:
    joined: list[Item] = []
    texts: list[str] = []
    for item in items:
        if isinstance(item, str):
            texts.append(item)
            continue
        if texts:
            joined.append("".join(texts))
            texts = []
        joined.append(item)
    if texts:
        joined.append("".join(texts))
    return joined

"""Styles: what a paragraph is, by the name and the outline level of its style and its ancestors."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkwise.model.block import BlockKind
from chunkwise.parsers.ooxml.xml import Element, W, integer, is_on, value

_VAL = f"{W}val"
_HEADING = re.compile(
    r"(?:heading|标题|標題|見出し|제목|überschrift|titre|título|titulo|titolo|rubrik|overskrift|otsikko|kop"
    r"|заголовок|nagłówek|nadpis|címsor|başlık|επικεφαλίδα|عنوان|כותרת|tiêu đề)\s*([1-9])(?!\d)"
)
_CHINESE_HEADING = re.compile(r"([一二三四五六七八九1-9])\s*级标题")
_TITLES = frozenset(
    [
        "title",
        "标题",
        "標題",
        "表題",
        "제목",
        "titel",
        "titre",
        "título",
        "titulo",
        "titolo",
        "rubrik",
        "tittel",
        "otsikko",
        "название",
        "tytuł",
    ]
)
_SUBTITLES = frozenset(
    ["subtitle", "副标题", "副標題", "副題", "부제", "untertitel", "sous-titre", "subtítulo"]
)
_CONTENTS = re.compile(
    r"(?:toc|目录|目錄|目次|목차|verzeichnis|tm|tdc|innehåll|оглавление)\s*[1-9]|toc heading|toc 标题"
)
_CAPTION = re.compile(
    r"caption|题注|題註|標號|図表番号|캡션|beschriftung|légende|leyenda|epígrafe|didascalia|название объекта"
    r"|figure caption|table caption|图题|表题|图名|表名"
)
_CODE = re.compile(
    r"code|source|source code|code block|html preformatted|html 预设格式|代码|preformatted text"
)
_BODY_TEXT = 9
"""The outline level that says: no heading."""
_LONGEST_CHAIN = 50


@dataclass(frozen=True, slots=True)
class Style:
    """One style as it is written; what it inherits is found through ``Styles``."""

    id: str
    name: str
    based_on: str | None
    outline: int | None
    """Outline level, from 0; 9 is body text."""
    list_id: str | None
    list_level: int | None
    hidden: bool | None
    bold: bool | None
    font: str | None
    """Name of the font of Latin text."""
    bold_header: bool
    """Whether it is a table style that marks the first row."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a paragraph of some style is."""

    kind: BlockKind
    level: int | None
    name: str
    """The style's name."""


class Styles:
    """The styles of a document."""

    def __init__(self, root: Element | None = None) -> None:
        """Read the styles.

        Args:
            root: ``w:styles``; None if the document has none.
        """
        self._styles: dict[str, Style] = {}
        self._roles: dict[tuple[str | None, int | None], Role] = {}
        self._default: str | None = None
        for element in () if root is None else root.iter(f"{W}style"):
            style = _read_style(element)
            self._styles[style.id] = style
            if element.get(f"{W}type") == "paragraph" and element.get(f"{W}default") in ("1", "true", "on"):
                self._default = style.id

    def chain(self, style: str | None) -> list[Style]:
        """A style and its ancestors, nearest first; the default style where none is named."""
        found: list[Style] = []
        name = style if style in self._styles else self._default
        while name in self._styles and len(found) < _LONGEST_CHAIN:
            found.append(self._styles[name])
            name = found[-1].based_on
        return found

    def role(self, style: str | None, outline: int | None) -> Role:
        """What a paragraph is.

        Args:
            style: id of its style.
            outline: the outline level that it has itself, from 0.
        """
        key = (style, outline)
        if key not in self._roles:
            self._roles[key] = _role(self.chain(style), outline)
        return self._roles[key]

    def list_of(self, style: str | None) -> tuple[str, int | None, str] | None:
        """The list that a style belongs to: its id, the level if given, and the style that says so."""
        for ancestor in self.chain(style):
            if ancestor.list_id is not None:
                return ancestor.list_id, ancestor.list_level, ancestor.id
        return None

    def is_hidden(self, style: str | None) -> bool | None:
        """Whether a style hides its text; None where it does not say."""
        chain = self.chain(style) if style in self._styles else []
        return next((one.hidden for one in chain if one.hidden is not None), None)

    def is_bold(self, style: str | None) -> bool:
        """Whether a style writes its text bold."""
        chain = self.chain(style) if style in self._styles else []
        return bool(next((one.bold for one in chain if one.bold is not None), None))

    def font(self, style: str | None) -> str | None:
        """The font of Latin text in a style, of the default style for None; None where it does not say."""
        chain = self.chain(style) if style is None or style in self._styles else []
        return next((one.font for one in chain if one.font is not None), None)

    def marks_header(self, style: str | None) -> bool:
        """Whether a table style makes the first row stand out."""
        chain = self.chain(style) if style in self._styles else []
        return any(one.bold_header for one in chain)

    def lists(self) -> dict[str, str]:
        """Id of a style → id of its list, for the styles that have one."""
        return {style.id: style.list_id for style in self._styles.values() if style.list_id is not None}


def _role(chain: list[Style], outline: int | None) -> Role:
    name = chain[0].name if chain else ""
    named = _by_name(name) if chain else None
    if named is not None and named[0] != "heading":
        return Role(*named, name)
    if outline is not None:
        return Role("heading", outline + 1, name) if outline < _BODY_TEXT else Role("paragraph", None, name)
    for style in chain:
        found = _by_name(style.name)
        if found is not None:
            return Role(*found, name)
        if style.outline is not None:
            is_heading = style.outline < _BODY_TEXT
            return Role("heading", style.outline + 1, name) if is_heading else Role("paragraph", None, name)
    return Role("paragraph", None, name)


def _by_name(name: str) -> tuple[BlockKind, int | None] | None:
    """Kind and level by a style's name; None if the name says nothing."""
    plain = name.casefold().partition(",")[0].strip()
    heading = _HEADING.match(plain)
    if heading is not None:
        return "heading", int(heading[1])
    chinese = _CHINESE_HEADING.match(plain)
    if chinese is not None:
        return "heading", ("一二三四五六七八九".find(chinese[1]) + 1) or int(chinese[1])
    if plain in _TITLES:
        return "title", 0
    if plain in _SUBTITLES:
        return "paragraph", None
    if _CONTENTS.fullmatch(plain):
        return "toc", None
    if _CAPTION.fullmatch(plain):
        return "caption", None
    return ("code", None) if _CODE.fullmatch(plain) else None


def _read_style(element: Element) -> Style:
    paragraph, run = element.find(f"{W}pPr"), element.find(f"{W}rPr")
    numbers = None if paragraph is None else paragraph.find(f"{W}numPr")
    first_row = next((c for c in element.findall(f"{W}tblStylePr") if c.get(f"{W}type") == "firstRow"), None)
    return Style(
        id=element.get(f"{W}styleId", ""),
        name=value(element, f"{W}name", _VAL) or "",
        based_on=value(element, f"{W}basedOn", _VAL),
        outline=integer(value(paragraph, f"{W}outlineLvl", _VAL)),
        list_id=value(numbers, f"{W}numId", _VAL),
        list_level=integer(value(numbers, f"{W}ilvl", _VAL)),
        hidden=is_on(run, f"{W}vanish", _VAL),
        bold=is_on(run, f"{W}b", _VAL),
        font=value(run, f"{W}rFonts", f"{W}ascii") or value(run, f"{W}rFonts", f"{W}hAnsi"),
        bold_header=first_row is not None
        and any(first_row.find(path) is not None for path in (f"{W}rPr/{W}b", f"{W}tcPr/{W}shd")),
    )

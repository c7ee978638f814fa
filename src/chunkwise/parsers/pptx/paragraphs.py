"""The paragraphs of a text body: their text, their level, and the bullet or number before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkwise.parsers.ooxml.math import linear
from chunkwise.parsers.ooxml.number_formats import format_number
from chunkwise.parsers.ooxml.xml import MC, A, Element, M, integer

_BULLETS = {f"{A}buNone": "none", f"{A}buChar": "char", f"{A}buBlip": "char", f"{A}buAutoNum": "number"}
_NUMBERS = (
    ("alphaLc", "lowerLetter"), ("alphaUc", "upperLetter"), ("romanLc", "lowerRoman"),
    ("romanUc", "upperRoman"), ("arabicDb", "decimalFullWidth"), ("arabic", "decimal"),
    ("circleNum", "decimalEnclosedCircle"), ("ea1", "chineseCountingThousand"),
)  # fmt: skip
_CLOSINGS = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Minus": "{}-"}
_MOST_LEVELS = 9


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a shape."""

    text: str
    """With its bullet or number."""
    level: int
    """Depth, from 1."""
    listed: bool
    """Whether it has a bullet or a number."""
    formula: bool = False


def read_paragraphs(body: Element | None, styles: Sequence[Element]) -> list[Paragraph]:
    """The paragraphs of a text body that are not blank.

    Args:
        body: ``p:txBody`` or the like.
        styles: list styles (``a:lstStyle`` and its kin) that the shape inherits, nearest first.
    """
    if body is None:
        return []
    own = body.findall(f"{A}lstStyle")
    found: list[Paragraph] = []
    counts = _Counts()
    for paragraph in body.findall(f"{A}p"):
        text = plain_text(paragraph)
        properties = paragraph.find(f"{A}pPr")
        level = min(
            max(integer(None if properties is None else properties.get("lvl")) or 0, 0), _MOST_LEVELS - 1
        )
        bullet = _bullet(properties, level, [*own, *styles])
        mark = counts.mark(bullet, level) if text else ""
        if text:
            found.append(
                Paragraph(f"{mark}{text}", level + 1, bool(mark), not mark and _is_formula(paragraph))
            )
    return found


def plain_text(paragraph: Element) -> str:
    """The text of an ``a:p``: runs, fields, line breaks and formulas."""
    return "".join(_pieces(paragraph)).strip()


def body_text(body: Element | None) -> str:
    """The text of a whole text body, a paragraph a line."""
    paragraphs = () if body is None else body.findall(f"{A}p")
    return "\n".join(filter(None, map(plain_text, paragraphs)))


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag in (f"{A}r", f"{A}fld"):
            yield (child.findtext(f"{A}t") or "").replace("\v", "\n")
        elif child.tag == f"{A}br":
            yield "\n"
        elif child.tag in (f"{M}oMath", f"{M}oMathPara"):
            yield linear(child)
        elif child.tag == f"{MC}AlternateContent":
            branches = ("".join(_pieces(branch)) for branch in child)
            yield next(filter(None, branches), "")
        elif child.tag.endswith("}m"):  # a14:m around a formula
            yield from _pieces(child)


def _is_formula(paragraph: Element) -> bool:
    has_text = any((run.findtext(f"{A}t") or "").strip() for run in paragraph.findall(f"{A}r"))
    return not has_text and paragraph.find(f".//{M}oMath") is not None


def _bullet(properties: Element | None, level: int, styles: Sequence[Element]) -> Element | None:
    """The element that says which bullet a paragraph has: its own, else the first inherited one."""
    inherited = (style.find(f"{A}lvl{level + 1}pPr") for style in styles)
    for source in (properties, *inherited):
        if source is not None:
            found = next((child for child in source if child.tag in _BULLETS), None)
            if found is not None:
                return found
    return None


class _Counts:
    """Counts the numbered paragraphs of a shape, level by level."""

    def __init__(self) -> None:
        self._levels: dict[int, tuple[str, int]] = {}

    def mark(self, bullet: Element | None, level: int) -> str:
        """What stands before the paragraph, with a space behind it."""
        kind = "none" if bullet is None else _BULLETS[bullet.tag]
        for deeper in [known for known in self._levels if known > level]:
            del self._levels[deeper]
        if bullet is None or kind != "number":
            self._levels.pop(level, None)
            return "- " if kind == "char" else ""
        scheme = bullet.get("type", "arabicPeriod")
        start = integer(bullet.get("startAt")) or 1
        known, count = self._levels.get(level, (scheme, start - 1))
        number = count + 1 if known == scheme else start
        self._levels[level] = (scheme, number)
        return f"{_numbered(number, scheme)} "


def _numbered(number: int, scheme: str) -> str:
    name = next((form for prefix, form in _NUMBERS if scheme.startswith(prefix)), "decimal")
    closing = next((shown for end, shown in _CLOSINGS.items() if scheme.endswith(end)), "{}")
    return closing.format(format_number(number, name))

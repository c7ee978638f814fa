"""Automatic numbering: the labels that Word shows and the text of a paragraph does not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkwise.parsers.ooxml.number_formats import format_number
from chunkwise.parsers.ooxml.xml import MC, Element, W, integer, is_on, value

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_MOST_LABEL = 200
_VAL = f"{W}val"


@dataclass(frozen=True, slots=True)
class Label:
    """What stands before a numbered paragraph."""

    text: str
    """``第一条``, ``1.1``, ``(a)``, or ``-`` for every bullet; may be empty."""
    gap: str
    """What stands between label and paragraph: a space or nothing."""
    bullet: bool
    """Whether it is a bullet and no number."""
    level: int
    """Depth, from 1."""

    @property
    def prefix(self) -> str:
        """Label and gap, as they are written before the paragraph."""
        return f"{self.text}{self.gap}" if self.text else ""


@dataclass(frozen=True, slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    gap: str = " "
    restart: int | None = None
    legal: bool = False
    style: str | None = None


@dataclass(slots=True)
class _Scheme:
    """An ``w:abstractNum``: nine levels and their counters, which all lists made of it share."""

    levels: dict[int, _Level]
    link: str | None
    counters: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


@dataclass(slots=True)
class _List:
    """A ``w:num``: a use of a scheme, with levels and starts of its own."""

    scheme: str
    starts: dict[int, int]
    levels: dict[int, _Level]
    begun: bool = False


class Numbering:
    """The lists of a document; it counts on with every paragraph that it labels."""

    def __init__(self, root: Element | None = None) -> None:
        """Read the definitions.

        Args:
            root: ``w:numbering``; None if the document has none.
        """
        self._schemes: dict[str, _Scheme] = {}
        self._lists: dict[str, _List] = {}
        for element in () if root is None else root:
            if element.tag == f"{W}abstractNum":
                self._schemes[element.get(f"{W}abstractNumId", "")] = _read_scheme(element)
            elif element.tag == f"{W}num":
                self._lists[element.get(f"{W}numId", "")] = _read_list(element)

    def link_styles(self, lists_of_styles: dict[str, str]) -> None:
        """Resolve schemes that refer to a numbering style.

        Args:
            lists_of_styles: id of a style → id of its list.
        """
        for scheme in self._schemes.values():
            found = self._lists.get(lists_of_styles.get(scheme.link or "", ""))
            target = self._schemes.get(found.scheme) if found is not None else None
            if target is not None and not scheme.levels:
                scheme.levels = target.levels

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """The level, from 0, that a list keeps for paragraphs of a style."""
        found = self._lists.get(list_id)
        scheme = self._schemes.get(found.scheme) if found is not None else None
        levels = scheme.levels if scheme is not None else {}
        return next((number for number, level in levels.items() if level.style == style), None)

    def label(self, list_id: str, level: int) -> Label | None:
        """Count one paragraph and say what stands before it; None if there is no such list or level.

        Args:
            list_id: ``w:numId``.
            level: from 0.
        """
        found = self._lists.get(list_id)
        scheme = self._schemes.get(found.scheme) if found is not None else None
        if found is None or scheme is None or not 0 <= level < _LEVELS:
            return None
        rule = self._rule(found, scheme, level)
        if rule is None:
            return None
        self._count(found, scheme, level)
        if rule.format == "bullet":
            return Label("-", " ", True, level + 1)
        return Label(self._text(found, scheme, rule), rule.gap, False, level + 1)

    def _rule(self, used: _List, scheme: _Scheme, level: int) -> _Level | None:
        return used.levels.get(level) or scheme.levels.get(level)

    def _start(self, used: _List, scheme: _Scheme, level: int) -> int:
        rule = self._rule(used, scheme, level)
        return used.starts.get(level, 1 if rule is None else rule.start)

    def _count(self, used: _List, scheme: _Scheme, level: int) -> None:
        """One more on this level; the deeper ones begin anew."""
        counters = scheme.counters
        if not used.begun:
            used.begun = True
            for overridden in used.starts:
                counters[overridden] = None
        now = counters[level]
        counters[level] = self._start(used, scheme, level) if now is None else now + 1
        for deeper in range(level + 1, _LEVELS):
            rule = self._rule(used, scheme, deeper)
            restart = rule.restart if rule is not None else None
            if restart is None or level < restart:
                counters[deeper] = None

    def _text(self, used: _List, scheme: _Scheme, rule: _Level) -> str:
        def number(match: re.Match[str]) -> str:
            level = int(match[1]) - 1
            counter = scheme.counters[level]
            if counter is None:
                counter = scheme.counters[level] = self._start(used, scheme, level)
            shown = self._rule(used, scheme, level)
            plain = rule.legal or shown is None
            return format_number(counter, "decimal" if plain or shown is None else shown.format)

        return _PLACE.sub(number, rule.text[:_MOST_LABEL]).strip()


def _read_scheme(element: Element) -> _Scheme:
    levels = dict(map(_read_level, element.findall(f"{W}lvl")))
    return _Scheme(levels, value(element, f"{W}numStyleLink", _VAL))


def _read_list(element: Element) -> _List:
    used = _List(value(element, f"{W}abstractNumId", _VAL) or "", {}, {})
    for override in element.findall(f"{W}lvlOverride"):
        number = integer(override.get(f"{W}ilvl"))
        if number is None or not 0 <= number < _LEVELS:
            continue
        start = integer(value(override, f"{W}startOverride", _VAL))
        own = override.find(f"{W}lvl")
        if own is not None:
            used.levels[number] = _read_level(own)[1]
        if start is not None:
            used.starts[number] = max(start, 0)
    return used


def _read_level(element: Element) -> tuple[int, _Level]:
    level = _Level(
        start=max(integer(value(element, f"{W}start", _VAL)) or 0, 0),
        format=_read_format(element),
        text=value(element, f"{W}lvlText", _VAL) or "",
        gap="" if value(element, f"{W}suff", _VAL) == "nothing" else " ",
        restart=integer(value(element, f"{W}lvlRestart", _VAL)),
        legal=bool(is_on(element, f"{W}isLgl", _VAL)),
        style=value(element, f"{W}pStyle", _VAL),
    )
    return integer(element.get(f"{W}ilvl")) or 0, level


def _read_format(element: Element) -> str:
    choice = f"{MC}AlternateContent/{MC}Choice/{W}numFmt"
    found = element.find(f"{W}numFmt")
    found = element.find(choice) if found is None else found
    if found is None:
        return "decimal"
    name: str = found.get(_VAL, "decimal")
    if name == "custom":
        first = found.get(f"{W}format", "").partition(",")[0].strip()
        return f"zeros:{len(first)}" if first.isdigit() and len(first) < 10 else "decimal"
    return name

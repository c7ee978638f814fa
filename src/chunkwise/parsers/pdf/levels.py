"""How deep headings are that no bookmark names: by their numbers and looks, one mapping a document."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import TypeAlias

from chunkwise.parsers.pdf.body import halves
from chunkwise.parsers.pdf.paragraphs import Paragraph
from chunkwise.text.marker import Marker
from chunkwise.text.numbering import find_marker

Look: TypeAlias = tuple[float, bool]
"""Size in half points, and whether it is bold."""
Kind: TypeAlias = tuple[int, int, str]
"""Family, level and unit of a number."""

DEEPEST = 6
"""No guessed heading is deeper."""
_MARKED = 120
_APPENDIX = re.compile("appendix|annex|schedule|附录|附錄|附件", re.IGNORECASE)
_FAMILIES = ("legal", "decimal", "chinese", "letter")


def look_of(paragraph: Paragraph) -> Look:
    """How the first line of a paragraph looks."""
    return halves(paragraph.first.size), paragraph.first.bold


def give_levels(known: Sequence[Paragraph], guessed: Sequence[Paragraph]) -> None:
    """Make paragraphs headings and give them levels.

    Numbers come first (``1.2`` is one deeper than ``1``, 第一节 than 第一章). Looks that have no
    numbers stand between those that have some, or whose levels bookmarks tell: larger before
    smaller, bold before light.

    Args:
        known: the headings that have a level already.
        guessed: those that want one.
    """
    kinds = _kinds(guessed)
    scheme = _scheme(guessed, kinds)
    depths = {key: _depth(kind, scheme) for key, kind in kinds.items()}
    looks = _levels_of_looks(known, guessed, depths)
    for paragraph in guessed:
        depth = depths[id(paragraph)]
        paragraph.kind = "heading"
        paragraph.level = min(depth or looks[look_of(paragraph)], DEEPEST)


def settle_levels(headings: Sequence[Paragraph]) -> None:
    """Correct levels that contradict what stands above: no guess skips a level, and no "3.2.2" is in "2.2".

    Args:
        headings: all headings of the document in reading order, each with a level.
    """
    used = sorted({one.level or 1 for one in headings})
    guessed_alone = all(one.mark is None for one in headings)
    ranks = {level: rank for rank, level in enumerate(used, 1)} if guessed_alone else {}
    above: list[tuple[int, Marker | None]] = []
    for heading in headings:
        level = heading.level or 1
        level = ranks.get(level, level)
        marker = find_marker(heading.first.text[:_MARKED])
        if heading.mark is None:
            if marker is None:
                level = min(level, above[-1][0] + 1 if above else 1)
            level = min([level, *(depth for depth, other in above if _contradicts(marker, other))])
        heading.level = level
        while above and above[-1][0] >= level:
            above.pop()
        above.append((level, marker))


def _contradicts(marker: Marker | None, above: Marker | None) -> bool:
    """Whether a heading's number tells that it is not in the section of another one."""
    if marker is None or above is None or marker.family != "decimal" or above.family != "decimal":
        return False
    number, other = marker.number or (), above.number or ()
    if len(number) == len(other):
        return marker.unit == above.unit
    if len(number) < len(other):
        return len(number) > 1  # a lone "1." may count something inside of the section
    return number[: len(other)] != other


def _kinds(guessed: Sequence[Paragraph]) -> dict[int, Kind | None]:
    """The kind of number of each heading; numbers that look alike, as "(1)" and "（1）", are of one kind."""
    kinds = {id(one): _kind(find_marker(one.first.text[:_MARKED])) for one in guessed}
    alike: dict[str, Kind] = {}
    for kind in filter(None, kinds.values()):
        unit = _unit(kind)
        alike[unit] = min(alike.get(unit, kind), kind, key=lambda one: (one[1], one))
    return {key: None if kind is None else alike[_unit(kind)] for key, kind in kinds.items()}


def _unit(kind: Kind) -> str:
    """What numbers have in common that look alike; decimal ones of different depth do not."""
    family, level, unit = kind
    plain = unicodedata.normalize("NFKC", unit)
    return f"{level} {plain}" if _FAMILIES[family] == "decimal" else plain


def _kind(marker: Marker | None) -> Kind | None:
    """What kind of number a heading has; decimal numbers of different depth are of different kinds."""
    if marker is None:
        return None
    unit = "appendix" if _APPENDIX.match(marker.label) else marker.unit
    return _FAMILIES.index(marker.family), marker.level, unit


def _scheme(guessed: Sequence[Paragraph], kinds: Mapping[int, Kind | None]) -> dict[Kind, int]:
    """Kind of number → depth, for the kinds that the document has: larger ones first, then as usual."""
    looks: dict[Kind, Counter[Look]] = defaultdict(Counter)
    for paragraph in guessed:
        kind = kinds[id(paragraph)]
        if kind is not None:
            looks[kind][look_of(paragraph)] += 1
    usual = {kind: counts.most_common(1)[0][0] for kind, counts in looks.items()}
    # An appendix is as deep as a chapter, not as a part.
    has_chapters = any(kind[2] == "chapter" for kind in looks)
    order = [kind for kind in looks if not (has_chapters and kind[2] == "appendix")]
    order.sort(key=lambda kind: (-usual[kind][0], not usual[kind][1], kind))
    scheme = {kind: depth for depth, kind in enumerate(order, 1)}
    for kind in looks:
        if kind not in scheme:
            scheme[kind] = next(depth for other, depth in scheme.items() if other[2] == "chapter")
    return scheme


def _depth(kind: Kind | None, scheme: Mapping[Kind, int]) -> int | None:
    """The depth that a number tells; None where there is none."""
    if kind is None:
        return None
    family, level, _ = kind
    # An excerpt may have "3.2.1" alone.
    return max(scheme[kind], level) if _FAMILIES[family] == "decimal" else scheme[kind]


def _levels_of_looks(
    known: Sequence[Paragraph], guessed: Sequence[Paragraph], depths: Mapping[int, int | None]
) -> dict[Look, int]:
    """The level of each look of a heading."""
    told: dict[Look, list[int]] = defaultdict(list)
    counts: dict[Look, int] = defaultdict(int)
    for paragraph in known:
        counts[look_of(paragraph)] += 1
        told[look_of(paragraph)].append(paragraph.level or 1)
    for paragraph in guessed:
        counts[look_of(paragraph)] += 1
        depth = depths[id(paragraph)]
        if depth is not None:
            told[look_of(paragraph)].append(depth)
    anchors = {look: median_low(levels) for look, levels in told.items() if 2 * len(levels) >= counts[look]}
    return _between_anchors(sorted(counts, reverse=True), anchors)


def _between_anchors(looks: Sequence[Look], anchors: Mapping[Look, int]) -> dict[Look, int]:
    """Levels for all looks, the largest first: each one below the last, but above the next that is told."""
    limits: list[int] = []
    limit = DEEPEST + 1
    for look in reversed(looks):
        limits.append(limit)
        limit = min(anchors.get(look, limit), limit)
    levels: dict[Look, int] = {}
    level = 0
    for look, limit in zip(looks, reversed(limits), strict=True):
        level = anchors.get(look) or max(1, min(level + 1, limit - 1))
        levels[look] = level
    return levels

"""What a paragraph is made of, besides text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from chunkwise.model.table import Figure
from chunkwise.parsers.ooxml.charts import Chart
from chunkwise.parsers.ooxml.xml import Element


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in or beside the text."""

    figure: Figure
    floating: bool
    """Whether it has a place of its own on the page, and none in the line."""


@dataclass(frozen=True, slots=True)
class Box:
    """A text box: paragraphs and tables of its own (``w:txbxContent``)."""

    content: Element


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference to a footnote or endnote."""

    kind: str
    """``footnote`` or ``endnote``."""
    id: str
    label: str
    """``1``, ``2`` …; ``i``, ``ii`` … for endnotes."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as one line of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """The texts of a SmartArt diagram with their levels."""

    texts: tuple[tuple[int, str], ...]


Item: TypeAlias = "str | Picture | Box | Mark | Formula | Diagram | Chart"

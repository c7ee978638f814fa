"""Headings as context."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from chunkwise.model.document import Document
from chunkwise.steps.base import Notes, Unit


@dataclass(frozen=True, slots=True)
class Titles:
    """Adds the headings above a unit to its context."""

    mode: Literal["all", "nearest", "none"] = "all"
    """``all`` titles up to the root, the ``nearest`` alone, or ``none``."""
    labels: bool = False
    """Whether an article's label, which its own text begins with, is repeated as a title."""

    def __call__(self, document: Document, units: list[Unit], notes: Notes) -> list[Unit]:
        """The same units with titles."""
        if self.mode == "none":
            return units
        shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        return [self._with_titles(unit, shared) if unit.heading_path else unit for unit in units]

    def _with_titles(self, unit: Unit, shared: dict[tuple[str, ...], tuple[str, ...]]) -> Unit:
        path = unit.heading_path
        if unit.begins == "article" and not self.labels:
            path = path[:-1]
        titles = shared.setdefault(path, path if self.mode == "all" else path[-1:])
        return replace(unit, context=replace(unit.context, titles=titles))

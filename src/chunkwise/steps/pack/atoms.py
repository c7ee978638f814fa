"""Atoms: code blocks and formulas that are not cut while they fit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from chunkwise.model.span import Span
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.piece import Index, Piece
from chunkwise.text.boundaries import Cut, best_cut, levels
from chunkwise.text.token_index import Piece as Counted

_INSIDE = levels(["blank_line", "line", "word"])
"""Places inside an atom that does not fit: code has lines and no sentences."""


def atom_sizes(units: Sequence[Unit], index: Index) -> dict[Span, int]:
    """The size of each atom, with one call of the counter."""
    atoms = [atom for unit in units for atom in unit.atoms]
    if not atoms:
        return {}
    return dict(zip(atoms, index.count([Counted(atom.start, atom.end) for atom in atoms]), strict=True))


def is_atom(piece: Piece) -> bool:
    """Whether the piece is exactly one atom."""
    atom = _around(piece.unit.atoms, piece.start + (piece.end - piece.start) // 2)
    return atom is not None and piece.start == atom.start and piece.end >= atom.end


def spare_atoms(
    text: str, cut: Cut, start: int, high: int, atoms: Sequence[Span], sizes: Mapping[Span, int], room: float
) -> Cut:
    """A cut that breaks no atom which fits: before the atom, or behind one that the piece begins with.

    Args:
        text: the document's text.
        cut: the place that would be taken.
        start: where the piece begins, at a non-blank character.
        high: the farthest place that fits.
        atoms: the atoms of the unit, in order.
        sizes: their sizes.
        room: what a piece may hold.
    """
    atom = _around(atoms, cut.at)
    if atom is None or not atom.start < cut.at < atom.end:
        return cut
    if sizes.get(atom, 0) <= room:
        if atom.start > start and not text[start : atom.start].isspace():
            return Cut(atom.start, "paragraph", "block")
        if atom.start >= start or text[atom.start : start].isspace():
            return Cut(atom.end, "paragraph", "block")
    place = best_cut(text, max(start, atom.start), min(high, atom.end), _INSIDE, lambda low, high: -1)
    return place or cut


def _around(atoms: Sequence[Span], at: int) -> Span | None:
    """The last atom that begins before ``at``."""
    found = bisect_right(atoms, at - 1, key=lambda atom: atom.start) - 1
    return atoms[found] if found >= 0 else None

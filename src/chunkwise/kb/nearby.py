"""Candidates with what stands around them in their documents, ready to be ranked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkwise.kb.candidates import Reader
from chunkwise.kb.revisions import Leaf
from chunkwise.kb.units import ChunkUnits, read_units, units_of
from chunkwise.rank.pool import Piece

AROUND = 300
"""Characters on each side of a candidate that ranking looks at, in whole chunks, at least one."""
_MOST_AROUND = 8
"""Chunks on each side at most."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Chunks of one document that follow each other."""

    leaves: tuple[Leaf, ...]
    units: tuple[ChunkUnits, ...]
    """Of each leaf, all of them."""
    pieces: tuple[Piece, ...]
    """Of each leaf those that no leaf before has: a chunk may be searched together with its parts."""


def stretches(reader: Reader, ids: Iterable[str]) -> list[Stretch]:
    """The neighbourhoods of chunks: joined where they touch, documents in the order of the catalogue."""
    revisions = reader.base.revisions
    found = {(leaf.revision, leaf.place): leaf for leaf in revisions.leaves_by_id(list(ids), reader.seq)}
    if not found:
        return []
    read = {key: _units(reader, leaf) for key, leaf in found.items()}
    windows: dict[int, list[tuple[int, int]]] = {}
    for revision, place in sorted(found):
        reach = _chunks_around(read[revision, place])
        runs = windows.setdefault(revision, [])
        low, high = max(0, place - reach), place + reach
        if runs and low <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], max(high, runs[-1][1]))
        else:
            runs.append((low, high))
    made = []
    for revision, runs in windows.items():
        for low, high in runs:
            leaves = revisions.leaves_between(revision, low, high)
            units = [read.get((revision, leaf.place)) or _units(reader, leaf) for leaf in leaves]
            made.append(Stretch(tuple(leaves), tuple(units), tuple(_pieces(units))))
    return made


def _chunks_around(units: ChunkUnits) -> int:
    size = max(1, units.end - units.start)
    return min(_MOST_AROUND, -(-AROUND // size))


def _units(reader: Reader, leaf: Leaf) -> ChunkUnits:
    units = read_units(leaf.units)
    if units is None:
        (chunk,) = reader.base.revisions.chunks([leaf.id], reader.seq).values()
        units = read_units(units_of(chunk))
        assert units is not None
    return units


def _pieces(units: Sequence[ChunkUnits]) -> Iterable[Piece]:
    """Units that are not among those of a chunk before."""
    covered = 0
    for one in units:
        inside = one.start < covered
        yield one.piece.from_offset(covered) if inside else one.piece
        covered = max(covered, one.end) if len(one.spans) == 1 else covered


def unit_numbers(made: Sequence[Stretch], wanted: Iterable[str]) -> dict[str, list[int]]:
    """Chunk → numbers of its units in the pool of all stretches, for the wanted chunks.

    Units of a chunk that is searched together with its parts are units of both.
    """
    ids, first = set(wanted), 0
    found: dict[str, list[int]] = {}
    for stretch in made:
        numbered: list[tuple[int, int, int]] = []  # (start of the unit, its end, its number)
        own: list[range] = []
        for piece in stretch.pieces:
            own.append(range(first, first + len(piece)))
            numbered += zip(piece.starts, piece.ends, own[-1], strict=True)
            first += len(piece)
        for leaf, units, numbers in zip(stretch.leaves, stretch.units, own, strict=True):
            if leaf.id not in ids:
                continue
            if len(numbers) == len(units.piece):
                found[leaf.id] = list(numbers)
            else:
                inside = [number for start, _, number in numbered if units.has(start)]
                # Units of a body stand where all of its chunk does.
                found[leaf.id] = inside or [n for low, high, n in numbered if units.touches(low, high)]
    return found

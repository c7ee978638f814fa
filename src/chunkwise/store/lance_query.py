"""Conditions, vectors and rankings for LanceDB: what is asked, apart from who asks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chunkwise.errors import InvalidOption
from chunkwise.store.base import Row, Scored
from chunkwise.store.filters import Filter
from chunkwise.store.lance_table import loaded
from chunkwise.store.sql import condition, joined, quoted

_IDS_AT_ONCE = 500
_SPARE = 16


def visible(kb: str, seq: int) -> str:
    """The rows that a reader of a knowledge base at this seq sees."""
    return f"(kb = {quoted(kb)} AND added_seq <= {seq} AND removed_seq > {seq})"


def searched(kbs: Sequence[str], filter: Filter, at: Mapping[str, int]) -> str:
    """The rows that a search may return.

    Raises:
        InvalidOption: ``at`` does not say at which seq one of the bases is read.
    """
    for kb in kbs:
        if kb not in at:
            raise InvalidOption(f"The search does not say at which version {kb!r} is to be read.")
    seen = joined("OR", [visible(kb, at[kb]) for kb in dict.fromkeys(kbs)])
    return f"{seen} AND enabled AND {condition(filter)}"


def one_of(column: str, values: Sequence[str]) -> str:
    """The rows with one of these values."""
    return f"{column} IN ({', '.join(map(quoted, values))})"


def batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """The ids in runs that one condition can hold."""
    return (ids[at : at + _IDS_AT_ONCE] for at in range(0, len(ids), _IDS_AT_ONCE))


def best(search: Callable[[int], list[Scored]], k: int) -> list[Scored]:
    """The k best rows, equal scores in order of knowledge base and id.

    Which of several equal rows a search leaves out is chance, so more rows are asked for until the
    last of them is worse than the k-th.

    Raises:
        InvalidOption: k is not above 0.
    """
    if k < 1:
        raise InvalidOption(f"A search returns at least 1 row: k={k}.")
    limit = k + _SPARE
    while True:
        found = sorted(search(limit), key=lambda row: (-row.score, row.kb, row.id))
        if len(found) < limit or found[-1].score < found[k - 1].score:
            return found[:k]
        limit *= 4


def unit_vector(vector: Sequence[float], whose: str) -> Any:
    """The vector at length 1, as a float32 array; a vector of zeros stays one and is near nothing.

    Raises:
        InvalidOption: it is empty or holds something that is no finite number.
    """
    numpy = loaded("numpy")
    array = numpy.asarray(vector, dtype=numpy.float64)
    if array.ndim != 1 or not array.size or not numpy.isfinite(array).all():
        raise InvalidOption(f"{whose} has to be a list of finite numbers, at least one.")
    largest = float(numpy.abs(array).max())
    if largest == 0:
        return array.astype(numpy.float32)
    array = array / largest  # else the squares of very large or small numbers leave the range
    return (array / math.sqrt(float(array @ array))).astype(numpy.float32)


def unit_vectors(rows: Sequence[Row]) -> dict[str, Any]:
    """Row id to unit vector, or None.

    Raises:
        InvalidOption: a vector cannot be used, or the rows' vectors differ in length.
    """
    vectors = {
        row.id: None if row.vector is None else unit_vector(row.vector, f"The vector of row {row.id!r}")
        for row in rows
    }
    sizes = {len(vector) for vector in vectors.values() if vector is not None}
    if len(sizes) > 1:
        raise InvalidOption(f"The vectors of one change have several lengths: {sorted(sizes)}.")
    return vectors

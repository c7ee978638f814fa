"""Where each term stands: units that have it, and headings above units that have it."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from chunkwise.rank.analysed import AnalysedText

Window = tuple[int, int]
"""Half-open range of unit numbers inside one document."""


@dataclass(frozen=True, slots=True)
class UnitPostings:
    """The units of all texts, numbered through, and where the terms stand in them."""

    units: Mapping[str, array[int]]
    """Term → numbers of the units that have it, rising."""
    counts: Mapping[str, array[int]]
    """Term → how often, in the same order."""
    path_counts: Mapping[str, Mapping[int, int]]
    """Term → number of a stretch under the same headings → how often these have the term."""
    stretches: tuple[Window, ...]
    """The stretches of units under the same headings, in order."""
    stretch_of: array[int]
    """Unit → number of its stretch."""
    documents: tuple[Window, ...]
    """Document → its units."""
    document_of: array[int]
    """Unit → number of its document."""
    paragraphs: array[int]
    """Unit → number of its paragraph, different ones in different documents."""
    lengths: array[int]
    """Unit → number of its terms."""

    def near(self, term: str, window: Window, reach: int) -> list[tuple[int, float]]:
        """(unit, count) of a term in a window and ``reach`` units around it, in the same document."""
        found = self.units.get(term)
        if found is None:
            return []
        first, end = self.documents[self.document_of[window[0]]]
        low = bisect_left(found, max(first, window[0] - reach))
        high = bisect_left(found, min(end, window[1] + reach), low)
        return list(zip(found[low:high], self.counts[term][low:high], strict=True))

    def stretches_in(self, window: Window) -> Iterable[tuple[int, Window]]:
        """The stretches that a window touches, each with the units that it has in it."""
        for number in range(self.stretch_of[window[0]], self.stretch_of[window[1] - 1] + 1):
            first, end = self.stretches[number]
            yield number, (max(first, window[0]), min(end, window[1]))


def postings(texts: Iterable[AnalysedText]) -> UnitPostings:
    """The postings of texts, in time linear in their terms."""
    units: dict[str, array[int]] = {}
    counts: dict[str, array[int]] = {}
    path_counts: dict[str, dict[int, int]] = {}
    stretches: list[Window] = []
    documents: list[Window] = []
    stretch_of, document_of, paragraphs, lengths = array("I"), array("I"), array("I"), array("I")
    paragraph = -1
    for number, text in enumerate(texts):
        start = len(lengths)
        for at, terms in enumerate(text.terms, start):
            _add(units, counts, at, terms)
            lengths.append(len(terms))
        documents.append((start, len(lengths)))
        document_of.extend([number] * len(text.units))
        for _, group in groupby(unit.paragraph for unit in text.units):
            paragraph += 1
            paragraphs.extend([paragraph] * len(list(group)))
        at = start
        for path, same in groupby(text.path_terms):
            size = len(list(same))
            stretch_of.extend([len(stretches)] * size)
            for term in path:
                by_stretch = path_counts.setdefault(term, {})
                by_stretch[len(stretches)] = by_stretch.get(len(stretches), 0) + 1
            stretches.append((at, at + size))
            at += size
    return UnitPostings(
        units, counts, path_counts, tuple(stretches), stretch_of,
        tuple(documents), document_of, paragraphs, lengths,
    )  # fmt: skip


def _add(units: dict[str, array[int]], counts: dict[str, array[int]], at: int, terms: Iterable[str]) -> None:
    for term in terms:
        found = units.get(term)
        if found is None:
            units[term], counts[term] = array("I", (at,)), array("I", (1,))
        elif found[-1] == at:
            counts[term][-1] += 1
        else:
            found.append(at)
            counts[term].append(1)

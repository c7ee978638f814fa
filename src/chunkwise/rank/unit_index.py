"""An index in memory of the sentence units of documents, searched by kernel BM25."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chunkwise.model.document import Document
from chunkwise.model.protocols import Embed
from chunkwise.rank.analysed import AnalysedText, analysed_document, analysed_text
from chunkwise.rank.blocks import Blocks, blocks_of
from chunkwise.rank.kernel import DEFAULT, KernelSettings, TermShare
from chunkwise.rank.kernel_vectors import KernelVectors, fused, nearest
from chunkwise.rank.ranked import RankedUnit
from chunkwise.rank.unit_postings import Window, postings
from chunkwise.rank.unit_scores import UnitScores
from chunkwise.text.terms import ChineseTerms, query_terms
from chunkwise.text.units import Unit

EXACT_BELOW = 400_000
"""Columns (a Chinese character is two wide): with more, only the neighbourhoods of the best blocks are
ranked. That many take some 5 ms."""
BLOCK_SIZE = 1_000
"""Columns of a block of the first stage."""
BEST_BLOCKS = 10
"""The fewest blocks that the first stage hands on, each with a neighbour on both sides."""
UNITS_PER_BLOCK = 6
"""Units that are asked for per block handed on, where more are asked for than that many blocks have."""


class UnitIndex:
    """The units of documents and what is needed to rank them.

    Immutable and safe to share between threads. Texts of less than ``EXACT_BELOW`` columns in all
    are ranked exactly; above, every score is exact too, but only units near the best blocks have one.
    With an embedder, scores are fused of words and meaning, see ``kernel_vectors.fused``.

    >>> index = UnitIndex.of(["= Tax =\\nIt is due in May.\\n\\nWhoever pays late owes interest on it."])
    >>> [(found.unit, round(found.score, 2)) for found in index.search("late tax interest", limit=2)]
    [(2, 2.52), (1, 1.98)]
    """

    __slots__ = (
        "_blocks",
        "_chinese",
        "_embedder",
        "_originals",
        "_postings",
        "_scores",
        "_vectors",
        "units",
    )

    units: tuple[Unit, ...]
    """The units of all documents, one document after the other."""

    def __init__(
        self,
        texts: Sequence[AnalysedText],
        settings: KernelSettings = DEFAULT,
        chinese: ChineseTerms = "auto",
        exact_below: int = EXACT_BELOW,
        *,
        vectors: Sequence[Sequence[float]] | None = None,
        embedder: Embed | None = None,
    ) -> None:
        """Index texts that are analysed already.

        Args:
            texts: one a document, or one a stretch of a document that the kernel is to stay in.
            settings: the constants of the kernel.
            chinese: how queries are read; as the texts were.
            exact_below: up to so many columns in all, every unit is ranked.
            vectors: of all units, in order.
            embedder: makes the vectors of queries; without it ``search`` ranks by words alone.

        Raises:
            InvalidOption: the vectors are not one a unit, or not of one length.
            MissingExtra: there are vectors, and numpy is not installed.
        """
        self._chinese, self._embedder = chinese, embedder
        self.units = tuple(unit for text in texts for unit in text.units)
        self._postings = found = postings(texts)
        self._originals = _originals(key for text in texts for key in text.keys)
        self._scores = UnitScores(found, [unit.heading for unit in self.units], settings)
        widths = [width for text in texts for width in text.widths]
        large = sum(widths) > exact_below
        self._blocks: Blocks | None = blocks_of(found, widths, BLOCK_SIZE, settings.path) if large else None
        self._vectors = None if vectors is None else KernelVectors(vectors, found.documents)

    @classmethod
    def of(
        cls,
        documents: Iterable[Document | str],
        settings: KernelSettings = DEFAULT,
        chinese: ChineseTerms = "auto",
        exact_below: int = EXACT_BELOW,
        *,
        embedder: Embed | None = None,
    ) -> UnitIndex:
        """Index documents, or plain texts.

        Args:
            documents: in the order in which equal results are to come.
            settings: the constants of the kernel.
            chinese: what Chinese gives beside characters, see ``text_terms``.
            exact_below: up to so many columns in all, every unit is ranked.
            embedder: embeds every unit and the queries; None: words alone.

        Raises:
            MissingExtra: Chinese is to be cut into words and ``rjieba`` is not installed, or there is
                an embedder, and numpy is not installed.
            EmbedderError: the embedder failed.
        """
        texts, own = [], []
        for one in documents:
            text = one if isinstance(one, str) else one.text
            made = analysed_text(one, chinese) if isinstance(one, str) else analysed_document(one, chinese)
            texts.append(made)
            own += [unit.span.of(text) for unit in made.units] if embedder else []
        vectors = embedder.embed(own) if embedder else None
        return cls(texts, settings, chinese, exact_below, vectors=vectors, embedder=embedder)

    def __len__(self) -> int:
        return len(self.units)

    def search(self, query: str, limit: int = 60) -> list[RankedUnit]:
        """The best units for a question, best first.

        Args:
            query: any text.
            limit: the most units to return.

        Returns:
            Without an embedder, units that share a term with the query or stand near one that does.
            Equal scores come in reading order. Of units with the same text the first one is kept.

        Raises:
            EmbedderError: the embedder failed.
        """
        vector = self._embedder.embed_query(query) if self._embedder and self._vectors is not None else None
        terms = dict.fromkeys(query_terms(query, self._chinese), 1.0)
        return self.search_terms(terms, limit, vector)

    def search_terms(
        self, terms: Mapping[str, float], limit: int = 60, vector: Sequence[float] | None = None
    ) -> list[RankedUnit]:
        """As ``search``, for terms with weights of their own, such as synonyms.

        Args:
            terms: term, as ``query_terms`` makes it → factor of its share, 1 for a word of the query.
            limit: the most units to return.
            vector: of the query, where the index has vectors; None: words alone.

        Raises:
            InvalidOption: the vector has another length than those of the units.
        """
        gains = self._scores.gains(terms)
        if vector is None or self._vectors is None:
            scores = self._scores.of(gains, self._windows(gains, limit))
        else:
            scores = self._fused(gains, limit, self._vectors, vector)
        return [self._ranked(unit, scores[unit]) for unit in self._best(scores, limit)]

    def explain(self, query: str, found: RankedUnit) -> list[TermShare]:
        """What each term of a query gives to a unit's kernel score, and the distances that it came from.

        The shares sum to the score of a search by words alone.
        """
        return self.explain_terms(dict.fromkeys(query_terms(query, self._chinese), 1.0), found)

    def explain_terms(self, terms: Mapping[str, float], found: RankedUnit) -> list[TermShare]:
        """As ``explain``, for terms with weights of their own."""
        return self._scores.explain(terms, self._postings.documents[found.document][0] + found.unit)

    def _windows(self, gains: Mapping[str, float], limit: int, near: Iterable[int] = ()) -> list[Window]:
        """The stretches of units that are worth ranking: those with the terms, and those of ``near``."""
        found = self._postings
        if self._blocks is not None:
            best = self._blocks.best(gains, max(BEST_BLOCKS, limit // UNITS_PER_BLOCK))
            blocks = {*best, *map(self._blocks.block_of.__getitem__, near)}
            return self._blocks.around(blocks, found.document_of)
        having = {found.document_of[unit] for term in gains for unit in found.units.get(term, ())}
        having.update(found.document_of[unit] for unit in near)
        for term in gains:
            stretches = found.path_counts.get(term, ())
            having.update(found.document_of[found.stretches[stretch][0]] for stretch in stretches)
        return [found.documents[number] for number in sorted(having)]

    def _fused(
        self, gains: Mapping[str, float], limit: int, vectors: KernelVectors, vector: Sequence[float]
    ) -> dict[int, float]:
        cosines: Any = vectors.cosines(vector)
        windows = self._windows(gains, limit, nearest(cosines, limit))
        candidates = [unit for first, end in windows for unit in range(first, end)]
        return fused(self._scores.of(gains, windows), candidates, cosines, vectors.settings.weight)

    def _best(self, scores: Mapping[int, float], limit: int) -> list[int]:
        """Units by their scores, later copies of the same text left out."""
        best: list[int] = []
        taken: set[int] = set()
        for unit in sorted(scores, key=lambda unit: (-scores[unit], unit)):
            original = self._originals[unit]
            if original != unit and (original in scores or original in taken):
                continue
            taken.add(original)
            best.append(unit)
            if len(best) >= limit:
                break
        return best

    def _ranked(self, unit: int, score: float) -> RankedUnit:
        document = self._postings.document_of[unit]
        number = unit - self._postings.documents[document][0]
        return RankedUnit(document, number, self.units[unit].span, score)


def _originals(keys: Iterable[int]) -> array[int]:
    """Unit → the first unit with the same text."""
    first: dict[int, int] = {}
    return array("I", (first.setdefault(key, unit) for unit, key in enumerate(keys)))

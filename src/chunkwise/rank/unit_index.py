"""An index in memory of the sentence units of documents, searched by kernel BM25."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from chunkwise.model.document import Document
from chunkwise.rank.analysed import AnalysedText, analysed_document, analysed_text
from chunkwise.rank.blocks import Blocks, blocks_of
from chunkwise.rank.kernel import (
    DEFAULT,
    KernelSettings,
    TermShare,
    damping,
    explain,
    idf,
    spread,
    spread_lengths,
)
from chunkwise.rank.ranked import RankedUnit
from chunkwise.rank.unit_postings import Window, postings
from chunkwise.text.terms import ChineseTerms, query_terms
from chunkwise.text.units import Unit

EXACT_BELOW = 400_000
"""Columns (a Chinese character is two wide): with more, only the neighbourhoods of the best blocks are
ranked. That many take some 5 ms."""
BLOCK_SIZE = 1_000
"""Columns of a block of the first stage."""
BEST_BLOCKS = 20
"""Blocks that the first stage hands on, each with a neighbour on both sides."""


class UnitIndex:
    """The units of documents and what is needed to rank them.

    Immutable and safe to share between threads. Texts of less than ``EXACT_BELOW`` columns in all
    are ranked exactly; above, every score is exact too, but only units near the best blocks have one.

    >>> index = UnitIndex.of(["= Tax =\\nIt is due in May.\\n\\nWhoever pays late owes interest on it."])
    >>> [(found.unit, round(found.score, 2)) for found in index.search("late tax interest", limit=2)]
    [(2, 2.52), (1, 1.98)]
    """

    __slots__ = ("_blocks", "_chinese", "_damped", "_originals", "_postings", "_settings", "units")

    units: tuple[Unit, ...]
    """The units of all documents, one document after the other."""

    def __init__(
        self,
        texts: Sequence[AnalysedText],
        settings: KernelSettings = DEFAULT,
        chinese: ChineseTerms = "auto",
        exact_below: int = EXACT_BELOW,
    ) -> None:
        """Index texts that are analysed already.

        Args:
            texts: one a document, or one a stretch of a document that the kernel is to stay in.
            settings: the constants of the kernel.
            chinese: how queries are read; as the texts were.
            exact_below: up to so many columns in all, every unit is ranked.
        """
        self._settings, self._chinese = settings, chinese
        self.units = tuple(unit for text in texts for unit in text.units)
        self._postings = found = postings(texts)
        self._originals = _originals(key for text in texts for key in text.keys)
        lengths = [
            length
            for first, end in found.documents
            for length in spread_lengths(found.lengths[first:end], found.paragraphs[first:end], settings)
        ]
        average = sum(lengths) / len(lengths) if lengths else 0.0
        self._damped = array("d", (damping(length, average, settings) for length in lengths))
        widths = [width for text in texts for width in text.widths]
        large = sum(widths) > exact_below
        self._blocks: Blocks | None = blocks_of(found, widths, BLOCK_SIZE, settings.path) if large else None

    @classmethod
    def of(
        cls,
        documents: Iterable[Document | str],
        settings: KernelSettings = DEFAULT,
        chinese: ChineseTerms = "auto",
        exact_below: int = EXACT_BELOW,
    ) -> UnitIndex:
        """Index documents, or plain texts.

        Args:
            documents: in the order in which equal results are to come.
            settings: the constants of the kernel.
            chinese: what Chinese gives beside characters, see ``text_terms``.
            exact_below: up to so many columns in all, every unit is ranked.

        Raises:
            MissingExtra: Chinese is to be cut into words and ``rjieba`` is not installed.
        """
        texts = [
            analysed_text(one, chinese) if isinstance(one, str) else analysed_document(one, chinese)
            for one in documents
        ]
        return cls(texts, settings, chinese, exact_below)

    def __len__(self) -> int:
        return len(self.units)

    def search(self, query: str, limit: int = 60) -> list[RankedUnit]:
        """The best units for a question, best first.

        Args:
            query: any text.
            limit: the most units to return.

        Returns:
            Units that share a term with the query or stand near one that does; equal scores in
            reading order. Of units with the same text the first one is kept.
        """
        return self.search_terms(dict.fromkeys(query_terms(query, self._chinese), 1.0), limit)

    def search_terms(self, terms: Mapping[str, float], limit: int = 60) -> list[RankedUnit]:
        """As ``search``, for terms with weights of their own, such as synonyms.

        Args:
            terms: term, as ``query_terms`` makes it → factor of its share, 1 for a word of the query.
            limit: the most units to return.
        """
        gains = self.gains(terms)
        scores = self.scores(gains, self.windows(gains))
        return [self._ranked(unit, scores[unit]) for unit in self._best(scores, limit)]

    def gains(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The idf of terms that the index knows, times their factors."""
        found = self._postings
        return {
            term: factor * idf(len(self.units), len(found.units.get(term, ())))
            for term, factor in terms.items()
            if term in found.units or term in found.path_counts
        }

    def windows(self, gains: Mapping[str, float]) -> list[Window]:
        """The stretches of units that are worth ranking for terms with their gains."""
        found = self._postings
        if self._blocks is not None:
            best = self._blocks.best(gains, BEST_BLOCKS)
            return self._blocks.around(best, found.document_of)
        having = {found.document_of[unit] for term in gains for unit in found.units.get(term, ())}
        for term in gains:
            stretches = found.path_counts.get(term, ())
            having.update(found.document_of[found.stretches[stretch][0]] for stretch in stretches)
        return [found.documents[number] for number in sorted(having)]

    def scores(self, gains: Mapping[str, float], windows: Iterable[Window]) -> dict[int, float]:
        """The scores of the units in some windows, by their numbers; units without one are left out."""
        scores: dict[int, float] = {}
        factor = self._settings.heading
        for window in windows:
            for unit, score in enumerate(self._window_scores(gains, window), window[0]):
                if score:
                    scores[unit] = score * factor if self.units[unit].heading else score
        return scores

    def _window_scores(self, gains: Mapping[str, float], window: Window) -> list[float]:
        """The score of each unit of a window, headings as others; sums are over lists since that is fast."""
        found, settings = self._postings, self._settings
        damped = self._damped[window[0] : window[1]]
        stretches = list(found.stretches_in(window))
        scores = [0.0] * len(damped)
        for term, gain in gains.items():
            near = found.near(term, window, settings.reach)
            above = found.path_counts.get(term, {})
            inside = [(above[number], part) for number, part in stretches if number in above]
            if not near and not inside:
                continue
            counts = spread(near, window, found.paragraphs, settings)
            for count, (first, end) in inside:
                for at in range(first - window[0], end - window[0]):
                    counts[at] += settings.path * count
            most = gain * (settings.k1 + 1)
            scores = [
                score + most * count / (count + damp) if count else score
                for score, count, damp in zip(scores, counts, damped, strict=True)
            ]
        return scores

    def explain(self, query: str, found: RankedUnit) -> list[TermShare]:
        """What each term of a query gives to a unit's score, and the distances that it came from."""
        return self.explain_terms(dict.fromkeys(query_terms(query, self._chinese), 1.0), found)

    def explain_terms(self, terms: Mapping[str, float], found: RankedUnit) -> list[TermShare]:
        """As ``explain``, for terms with weights of their own."""
        places, settings = self._postings, self._settings
        unit = places.documents[found.document][0] + found.unit
        factor = settings.heading if self.units[unit].heading else 1.0
        gains = {term: gain * factor for term, gain in self.gains(terms).items()}
        stretch = places.stretch_of[unit]
        return explain(
            unit,
            {term: places.near(term, (unit, unit + 1), settings.reach) for term in gains},
            {term: places.path_counts.get(term, {}).get(stretch, 0) for term in gains},
            gains,
            self._damped[unit],
            places.paragraphs,
            settings,
        )

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

"""Texts made ready for ranking: their units with the terms of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from chunkwise.model.document import Document
from chunkwise.text.terms import ChineseTerms, text_terms
from chunkwise.text.units import Unit, document_units, text_units
from chunkwise.text.wrapping import columns


@dataclass(frozen=True, slots=True)
class AnalysedText:
    """A document, or a stretch of one, with all that an index needs of it.

    Making one costs far more than indexing it, so keep those of texts that do not change. It can be
    pickled.
    """

    units: tuple[Unit, ...]
    """In reading order."""
    terms: tuple[tuple[str, ...], ...]
    """The terms of each unit, as often as they occur."""
    path_terms: tuple[tuple[str, ...], ...]
    """The terms of the headings above each unit; units under the same headings share the object."""
    widths: tuple[int, ...]
    """Columns of each unit's text: a Chinese character is two wide."""
    keys: tuple[int, ...]
    """A hash of each unit's text, white space folded: equal texts have equal keys."""


def analysed_document(document: Document, chinese: ChineseTerms = "auto") -> AnalysedText:
    """The units of a document and their terms."""
    return analysed(document.text, document_units(document), chinese)


def analysed_text(text: str, chinese: ChineseTerms = "auto") -> AnalysedText:
    """The units of a plain text and their terms.

    >>> analysed_text("= Tax =\\nIt is due in May and paid in June.", "pairs").terms
    (('tax',), ('due', 'paid', 'june'))
    """
    return analysed(text, text_units(text), chinese)


def analysed(text: str, units: Sequence[Unit], chinese: ChineseTerms = "auto") -> AnalysedText:
    """Units that are known already, with their terms.

    Args:
        text: what the spans of the units point into.
        units: in reading order.
        chinese: as for ``text_terms``.
    """
    texts = [unit.span.of(text) for unit in units]
    paths: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}
    for unit in units:
        if unit.path not in paths:
            paths[unit.path] = tuple(term for title in unit.path for term in text_terms(title, chinese))
    return AnalysedText(
        tuple(units),
        tuple(tuple(text_terms(one, chinese)) for one in texts),
        tuple(paths[unit.path] for unit in units),
        tuple(columns(one) for one in texts),
        tuple(_key(one) for one in texts),
    )


def _key(text: str) -> int:
    """The same in every process, unlike ``hash``."""
    folded = " ".join(text.split()).encode(errors="surrogatepass")
    return int.from_bytes(blake2b(folded, digest_size=8).digest())

"""What ``auto`` looks at: numbers and facts about a document, cheap to find."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.model.table import Table
from chunkwise.steps.relabel.headings import block_marker
from chunkwise.steps.split.code_languages import language_of
from chunkwise.steps.split.code_lines import is_known
from chunkwise.steps.split.pairs import PAIR_LABEL, question_columns
from chunkwise.steps.split.rows import column_names

_ABSTRACT = re.compile(r"\W*(\d+\.?\s*)?(abstract|summary|摘\s*要)\b", re.I)
_REFERENCES = re.compile(r"\W*(\d+\.?\s*)?(references|bibliography|works cited|参\s*考\s*文\s*献)\W*$", re.I)
_SPARSE = 1200
"""A page with fewer characters on average may be a slide."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Facts about one document."""

    format: str = "text"
    """``presentation``, ``spreadsheet``, ``json``, ``code`` (of a language that the method ``code``
    knows), ``source`` (other source, data and markup) or ``text``, from the media type."""
    headings: int = 0
    """Headings with a text."""
    articles: int = 0
    """Text blocks that begin with an article marker."""
    article_share: float = 0.0
    """Their share of the text blocks."""
    table_share: float = 0.0
    """Share of the characters that stand in tables."""
    table_rows: int = 0
    """Rows of all tables."""
    question_columns: bool = False
    """Whether a table has a column named question and one named answer."""
    labelled_pairs: int = 0
    """Questions with a label such as ``Q:`` or ``问：`` that an answer's label follows."""
    labelled_share: float = 0.0
    """Share of the text blocks that have such a label."""
    abstract: bool = False
    """Whether a block in the first quarter says abstract or 摘要."""
    references: bool = False
    """Whether a heading or short line says references or 参考文献."""
    pages: int = 0
    """Number of pages."""
    landscape_share: float = 0.0
    """Share of the pages that are wider than high."""
    sparse_pages: bool = False
    """Whether pages hold little text on average."""


def signals(document: Document) -> Signals:
    """Look at a document, once."""
    blocks = [block for block in document.blocks if len(block.span) and not block.is_furniture]
    texts = [block for block in blocks if not block.is_media and block.kind not in ("toc", "code")]
    tables = [block for block in blocks if block.kind == "table"]
    total = sum(len(block.span) for block in blocks) or 1
    marked = [marker for block in texts if (marker := block_marker(document, block))]
    articles = sum(marker.unit == "article" for marker in marked)
    labels = [_labels(document, block) for block in texts]
    pages = len(document.pages)
    return Signals(
        format=_format(document),
        headings=sum(map(document.heads_section, blocks)),
        articles=articles,
        article_share=articles / max(1, len(texts)),
        table_share=sum(len(block.span) for block in tables) / total,
        table_rows=sum(len(block.data.rows) for block in tables if isinstance(block.data, Table)),
        question_columns=any(_has_question_columns(document, block) for block in tables),
        labelled_pairs=min(sum(asked for asked, _ in labels), sum(answered for _, answered in labels)),
        labelled_share=sum(any(found) for found in labels) / max(1, len(texts)),
        abstract=any(_ABSTRACT.match(_head(document, block)) for block in texts[: max(8, len(texts) // 4)]),
        references=any(_REFERENCES.match(_head(document, block)) for block in texts),
        pages=pages,
        landscape_share=sum(page.width > page.height for page in document.pages) / max(1, pages),
        sparse_pages=pages > 0 and total / pages < _SPARSE,
    )


def _format(document: Document) -> str:
    media_type = document.media_type
    if "presentation" in media_type or "powerpoint" in media_type:
        return "presentation"
    if (
        "spreadsheet" in media_type
        or "excel" in media_type
        or media_type in ("text/csv", "text/tab-separated-values")
    ):
        return "spreadsheet"
    if "json" in media_type:
        return "json"
    if media_type.startswith("text/x-"):
        return "code" if is_known(language_of(document, "auto")) else "source"
    return "text"


def _head(document: Document, block: Block) -> str:
    """The first characters of a block (a heading's text, without markup)."""
    if document.heads_section(block):
        return document.heading_text(block)
    return document.text[block.span.start : min(block.span.end, block.span.start + 60)]


def _labels(document: Document, block: Block) -> tuple[int, int]:
    """How many labels of questions and of answers the block has."""
    found = [
        match.lastindex for match in PAIR_LABEL.finditer(document.text, block.span.start, block.span.end)
    ]
    return found.count(1), found.count(2)


def _has_question_columns(document: Document, block: Block) -> bool:
    if not isinstance(block.data, Table) or not block.data.header_rows:
        return False
    return question_columns(column_names(document.text, block.data)) is not None

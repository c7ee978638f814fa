"""Does ``auto`` pick the right method? Files of known kind, and the confusion matrix.

    python benchmarks/auto_matrix.py [FOLDER]

FOLDER holds ``docs`` and ``laws`` (by default ``../shared/data``); without it only the examples are
judged. The kinds were written down by looking at the files: "manual" is any text that is organised
by headings, "general" any that is not.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

import chunkwise as cw

ROOT = Path(__file__).resolve().parents[1]
KINDS = {
    "qa": ["faq.csv", "docs/xlsx/xlsx_06_edge_cases_.xlsx"],
    "table": [
        "spare-parts.xlsx", "docs/xlsx/xlsx_05_table_with_title.xlsx", "docs/xlsx/xlsx_07_gap_tolerance_.xlsx",
        "docs/xlsx/xlsx_09_section_label_header.xlsx", "docs/xlsx/xlsx_comments.xlsx", "docs/csv/*.csv",
        "docs/md/ending_with_table.md", "docs/docx/word_tables.docx", "docs/html/html_rich_table_cells.html",
    ],
    "presentation": ["slides.pptx", "docs/pptx/*.pptx"],
    "laws": ["lost-property-zh.docx", "regulation-zh.txt", "laws/tax_law.docx", "laws/*法.md"],
    "paper": ["paper.pdf"],
    "manual": [
        "guide.md", "manual.docx", "page.html", "docs/docx/unit_test_headers.docx",
        "docs/docx/unit_test_headers_numbered.docx", "docs/docx/docx_code_blocks.docx", "docs/docx/docx_lists.docx",
        "docs/html/wiki_duck.html", "docs/html/beijing_chinese.html", "docs/html/example_03.html",
        "docs/html/unit_test_01.html", "docs/pdf/redp5110_sampled.pdf", "docs/pdf/multi_page.pdf",
        "docs/pdf/normal_4pages.pdf", "docs/epub/epub_purvis_poetry.epub", "docs/md/duck.md", "docs/md/wiki.md",
        "docs/md/mixed.md",
    ],
    "general": [
        "docs/docx/Strict.docx", "docs/docx/docx_comments.docx", "docs/docx/equations.docx",
        "docs/docx/word_image_anchors.docx", "docs/docx/textbox.docx", "docs/html/example_06.html",
        "docs/html/hyperlink_01.html", "docs/pdf/code_and_formula.pdf", "docs/pdf/picture_classification.pdf",
        "docs/pdf/amt_handbook_sample.pdf", "docs/pdf/right_to_left_01.pdf", "docs/eml/*.eml",
        "chroma/finance.md", "chroma/pubmed.md", "chroma/chatlogs.md", "chroma/state_of_the_union.md",
    ],
}  # fmt: skip
MOST_LAWS = 20


def files(data):
    """(kind, file) of every file that is there."""
    for kind, patterns in KINDS.items():
        for pattern in patterns:
            found = sorted([*(ROOT / "examples/documents").glob(pattern), *data.glob(pattern)])
            yield from ((kind, path) for path in found[:MOST_LAWS])


def main(data):
    chunker = cw.chunker("auto")
    counts, wrong = Counter(), []
    for kind, path in files(data):
        document = next(iter(cw.parse_all(path)))
        choice = chunker.choose(document)
        counts[kind, choice.method] += 1
        if choice.method != kind:
            wrong.append(f"{path.name}: {kind}, taken as {choice.method} since {choice.why}")
    methods = sorted({method for pair in counts for method in pair})
    table = Table("is \\ taken as", *methods, title="auto")
    for kind in KINDS:
        table.add_row(kind, *(str(counts[kind, method] or "") for method in methods))
    console = Console()
    console.print(table)
    for line in wrong:
        console.print(line)
    right, total = sum(counts[kind, kind] for kind in KINDS), sum(counts.values())
    console.print(f"{right} of {total} right: {right / max(1, total):.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared/data")

"""Hypothesis strategies: documents with everything that is hard, and options for any method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from chunkwise.methods.presets import Preset
from chunkwise.model.block import Block, BlockKind, Line
from chunkwise.model.document import Document, trimmed
from chunkwise.model.ids import content_hash
from chunkwise.model.position import Page, Position
from chunkwise.model.span import Span
from chunkwise.model.table import Figure, Merge, Table

FRAGMENTS = (
    "The quick brown fox jumps. ", "It did! ", "Dr. Smith paid 3.14 dollars to e.g. nobody. ", "word",
    " ", "  ", "don't we're I'LL ", "see <|endoftext|> here ", "中华人民共和国税收征收管理法。",
    "第一条　为了加强管理，制定本法；", "他说：“好！”", "日本語の文です。", "한국어 문장입니다. ",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f469\U0001f3fd\u200d\U0001f680\U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea",
    "e\u0301\u0302 ", "\u05e9\u05dc\u05d5\u05dd. ", "مرحبا بالعالم؟ ", "नमस्ते दुनिया। ",
    "ภาษาไทยไม่มีวรรค ", "\x00", "\ufeff", "\u200b", "\u00a0", "\u3000", "\t", "\n", "\r\n", "\r",
    "\u2028", "\n\n", "\n    indented", "a" * 40, "中" * 30, "aGVsbG8gd29ybGQ=" * 4, "1,234.5",
    "/path/x.py", "\n/slash", "##", "---", "\x1f", "\ufffd",
)  # fmt: skip
"""Pieces of text that have broken chunkers."""

texts = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=14).map("".join),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40),
    st.sampled_from(("Plain words in a row. " * 12, "税务机关应当依法征收税款。" * 10)),
)
"""Texts of one block: English, Chinese, emoji, right to left, control characters, white space."""

line_texts = texts.map(lambda text: " ".join(text.split()))
"""Texts without line breaks."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a generated document is made of."""

    kind: BlockKind
    text: str = ""
    level: int | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    merges: tuple[Merge, ...] = ()


@st.composite
def tables(draw: st.DrawFn) -> Part:
    """A table of up to 8 rows, some of them header rows, some cells merged."""
    columns = draw(st.integers(1, 4))
    cell = st.one_of(line_texts.map(lambda text: text[:24]), st.just(""))
    rows = draw(st.lists(st.tuples(*[cell] * columns), min_size=1, max_size=8))
    header = draw(st.integers(0, min(2, len(rows))))
    merges = (Merge(0, 0, 1, columns),) if columns > 1 and draw(st.booleans()) else ()
    if merges:
        rows[0] = (rows[0][0], *[""] * (columns - 1))
    return Part("table", rows=tuple(rows), header_rows=header, merges=merges)


parts = st.one_of(
    st.builds(Part, st.just("heading"), line_texts, st.integers(1, 4)),
    st.builds(Part, st.sampled_from(["paragraph", "list_item", "code", "formula", "footnote"]), texts),
    st.builds(Part, st.just("paragraph"), texts),
    st.builds(Part, st.sampled_from(["header", "footer", "toc"]), line_texts),
    st.builds(Part, st.just("figure"), line_texts),
    st.builds(Part, st.just("caption"), line_texts),
    st.builds(Part, st.just("title"), line_texts, st.just(0)),
    tables(),
)
"""One block of any kind, empty ones included."""


@st.composite
def documents(draw: st.DrawFn, max_parts: int = 14) -> Document:
    """Documents of generated blocks, with pages and positions or without."""
    chosen = draw(st.lists(parts, max_size=max_parts))
    return assemble(chosen, draw(st.sampled_from(["\n\n", "\n", " "])), draw(st.booleans()))


def assemble(chosen: list[Part], joiner: str = "\n\n", paged: bool = False) -> Document:
    """The document that the parts make."""
    pieces: list[str] = []
    blocks: list[Block] = []
    offset = 0
    for number, part in enumerate(chosen):
        text, relative = _rendered(part)
        span = trimmed(text, 0, len(text))
        span = Span(offset + span.start, offset + span.end)
        lines = (_line(span, number),) if paged and len(span) else ()
        data: Table | Figure | None = (
            _table(part, relative, offset, span) if part.kind == "table" and len(span) else None
        )
        if part.kind == "figure":
            data = Figure(f"#image{number}", part.text)
        owner = _captioned(chosen, number) if part.kind == "caption" else None
        blocks.append(Block(f"b{number}", part.kind, span, part.level, owner, lines, data))
        pieces.append(text)
        offset += len(text) + len(joiner)
    text = joiner.join(pieces)
    pages = tuple(Page(number, 600, 800) for number in range(1, len(chosen) // 5 + 2)) if paged else ()
    return Document(
        "generated", content_hash(text.encode()), "generated", "text/plain", text, tuple(blocks), pages
    )


def _captioned(chosen: list[Part], number: int) -> str | None:
    """The table or picture next to a caption: the one after it, else the one before."""
    for at in (number + 1, number - 1):
        if 0 <= at < len(chosen) and chosen[at].kind in ("table", "figure"):
            return f"b{at}"
    return None


def _rendered(part: Part) -> tuple[str, list[list[tuple[int, int]]]]:
    """The block's text, and where each cell of a table stands in it."""
    if part.kind == "figure":
        return part.text or "[image]", []
    if part.kind != "table":
        return part.text, []
    text = ""
    places: list[list[tuple[int, int]]] = []
    for row in part.rows:
        text += "\n" if places else ""
        row_places = []
        for number, cell in enumerate(row):
            text += " | " if number else ""
            row_places.append((len(text), len(text) + len(cell)))
            text += cell
        places.append(row_places)
    return text, places


def _table(part: Part, places: list[list[tuple[int, int]]], offset: int, block: Span) -> Table:
    """The table's data, inside the trimmed block."""

    def inside(at: int) -> int:
        return min(max(offset + at, block.start), block.end)

    rows = tuple(Span(inside(row[0][0]), inside(row[-1][1])) for row in places)
    starts = tuple(inside(start) for row in places for start, _ in row)
    ends = tuple(inside(end) for row in places for _, end in row)
    return Table(rows, len(part.rows[0]), starts, ends, part.header_rows, part.merges)


def _line(span: Span, number: int) -> Line:
    edges = tuple(100.0 + 2.0 * at for at in range(len(span) + 1))
    y = 20.0 * (number % 5)
    return Line(span, Position(number // 5 + 1, edges[0], y, edges[-1], y + 12), edges)


def method_options(preset: Preset) -> st.SearchStrategy[dict[str, Any]]:
    """Options for a method that may be given together, small caps included."""
    caps = st.sampled_from([1, 2, 3, 5, 8, 16, 40, 120, 512])
    return caps.flatmap(
        lambda cap: st.fixed_dictionaries({}, optional=_optional(preset, cap)).map(_compatible)
    )


def _optional(preset: Preset, cap: int) -> dict[str, st.SearchStrategy[Any]]:
    below = st.integers(0, max(0, cap - 1))
    known: dict[str, st.SearchStrategy[Any]] = {
        "max_tokens": st.just(cap),
        "max_chars": st.just(cap * 3),
        "parent_max_tokens": st.just(max(2, cap)),
        "overlap_tokens": below,
        "min_tokens": below,
        "delimiter": st.sampled_from(["\n!?;。；！？", "", "`##`", "。`---`", " "]),
        "delimiter_mode": st.sampled_from(["token_size", "delimiter", "one"]),
        "children_delimiters": st.sampled_from(["", "\n。.", "`##`"]),
        "table_context_tokens": st.integers(0, 12),
        "image_context_tokens": st.integers(0, 12),
        "overflow": st.sampled_from(["never", "accumulate"]),
        "titles": st.sampled_from(["all", "nearest", "none"]),
        "overlap_sentences": st.integers(0, 3),
        "merge_small": st.booleans(),
        "separator": st.sampled_from(["\n\n", " ", "。", "word", "\n", "\u0301"]),
        "separators": st.sampled_from([["\n\n", "\n", " ", ""], ["##", "。"], [r"[.。]\s*", "-"], "word"]),
        "is_separator_regex": st.booleans(),
        "keep_separator": st.sampled_from(["start", "end", "drop"]),
        "heading_levels": st.integers(0, 4),
        "index": st.sampled_from(["children", "both"]),
        "levels": st.integers(2, 4),
        "language": st.sampled_from(["auto", "python", "javascript", "rust", "solidity"]),
        "tokenizer": st.sampled_from(["cl100k_base", "o200k_base", "words", "chars"]),
    }
    return {name: strategy for name, strategy in known.items() if name in preset.options}


def _compatible(options: dict[str, Any]) -> dict[str, Any]:
    """Leave out what contradicts the rest."""
    if "max_chars" in options:
        for name in (
            "max_tokens",
            "overlap_tokens",
            "min_tokens",
            "overflow",
            "table_context_tokens",
            "image_context_tokens",
        ):
            options.pop(name, None)
    if options.get("overflow") == "accumulate":
        for name in ("overlap_tokens", "min_tokens", "delimiter_mode", "titles", "children_delimiters"):
            options.pop(name, None)
    if options.get("delimiter_mode") == "one":
        for name in ("table_context_tokens", "image_context_tokens", "titles", "media_sentences"):
            options.pop(name, None)
        options.setdefault("max_tokens", None)
    _one_overlap(options)
    cap = options.get("parent_max_tokens")
    if cap is not None and options.get("max_tokens", cap) is not None:
        options["max_tokens"] = min(options.get("max_tokens", cap), cap)
    for name in ("overlap_tokens", "min_tokens"):
        if options.get("max_tokens") and options.get(name, 0) >= options["max_tokens"]:
            options[name] = 0
    return options


def _one_overlap(options: dict[str, Any]) -> None:
    if options.get("overlap_sentences"):
        options.pop("overlap_tokens", None)

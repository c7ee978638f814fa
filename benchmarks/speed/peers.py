"""Everything that is compared: floors, our methods, and other libraries, each as a function of a text.

A contender returns chunks as (text, start): start is None where the library does not tell.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "text"))
from tiktoken_offline import encoding
from tokie_tokenizer import tokie_tokenizer

Chunks = list[tuple[str, "int | None"]]
Contender = Callable[[str], Chunks]

TOKENS, CHARS = 512, 2000


@cache
def cl100k():
    return encoding("cl100k_base")


@cache
def tokie():
    return tokie_tokenizer(cl100k())


def tiktoken_pass() -> Contender:
    tokenizer = cl100k()

    def run(text):
        tokenizer.encode_to_numpy(text, disallowed_special=())
        return []

    return run


def toktok_pass() -> Contender:
    from chunkwise.text.tokens import get_counter

    counter = get_counter("cl100k_base")

    def run(text):
        counter.count_many(text.splitlines(keepends=True))
        return []

    return run


def ours(method: str, **options) -> Callable[[], Contender]:
    def make():
        import chunkwise as cw

        def run(text):
            return [(chunk.text, chunk.spans[0].start) for chunk in cw.chunk_text(text, method, **options)]

        return run

    return make


def langchain(**options) -> Callable[[], Contender]:
    def make():
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        tokenizer = cl100k()
        length = (lambda text: len(tokenizer.encode_ordinary(text))) if "chars" not in options else len
        size = options.get("chars", TOKENS)
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=0, length_function=length, add_start_index=True
        )

        def run(text):
            made = splitter.create_documents([text])
            return [(document.page_content, document.metadata["start_index"]) for document in made]

        return run

    return make


def chonkie(kind: str, tokenizer: str) -> Callable[[], Contender]:
    def make():
        import chonkie

        chosen = {"tiktoken": cl100k, "tokie": tokie}.get(tokenizer, lambda: tokenizer)()
        chunker = getattr(chonkie, kind)(
            **({"chunk_size": CHARS} if tokenizer == "character" else {"chunk_size": TOKENS, "tokenizer": chosen})
        ) if kind != "FastChunker" else chonkie.FastChunker(chunk_size=CHARS)  # fmt: skip

        def run(text):
            return [(chunk.text, chunk.start_index) for chunk in chunker(text)]

        return run

    return make


def semchunk() -> Contender:
    import semchunk

    tokenizer = cl100k()
    chunker = semchunk.chunkerify(lambda text: len(tokenizer.encode_ordinary(text)), TOKENS)

    def run(text):
        chunks, offsets = chunker(text, offsets=True)
        return [(chunk, offset[0]) for chunk, offset in zip(chunks, offsets, strict=True)]

    return run


def semantic_text_splitter(chars: bool) -> Callable[[], Contender]:
    def make():
        from semantic_text_splitter import TextSplitter

        splitter = TextSplitter(CHARS) if chars else TextSplitter.from_tiktoken_model("gpt-4", TOKENS)

        def run(text):
            return [(chunk, start) for start, chunk in splitter.chunk_indices(text)]

        return run

    return make


def llama_index() -> Contender:
    from llama_index.core.node_parser import SentenceSplitter

    tokenizer = cl100k()
    splitter = SentenceSplitter(chunk_size=TOKENS, chunk_overlap=0, tokenizer=tokenizer.encode_ordinary)

    def run(text):
        return [(chunk, None) for chunk in splitter.split_text(text)]

    return run


BY_TOKENS: dict[str, Callable[[], Contender]] = {
    "tiktoken pass (floor)": tiktoken_pass,
    "toktok pass (floor)": toktok_pass,
    "chunkwise recursive": ours("recursive", max_tokens=TOKENS),
    "chunkwise general": ours("general", max_tokens=TOKENS),
    "chunkwise token": ours("token", max_tokens=TOKENS),
    "chunkwise sentence": ours("sentence", max_tokens=TOKENS),
    "langchain Recursive": langchain(),
    "chonkie Token, tiktoken": chonkie("TokenChunker", "tiktoken"),
    "chonkie Recursive, tiktoken": chonkie("RecursiveChunker", "tiktoken"),
    "chonkie Recursive, tokie": chonkie("RecursiveChunker", "tokie"),
    "chonkie Token, tokie": chonkie("TokenChunker", "tokie"),
    "chonkie Sentence, tiktoken": chonkie("SentenceChunker", "tiktoken"),
    "semchunk": semchunk,
    "semantic-text-splitter": semantic_text_splitter(chars=False),
    "llama-index Sentence": llama_index,
}
"""512 cl100k tokens."""

BY_CHARS: dict[str, Callable[[], Contender]] = {
    "chunkwise recursive": ours("recursive", max_chars=CHARS),
    "chunkwise, tokens counted": ours("recursive", max_chars=CHARS, tokenizer="cl100k_base"),
    "chunkwise character": ours("character", max_chars=CHARS),
    "langchain Recursive": langchain(chars=CHARS),
    "chonkie Recursive": chonkie("RecursiveChunker", "character"),
    "chonkie Fast (bytes)": chonkie("FastChunker", "character"),
    "semantic-text-splitter": semantic_text_splitter(chars=True),
}
"""2,000 characters."""

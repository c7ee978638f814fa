"""cl100k for tokie: its vocabulary as the ``tokenizer.json`` that tokie reads, made from tiktoken's ranks.

tiktoken stores how early a token was learnt, Hugging Face's format which pair it was merged from: that
pair is what is left of the token's bytes when all earlier merges are done.
"""

from __future__ import annotations

import json
import tempfile
from itertools import pairwise
from pathlib import Path


def byte_letters() -> list[str]:
    """The printable letter that stands for each byte in byte-level vocabularies."""
    kept = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = iter(range(0x100, 0x200))
    return [chr(byte) if byte in kept else chr(next(others)) for byte in range(256)]


def merged_from(ranks: dict[bytes, int], token: bytes) -> tuple[bytes, bytes] | None:
    """The pair that a token was learnt from; None for a single byte."""
    parts = [bytes([byte]) for byte in token]
    own = ranks[token]
    while len(parts) > 2:
        learnt = [(ranks.get(a + b, own), at) for at, (a, b) in enumerate(pairwise(parts))]
        rank, at = min(learnt)
        if rank >= own:
            return None
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return (parts[0], parts[1]) if len(parts) == 2 else None


def tokenizer_json(encoding) -> dict:
    """A tiktoken encoding in Hugging Face's format, without special tokens."""
    ranks: dict[bytes, int] = encoding._mergeable_ranks
    letters = byte_letters()

    def written(token: bytes) -> str:
        return "".join(letters[byte] for byte in token)

    ordered = sorted(ranks, key=ranks.__getitem__)
    pairs = (merged_from(ranks, token) for token in ordered)
    pattern = {
        "type": "Split",
        "pattern": {"Regex": encoding._pat_str},
        "behavior": "Isolated",
        "invert": False,
    }
    bytes_as_letters = {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": False,
    }
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [pattern, bytes_as_letters]},
        "post_processor": None,
        "decoder": bytes_as_letters,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": True,
            "vocab": {written(token): ranks[token] for token in ordered},
            "merges": [f"{written(pair[0])} {written(pair[1])}" for pair in pairs if pair],
        },
    }


def tokie_tokenizer(encoding):
    """tokie's tokenizer with this vocabulary; the file is kept between runs (it takes seconds to make)."""
    import tokie

    kept = Path(tempfile.gettempdir()) / f"chunkwise-{encoding.name}.json"
    if not kept.exists():
        made = kept.with_suffix(".part")
        made.write_text(json.dumps(tokenizer_json(encoding)))
        made.replace(kept)
    return tokie.Tokenizer.from_json(str(kept))

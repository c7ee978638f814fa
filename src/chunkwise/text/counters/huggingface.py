"""Counts with a Hugging Face ``tokenizers.Tokenizer``, with an exact word memo for WordPiece."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chunkwise.errors import MissingExtra, TokenizerError
from chunkwise.text.counters.rules import blank_cuts, line_cuts, lone_line_cuts

_CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_CL100K_LIKE = frozenset(_CL100K % digits for digits in (r"\p{N}{1,3}", r"\p{N}"))
"""The patterns of Llama 3 and Qwen 2, which break where cl100k's breaks."""

_MEMO_LIMIT = 200_000
"""Words remembered before the memo starts anew."""

# White space to Python, but control characters to BERT's normalizer, which joins what they part.
_ODD = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
_BLANKS = re.compile("[ \t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


@dataclass(frozen=True, slots=True)
class HuggingFaceCounter:
    """Counts what a Hugging Face tokenizer makes of a text, without the special tokens that it adds.

    Byte-level tokenizers and WordPiece have known cut rules; any other is counted chunk by chunk.
    """

    tokenizer: Any = field(repr=False)
    """The ``tokenizers.Tokenizer``; this object is a copy that never truncates or pads."""
    name: str
    """Shown in settings."""
    family: str
    """``wordpiece``, ``bytes``, ``lines`` or ``other``: which cut rule holds."""
    memo: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    """Counts of words seen (WordPiece only)."""

    @classmethod
    def load(cls, path: str | Path) -> HuggingFaceCounter:
        """Load a ``tokenizer.json``, or the one in a folder.

        Raises:
            MissingExtra: tokenizers is not installed.
            TokenizerError: the file cannot be read.
        """
        file = Path(path)
        file = file / "tokenizer.json" if file.is_dir() else file
        try:
            return cls.wrap(_tokenizer_class().from_file(str(file)), name=f"hf:{path}")
        except MissingExtra:
            raise
        except Exception as error:
            raise TokenizerError(f"{file} cannot be read as a tokenizer: {error}") from error

    @classmethod
    def wrap(cls, tokenizer: Any, name: str = "hf") -> HuggingFaceCounter:
        """Wrap a tokenizer; it is copied, so the caller's truncation and padding stay as they are."""
        description = tokenizer.to_str()
        copy = _tokenizer_class().from_str(description)
        copy.no_truncation()
        copy.no_padding()
        copy.encode_special_tokens = True
        return cls(copy, name, _family(json.loads(description)))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; special-token text counts as ordinary text."""
        return self._by_words(texts) if self.family == "wordpiece" else self._encode(texts)

    def safe_cuts(self, text: str, longest: int) -> list[int] | None:
        """See ``Counter.safe_cuts``."""
        if self.family == "wordpiece":
            return blank_cuts(text, longest)
        if self.family == "lines":
            return line_cuts(text, longest)
        return lone_line_cuts(text, longest) if self.family == "bytes" else None

    def _encode(self, texts: Sequence[str]) -> list[int]:
        encodings = self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]

    def _by_words(self, texts: Sequence[str]) -> list[int]:
        """Each word is encoded once: WordPiece never looks past white space."""
        split = [text.split() if _ODD.search(text) is None else _BLANKS.split(text) for text in texts]
        known: dict[str, int] = {}  # of this call: other threads may empty the memo meanwhile
        unknown: list[str] = []
        for word in {word for words in split for word in words}:
            count = self.memo.get(word)
            if count is None:
                unknown.append(word)
            else:
                known[word] = count
        fresh = dict(zip(unknown, self._encode(unknown), strict=True))
        if len(self.memo) + len(fresh) > _MEMO_LIMIT:
            self.memo.clear()
        self.memo.update(fresh)
        known |= fresh
        return [sum(map(known.__getitem__, words)) for words in split]


def _tokenizer_class() -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingExtra("A Hugging Face tokenizer", "tokenizers") from None
    return Tokenizer


def _family(description: dict[str, Any]) -> str:
    """Which cut rule holds, read from the tokenizer's own description."""
    model = (description.get("model") or {}).get("type")
    before = _types(description.get("pre_tokenizer"))
    normal = _types(description.get("normalizer"))
    # White space inside an added token would reach over a cut.
    if any(re.search(r"\s", token["content"]) or token.get("lstrip") or token.get("rstrip")
           for token in description.get("added_tokens", []) if not token.get("special")):  # fmt: skip
        return "other"
    if model == "WordPiece" and before <= {"BertPreTokenizer", "Whitespace", "WhitespaceSplit"} and before:
        return (
            "wordpiece"
            if normal <= {"BertNormalizer", "Lowercase", "NFD", "StripAccents", "NFC", "NFKC"}
            else "other"
        )
    if model == "BPE" and not normal:
        return _bytes_family(description.get("pre_tokenizer") or {})
    return "other"


def _bytes_family(before: dict[str, Any]) -> str:
    """``bytes`` for GPT-2's own splitting, ``lines`` for cl100k's and its like; options change the rule."""
    if (
        before.get("type") == "ByteLevel"
        and before.get("use_regex", True)
        and not before.get("add_prefix_space")
    ):
        return "bytes"
    members = before.get("pretokenizers") or []
    if [member.get("type") for member in members] != ["Split", "ByteLevel"]:
        return "other"
    split, level = members
    plain = not level.get("use_regex", True) and not level.get("add_prefix_space")
    known = (split.get("pattern") or {}).get("Regex") in _CL100K_LIKE
    return "lines" if plain and known and split.get("behavior") == "Isolated" else "other"


def _types(part: Any) -> set[str]:
    """The type names in a normalizer or pre-tokenizer, sequences unfolded."""
    if not part:
        return set()
    members = part.get("pretokenizers") or part.get("normalizers")
    return {part["type"]} if not members else set().union(*map(_types, members))

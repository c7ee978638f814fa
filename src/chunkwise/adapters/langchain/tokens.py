"""Splitting into windows of tokens, cut between the characters of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Self

from chunkwise.adapters.langchain.encodings import tiktoken_encoding
from chunkwise.adapters.langchain.lengths import NotSpecial, Special, tiktoken_length
from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.splitter import TextSplitter
from chunkwise.text.graphemes import last_grapheme_end

_CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""
_CONTINUED = frozenset(bytes([byte]) for byte in _CONTINUATION)
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Tokenizer:
    """What ``split_text_on_tokens`` needs to know of a tokenizer."""

    chunk_overlap: int
    """Tokens that two chunks have in common."""
    tokens_per_chunk: int
    """Tokens that a chunk may hold."""
    decode: Callable[[list[int]], str]
    """The text of tokens."""
    encode: Callable[[str], list[int]]
    """The tokens of a text."""


def split_text_on_tokens(*, text: str, tokenizer: Tokenizer) -> list[str]:
    """Windows of a text's tokens, decoded; empty ones are left out.

    A window may begin or end inside a character, which decodes to U+FFFD then: use
    ``TokenTextSplitter``, which knows the tokens' places in the text.

    Raises:
        ValueError: the overlap is not smaller than the window.
    """
    step = _step(tokenizer.tokens_per_chunk, tokenizer.chunk_overlap)
    ids = tokenizer.encode(text)
    size = tokenizer.tokens_per_chunk
    # The last window is the first that reaches the end.
    starts = range(0, max(len(ids) - size, 0) + step, step) if ids else ()
    decoded = (tokenizer.decode(ids[start : start + size]) for start in starts)
    return [chunk for chunk in decoded if chunk]


class TokenTextSplitter(TextSplitter):
    """Splits into windows of so many tokens, as slices of the text.

    Where a window would begin or end inside a character it does so at the character before.
    """

    def __init__(
        self,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        allowed_special: Special | None = None,
        disallowed_special: NotSpecial = (),
        **kwargs: Any,
    ) -> None:
        """Take the settings; see ``from_tiktoken_encoder`` for these and ``TextSplitter`` for the others.

        Raises:
            MissingExtra: another encoding than cl100k or o200k is asked for, and tiktoken is not installed.
            TokenizerError: tiktoken cannot fetch its vocabulary.
        """
        super().__init__(**kwargs)
        self._tokenizer = tiktoken_encoding(encoding_name, model_name, "TokenTextSplitter")
        self._allowed_special = allowed_special or set()
        self._disallowed_special = disallowed_special

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        allowed_special: Special | None = None,
        disallowed_special: NotSpecial = (),
        **kwargs: Any,
    ) -> Self:
        """The same as the class itself, which splits by tokens anyway."""
        special = (encoding_name, model_name, allowed_special, disallowed_special)
        return cls(*special, length_function=tiktoken_length(*special), **kwargs)

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text.

        Raises:
            ValueError: the overlap is not smaller than the chunk.
        """
        return [chunk.text for chunk in self._slices(text)]

    def _slices(self, text: str) -> list[Slice]:
        step = _step(self._chunk_size, self._chunk_overlap)
        # What no encoding can say is replaced one for one, so offsets stay what they are.
        text = _SURROGATES.sub("\ufffd", text)
        ids = self._tokenizer.encode(
            text, allowed_special=self._allowed_special, disallowed_special=self._disallowed_special
        )
        places = token_places(self._tokenizer.decode_tokens_bytes(ids))
        windows = token_windows(text, places, self._chunk_size, step)
        return [Slice(text[start:end], start) for start, end in windows]


def token_places(tokens: Sequence[bytes]) -> list[int]:
    """Where each token begins in the text and where the last ends, in code points; -1 inside a character.

    >>> token_places(["a".encode(), "é".encode()[:1], "é".encode()[1:]])
    [0, 1, -1, 2]
    """
    widths = [
        len(token) if token.isascii() else len(token.translate(None, _CONTINUATION)) for token in tokens
    ]
    places = list(accumulate(widths, initial=0))
    inside = [token[:1] in _CONTINUED for token in tokens]
    return [-1 if within else place for within, place in zip([*inside, False], places, strict=True)]


def token_windows(text: str, places: Sequence[int], size: int, step: int) -> Iterator[tuple[int, int]]:
    """Windows of ``size`` tokens, each ``step`` after the one before, cut between characters.

    Args:
        text: the text.
        places: where tokens begin, as ``token_places`` gives them.
        size: tokens that a window may hold; one character of more tokens is a window of its own.
        step: tokens from the start of a window to that of the next.

    Yields:
        Where a window begins and ends in the text.
    """
    last = len(places) - 1
    start = done = 0
    while start < last:
        end = _cut(text, places, start, min(start + size, last))
        if end <= done:  # what two windows have in common leaves no room for another character
            start = done
            end = _cut(text, places, start, min(start + size, last))
        if end == start:  # not even one character fits
            end = next(at for at in range(start + 1, last + 1) if places[at] >= 0)
        yield places[start], places[end]
        if end == last:
            return
        done = end
        following = _cut(text, places, start, min(start + step, end))
        start = following if following > start else end


def _cut(text: str, places: Sequence[int], low: int, high: int) -> int:
    """The last token from ``high`` back that begins where a character does, or ``low``.

    Characters are grapheme clusters; code points where not one cluster fits.
    """
    while high > low and places[high] < 0:
        high -= 1
    at = high
    while at > low:
        boundary = last_grapheme_end(text, places[low], places[at])
        if boundary == places[at]:
            return at
        if boundary < 0:
            break
        while at > low and not 0 <= places[at] <= boundary:
            at -= 1
    return high


def _step(size: int, overlap: int) -> int:
    if size <= overlap:
        raise ValueError("tokens_per_chunk must be greater than chunk_overlap")
    return size - overlap

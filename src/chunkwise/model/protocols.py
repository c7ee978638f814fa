"""The seams: what an implementation of another package has to offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from chunkwise.model.chunk import Chunk, Chunking
    from chunkwise.model.document import Document
    from chunkwise.model.source import Source


@runtime_checkable
class Counter(Protocol):
    """Counts tokens."""

    @property
    def name(self) -> str:
        """Shown in settings, e.g. ``cl100k_base``."""
        ...

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, in order; special-token text counts as ordinary text."""
        ...

    def safe_cuts(self, text: str, longest: int) -> list[int] | None:
        """Offsets in (0, len(text)) where the count of the whole is the sum of the parts' counts.

        This must hold for every text that contains ``text[i:j]`` around such an offset with at
        least one code point on each side. None: no such rule is known for this tokenizer.

        Args:
            text: any text.
            longest: stretches of more characters than this should be cut finer where possible;
                shorter ones need not be cut.
        """
        ...


@runtime_checkable
class Embed(Protocol):
    """Turns texts into vectors whose directions are near where meanings are."""

    @property
    def name(self) -> str:
        """Identifies the vectors: two embedders of one name give the same vector for a text."""
        ...

    @property
    def max_tokens(self) -> int | None:
        """The longest text that is read to its end, in tokens of ``counter``; None: no limit."""
        ...

    @property
    def counter(self) -> Counter:
        """Counts as the model does, the special tokens that it adds to a text included."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector for each passage, all of one length.

        Raises:
            EmbedderError: the model or its endpoint failed.
        """
        ...

    def embed_query(self, text: str) -> Sequence[float]:
        """The vector of a question; models that are trained so treat it unlike a passage.

        Raises:
            EmbedderError: as above.
        """
        ...


@runtime_checkable
class Rerank(Protocol):
    """Says how well texts answer a question, reading both together. Any function of this form is one."""

    def __call__(self, query: str, texts: Sequence[str], /) -> Sequence[float]:
        """A score for each text, in order: the more, the better.

        Raises:
            Exception: any; the search goes on without it and says so.
        """
        ...


@runtime_checkable
class Parser(Protocol):
    """Reads one family of formats."""

    @property
    def name(self) -> str:
        """Name in the registry."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the output for some file changes."""
        ...

    @property
    def media_types(self) -> tuple[str, ...]:
        """Media types that it reads."""
        ...

    @property
    def isolated(self) -> bool:
        """Whether it runs in a process of its own, since its library or format may crash or hang."""
        ...

    def parse(self, source: Source) -> Iterator[Document]:
        """The documents in the source: one for most formats, several for workbooks and mails.

        Raises:
            ParseError: the source is broken or is not of this format.
        """
        ...


@runtime_checkable
class Chunker(Protocol):
    """Cuts documents."""

    @property
    def name(self) -> str:
        """Name of the method."""
        ...

    def chunk(self, document: Document) -> Chunking:
        """All chunks of the document."""
        ...

    def iter(self, document: Document) -> Iterator[Chunk]:
        """The leaves, one after the other."""
        ...

"""The base of LangChain's splitters: sizes, documents, and start indexes that are carried."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

from chunkwise.adapters.langchain.cutting import Cutter, KeepSeparator
from chunkwise.adapters.langchain.documents import BaseDocumentTransformer, new_document
from chunkwise.adapters.langchain.lengths import (
    LengthFunction,
    NotSpecial,
    Special,
    huggingface_length,
    lengths_of,
    tiktoken_length,
)
from chunkwise.adapters.langchain.merging import Slice, merged_runs, stripped

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_ORDINARY: tuple[str, ...] = ()
"""By default no text is special: a document about ``<|endoftext|>`` is a document like any other."""


class TextSplitter(BaseDocumentTransformer, ABC):
    """Splits texts and documents into chunks of a size.

    A class of your own has to give ``split_text`` and nothing else; its chunks are looked for in
    the text where ``add_start_index`` asks for their places. The classes here carry the places.
    """

    def __init__(
        self,
        chunk_size: int = 4000,
        chunk_overlap: int = 200,
        length_function: Callable[[str], int] = len,
        keep_separator: KeepSeparator = False,
        add_start_index: bool = False,
        strip_whitespace: bool = True,
    ) -> None:
        """Take the settings.

        Args:
            chunk_size: what a chunk may hold, in the unit of ``length_function``.
            chunk_overlap: what two chunks may have in common, in the same unit.
            length_function: measures a text.
            keep_separator: whether a separator stays in the text, at the start (``True``,
                ``"start"``) or at the end of a piece.
            add_start_index: whether ``metadata["start_index"]`` says where a chunk begins, in code
                points of the text.
            strip_whitespace: whether chunks lose the white space at their ends.

        Raises:
            ValueError: a size is not positive, or the overlap is negative or larger than the size.
        """
        if chunk_size <= 0:
            raise ValueError(f"chunk_size must be > 0, got {chunk_size}")
        if chunk_overlap < 0:
            raise ValueError(f"chunk_overlap must be >= 0, got {chunk_overlap}")
        if chunk_overlap > chunk_size:
            raise ValueError(
                f"Got a larger chunk overlap ({chunk_overlap}) than chunk size ({chunk_size}), "
                "should be smaller."
            )
        self._chunk_size = chunk_size
        self._chunk_overlap = chunk_overlap
        self._length_function: LengthFunction = length_function
        self._keep_separator: KeepSeparator = keep_separator
        self._add_start_index = add_start_index
        self._strip_whitespace = strip_whitespace

    @abstractmethod
    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Documents of the chunks of each text, with a deep copy of the text's metadata.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        metadatas = metadatas or [{}] * len(texts)
        documents = []
        for at, text in enumerate(texts):
            for chunk in self._placed(text):
                metadata = deepcopy(metadatas[at])
                if self._add_start_index:
                    metadata["start_index"] = chunk.start
                documents.append(new_document(chunk.text, metadata))
        return documents

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Documents of the chunks of each document.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        given = list(documents)
        return self.create_documents([d.page_content for d in given], [d.metadata for d in given])

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The same as ``split_documents``."""
        return self.split_documents(list(documents))

    @classmethod
    def from_huggingface_tokenizer(cls, tokenizer: Any, **kwargs: Any) -> Self:
        """A splitter that measures in the tokens of a Transformers tokenizer.

        Raises:
            ValueError: the object is no tokenizer.
        """
        return cls(length_function=huggingface_length(tokenizer), **kwargs)

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        allowed_special: Special | None = None,
        disallowed_special: NotSpecial = _ORDINARY,
        **kwargs: Any,
    ) -> Self:
        """A splitter that measures in the tokens of a tiktoken encoding.

        Args:
            encoding_name: tiktoken's name of the encoding.
            model_name: the name of a model, whose encoding goes first.
            allowed_special: special tokens that count as one.
            disallowed_special: special tokens that are an error where a text holds them; by default
                none, in LangChain all.
            **kwargs: the splitter's own settings.

        Raises:
            MissingExtra: tiktoken is needed for the encoding and not installed.
        """
        length = tiktoken_length(encoding_name, model_name, allowed_special, disallowed_special)
        return cls(length_function=length, **kwargs)

    def _placed(self, text: str) -> Iterable[Slice]:
        """The chunks of a text and their places, carried where the class in use carries them."""
        for kind in type(self).__mro__:
            if "_slices" in vars(kind):
                return self._slices(text)
            if "split_text" in vars(kind) or "_split_text" in vars(kind):
                break
        return _looked_for(text, self.split_text(text))

    def _slices(self, text: str) -> list[Slice]:
        """The chunks of a text with their places."""
        return list(_looked_for(text, self.split_text(text)))

    def _cutter(self, *, regex: bool) -> Cutter:
        return Cutter(
            self._chunk_size, self._chunk_overlap, self._length_function, self._keep_separator, regex
        )

    def _finished(self, chunk: Slice) -> Slice:
        return stripped(chunk) if self._strip_whitespace else chunk

    def _merge_splits(self, splits: Iterable[str], separator: str) -> list[str]:
        """Chunks of pieces, joined by a separator: for classes that make pieces of their own."""
        return [chunk.text for chunk in self._joined([Slice(split, 0) for split in splits], separator)]

    def _joined(self, pieces: Sequence[Slice], separator: str) -> list[Slice]:
        """Chunks of pieces, joined by a separator; the place is that of the first piece."""
        lengths = lengths_of(self._length_function, [piece.text for piece in pieces])
        gaps = [self._length_function(separator)] * len(pieces)
        chunks = [
            Slice(separator.join(piece.text for piece in pieces[first:last]), pieces[first].start)
            for first, last in merged_runs(lengths, gaps, self._chunk_size, self._chunk_overlap)
        ]
        return [finished for chunk in chunks if (finished := self._finished(chunk)).text]


def _looked_for(text: str, chunks: Iterable[str]) -> Iterator[Slice]:
    """Chunks of a class that only gives strings: each stands behind the start of the one before."""
    after = 0
    for chunk in chunks:
        start = text.find(chunk, after)
        yield Slice(chunk, start)
        after = max(after, start + 1)

"""Parse and chunk: the functions that ``chunkwise`` exports."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import IO, Any, TypeAlias

from chunkwise.errors import ChunkwiseError, InvalidOption
from chunkwise.methods import presets
from chunkwise.methods.auto import Auto
from chunkwise.methods.build import build
from chunkwise.methods.method import Method
from chunkwise.model.chunk import Chunking
from chunkwise.model.document import Document
from chunkwise.pipeline.cutting import Cutter
from chunkwise.pipeline.events import InputDone, OnProgress, watched

Readable: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes] | IO[str]"
"""What can be parsed: a path, bytes, or an open file."""

DEFAULT_METHOD = "general"


def chunker(method: str = DEFAULT_METHOD, **options: Any) -> Method | Auto:
    """A method with its options, to be used on many documents.

    Args:
        method: the name of a method, or the path of a TOML file that declares one.
        options: the method's options (``chunkwise methods show NAME`` lists them), and any key of
            a step in the form ``**{"pack.min_tokens": 20}``.

    Raises:
        UsageError: an unknown name, an unknown option, or a value that cannot be used.

    >>> chunker("recursive", max_tokens=100).name
    'recursive'
    """
    if isinstance(method, os.PathLike):
        method = os.fspath(method)
    if not isinstance(method, str):
        raise InvalidOption(f"A method is a name or the path of a TOML file, not {method!r:.60}.")
    return build(method, options)


def chunk(document: Document | Readable, method: str = DEFAULT_METHOD, **options: Any) -> Chunking:
    """Cut one document, or one file, into chunks.

    Args:
        document: a ``Document``, or what ``parse`` reads: a path, bytes or an open file.
        method: see ``chunker``.
        options: see ``chunker``.

    Raises:
        UsageError: see ``chunker``.
        InputError: the file cannot be read.
    """
    made = chunker(method, **options)
    return made.chunk(document if isinstance(document, Document) else _parse(document))


def chunk_text(text: str, method: str = "recursive", *, id: str | None = None, **options: Any) -> Chunking:
    """Cut a string into chunks. Offsets are offsets into the string (without a byte order mark).

    Methods that read structure (``reads`` in their preset) read the string as that format; all
    others take it as one stretch of plain text.

    Args:
        text: any text.
        method: see ``chunker``.
        id: the document's id; by default the hash of the text.
        options: see ``chunker``.

    Raises:
        UsageError: see ``chunker``.

    >>> [chunk.text for chunk in chunk_text("One two. Three four.", tokenizer="words", max_tokens=2)]
    ['One two.', 'Three four.']
    """
    if not isinstance(text, str):
        raise InvalidOption(
            f"chunk_text takes a string, not {type(text).__name__}. Files and bytes go to chunk."
        )
    if id is not None and not isinstance(id, str):
        raise InvalidOption(f"An id is a text, not {id!r:.60}.")
    made = chunker(method, **options)
    reads = presets.load(os.fspath(method)).reads
    if reads in (None, "text/plain"):
        return made.chunk(Document.from_text(text, id))
    from chunkwise.parsers.read import parse_text

    return made.chunk(parse_text(text, key=id, media_type=reads))


def chunk_many(
    documents: Iterable[Document | Readable],
    method: str = DEFAULT_METHOD,
    *,
    workers: int = 1,
    on_error: Callable[[Any, ChunkwiseError], None] | None = None,
    progress: bool | OnProgress = False,
    **options: Any,
) -> Iterator[Chunking]:
    """Cut many documents or files, lazily and in order; a file may give several documents.

    Args:
        documents: what ``chunk`` takes.
        method: see ``chunker``.
        workers: processes; 1 works in this one.
        on_error: called with the input and the error where one cannot be read, and the rest goes
            on; None raises.
        progress: True: a bar on standard error, where that is a terminal; a function: called with an
            ``InputDone`` after each input.
        options: see ``chunker``.

    Raises:
        UsageError: see ``chunker``.
        InputError: an input cannot be read and there is no ``on_error``.
    """
    if isinstance(documents, str | bytes | os.PathLike | Document):
        raise InvalidOption(
            f"chunk_many takes several inputs, and {documents!r:.60} is one: put it in a list, or use chunk."
        )
    chunker(method, **options)  # a wrong call fails at once, and not in some worker
    return _chunk_all(documents, Cutter(os.fspath(method), options), workers, on_error, progress)


def _chunk_all(
    documents: Iterable[Any],
    cutter: Cutter,
    workers: int,
    on_error: Callable[[Any, ChunkwiseError], None] | None,
    progress: bool | OnProgress,
) -> Iterator[Chunking]:
    from chunkwise.pipeline.ordered import in_order

    total = len(documents) if isinstance(documents, Sized) else None
    chunks = 0
    with watched(progress, total) as tell:
        for done, (source, result) in enumerate(in_order(cutter, documents, workers), 1):
            if not isinstance(result, ChunkwiseError):
                chunks += sum(map(len, result))
                yield from result
            elif on_error is None:
                raise result
            else:
                on_error(source, result)
            tell(InputDone(source, done, total, chunks))


def _parse(source: Any) -> Document:
    from chunkwise.parsers.read import parse

    return parse(source)

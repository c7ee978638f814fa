"""The way in: from a path, bytes or an open file to documents."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, TypeAlias

from chunkwise import registry
from chunkwise.errors import ChunkwiseError, InputError, ParseError, SeveralDocuments, UnsupportedFormat
from chunkwise.model.document import Document, clean_text
from chunkwise.model.ids import content_hash
from chunkwise.model.source import Source
from chunkwise.parsers.base import document_id
from chunkwise.parsers.detect import Detection, examine, parser_name, readable_formats
from chunkwise.parsers.formats import TEXT, format_name
from chunkwise.runtime.workers import Worker, run_isolated

Input: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str] | Source"
"""What can be parsed: a path, bytes, or a file object that is open for reading."""


def parse(
    source: Input,
    *,
    key: str | None = None,
    root: str | os.PathLike[str] | None = None,
    media_type: str | None = None,
    parser: str | None = None,
    isolate: bool | Worker | None = None,
) -> Document:
    """Read a file into its document.

    Args:
        source: a path, bytes, or a file object that is open for reading.
        key: the document's id, instead of one made from the path or the bytes.
        root: the folder that the id is relative to.
        media_type: what it is, instead of detection.
        parser: name of the parser, instead of the one for the media type.
        isolate: whether to run the parser in a process of its own, with limits. None leaves it
            to the parser; so does a ``Worker``, which is used then instead of a new process.

    Raises:
        SeveralDocuments: it holds several documents; use ``parse_all``.
        UnsupportedFormat: nothing here reads this format.
        ParseError: the file is broken.
        InputError: there is no such file, or it cannot be read.
        UnknownName: there is no parser of this name.

    >>> parse(b"# Title", media_type="text/markdown").blocks[0].kind
    'heading'
    """
    found = list(parse_all(source, key=key, root=root, media_type=media_type, parser=parser, isolate=isolate))
    if len(found) == 1:
        return found[0]
    name = found[0].source if found else "The input"
    if not found:
        raise ParseError("there is no document in it", name)
    raise SeveralDocuments(name, [document.id for document in found])


def parse_all(
    source: Input,
    *,
    key: str | None = None,
    root: str | os.PathLike[str] | None = None,
    media_type: str | None = None,
    parser: str | None = None,
    isolate: bool | Worker | None = None,
) -> Iterator[Document]:
    """The documents of a file, one after the other: parts have ids of the form ``id#part``.

    Takes the arguments of ``parse`` and raises its errors, but for ``SeveralDocuments``; those
    that need no parsing come at once, the others when the documents are fetched.
    """
    opened = open_source(source, key=key, root=root, media_type=media_type)
    try:
        detection = examine(opened)
    except OSError as error:
        raise _unreadable(opened, error) from error
    reader = _parser(opened, detection, parser)
    return _documents(reader, replace(opened, media_type=detection.media_type), detection, isolate)


def parser_label(source: Source, parser: str | None = None) -> str:
    """Name and version of the parser that would read a source, without reading all of it.

    Raises:
        UnsupportedFormat: nothing here reads this format.
        InputError: the source cannot be read.
        UnknownName: there is no parser of this name.

    >>> parser_label(Source("a", "a.md", data=b"# A")).partition("@")[0]
    'markdown'
    """
    try:
        reader = _parser(source, examine(source), parser)
    except OSError as error:
        raise _unreadable(source, error) from error
    return f"{reader.name}@{reader.version}"


def parse_text(text: str, *, key: str | None = None, media_type: str = TEXT) -> Document:
    """A string's document, read as plain text, Markdown or another verbatim format.

    Offsets are offsets into ``text`` (without a byte order mark; lone surrogates become U+FFFD).

    >>> [block.kind for block in parse_text("# A\\n\\nb", media_type="text/markdown").blocks]
    ['heading', 'paragraph']
    """
    cleaned, warnings = clean_text(text)
    identity, data = _text_data(cleaned, key)
    document = parse(Source(identity, key or "text", data=data, media_type=media_type))
    hashed = content_hash(cleaned.encode())
    return replace(document, content_hash=hashed, warnings=(*warnings, *document.warnings))


def open_source(
    source: Input,
    *,
    key: str | None = None,
    root: str | os.PathLike[str] | None = None,
    media_type: str | None = None,
) -> Source:
    """Give an input its id and name. A file is not read yet; an open file object is.

    Raises:
        InputError: there is no such file, or it is a folder.
    """
    if isinstance(source, Source):
        return replace(source, id=key or source.id, media_type=media_type or source.media_type)
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return Source(document_id(key=key, data=data), key or "bytes", data=data, media_type=media_type)
    if isinstance(source, (str, os.PathLike)):
        return _open_path(source, key, root, media_type)
    if hasattr(source, "read"):
        return _read_file(source, key, root, media_type)
    raise InputError(f"Give a path, bytes or an open file to parse, not {type(source).__name__}.")


def _open_path(
    given: str | os.PathLike[str],
    key: str | None,
    root: str | os.PathLike[str] | None,
    media_type: str | None,
) -> Source:
    name = os.fspath(given)
    typed = isinstance(given, str)  # an object that is a path cannot be meant as a text
    if "\0" in name or (typed and "\n" in name) or len(name) > 4_096:
        raise InputError("This looks like a text and not like a path. Use chunk_text for strings.")
    if name.startswith(("http://", "https://")):
        raise InputError(f"Nothing is fetched from the network: download {name} and parse the file.")
    if not name:
        raise InputError("An empty path names no file; text itself goes to chunk_text.")
    path = Path(os.path.abspath(name))  # a worker may have started in another folder
    try:
        if path.is_dir():
            raise InputError(
                f"{name} is a folder. Give its files to chunk_many, or run: chunkwise chunk FOLDER."
            )
        if not path.exists():
            raise InputError(
                f"There is no file {name!r} (looked in {Path.cwd()}). Check the path; "
                "text itself goes to chunk_text."
            )
        identity = document_id(key=key, path=Path(name), root=root)
        if not path.is_file():  # a pipe: what was read from it is gone
            return Source(identity, name, data=path.read_bytes(), media_type=media_type)
    except OSError as error:
        raise InputError(f"{name!r:.80} cannot be read: {error.strerror or error}.") from error
    return Source(identity, name, path=path, media_type=media_type)


def _read_file(
    file: IO[Any], key: str | None, root: str | os.PathLike[str] | None, media_type: str | None
) -> Source:
    try:
        content = file.read()
    except (OSError, ValueError) as error:
        raise InputError(f"The file object cannot be read: {error}.") from error
    given = getattr(file, "name", None)
    path = given if isinstance(given, str) and given and not given.startswith("<") else None
    if isinstance(content, str):
        identity, data = _text_data(clean_text(content)[0], key)
    else:
        data = bytes(content)
        identity = document_id(key=key, data=data)
    if path is not None:
        identity = document_id(key=key, path=path, root=root)
    return Source(identity, path or key or "file object", data=data, media_type=media_type)


def _text_data(text: str, key: str | None) -> tuple[str, bytes]:
    """A string's id, and its bytes: with a byte order mark, so that no encoding is guessed."""
    data = text.encode()
    return document_id(key=key, data=data), codecs.BOM_UTF8 + data


def _parser(source: Source, detection: Detection, name: str | None) -> Any:
    """The parser that was asked for, else the one for the media type."""
    chosen = name or parser_name(detection.media_type)
    if chosen is None:
        raise UnsupportedFormat(
            f"{source.name}: no parser reads this format: {format_name(detection.media_type)}. "
            f"Convert it first. Readable are: {', '.join(readable_formats())}."
        )
    return registry.load("parser", chosen)()


def _documents(
    parser: Any, source: Source, detection: Detection, isolate: bool | Worker | None
) -> Iterator[Document]:
    """What the parser yields, with its name, and with the warnings of detection on the first."""
    wanted = bool(getattr(parser, "isolated", False))
    isolated = isolate if isinstance(isolate, bool) else wanted
    label = f"{parser.name}@{parser.version}"
    first = True
    try:
        if isolated:
            run = isolate.run if isinstance(isolate, Worker) else run_isolated
            documents: Iterator[Document] = iter(run(_parse_to_list, parser, source))
        else:
            documents = parser.parse(source)
        for document in documents:
            warnings = (*detection.warnings, *document.warnings) if first else document.warnings
            yield replace(document, parser=document.parser or label, warnings=warnings)
            first = False
    except ParseError as error:
        if error.source:
            raise
        raise ParseError(str(error), source.name) from error
    except ChunkwiseError:
        raise
    except OSError as error:
        raise _unreadable(source, error) from error
    except Exception as error:
        raise ParseError(
            f"the parser {label} failed: {type(error).__name__}: {error}", source.name
        ) from error


def _parse_to_list(parser: Any, source: Source) -> list[Document]:
    return list(parser.parse(source))


def _unreadable(source: Source, error: OSError) -> InputError:
    return InputError(f"{source.name} cannot be read: {error.strerror or error}.")

"""Which format a source has: by its content first, by its name where the content leaves it open."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache

from chunkwise import registry
from chunkwise.model.source import Source
from chunkwise.parsers import formats
from chunkwise.parsers.encoding import decode
from chunkwise.parsers.magic import ZIPPED, binary_type
from chunkwise.parsers.sniff import is_html_page, is_mail, json_type, text_type

_HEAD = 65_536
# The content of files with these types may be of the other type without a contradiction.
_ALIKE = (
    frozenset({formats.CSV, formats.TSV, formats.TEXT}),
    frozenset({formats.JSON, formats.JSONL}),
    frozenset({formats.HTML, formats.XML, "image/svg+xml"}),
)


@dataclass(frozen=True, slots=True)
class Detection:
    """What a source is, and what is odd about that."""

    media_type: str
    warnings: tuple[str, ...] = ()


def detect(source: Source) -> str:
    """The media type of a source, by content first; the suffix is a hint and a tie-breaker.

    Raises:
        OSError: the file cannot be read.

    >>> detect(Source("a", "a.txt", data=b"%PDF-1.7"))
    'application/pdf'
    """
    return examine(source).media_type


def examine(source: Source) -> Detection:
    """The media type of a source, with a warning where the content contradicts the name.

    Raises:
        OSError: the file cannot be read.
    """
    if source.media_type:
        return Detection(source.media_type.partition(";")[0].strip().lower())
    named = _named_type(source)
    head = source.head(_HEAD)
    found = binary_type(head, source)
    if found is None:
        found = _text_type(head, len(head) < _HEAD, named)
    if named in ZIPPED and found in (formats.TEXT, formats.BINARY):
        # Nothing shows what it is instead: a broken file of the kind that it is called, and no text.
        found = named
    return Detection(found, _contradiction(source, named, found))


def parser_name(media_type: str) -> str | None:
    """The name of the parser for a media type; None if no parser reads it.

    >>> parser_name("text/x-python"), parser_name("audio/mpeg")
    ('text', None)
    """
    exact = _readers().get(media_type)
    if exact is None and media_type.startswith("text/x-"):
        exact = _readers().get("text/x-*")
    return exact


def readable_formats() -> list[str]:
    """What people call the formats that some parser reads, sorted."""
    known = {formats.format_name(media_type) for media_type in _readers() if not media_type.endswith("*")}
    return sorted(known, key=str.lower)


@cache
def _readers() -> dict[str, str]:
    """Media type → name of its parser; where two read the same, those of this package win."""
    readers: dict[str, str] = {}
    names = sorted(registry.names("parser"), key=lambda name: name not in registry.PARSERS)
    for name in names:
        try:
            media_types = registry.load("parser", name).media_types
        except Exception as error:
            if name in registry.PARSERS:
                raise
            # A broken package of somebody else must not keep every other file from being read.
            warnings.warn(f"The parser {name!r} cannot be loaded: {error}", RuntimeWarning, stacklevel=2)
            continue
        for media_type in media_types:
            readers.setdefault(media_type, name)
    return readers


def _named_type(source: Source) -> str | None:
    """What the name speaks of: its suffix, or a whole name such as ``Makefile``."""
    name = source.name.replace("\\", "/").rpartition("/")[2].lower()
    return formats.FILE_NAMES.get(name) or formats.SUFFIXES.get(source.suffix)


def _text_type(head: bytes, whole: bool, named: str | None) -> str:
    """The type of a text file."""
    text = _decoded(head)
    if not text.strip():
        return named if named is not None and formats.is_textual(named) else formats.TEXT
    if named is None or not formats.is_textual(named):
        return text_type(text, whole) or formats.TEXT
    if named in (formats.JSON, formats.JSONL):
        # A file that ends in .json and is broken shall be called broken formats.JSON and not something else.
        if is_html_page(text):
            return formats.HTML
        return json_type(text.lstrip("\ufeff \t\r\n"), whole) or named
    if named == formats.TEXT:
        return _plain_type(text, whole)
    if is_html_page(text) and named.startswith("text/") and not named.startswith("text/x-"):
        return formats.HTML
    return named


def _plain_type(text: str, whole: bool) -> str:
    """The type of what is called plain text: something else only if that is beyond doubt."""
    start = text.lstrip("\ufeff \t\r\n")
    if is_html_page(text):
        return formats.HTML
    if is_mail(start):
        return formats.EML
    return (json_type(start, whole) if start.startswith(("{", "[")) else None) or formats.TEXT


def _decoded(head: bytes) -> str:
    """The head as text; a guess of its encoding would be dear, and ASCII marks are all that counts."""
    try:
        return head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > len(head) - 4:
            return head[: error.start].decode("utf-8")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return decode(head)[0]
    return head.decode("latin-1")


def _contradiction(source: Source, named: str | None, found: str) -> tuple[str, ...]:
    if named is None or named == found or any({named, found} <= alike for alike in _ALIKE):
        return ()
    return (
        f"The name {source.name!r} says {formats.format_name(named)}, but the content is "
        f"{formats.format_name(found)}: read as that.",
    )

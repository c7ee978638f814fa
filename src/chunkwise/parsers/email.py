"""E-mail: the message, and each attachment that can be read as a document of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage

from chunkwise.errors import ChunkwiseError, ParseError
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.formats import EML
from chunkwise.parsers.html.reader import PageReader
from chunkwise.parsers.lines import lines_of
from chunkwise.parsers.paragraphs import prose
from chunkwise.parsers.rendered import RenderedText

_DEEPEST = 3
_MOST_ATTACHMENTS = 100
_SHOWN = ("From", "To", "Cc", "Date")


class EmailParser:
    """Reads messages: the subject is the title, sender, receivers and date stand below it, then the body.

    A message with attachments gives several documents: ``KEY#message`` and ``KEY#NAME`` for each
    attachment that some parser reads; the others are named in a warning.
    """

    name = "email"
    version = "1"
    media_types = (EML,)
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The message, then its attachments.

        Raises:
            ParseError: it is no message.
            OSError: the file cannot be read.
        """
        yield from _parse(self, source, depth=0)


def _parse(parser: EmailParser, source: Source, depth: int) -> Iterator[Document]:
    data = source.read()
    message = message_from_bytes(data, policy=policy.default)
    if not isinstance(message, EmailMessage) or not message.keys():
        raise ParseError("it has no header lines: it is no e-mail message", source.name)
    text = RenderedText()
    warnings: list[str] = []
    metadata = _headers(message)
    text.add("title", metadata.get("subject", ""), level=0)
    text.add("paragraph", "\n".join(f"{n}: {metadata[n.lower()]}" for n in _SHOWN if n.lower() in metadata))
    _add_body(text, message, warnings)
    parts = list(_attachments(parser, source, message, warnings, depth))
    content, blocks, found = text.finish()
    yield build_document(
        parser, source, data, content, blocks,
        id=f"{source.id}#message" if parts else None,
        media_type=EML,
        metadata={**metadata, **({"part_of": source.id} if parts else {})},
        warnings=[*warnings, *found],
    )  # fmt: skip
    yield from parts


def _headers(message: EmailMessage) -> dict[str, str]:
    """The headers that matter, as text; a broken one is left as it is written."""
    found = {}
    for name in ("Subject", *_SHOWN, "Message-ID"):
        try:
            value = message.get(name)
        except (ValueError, IndexError, TypeError, AttributeError):  # the library trips over some
            value = dict(message.raw_items()).get(name)
        if value is not None and str(value).strip():
            found[name.lower()] = " ".join(str(value).split())
    return found


def _add_body(text: RenderedText, message: EmailMessage, warnings: list[str]) -> None:
    """The body: HTML where there is some, else plain text."""
    try:
        body = message.get_body(preferencelist=("html", "plain"))
        content = body.get_content() if body is not None else ""
    except (KeyError, LookupError, ValueError) as error:
        warnings.append(f"The body could not be decoded: {error}.")
        return
    if body is not None and body.get_content_subtype() == "html":
        reader = PageReader(keep_furniture=False, text=text)
        reader.feed(content)
        reader.close()
        return
    for draft in prose(lines_of(str(content))):
        text.add(draft.kind, str(content)[draft.start : draft.end], level=draft.level)


def _attachments(
    parser: EmailParser, source: Source, message: EmailMessage, warnings: list[str], depth: int
) -> Iterator[Document]:
    from chunkwise.parsers.read import parse_all

    for number, part in enumerate(message.iter_attachments(), start=1):
        name = part.get_filename() or f"attachment-{number}"
        if number > _MOST_ATTACHMENTS or depth >= _DEEPEST:
            warnings.append(f"The attachment {name} was left out: there are too many, or too deep.")
            continue
        key = f"{source.id}#{name}"
        try:
            if part.get_content_type() == "message/rfc822":
                inner = Source(key, name, data=part.get_payload(0).as_bytes(), media_type=EML)  # type: ignore[union-attr]
                documents = list(_parse(parser, inner, depth + 1))
            else:
                content = part.get_payload(decode=True)
                data = content if isinstance(content, bytes) else b""
                documents = list(parse_all(Source(key, name, data=data)))
        except (ChunkwiseError, LookupError, ValueError, AttributeError, TypeError) as error:
            warnings.append(f"The attachment {name} was left out: {error}")
            continue
        for document in documents:
            yield replace(document, metadata={**document.metadata, "part_of": source.id})

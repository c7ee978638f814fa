"""EPUB: the chapters of the spine, each read as a web page."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

from chunkwise.errors import ParseError
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import build_document
from chunkwise.parsers.formats import EPUB
from chunkwise.parsers.html.parser import decoded
from chunkwise.parsers.html.reader import PageReader
from chunkwise.parsers.rendered import RenderedText

_MOST_BYTES = 512 << 20
_DC = "{http://purl.org/dc/elements/1.1/}"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


class EpubParser:
    """Reads books: one document, chapters in the order of the spine, pictures by their path in the file.

    The navigation document is left out, since its entries are the headings; books with copy
    protection are refused.
    """

    name = "epub"
    version = "1"
    media_types = (EPUB,)
    isolated = True

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: it is damaged or copy-protected.
            OSError: the file cannot be read.
        """
        data = source.read()
        try:
            book = zipfile.ZipFile(io.BytesIO(data))
            if sum(member.file_size for member in book.infolist()) > _MOST_BYTES:
                raise ParseError("it unpacks to more than 512 MB", source.name)
            _refuse_protected(book, source.name)
            package_path = _package_path(book)
            package = _xml(book, package_path)
            text, warnings = _chapters(book, package, posixpath.dirname(package_path))
        except (
            zipfile.BadZipFile,
            zlib.error,
            KeyError,
            ElementTree.ParseError,
            RuntimeError,
            EOFError,
        ) as error:
            raise ParseError(f"the book is damaged: {error}", source.name) from error
        content, blocks, found = text.finish()
        yield build_document(
            self, source, data, content, blocks,
            media_type=EPUB, metadata=_metadata(package), warnings=[*warnings, *found],
        )  # fmt: skip


def _refuse_protected(book: zipfile.ZipFile, name: str) -> None:
    """Fonts may be scrambled; anything else that is encrypted is copy protection."""
    if "META-INF/encryption.xml" not in book.namelist():
        return
    methods = {
        element.get("Algorithm", "")
        for element in _xml(book, "META-INF/encryption.xml").iter()
        if element.tag.endswith("}EncryptionMethod")
    }
    if methods - set(_FONTS):
        raise ParseError("the book is copy-protected (DRM): it cannot be read.", name)


def _package_path(book: zipfile.ZipFile) -> str:
    for element in _xml(book, "META-INF/container.xml").iter():
        if element.tag.endswith("}rootfile") and element.get("full-path"):
            return element.get("full-path", "")
    raise KeyError("META-INF/container.xml names no package")


def _chapters(
    book: zipfile.ZipFile, package: ElementTree.Element, folder: str
) -> tuple[RenderedText, list[str]]:
    """The text of the spine, and what could not be read of it."""
    text = RenderedText()
    warnings: list[str] = []
    items = {item.get("id"): item for item in package.iter() if item.tag.endswith("}item")}
    for reference in (element for element in package.iter() if element.tag.endswith("}itemref")):
        item = items.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _PAGES:
            continue
        if "nav" in (item.get("properties") or "").split():
            continue
        path = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        try:
            markup, found = decoded(book.read(path))
        except KeyError:
            warnings.append(f"The chapter {path} is missing.")
            continue
        warnings += found
        reader = PageReader(keep_furniture=False, text=text, folder=posixpath.dirname(path) or ".")
        reader.feed(markup)
        reader.close()
    return text, warnings


def _metadata(package: ElementTree.Element) -> dict[str, str]:
    found = {}
    for name in ("title", "creator", "language", "publisher", "date", "identifier"):
        values = [(element.text or "").strip() for element in package.iter(_DC + name)]
        if any(values):
            found["author" if name == "creator" else name] = ", ".join(value for value in values if value)
    return found


def _xml(book: zipfile.ZipFile, path: str) -> ElementTree.Element:
    return ElementTree.fromstring(book.read(path))

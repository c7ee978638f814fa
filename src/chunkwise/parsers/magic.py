"""Binary formats by their first bytes, containers by what they hold."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from chunkwise.model.source import Source
from chunkwise.parsers import formats
from chunkwise.parsers.encoding import wide_encoding

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", formats.RTF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"8BPS\x00", "image/vnd.adobe.photoshop"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"OggS", "audio/ogg"),
    (b"\x1a\x45\xdf\xa3", "video/x-matroska"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"PAR1", "application/vnd.apache.parquet"),
    (b"\x7fELF", "application/x-executable"),
    (b"MZ\x90\x00", "application/x-executable"),
)
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_STREAMS: tuple[tuple[str, str], ...] = (
    ("EncryptedPackage", formats.ENCRYPTED_OFFICE),
    ("WordDocument", formats.DOC),
    ("Workbook", formats.XLS),
    ("PowerPoint Document", formats.PPT),
    ("__substg1.0_", formats.MSG),
)
_ZIP_FOLDERS = (
    ("word/", formats.DOCX),
    ("xl/workbook.bin", formats.XLSB),
    ("xl/", formats.XLSX),
    ("ppt/", formats.PPTX),
)
_ZIP_MIMETYPES = frozenset({formats.EPUB, formats.ODT, formats.ODS, formats.ODP})
ZIPPED = _ZIP_MIMETYPES | {media_type for _, media_type in _ZIP_FOLDERS} | {formats.ZIP}
"""Formats whose files are ZIP archives, and ZIP itself."""
_BROKEN_ZIP = (
    zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, struct.error, zlib.error,
)  # fmt: skip
_OLE_SEARCHED = 1 << 20
_PDF_SEARCHED = 1024
_MOST_IN_UTF8, _MOST_IN_OTHERS = 0.3, 0.02
"""Shares of control characters; one byte in ten of compressed data is one."""
_CONTROLS = bytes({*range(32), 0x7F} - {*b"\a\b\t\n\v\f\r\x1b"})


def binary_type(head: bytes, source: Source) -> str | None:
    """The media type of a binary file; None if the head looks like text.

    Args:
        head: the first bytes of the source, a few thousand at least if it has as many.
        source: read further only where the head shows a container.

    Raises:
        OSError: the file cannot be read.
    """
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_type(source)
    if head.startswith(_OLE_MAGIC):
        return _ole_type(source)
    if b"%PDF-" in head[:_PDF_SEARCHED] and not _is_prose_before(head, b"%PDF-"):
        return formats.PDF
    for signature, media_type in _SIGNATURES:
        if head.startswith(signature) and not (signature.isalnum() and _is_text(head)):
            return media_type
    return _by_inner_mark(head) or (formats.BINARY if _is_binary(head) else None)


def _is_prose_before(head: bytes, mark: bytes) -> bool:
    """Whether a text merely speaks of the mark: it stands inside a line."""
    at = head.find(mark)
    return at > 0 and head[at - 1 : at] not in (b"\n", b"\r", b"\0", b"\xbf") and not _is_binary(head)


def _is_text(head: bytes) -> bool:
    """Whether a file that begins with the letters of a signature (``ID3``) is text after all."""
    return len(head) > 8 and head[:64].isascii() and not _is_binary(head)


def _by_inner_mark(head: bytes) -> str | None:
    """Formats whose mark does not stand at the very start."""
    if head[:4] == b"RIFF":
        return {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}.get(head[8:12])
    if head[:2] == b"BM" and len(head) > 14 and head[6:10] == b"\0\0\0\0":
        return "image/bmp"
    if head[4:8] == b"ftyp":
        brand = head[8:11].lower()
        kinds = {b"hei": "image/heic", b"mif": "image/heic", b"avi": "image/avif", b"m4a": "audio/mp4"}
        return kinds.get(brand, "video/mp4")
    if head[257:262] == b"ustar":
        return "application/x-tar"
    if len(head) > 3 and head[0] == 0xFF and head[1] in (0xFB, 0xF3, 0xF2) and _is_binary(head):
        return "audio/mpeg"
    return None


def _is_binary(head: bytes) -> bool:
    """Whether there are too many control characters for a text, above all if it is not UTF-8."""
    if not head or wide_encoding(head) or head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls > max(1, (_MOST_IN_UTF8 if _is_utf8(head) else _MOST_IN_OTHERS) * len(head))


def _is_utf8(head: bytes) -> bool:
    """Whether the bytes are UTF-8, but for a character that is cut off at the end."""
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4
    return True


def _zip_type(source: Source) -> str:
    """Office files, OpenDocument and EPUB by the names inside; a broken archive by its suffix."""
    named = formats.SUFFIXES.get(source.suffix)
    claimed = named if named in ZIPPED else formats.ZIP
    try:
        with zipfile.ZipFile(source.path or io.BytesIO(source.data or b"")) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                mimetype = archive.read("mimetype").decode("ascii", "replace").strip()
                return mimetype if mimetype in _ZIP_MIMETYPES else formats.ZIP
    except _BROKEN_ZIP:
        return claimed
    if "META-INF/container.xml" in names:
        return formats.EPUB
    if "[Content_Types].xml" in names or any(name.endswith("_rels/.rels") for name in names):
        for folder, media_type in _ZIP_FOLDERS:
            if any(name.startswith(folder) for name in names):
                return media_type
    return formats.ZIP


def _ole_type(source: Source) -> str:
    """Old Office files by the names of their streams, which are written in UTF-16."""
    start = source.head(_OLE_SEARCHED)
    for name, media_type in _OLE_STREAMS:
        if name.encode("utf-16-le") in start:
            return media_type
    named = formats.SUFFIXES.get(source.suffix, formats.OLE)
    return named if named in (formats.DOC, formats.XLS, formats.PPT, formats.MSG) else formats.OLE

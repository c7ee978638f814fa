"""Small files of binary formats, made here."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "documents"


def example(name):
    return (EXAMPLES / name).read_bytes()


def picture():
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (200, 80), "white")
    ImageDraw.Draw(image).text((20, 30), "LAMP 42", fill="black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def book(without="", extra=None):
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <metadata><dc:title>The Book</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator></metadata>
            <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="b" href="text/two.xhtml" media-type="application/xhtml+xml"/>
            <item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/></manifest>
            <spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/></spine></package>""",
        "OEBPS/nav.xhtml": "<html><body><nav><ol><li>One</li></ol></nav></body></html>",
        "OEBPS/text/one.xhtml": "<html><body><h1>One</h1><p>First 章.</p><img src='../img/map.png' alt='a map'/></body></html>",
        "OEBPS/text/two.xhtml": "<html><body><h1>Two</h1><p>Second.</p></body></html>",
        **(extra or {}),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            if name != without:
                archive.writestr(name, text)
    return buffer.getvalue()

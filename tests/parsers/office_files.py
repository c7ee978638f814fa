"""Office files made from snippets of XML, for tests that need exactly this or that inside."""

from __future__ import annotations

import io
import zipfile

from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.testing.documents import check_document

OFFICE = "http://schemas.openxmlformats.org"
NAMES = " ".join(
    f'xmlns:{prefix}="{name}"'
    for prefix, name in {
        "w": f"{OFFICE}/wordprocessingml/2006/main",
        "r": f"{OFFICE}/officeDocument/2006/relationships",
        "m": f"{OFFICE}/officeDocument/2006/math",
        "wp": f"{OFFICE}/drawingml/2006/wordprocessingDrawing",
        "a": f"{OFFICE}/drawingml/2006/main",
        "p": f"{OFFICE}/presentationml/2006/main",
        "c": f"{OFFICE}/drawingml/2006/chart",
        "dgm": f"{OFFICE}/drawingml/2006/diagram",
        "pic": f"{OFFICE}/drawingml/2006/picture",
        "mc": f"{OFFICE}/markup-compatibility/2006",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
RELATIONS = f"{OFFICE}/package/2006/relationships"
KINDS = f"{OFFICE}/officeDocument/2006/relationships"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, str | bytes]:
    """The members of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def relations(links: dict[str, tuple[str, str]]) -> str:
    """A part with references: id → (kind, target); a target with ``://`` is outside."""
    lines = [
        f'<Relationship Id="{name}" Type="{KINDS}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for name, (kind, target) in links.items()
    ]
    return f'<Relationships xmlns="{RELATIONS}">{"".join(lines)}</Relationships>'


def word(body: str, links: dict[str, tuple[str, str]] | None = None, **parts: str | bytes) -> bytes:
    """A Word file.

    Args:
        body: what stands in ``w:body``.
        links: further references of the body.
        parts: ``styles``, ``numbering``, ``footnotes``, ``settings`` …: what stands in their roots;
            names with ``/`` are whole parts.
    """
    roots = {"numbering": "w:numbering", "styles": "w:styles", "footnotes": "w:footnotes"}
    roots |= {"endnotes": "w:endnotes", "comments": "w:comments", "settings": "w:settings"}
    own = {name: (name, f"{name}.xml") for name in parts if name in roots}
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f"<w:document {NAMES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations({**own, **(links or {})}),
    }
    for name, content in parts.items():
        if name in roots:
            files[f"word/{name}.xml"] = f"<{roots[name]} {NAMES}>{content}</{roots[name]}>"
        else:
            files[name] = content
    return zipped(files)


def p(text: str = "", style: str = "", properties: str = "", runs: str = "") -> str:
    """A paragraph of a Word file."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    run = f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' if text else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{run}{runs}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of a Word file."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def style(id: str, name: str, based_on: str = "", inside: str = "", kind: str = "paragraph") -> str:
    """A style of a Word file."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return f'<w:style w:type="{kind}" w:styleId="{id}"><w:name w:val="{name}"/>{base}{inside}</w:style>'


def one(parser: object, data: bytes, name: str = "file") -> Document:
    """The one document of some bytes, which must keep the laws."""
    (document,) = several(parser, data, name)
    return document


def several(parser: object, data: bytes, name: str = "file") -> list[Document]:
    """The documents of some bytes, which must keep the laws."""
    documents = list(parser.parse(Source("key", name, data=data)))  # type: ignore[attr-defined]
    for document in documents:
        assert check_document(document) == []
    return documents


def shown(document: Document) -> list[tuple[str, str]]:
    """Kind, with the level behind it, and text of each block."""
    return [
        (
            block.kind + ("" if block.level is None else str(block.level)),
            block.span.of(document.text),
        )
        for block in document.blocks
    ]


def texts(document: Document) -> list[str]:
    """The text of each block."""
    return [block.span.of(document.text) for block in document.blocks]

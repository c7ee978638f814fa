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


SHEET_NAMES = f'xmlns="{OFFICE}/spreadsheetml/2006/main" xmlns:r="{OFFICE}/officeDocument/2006/relationships"'


def book(rows, strings="", formats=(), workbook="", after="", before="", names=SHEET_NAMES):
    """A workbook with one sheet, from XML."""
    custom = "".join(f'<numFmt numFmtId="{164 + n}" formatCode="{code}"/>' for n, code in enumerate(formats))
    xfs = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(formats)))
    links = {
        "r1": ("worksheet", "worksheets/sheet1.xml"),
        "r2": ("sharedStrings", "ss.xml"),
        "r3": ("styles", "st.xml"),
    }
    return zipped(
        {
            "_rels/.rels": relations({"a": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": f'<workbook {names}>{workbook}<sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(links),
            "xl/ss.xml": f"<sst {names}>{strings}</sst>",
            "xl/st.xml": f"<styleSheet {names}><numFmts>{custom}</numFmts><cellXfs>{xfs}</cellXfs></styleSheet>",
            "xl/worksheets/sheet1.xml": f"<worksheet {names}>{before}<sheetData>{rows}</sheetData>{after}</worksheet>",
        }
    )


CHART = """<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>
<c:title><c:tx><c:rich><a:p><a:r><a:t>Ducks</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>
<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>鸭</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat>
<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4.2999999999999998</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val>
</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"""
DIAGRAM = """<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>
<dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Second</a:t></a:r></a:p></dgm:t></dgm:pt>
<dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>First</a:t></a:r></a:p></dgm:t></dgm:pt>
<dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>Below</a:t></a:r></a:p></dgm:t></dgm:pt>
<dgm:pt modelId="9" type="pres"><dgm:t><a:p><a:r><a:t>never</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst>
<dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="3" srcOrd="0"/>
</dgm:cxnLst></dgm:dataModel>"""


POINT = 12_700


def deck(*slides, parts=None, links=None, show="", notes=None):
    """A presentation, from what stands in the shape tree of each slide."""
    names = {f"s{n}": ("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)}
    listed = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(1, len(slides) + 1))
    files = {
        "_rels/.rels": relations({"a": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": f'<p:presentation {NAMES}><p:sldIdLst>{listed}</p:sldIdLst><p:sldSz cx="{720 * POINT}" cy="{540 * POINT}"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(names),
        "ppt/slideLayouts/l.xml": f"<p:sldLayout {NAMES}><p:cSld><p:spTree>{LAYOUT}</p:spTree></p:cSld></p:sldLayout>",
        "ppt/slideLayouts/_rels/l.xml.rels": relations({"m": ("slideMaster", "../slideMasters/m.xml")}),
        "ppt/slideMasters/m.xml": f"<p:sldMaster {NAMES}><p:cSld><p:spTree>{MASTER}</p:spTree></p:cSld>{MASTER_STYLES}</p:sldMaster>",
    }
    for number, tree in enumerate(slides, 1):
        files[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {NAMES} {show}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>"
        )
        own = {"l": ("slideLayout", "../slideLayouts/l.xml"), **(links or {})}
        if notes:
            own["n"] = ("notesSlide", "../notesSlides/n.xml")
        files[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(own)
    if notes:
        files["ppt/notesSlides/n.xml"] = (
            f"<p:notes {NAMES}><p:cSld><p:spTree>{notes}</p:spTree></p:cSld></p:notes>"
        )
    return zipped({**files, **(parts or {})})


def xfrm(box, more=""):
    x, y, width, height = (number * POINT for number in box)
    return f'<a:xfrm {more}><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'


def sp(*paragraphs, box=None, ph="", hidden="", turn=""):
    """A shape with text; paragraphs are strings or XML."""
    place = "" if box is None else xfrm(box, turn)
    body = "".join(t if t.startswith("<") else f"<a:p><a:r><a:t>{t}</a:t></a:r></a:p>" for t in paragraphs)
    named = f"<p:ph {ph}/>" if ph else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" {hidden}/><p:cNvSpPr/><p:nvPr>{named}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{place}</p:spPr><p:txBody><a:bodyPr/>{body}</p:txBody></p:sp>"
    )


def ap(text, level=0, bullet=""):
    return f'<a:p><a:pPr lvl="{level}">{bullet}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'


TITLE, BODY = 'type="title"', 'idx="1"'
LAYOUT = sp("Click to edit", ph=TITLE) + sp("Click", box=(40, 120, 600, 300), ph=BODY)
MASTER = sp("Master title", box=(40, 20, 640, 80), ph=TITLE) + sp(
    "Master", box=(1, 1, 2, 2), ph='type="body" idx="9"'
)
MASTER_STYLES = (
    '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr>'
    "</p:bodyStyle></p:txStyles>"
)

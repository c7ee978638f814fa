"""A PDF whose font maps each glyph to any text, as broken and unusual fonts do."""

from __future__ import annotations

from collections.abc import Sequence

GLYPH = 0.6  # width of every glyph in sizes


def glyph_pdf(
    lines: Sequence[tuple[float, float, Sequence[str]]], size: float = 10.0, height: float = 400.0
) -> bytes:
    """One page with lines of glyphs.

    Args:
        lines: x, y (from below) and the text of each glyph; glyphs are drawn from left to right.
        size: font size.
        height: height of the page; its width is 500.
    """
    codes: dict[str, int] = {}
    content = []
    for x, y, glyphs in lines:
        numbers = "".join(f"{codes.setdefault(glyph, len(codes) + 1):04X}" for glyph in glyphs)
        content.append(f"BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm <{numbers}> Tj ET")
    mapping = "\n".join(
        f"<{code:04X}> <{text.encode('utf-16-be', 'surrogatepass').hex()}>" for text, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{mapping}\nendbfchar\nendcmap end end"
    )
    return _file(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 {height}] /Contents 4 0 R "
            "/Resources << /Font << /F1 5 0 R >> >> >>",
            _stream("\n".join(content)),
            "<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H "
            "/DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /DW {GLYPH * 1000:.0f} "
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R >>",
            _stream(cmap),
            "<< /Type /FontDescriptor /FontName /Helvetica /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 "
            "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
        ]
    )


def _stream(text: str) -> str:
    return f"<< /Length {len(text)} >>\nstream\n{text}\nendstream"


def _file(objects: Sequence[str]) -> bytes:
    out = bytearray(b"%PDF-1.5\n")
    places = []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    start = len(out)
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ).encode("latin-1")
    return bytes(out)

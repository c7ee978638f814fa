"""The test files: each function returns the bytes and the blocks that a reader sees."""

from __future__ import annotations

import io

from pdf_cases.pdf_builders import (
    BOTTOM,
    HEIGHT,
    WIDTH,
    Truth,
    Typesetter,
    chinese_font,
    new_canvas,
    small_image,
)
from pdf_cases.pdf_texts import CHINESE, ENGLISH


def english_manual() -> tuple[bytes, list[Truth]]:
    """One column, bookmarks, running heads, page numbers, hyphens, paragraphs over pages."""
    sheet = Typesetter(head="The island ferry", foot="Page {page}")
    sheet.heading("Rules of the island ferry", 0, bookmark=False, kind="title")
    for chapter, name in enumerate(("Departure", "Fares and luggage", "Goods"), 1):
        sheet.heading(f"{chapter} {name}", 1)
        for section in range(1, 4):
            sheet.heading(f"{chapter}.{section} Part {section} of {name.lower()}", 2)
            for text in ENGLISH:
                sheet.paragraph(text)
    return sheet.finish(), sheet.truth


def chinese_manual() -> tuple[bytes, list[Truth]]:
    """One column, headings without bookmarks, first lines indented by two characters."""
    font = chinese_font()
    sheet = Typesetter(
        font=font, bold=font, size=10.5, leading=16, head="岛屿轮渡管理办法", foot="- {page} -"
    )
    sheet.heading("岛屿轮渡管理办法", 0, bookmark=False, kind="title")
    for chapter, name in (("一", "总则"), ("二", "船票"), ("三", "班次")):
        sheet.heading(f"第{chapter}章　{name}", 1, bookmark=False)
        for text in CHINESE * 2:
            sheet.paragraph(text, indent=21, gap=0)
    return sheet.finish(), sheet.truth


def paper() -> tuple[bytes, list[Truth]]:
    """A title over two columns, paragraphs that go on in the next column, a picture in a column."""
    sheet = Typesetter(columns=1, size=8, leading=10, foot="")
    sheet.heading("A study of ferries in two columns", 0, bookmark=False, kind="title")
    sheet.columns, sheet.top = 2, sheet.y
    for number in range(1, 5):
        sheet.heading(f"{number} Section", 2, bookmark=False)
        for text in ENGLISH:
            sheet.paragraph(text, gap=0, indent=10)
        if number == 2:
            sheet.picture(100, 60)
    return sheet.finish(), sheet.truth


def lists_and_code() -> tuple[bytes, list[Truth]]:
    """Bullets, numbers, nested items, and a program."""
    sheet = Typesetter(foot="")
    sheet.heading("Lists and code", 1, bookmark=False, kind="title")
    sheet.paragraph("These things are needed before the journey begins:")
    for marker in ("•", "•"):
        sheet.item(marker, ENGLISH[1].replace("\u00ad", ""))
    sheet.paragraph("Then the following steps are taken one after the other:", gap=6)
    for number in (1, 2, 3):
        sheet.item(f"{number}.", ENGLISH[number].replace("\u00ad", ""))
    sheet.y -= 8
    sheet.code(["def fare(age):", "    if age < 12:", "        return 0", "    return 3"])
    sheet.paragraph(ENGLISH[0])
    return sheet.finish(), sheet.truth


def shown_text(*, rotation: int = 0, crop: tuple[float, float, float, float] | None = None) -> bytes:
    """Two lines that are upright as shown, whatever the rotation; the first begins at (72, 100) as shown."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    for line, text in enumerate(("The first line as shown.", "and the second one below it.")):
        canvas.saveState()
        x, y = 72, 100 + 14 * line
        if rotation == 90:
            canvas.translate(y, x)
        elif rotation == 180:
            canvas.translate(WIDTH - x, y)
        elif rotation == 270:
            canvas.translate(HEIGHT - y, WIDTH - x)
        else:
            canvas.translate(x, HEIGHT - y)
        canvas.rotate(rotation)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(0, 0, text)
        canvas.restoreState()
    canvas.setPageRotation(rotation)
    if crop is not None:
        canvas.setCropBox(crop)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def scan() -> bytes:
    """A page of text, and one that is a picture."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    canvas.drawString(72, 500, "The only text.")
    canvas.showPage()
    canvas.drawImage(small_image(), 0, 0, WIDTH, HEIGHT)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def encrypted(password: str) -> bytes:
    """A file that asks for a password (none if it is empty)."""
    from reportlab.lib.pdfencrypt import StandardEncryption

    buffer = io.BytesIO()
    canvas = new_canvas(buffer, encrypt=StandardEncryption(password, ownerPassword="owner", strength=128))
    canvas.drawString(72, BOTTOM, "Secret text.")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()

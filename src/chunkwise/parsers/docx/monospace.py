"""Paragraphs that are set in a font of fixed width."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkwise.parsers.docx.parts import Parts
from chunkwise.parsers.ooxml.xml import Element, W, value

_VAL = f"{W}val"
_FIXED = re.compile(
    r"courier|consolas|menlo|monaco|lucida console|lucida sans typewriter|andale mono|cascadia|"
    r"inconsolata|hack$|letter gothic|terminal|fixedsys|ocr a|.*\bmono(?:space|spaced)?\b|.*[a-z]mono\b|"
    r"source code|fira code|anonymous pro|roboto mono|sf mono|pt mono|dejavu sans mono|liberation mono"
)
_WORDS = 6
_CODE_SIGNS = re.compile(r"[{}<>=;$#*\\|~`^@_\[\]]|\w\(|://|--|\s{2}|\t|\n")
_DELETED = frozenset({f"{W}del", f"{W}moveFrom"})


def is_fixed(font: str) -> bool:
    """Whether a font is one of fixed width, by its name.

    >>> is_fixed("Courier New"), is_fixed("Noto Sans Mono"), is_fixed("Monotype Corsiva")
    (True, True, False)
    """
    return _FIXED.match(font.casefold().strip()) is not None


def is_monospaced(paragraph: Element, parts: Parts) -> bool:
    """Whether a paragraph has text, and all of it is in fonts of fixed width.

    The font is that of the run, else of its character style, else of the paragraph's style.
    """
    styles = parts.styles
    if is_fixed(styles.font(None) or ""):  # a typescript: its font says nothing
        return False
    usual = styles.font(value(paragraph.find(f"{W}pPr"), f"{W}pStyle", _VAL))
    fonts = []
    for run in _runs(paragraph):
        if any((text.text or "").strip() for text in run.findall(f"{W}t")):
            properties = run.find(f"{W}rPr")
            own = value(properties, f"{W}rFonts", f"{W}ascii") or value(properties, f"{W}rFonts", f"{W}hAnsi")
            named = value(properties, f"{W}rStyle", _VAL)
            fonts.append(own or (styles.font(named) if named else None) or usual or "")
    return bool(fonts) and all(is_fixed(font) for font in fonts)


def is_prose(text: str) -> bool:
    """Whether a line in a font of fixed width is a sentence, with nothing in it that only code has.

    >>> is_prose("This memo is set in a typewriter face throughout."), is_prose("SELECT * FROM users;")
    (True, False)
    """
    bare = text.strip()
    is_long = len(bare.split()) >= _WORDS or (len(bare) >= _WORDS and not bare.isascii())
    return is_long and bare[-1] in ".!?。！？" and bare == text.rstrip() and not _CODE_SIGNS.search(bare)


def _runs(element: Element) -> Iterator[Element]:
    """The runs of a paragraph itself, not those of its text boxes or deleted text."""
    waiting = list(reversed(element))
    while waiting:
        child = waiting.pop()
        if child.tag == f"{W}r":
            yield child
        elif child.tag not in _DELETED:
            waiting += reversed(child)

"""Characters of symbol fonts, where they have a place in Unicode."""

from __future__ import annotations

_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x75: "◆", 0x76: "❖", 0xA7: "▪", 0xA8: "☐",
    0xD8: "➢", 0xE0: "→", 0xDF: "←", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑", 0x4A: "☺", 0x4C: "☹", 0x28: "☎", 0x2A: "✉",
}  # fmt: skip
_WINGDINGS_2 = {0x50: "✓", 0x4F: "✗", 0x51: "☒", 0x52: "☑", 0x54: "☒", 0xA3: "☐"}
_SYMBOL = dict(
    zip(
        map(ord, "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYW"),
        "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
        strict=True,
    )
) | {
    0xA3: "≤", 0xB3: "≥", 0xB1: "±", 0xB4: "×", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈", 0xA5: "∞",
    0xB7: "•", 0xB0: "°", 0xAE: "→", 0xAC: "←", 0xDE: "⇒", 0xD6: "√", 0xE5: "∑", 0xF2: "∫", 0xB6: "∂",
    0xD1: "∇", 0xCE: "∈", 0xA2: "′",
}  # fmt: skip
_FONTS = {"wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2, "symbol": _SYMBOL}


def symbol(font: str, code: str) -> str:
    """The character that a ``w:sym`` shows; the private one of the font where no other is known.

    Args:
        font: name of the font.
        code: its character code in hexadecimal digits.

    >>> symbol("Wingdings", "F0FE"), symbol("Symbol", "F061"), symbol("Arial", "0041")
    ('☑', 'α', 'A')
    """
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    if not 0 < number <= 0x10FFFF:
        return ""
    # Symbol fonts keep their characters at F000 and above.
    known = _FONTS.get(font.lower(), {})
    return known.get(number - 0xF000 if number >= 0xF000 else number) or chr(number)

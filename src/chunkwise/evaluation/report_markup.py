"""Text into HTML: everything escaped, and nothing in it that moves, hides or turns its neighbours."""

from __future__ import annotations

import re
from html import escape
from unicodedata import name

_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if code not in (9, 10)}
_CONTROLS |= dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd")
_CONTROLS[0x7F] = "\u2421"
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
# Marks that turn the direction of what follows; a right-to-left text needs none of them to be read.
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")


def text(value: object) -> str:
    """A value as HTML text, and as the value of an attribute in quotes.

    >>> text("</script>\\x00")
    '&lt;/script&gt;␀'
    """
    return escape(_TURNS.sub("", _clean(str(value))))


def passage(value: str) -> str:
    r"""A passage of a document as HTML; marks that turn its direction are shown by name.

    >>> passage("a\u202eb")
    'a<i class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</i>b'
    """
    return _TURNS.sub(_named, escape(_clean(value)))


def tag(kind: str, content: str, **attributes: object) -> str:
    """An element; ``content`` is HTML already, attributes are text.

    >>> tag("b", "1", class_="x")
    '<b class="x">1</b>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{text(value)}"' for name, value in attributes.items()
    )
    return f"<{kind}{written}>{content}</{kind}>"


def percent(value: float, sign: bool = False) -> str:
    """A share in percent, with one decimal and a true minus.

    >>> percent(0.125), percent(-0.02, sign=True)
    ('12.5', '−2.0')
    """
    rounded = round(100 * value, 1) + 0.0  # no minus in front of zero
    return f"{rounded:+.1f}".replace("-", "−") if sign else f"{rounded:.1f}".replace("-", "−")


def _clean(value: str) -> str:
    return _LINE_ENDS.sub("\n", value).translate(_CONTROLS)


def _named(match: re.Match[str]) -> str:
    char = match[0]
    return f'<i class="mark" title="{name(char)}">U+{ord(char):04X}</i>'

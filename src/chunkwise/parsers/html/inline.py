"""Running text: white space is folded as a browser folds it."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t\n\r\f]+")
_WIDE = "\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
_WIDE_BREAK = re.compile(rf"(?<=[{_WIDE}])[ \t]*[\n\r][ \t\n\r]*(?=[{_WIDE}])")


def fold(text: str) -> str:
    r"""One space for each run of white space; none where a line ends between two wide characters.

    No-break spaces stay, and ``\x0b`` (our mark for ``<br>``) becomes a line break.

    >>> fold("a  b\n c"), fold("\u4e2d\n\u6587")
    ('a b c', '中文')
    """
    folded = _BLANKS.sub(" ", _WIDE_BREAK.sub("", text))
    lines = [line.strip(" ") for line in folded.split(BREAK)]
    return "\n".join(lines).strip("\n ")


BREAK = "\x0b"
"""Stands for ``<br>`` until the text is folded."""

"""Numbered headings and legal markers at the start of a line.

Four families, each with its own levels (1 is the outermost):

- ``legal``: part (编, 部分, 卷, title, book, schedule, annex) 1, subpart (分编) 2, chapter 3,
  section (and §) 4, subsection 5, article (and rule, clause) 6, paragraph (款) 7, item (项) 8.
- ``decimal``: ``1``, ``1.1``, ``1.1.1``: the level is the depth.
- ``chinese``: ``一、`` 1, ``（一）`` 2, ``1、`` 3, ``（1）`` 4, ``①`` 5.
- ``letter``: ``I.`` 1, ``A.`` 2, ``a.`` 3, ``(a)`` 4, ``(1)`` 5, ``(A)`` 6, ``(i)`` 7.

A reference at the start of a line is no marker: ``第五条规定的…``, ``Article 5 of the Convention``.
One line cannot tell whether ``A. Smith`` is an item, nor whether ``(i)`` follows ``(h)``: that is
for those who see the sequence.
"""

from __future__ import annotations

import re

from chunkwise.text.legal_numbering import chinese_legal, english_legal
from chunkwise.text.list_numbering import chinese_item, decimal_number, letter_item
from chunkwise.text.marker import Family, Marker
from chunkwise.text.numerals import chinese_number, roman_number

__all__ = ["Family", "Marker", "chinese_number", "find_marker", "roman_number"]

# Markdown's quote, heading and emphasis marks may stand in front.
_LEAD = re.compile(r"[\s>]*+(?:#{1,6}[ \t\u3000]+)?(?:\*\*|__)?")
_FINDERS = (chinese_legal, english_legal, chinese_item, decimal_number, letter_item)


def find_marker(line: str) -> Marker | None:
    """The marker at the start of one line, or None.

    White space (U+3000 too), and ``>``, ``#`` and ``**`` of Markdown may stand in front of it.

    >>> find_marker("第十二条之一　税务机关应当……")
    Marker(family='legal', unit='article', number=(12, 1), label='第十二条之一', end=6, level=6)
    >>> find_marker("3.1.2 Scope").number, find_marker("Article 5 of the Convention applies.")
    ((3, 1, 2), None)
    """
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    for find in _FINDERS:
        marker = find(line, start)
        if marker is not None:
            return marker
    return None

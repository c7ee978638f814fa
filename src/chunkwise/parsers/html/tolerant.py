"""The standard library's HTML parser without its errors, and linear on markup that never ends."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_ENDS = {name: re.compile(pattern) for name, pattern in (
    ("tag", ">"), ("comment", r"--\s*>"), ("section", r"\]\s*>"),
)}  # fmt: skip
_SECTION = re.compile(r"<!\[\s*(?:cdata|temp|ignore|include|rcdata|if|else|endif)\b", re.I)


class TolerantParser(HTMLParser):
    """Takes what begins like markup and has no end for text, without looking for the end again.

    The library looks for the end of each comment and tag that was opened, so a page of ``<!--`` costs
    the square of its length (CPython issue 135462); and ``<![`` before no name raises AssertionError.
    A page has to be fed in one piece.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._missing: set[str] = set()

    def goahead(self, end: bool) -> None:
        """Read on."""
        self._missing.clear()
        super().goahead(end)

    def parse_starttag(self, i: int) -> int:
        """A tag that begins at ``i``; where it ends."""
        return super().parse_starttag(i) if self._ends("tag", i) else self._text(i)

    def parse_endtag(self, i: int) -> int:
        """An end tag."""
        return super().parse_endtag(i) if self._ends("tag", i) else self._text(i)

    def parse_pi(self, i: int) -> int:
        """``<?…>``."""
        return super().parse_pi(i) if self._ends("tag", i) else self._text(i)

    def parse_comment(self, i: int, report: bool = True) -> int:
        """``<!--…-->``."""
        return super().parse_comment(i, report) if self._ends("comment", i + 4) else self._text(i)

    def parse_html_declaration(self, i: int) -> int:
        """``<!doctype …>``, ``<![CDATA[…]]>`` and what looks like them."""
        if not self._ends("tag", i):
            return self._text(i)
        if not self.rawdata.startswith("<![", i):
            return super().parse_html_declaration(i)
        end = _ENDS["tag"]
        if _SECTION.match(self.rawdata, i) and self._ends("section", i + 3):
            end = _ENDS["section"]
        found = end.search(self.rawdata, i + 3)
        return found.end() if found else self._text(i)

    def _ends(self, what: str, at: int) -> bool:
        """Whether something of this kind ends behind a place."""
        if what not in self._missing and not _ENDS[what].search(self.rawdata, at):
            self._missing.add(what)
        return what not in self._missing

    def _text(self, i: int) -> int:
        self.handle_data("<")
        return i + 1

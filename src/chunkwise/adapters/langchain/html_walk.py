"""Reading a page in order: sections under headers, with marks for elements that stay whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from chunkwise.adapters.langchain.needs import needed


@dataclass(slots=True)
class Section:
    """The text below a header."""

    headers: dict[str, str]
    """The header and the ones above it, as metadata."""
    texts: list[str] = field(default_factory=list)
    """Its pieces in the order of the page."""


@dataclass(slots=True)
class Walk:
    """Collects the sections of a page."""

    headers: Mapping[str, str]
    """Tags of headers and the key of metadata for each."""
    preserved: AbstractSet[str]
    """Tags of elements that stay whole."""
    handlers: Mapping[str, Callable[[Any], str]]
    """Tags whose text a function tells."""
    cleaned: Callable[[str], str]
    """What is done to every text."""
    marker: str
    """Stands, with a number, for an element that stays whole."""
    sections: list[Section] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """The text of the elements that stay whole, by number."""
    _open: list[tuple[int, str, str]] = field(default_factory=list)
    """The headers above what comes next: level, key, text."""

    def read(self, page: Any) -> None:
        """Read a page (a ``bs4.BeautifulSoup``)."""
        bs4 = needed("bs4", "HTMLSemanticPreservingSplitter")
        section = Section({})
        # Not by recursion: pages are nested deeper than Python calls.
        todo = [page]
        while todo:
            node = todo.pop()
            if not isinstance(node, bs4.Tag):
                # Outside of every element there are declarations too, which are no text.
                if node.parent is not page or type(node) is bs4.NavigableString:
                    section.texts.append(self.cleaned(str(node)))
            elif node.name in self.headers:
                self._end(section)
                section = Section(self._entered(node))
            elif node.name in self.preserved:
                section.texts.append(f"{self.marker}{len(self.kept)}")
                self.kept.append(self._whole(node, bs4.Tag))
            elif node.name in self.handlers and node.find(True) is None:
                section.texts.append(self.handlers[node.name](node))
            else:
                todo.extend(reversed(node.contents))
        self._end(section)

    def restored(self, text: str) -> str:
        """The text with the elements that stay whole in the place of their marks."""
        return re.sub(re.escape(self.marker) + r"(\d+)", lambda mark: self.kept[int(mark[1])].strip(), text)

    def _end(self, section: Section) -> None:
        if any(text.strip() for text in section.texts):
            self.sections.append(section)

    def _entered(self, header: Any) -> dict[str, str]:
        """The metadata below a header, which closes those of its level and deeper."""
        level = int(header.name[1:]) if header.name[1:].isdigit() else 0
        self._open = [outer for outer in self._open if outer[0] < level]
        self._open.append((level, self.headers[header.name], header.get_text(strip=True)))
        return {key: text for _, key, text in self._open}

    def _whole(self, element: Any, tag_class: Any) -> str:
        """The text of an element that stays whole, its strings joined by blanks."""
        if element.name in self.handlers:
            return self.handlers[element.name](element)
        texts: list[str] = []
        todo = list(reversed(element.contents))
        while todo:
            node = todo.pop()
            if not isinstance(node, tag_class):
                texts.append(self.cleaned(str(node)).strip())
            elif node.name in self.handlers:
                texts.append(self.handlers[node.name](node).strip())
            else:
                todo.extend(reversed(node.contents))
        return " ".join(text for text in texts if text)

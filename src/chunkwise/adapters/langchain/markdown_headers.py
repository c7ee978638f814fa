"""Splitting Markdown at headers, in LangChain's form of the text.

Paragraphs under one header are joined by two blanks and a line end, and lose their indentation.
Fenced code keeps every character.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from chunkwise.adapters.langchain.documents import new_document
from chunkwise.adapters.langchain.fences import Fence

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_HARD_BREAK = "  \n"


class LineType(TypedDict):
    """A piece of text and the headers above it."""

    metadata: dict[str, str]
    content: str


class HeaderType(TypedDict):
    """A header that is open."""

    level: int
    name: str | None
    data: str


@dataclass(slots=True)
class _Page:
    """What was read so far."""

    groups: list[LineType] = field(default_factory=list)
    """Paragraphs and code, each with its headers."""
    lines: list[str] = field(default_factory=list)
    """The lines of the paragraph that is being read."""
    above: dict[str, str] = field(default_factory=dict)
    """The headers above these lines."""
    open: list[HeaderType] = field(default_factory=list)
    """The headers above the next line."""

    def end_group(self) -> None:
        """The paragraph is complete."""
        if self.lines:
            self.groups.append({"content": "\n".join(self.lines), "metadata": dict(self.above)})
            self.lines = []

    def enter(self, header: HeaderType) -> None:
        """A header closes those of its level and below; one without a name is none for the metadata."""
        if header["name"] is None:
            return
        while self.open and self.open[-1]["level"] >= header["level"]:
            self.open.pop()
        self.open.append(header)

    def headers(self) -> dict[str, str]:
        """The open headers as metadata."""
        return {str(header["name"]): header["data"] for header in self.open}


class MarkdownHeaderTextSplitter:
    """Splits Markdown at headers into documents that have the headers above them as metadata."""

    def __init__(
        self,
        headers_to_split_on: list[tuple[str, str]],
        return_each_line: bool = False,
        strip_headers: bool = True,
        custom_header_patterns: dict[str, int] | None = None,
    ) -> None:
        """Take the settings.

        Args:
            headers_to_split_on: marks and the key of metadata for each: ``[("#", "Header 1")]``.
            return_each_line: whether each paragraph is a document of its own.
            strip_headers: whether headers stand in the metadata only.
            custom_header_patterns: marks that stand on both sides of a header, and its level:
                ``{"**": 1}`` for ``**Header**``.
        """
        self.return_each_line = return_each_line
        # The longest mark first, since "##" begins with "#".
        self.headers_to_split_on = sorted(headers_to_split_on, key=lambda header: -len(header[0]))
        self.strip_headers = strip_headers
        self.custom_header_patterns = custom_header_patterns or {}

    def split_text(self, text: str) -> list[Document]:
        """Documents of the sections of a text.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        groups = self._read(text)
        if not self.return_each_line:
            return self.aggregate_lines_to_chunks(groups)
        return [new_document(group["content"], group["metadata"]) for group in groups]

    def aggregate_lines_to_chunks(self, lines: list[LineType]) -> list[Document]:
        """Documents of neighbouring pieces that are under the same headers.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        chunks: list[tuple[list[str], dict[str, str]]] = []
        for line in lines:
            if chunks and self._goes_on(*chunks[-1], line["metadata"]):
                chunks[-1][0].append(line["content"])
                chunks[-1] = (chunks[-1][0], line["metadata"])
            else:
                chunks.append(([line["content"]], line["metadata"]))
        return [new_document(_HARD_BREAK.join(contents), metadata) for contents, metadata in chunks]

    def _goes_on(self, contents: list[str], above: dict[str, str], metadata: dict[str, str]) -> bool:
        """Whether a piece is under the same headers as a chunk, or under the header that ends the chunk."""
        if above == metadata:
            return True
        last_line = contents[-1].rpartition("\n")[2]
        return not self.strip_headers and len(above) < len(metadata) and last_line.startswith("#")

    def _read(self, text: str) -> list[LineType]:
        """The paragraphs and the code of a text, with their headers."""
        page = _Page()
        for line, in_code in _lines(text):
            if in_code:
                page.lines.append(line)
                continue
            found = self._header(line)
            if found is not None:
                page.enter(found)
                page.end_group()
                if not self.strip_headers:
                    page.lines.append(line)
            elif line:
                page.lines.append(line)
            else:
                page.end_group()
            page.above = page.headers()
        page.end_group()
        return page.groups

    def _header(self, line: str) -> HeaderType | None:
        """The header that a line is, or None."""
        for mark, name in self.headers_to_split_on:
            both_sides = self._is_custom(line, mark)
            if not both_sides and not (
                line.startswith(mark) and line[len(mark) : len(mark) + 1] in ("", " ")
            ):
                continue
            level = self.custom_header_patterns.get(mark, mark.count("#"))
            title = line[len(mark) : -len(mark)] if both_sides else line[len(mark) :]
            return {"level": level, "name": name, "data": title.strip()}
        return None

    def _is_custom(self, line: str, mark: str) -> bool:
        """Whether a line is text between two of these marks."""
        if mark not in self.custom_header_patterns or len(line) <= 2 * len(mark):
            return False
        if not (line.startswith(mark) and line.endswith(mark)):
            return False
        before, after = line[: -len(mark)], line[len(mark) :]
        title = before[len(mark) :].strip()
        doubled = before.endswith(mark) or after.startswith(mark)
        return not doubled and any(char not in mark for char in title.replace(" ", ""))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text and whether they are code; lines of code are as they stand there."""
    fence = Fence()
    for raw in text.split("\n"):
        line = _visible(raw)
        in_code = fence.takes(line)
        yield (raw.removesuffix("\r") if in_code else line), in_code


def _visible(line: str) -> str:
    """A line without what cannot be seen at its ends: white space, byte order marks, controls."""
    line = line.strip()
    while line and not (line[0].isprintable() and line[-1].isprintable()):
        line = line[not line[0].isprintable() : len(line) - (not line[-1].isprintable())].strip()
    return line

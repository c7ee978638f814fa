"""Splitting Markdown at headers, code and rules; white space stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunkwise.adapters.langchain.documents import new_document
from chunkwise.adapters.langchain.fences import Fence

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.documents import Document

_HEADER = re.compile(r"(#{1,6}) ([^\r\n]*)")
_FENCE = re.compile(r"(?:```|~~~)([^\r\n]*)")
_RULE = re.compile(r"(?:\*{3,}|-{3,}|_{3,})\r?\n")


@dataclass(slots=True)
class _Section:
    """Lines that belong together."""

    headers: dict[str, str]
    """Those above the lines, as metadata."""
    lines: list[str] = field(default_factory=list)
    """The lines with their ends."""


class ExperimentalMarkdownSyntaxTextSplitter:
    """Splits at headers, code and rules into documents that keep their white space.

    The headers above a document are its metadata; code is a document of its own with its language
    under ``"Code"``.
    """

    def __init__(
        self,
        headers_to_split_on: list[tuple[str, str]] | None = None,
        return_each_line: bool = False,
        strip_headers: bool = True,
    ) -> None:
        """Take the settings.

        Args:
            headers_to_split_on: marks and the key of metadata for each; by default ``#`` to
                ``######`` as ``Header 1`` to ``Header 6``.
            return_each_line: whether each line that is not blank is a document of its own.
            strip_headers: whether headers stand in the metadata only.
        """
        by_default = {"#" * level: f"Header {level}" for level in range(1, 7)}
        self.splittable_headers = dict(headers_to_split_on or by_default)
        self.return_each_line = return_each_line
        self.strip_headers = strip_headers

    def split_text(self, text: str) -> list[Document]:
        """Documents of the parts of a text.

        Raises:
            MissingExtra: ``langchain-core`` is not installed.
        """
        parts = (("".join(part.lines), part.headers) for part in self._parts(text))
        kept = [(content, metadata) for content, metadata in parts if content and not content.isspace()]
        if not self.return_each_line:
            return [new_document(content, metadata) for content, metadata in kept]
        return [
            new_document(line, metadata)
            for content, metadata in kept
            for line in content.splitlines()
            if line and not line.isspace()
        ]

    def _parts(self, text: str) -> Iterator[_Section]:
        part = _Section({})
        open_headers: list[tuple[int, str]] = []
        fence = Fence()
        for line in text.splitlines(keepends=True):
            was_code = bool(fence.opening)
            # Only a fence at the start of a line counts here.
            in_code = fence.takes(line) if was_code or _FENCE.match(line) else False
            if in_code:
                if not was_code:
                    yield part
                    language = _FENCE.match(line)
                    code = {"Code": language[1] if language else ""}
                    part = _Section({**code, **self._metadata(open_headers)})
                part.lines.append(line)
                if not fence.opening:
                    yield part
                    part = _Section(self._metadata(open_headers))
            elif (header := _HEADER.match(line)) and header[1] in self.splittable_headers:
                yield part
                depth = len(header[1])
                # The first header as deep as this one closes all that were opened inside it.
                outer = next((at for at, (d, _) in enumerate(open_headers) if d >= depth), len(open_headers))
                open_headers[outer:] = [(depth, header[2])]
                part = _Section(self._metadata(open_headers), [] if self.strip_headers else [line])
            elif _RULE.match(line):
                yield part
                part = _Section(self._metadata(open_headers))
            else:
                part.lines.append(line)
        yield part

    def _metadata(self, headers: list[tuple[int, str]]) -> dict[str, str]:
        return {self.splittable_headers["#" * depth]: title for depth, title in headers}

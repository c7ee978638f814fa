"""JSON and JSON lines: the text as it is, a block for each member, element or line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from chunkwise.errors import ParseError
from chunkwise.model.block import Scalar
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.parsers.base import Draft, build_document, read_verbatim, tile
from chunkwise.parsers.formats import JSON, JSONL
from chunkwise.text.json_scan import JsonSyntaxError, Member, members, skip_blank, value_end

_RUN_CHARACTERS = 2_000
_NAME = re.compile(r"[^\W\d]\w*")
_LINE = re.compile(r"[^\r\n]+")
_WARNED_LINES = 5


class JsonParser:
    """Reads JSON (a block for each top-level member or element) and JSON lines (a block for each line).

    Brackets and commas between members belong to the blocks, so the blocks hold the whole text.
    Neighbouring numbers, words and strings of a top-level array share a block.
    """

    name = "json"
    version = "1"
    media_types = (JSON, JSONL)
    isolated = False

    def parse(self, source: Source) -> Iterator[Document]:
        """The one document of the source.

        Raises:
            ParseError: the text is no JSON; the message has line and column, from 1.
            OSError: the file cannot be read.
        """
        read = read_verbatim(source)
        if source.media_type == JSONL:
            drafts, warnings = _lines(read.text)
        else:
            try:
                drafts, warnings = list(_top_level(read.text)), []
            except JsonSyntaxError as error:
                raise ParseError(_explain(read.text, error), source.name) from None
        yield build_document(
            self,
            source,
            read.data,
            read.text,
            tile(read.text, drafts, filler="code"),
            media_type=JSON,
            metadata=read.metadata,
            warnings=[*read.warnings, *warnings],
        )


def _top_level(text: str) -> Iterator[Draft]:
    """One draft for each member; the first begins with the bracket, each ends where the next begins."""
    if not text or text.isspace():
        return
    start = skip_blank(text, 0)
    if text[start] not in "{[":
        end = value_end(text, start)
        _expect_end(text, end)
        yield _draft(start, end, "$")
        return
    runs = list(_runs(text, members(text, start)))
    end = value_end(text, start) if not runs else runs[-1][-1].end
    if runs:
        end = text.index("}" if text[start] == "{" else "]", end) + 1
    _expect_end(text, end)
    if not runs:
        yield _draft(start, end, "$")
    index = 0
    for number, run in enumerate(runs):
        begins = start if number == 0 else run[0].start
        ends = end if number == len(runs) - 1 else runs[number + 1][0].start
        yield _draft(begins, ends, _path(run, index))
        index += len(run)


def _runs(text: str, found: Iterator[Member]) -> Iterator[list[Member]]:
    """Members one by one, but neighbouring scalars of an array together up to 2,000 characters."""
    run: list[Member] = []
    for member in found:
        if member.key is not None or text[member.value] in "{[":
            if run:
                yield run
            yield [member]
            run = []
            continue
        if run and member.end - run[0].start > _RUN_CHARACTERS:
            yield run
            run = []
        run.append(member)
    if run:
        yield run


def _path(run: list[Member], index: int) -> str:
    """``$.name``, ``$["a name"]``, ``$[7]`` or, for several elements, ``$[7:12]``."""
    key = run[0].key
    if key is None:
        return f"$[{index}]" if len(run) == 1 else f"$[{index}:{index + len(run)}]"
    return f"$.{key}" if _NAME.fullmatch(key) else f'$["{key}"]'


def _draft(start: int, end: int, path: str) -> Draft:
    style: Mapping[str, Scalar] = {"language": "json", "path": path}
    return Draft("code", start, end, style=style)


def _lines(text: str) -> tuple[list[Draft], list[str]]:
    """One draft for each line that is not blank, and a warning that names the lines that are no JSON."""
    drafts: list[Draft] = []
    bad: list[int] = []
    number, counted = 1, 0
    for match in _LINE.finditer(text):
        line = match.group()
        if not line.strip():
            continue
        number += _newlines(text, counted, match.start())
        counted = match.start()
        drafts.append(_draft(match.start(), match.end(), f"$[{len(drafts)}]"))
        if not _is_value(line):
            bad.append(number)
    if not bad:
        return drafts, []
    shown = ", ".join(map(str, bad[:_WARNED_LINES])) + (", …" if len(bad) > _WARNED_LINES else "")
    return drafts, [f"Lines that are no JSON, kept as they are: {len(bad)} (line {shown})."]


def _is_value(line: str) -> bool:
    try:
        return skip_blank(line, value_end(line, 0)) == len(line)
    except JsonSyntaxError:
        return False


def _expect_end(text: str, position: int) -> None:
    rest = skip_blank(text, position)
    if rest < len(text):
        raise JsonSyntaxError(text, rest, "")


def _explain(text: str, error: JsonSyntaxError) -> str:
    line = 1 + _newlines(text, 0, error.offset)
    column = error.offset - max(text.rfind("\n", 0, error.offset), text.rfind("\r", 0, error.offset))
    advice = "Name the media type text/plain (--type text/plain) to read the file as text."
    return f"no valid JSON: {error.reason} (line {line}, column {column}). {advice}"


def _newlines(text: str, start: int, end: int) -> int:
    pairs = text.count("\r\n", start, end)
    return text.count("\n", start, end) + text.count("\r", start, end) - pairs

"""Block rules for markdown-it: CommonMark and tables, formulas, footnotes, link definitions.

Only the block level is parsed: it is fast, and inline markup cannot blow up. Every token carries in
``meta["start"]`` the offset at which its content begins in its first line, inside all containers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt, rules_block
from markdown_it.common.utils import normalizeReference
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

Rule = Callable[[StateBlock, int, int, bool], bool]

_MAX_LEVEL = 40
"""Open containers (a list counts twice) above which no further one opens."""
_MAX_QUOTES = 4
"""Block quotes inside each other; each one reads all its lines again."""
_MAX_PADDING = 50_000
"""Cells missing in the rows of a table, above which the table ends."""
_NESTING = 1_000  # the library's own limit would skip the rest of the text
_DASHES = re.compile(r"[|:][|:\- \t]|-[|:-]")  # a dash and a blank begin a list item
_DELIMITER_CELL = re.compile(r":?-+:?")
_CELL = re.compile(r"[^\\|]*(?:\\.?[^\\|]*)*", re.DOTALL)
_DEFINITION = re.compile(r"\[(?!\^)((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*(\S+)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,200}\]:")
_FORMULA_ENDS = {"$$": "$$", "\\[": "\\]"}


def new_parser() -> MarkdownIt:
    """A parser whose tokens ``block_tokens`` understands; its inline rules are for titles."""
    markdown = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("strikethrough")
    everywhere = ["paragraph", "reference", "blockquote", "list"]
    ruler: Ruler[Rule] = Ruler()
    for name, rule, alternatives in (
        ("table", _table, ["paragraph", "reference"]),
        ("code", rules_block.code, []),
        ("fence", rules_block.fence, everywhere),
        ("formula", _formula, everywhere),
        ("blockquote", _nested(rules_block.blockquote, "quotes", _MAX_QUOTES), everywhere),
        ("hr", rules_block.hr, everywhere),
        (
            "list",
            _nested(rules_block.list_block, "lists", _NESTING),
            ["paragraph", "reference", "blockquote"],
        ),
        ("footnote", _footnote, ["paragraph", "reference", "blockquote"]),
        ("definitions", _definitions, []),
        ("html_block", rules_block.html_block, ["paragraph", "reference", "blockquote"]),
        ("heading", rules_block.heading, ["paragraph", "reference", "blockquote"]),
        ("lheading", rules_block.lheading, []),
        ("paragraph", rules_block.paragraph, []),
    ):
        ruler.push(name, _recording(rule), {"alt": alternatives})
    markdown.block.ruler = ruler
    return markdown


def block_tokens(markdown: MarkdownIt, text: str) -> tuple[list[Token], dict[str, Any]]:
    """The block tokens of a text whose lines all end in ``\\n``, and what the rules remarked.

    The second result has ``references`` (of link definitions) and ``too_deep``.
    """
    env: dict[str, Any] = {"quotes": 0, "lists": 0, "too_deep": False, "references": {}, "open": {}}
    tokens: list[Token] = []
    markdown.block.parse(text, markdown, env, tokens)
    return tokens, env


def cell_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The cells of a table row, as offsets without white space; ``\\|`` does not end a cell.

    >>> [r"| a | b\\|c |"[s:e] for s, e in cell_spans(r"| a | b\\|c |", 0, 11)]
    ['a', 'b\\\\|c']
    """
    end = start + len(text[start:end].rstrip())
    cells: list[tuple[int, int]] = []
    position = start + 1 if text[start:end].startswith("|") else start
    while True:
        match = _CELL.match(text, position, end)
        stop = match.end() if match else end
        piece = text[position:stop]
        left = position + len(piece) - len(piece.lstrip())
        cells.append((left, left + len(piece.strip())))
        position = stop + 1
        if position >= end:  # behind the closing pipe stands nothing
            return cells


def _recording(rule: Rule) -> Rule:
    """The rule, noting on its first token where it began."""

    def run(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if silent:
            return rule(state, start_line, end_line, True)
        start, count = _line_span(state, start_line)[0], len(state.tokens)
        if not rule(state, start_line, end_line, False):
            return False
        if len(state.tokens) > count:
            state.tokens[count].meta["start"] = start
        return True

    return run


def _nested(rule: Rule, name: str, deepest: int) -> Rule:
    """A container's rule that refuses where too many are open: the text goes to a paragraph then."""

    def run(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        env = state.env
        if env[name] >= deepest or state.level >= _MAX_LEVEL:
            would = rule(state, start_line, end_line, True)
            env["too_deep"] = env["too_deep"] or (would and not silent)
            # Asked silently, a list still ends the paragraph above it: it may belong further out.
            return would and silent and name == "lists"
        env[name] += 1
        try:
            return rule(state, start_line, end_line, silent)
        finally:
            env[name] -= 1

    return run


def _table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A table: a row, a line of dashes with as many cells, and rows up to a blank line."""
    under = start_line + 1
    if under >= end_line or not _DASHES.match(state.src, *_line_span(state, under)):
        return False
    if _is_outside(state, under) or state.is_code_block(under) or state.is_code_block(start_line):
        return False
    start, end = _line_span(state, start_line)
    head = cell_spans(state.src, start, end)
    rules = cell_spans(state.src, *_line_span(state, under))
    if len(head) != len(rules) or "|" not in state.src[start:end] or state.src[start:end].strip() == "|":
        return False
    if not all(_DELIMITER_CELL.fullmatch(state.src, left, right) for left, right in rules):
        return False
    if silent:
        return True
    rows, missing = [head], 0
    line = start_line + 2
    while line < end_line and not _ends_paragraph(state, line, end_line, "blockquote"):
        cells = cell_spans(state.src, *_line_span(state, line))
        missing += max(0, len(head) - len(cells))
        if missing > _MAX_PADDING:
            break
        rows.append(cells)
        line += 1
    _push(state, "table", start_line, line).meta["rows"] = rows
    return True


def _formula(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A formula between ``$$`` and ``$$`` (or ``\\[`` and ``\\]``), without a blank line in it."""
    if state.is_code_block(start_line):
        return False
    start, end = _line_span(state, start_line)
    mark = state.src[start : start + 2]
    closer = _FORMULA_ENDS.get(mark)
    # A search that failed need not be made again from a line that it has passed.
    if closer is None or start_line < state.env["open"].get(mark, 0):
        return False
    line = start_line
    begin = start + 2
    while not state.src[begin:end].rstrip().endswith(closer):
        line += 1
        if line >= end_line or state.isEmpty(line) or _is_outside(state, line):
            state.env["open"][mark] = line
            return False
        begin, end = _line_span(state, line)
    if not silent:
        _push(state, "formula", start_line, line + 1)
    return True


def _footnote(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """``[^1]: text`` with the lines that continue it, and indented ones after blank lines."""
    if state.is_code_block(start_line) or not _FOOTNOTE.match(state.src, _line_span(state, start_line)[0]):
        return False
    if silent:
        return True
    last = line = start_line + 1
    after_blank = False
    while line < end_line:
        if state.isEmpty(line):
            after_blank = True
        elif state.sCount[line] - state.blkIndent >= 4:
            last, after_blank = line + 1, False
        elif after_blank or _ends_paragraph(state, line, end_line, "paragraph"):
            break
        else:
            last = line + 1
        line += 1
    _push(state, "footnote", start_line, last)
    return True


def _definitions(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Lines of the form ``[label]: address``. The library's rule is quadratic in their number."""
    if silent or state.is_code_block(start_line):
        return False
    line = start_line
    while line < end_line and not state.isEmpty(line) and not _is_outside(state, line):
        start, end = _line_span(state, line)
        match = _DEFINITION.match(state.src, start, end)
        if match is None:
            break
        state.env["references"].setdefault(normalizeReference(match[1]), {"href": match[2], "title": ""})
        line += 1
    if line == start_line:
        return False
    _push(state, "definitions", start_line, line)
    return True


def _ends_paragraph(state: StateBlock, line: int, end_line: int, kind: str) -> bool:
    """Whether a line cannot continue what stands above it."""
    if state.isEmpty(line) or _is_outside(state, line) or state.is_code_block(line):
        return True
    return any(rule(state, line, end_line, True) for rule in state.md.block.ruler.getRules(kind))


def _is_outside(state: StateBlock, line: int) -> bool:
    return bool(state.sCount[line] < state.blkIndent)


def _line_span(state: StateBlock, line: int) -> tuple[int, int]:
    return state.bMarks[line] + state.tShift[line], state.eMarks[line]


def _push(state: StateBlock, kind: str, start_line: int, end_line: int) -> Token:
    token = state.push(kind, "", 0)
    token.map = [start_line, end_line]
    state.line = end_line
    return token

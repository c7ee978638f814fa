"""What kind of text a text is: HTML, XML, JSON, mail, a table, Markdown."""

from __future__ import annotations

import re

from chunkwise.parsers import csv_scan, formats
from chunkwise.text.json_scan import JsonSyntaxError, skip_blank, value_end

_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_HTML_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_HTML_PART = re.compile(
    r"<(head|body|div|table|p|h[1-6]|ul|ol|section|article|main|span)[\s>]", re.IGNORECASE
)
_XML_DECLARATION = re.compile(r"<\?xml\s[^>]*>\s*(?:<!doctype[^>]*>\s*)?", re.IGNORECASE)
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*):[ \t]?.*(?:\r?\n[ \t].*)*\r?\n?")
_MAIL_HEADERS = frozenset({"from", "to", "subject", "date", "cc", "reply-to", "sender"})
_MACHINE_HEADERS = frozenset(
    {"message-id", "mime-version", "received", "return-path", "content-type", "x-mailer"}
)
_SHEBANG = re.compile(r"#!.*?\b(python|bash|sh|zsh|node|perl|ruby|php|lua)[\d.]*\b")
_LANGUAGES = {"bash": "shell", "sh": "shell", "zsh": "shell", "node": "javascript"}
_HEADING = re.compile(r"(?:\A|\n[ \t]*\n)#{1,6} +\S.*(?=\n[ \t]*\n|\n?\Z)")
_SETEXT = re.compile(r"\n\S.*\n(?:={3,}|-{3,})[ \t]*(?:\n|\Z)")
_FENCE = re.compile(r"^(?:```|~~~)\S*[ \t]*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)+\|?[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)")
_STRONG = re.compile(r"\*\*[^*\s][^*\n]{0,200}\*\*|`[^`\n]{1,200}`")
_BULLET = re.compile(r"^[-*+] +\S", re.MULTILINE)


def text_type(head: str, whole: bool) -> str | None:
    """The media type that a text's beginning shows; None if it is plain text, or nothing is sure.

    Args:
        head: the first thousands of characters, decoded in any way that keeps ASCII.
        whole: whether that is the whole text.
    """
    text = head.lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return markup_type(text)
    if text.startswith(("{", "[")):
        kind = json_type(text, whole)
        if kind is not None:
            return kind
    shebang = _SHEBANG.match(text)
    if shebang:
        return f"text/x-{_LANGUAGES.get(shebang[1], shebang[1])}"
    if is_mail(text):
        return formats.EML
    lines = head if whole else head[: head.rfind("\n") + 1]
    return table_type(lines) or (formats.MARKDOWN if is_markdown(lines) else None)


def is_html_page(head: str) -> bool:
    """Whether a text is a whole HTML page, beyond doubt."""
    text = head.lstrip("\ufeff \t\r\n")
    return text.startswith("<") and _HTML_PAGE.match(_after_prolog(text)) is not None


def markup_type(text: str) -> str | None:
    """HTML, SVG or XML, for a text that begins with ``<``."""
    inner = _after_prolog(text)
    if _HTML_PAGE.match(inner):
        return formats.HTML
    if inner.startswith("<svg"):
        return "image/svg+xml"
    if inner is not text and text.startswith("<?xml"):
        return formats.XML
    return formats.HTML if _HTML_PART.match(inner) else None


def json_type(text: str, whole: bool) -> str | None:
    """JSON or JSON lines, for a text that begins with a bracket."""
    try:
        end = value_end(text, 0)
    except JsonSyntaxError as error:
        return formats.JSON if error.at_end and not whole else None
    rest = skip_blank(text, end)
    if rest == len(text):
        return formats.JSON
    line_end = text.find("\n", end, rest)
    return formats.JSONL if line_end >= 0 and text[rest] in "{[" and "\n" not in text[:end] else None


def is_mail(text: str) -> bool:
    """Whether a text begins with the headers of a mail, one of them written by a machine."""
    names: set[str] = set()
    position = text.find("\n") + 1 if text.startswith("From ") else 0
    for _ in range(60):
        match = _HEADER.match(text, position)
        if match is None:
            break
        names.add(match[1].lower())
        position = match.end()
    return len(names & _MAIL_HEADERS) >= 2 and bool(names & _MACHINE_HEADERS)


def table_type(lines: str) -> str | None:
    """CSV or TSV, if at least three records all have the same number of cells and it is no prose."""
    dialect = csv_scan.sniff(lines)
    if dialect.records < 3 or dialect.columns < 2 or dialect.share < 1.0:
        return None
    if dialect.delimiter == "\t":
        return formats.TSV
    spaced = lines.count(dialect.delimiter + " ")
    if dialect.delimiter == "|" and _TABLE_RULE.search(lines):
        return None
    return formats.CSV if 2 * spaced < lines.count(dialect.delimiter) else None


def is_markdown(lines: str) -> bool:
    """Whether at least two different signs of Markdown stand in a text, or one that leaves no doubt."""
    text = lines.replace("\r\n", "\n")
    if _TABLE_RULE.search(text) or len(_FENCE.findall(text)) >= 2:
        return True
    headings = len(_HEADING.findall(text)) + len(_SETEXT.findall(text))
    others = (_LINK, _STRONG, _BULLET)
    signs = sum(1 for sign in others if sign.search(text))
    return headings >= 2 or (headings == 1 and signs >= 1) or signs == len(others)


def _after_prolog(text: str) -> str:
    """What follows an XML declaration and comments."""
    inner = text
    declaration = _XML_DECLARATION.match(inner)
    if declaration:
        inner = inner[declaration.end() :]
    comment = _COMMENT.match(inner)
    while comment:
        inner = inner[comment.end() :]
        comment = _COMMENT.match(inner)
    return inner

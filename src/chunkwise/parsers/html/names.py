"""What the elements of HTML mean for the text."""

from __future__ import annotations

HEADINGS = {f"h{level}": level for level in range(1, 7)}

VOID = frozenset(
    {
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track", "wbr",
    }
)  # fmt: skip

SILENT = frozenset(
    {
        "script", "style", "template", "noscript", "svg", "math", "iframe", "object", "audio", "video",
        "canvas", "select", "datalist", "textarea", "button",
    }
)  # fmt: skip
"""Elements whose content is no text of the page."""

BREAKS = HEADINGS.keys() | {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr",
    "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "ul",
}  # fmt: skip
"""Elements that begin and end a paragraph."""

LISTS = frozenset({"ul", "ol", "menu", "dir"})

CLOSED_BY: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    "p": frozenset(BREAKS),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "tr": frozenset({"tr", "tbody", "thead", "tfoot"}),
    "td": frozenset({"td", "th", "tr", "tbody", "thead", "tfoot"}),
    "th": frozenset({"td", "th", "tr", "tbody", "thead", "tfoot"}),
    "option": frozenset({"option", "optgroup"}),
}
"""Elements whose end tag may be left out → the start tags that end them."""

FURNITURE = {"nav": "header", "header": "header", "aside": "footer", "footer": "footer"}
"""Elements around the content of a page, and what kind their blocks are."""

CONTENT = frozenset({"main", "article", "section"})
"""Inside these, a header or footer is the content's own."""

"""Formulas of Office files (OMML) as one line of text, in the way that people type them."""

from __future__ import annotations

from collections.abc import Callable

from chunkwise.parsers.ooxml.xml import Element, M, W, is_on, local, value

_DROPPED = frozenset({f"{W}del", f"{W}moveFrom", f"{W}delText"})
_BRACKETS = {"(": ")", "[": "]", "{": "}", "|": "|"}


def linear(element: Element) -> str:
    """The text of a formula: ``(a+b)/2``, ``x_i^2``, ``√(x+1)``, ``∑_(i=1)^n i``.

    Args:
        element: ``m:oMath``, ``m:oMathPara`` or any element inside one.
    """
    if element.tag in (f"{M}t", f"{W}t"):
        return element.text or ""
    if element.tag in _DROPPED:
        return ""
    if element.tag == f"{M}oMathPara":
        return "\n".join(filter(None, map(linear, element)))
    write = _WRITERS.get(local(element)) if element.tag.startswith(M) else None
    return write(element) if write is not None else _inside(element)


def _inside(element: Element) -> str:
    """The texts of all children; a space keeps a letter off the script or fraction before it."""
    text, after_structure = "", False
    for child in element:
        piece = linear(child)
        if after_structure and piece[:1].isalnum() and text[-1:].isalnum():
            text += " "
        text += piece
        after_structure = local(child) in _WRITERS if piece else after_structure
    return text


def _part(element: Element, name: str) -> str:
    found = element.find(f"{M}{name}")
    return "" if found is None else _inside(found).strip()


def _grouped(text: str) -> str:
    """The text with parentheses around it, unless it reads as one thing without them."""
    if len(text) < 2 or text.isalnum() or _is_bracketed(text):
        return text
    return f"({text})"


def _is_bracketed(text: str) -> bool:
    close = _BRACKETS.get(text[:1])
    return close is not None and close == text[-1] and text[0] not in text[1:-1] and close not in text[1:-1]


def _property(element: Element, name: str) -> str | None:
    """A property such as ``m:fPr/m:type``: its value, ``""`` if given without, None if not given."""
    properties = element.find(f"{element.tag}Pr")
    if properties is None or properties.find(f"{M}{name}") is None:
        return None
    return value(properties, f"{M}{name}", f"{M}val") or ""


def _fraction(element: Element) -> str:
    over, under = _grouped(_part(element, "num")), _grouped(_part(element, "den"))
    return f"({over}¦{under})" if _property(element, "type") == "noBar" else f"{over}/{under}"


def _scripts(element: Element) -> str:
    base, low, high = (_part(element, name) for name in ("e", "sub", "sup"))
    return f"{_grouped(base)}{_low_high(low, high)}"


def _before(element: Element) -> str:
    return f"{_low_high(_part(element, 'sub'), _part(element, 'sup'))}{_grouped(_part(element, 'e'))}"


def _low_high(low: str, high: str) -> str:
    return (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")


def _root(element: Element) -> str:
    hidden = is_on(element.find(f"{M}radPr"), f"{M}degHide", f"{M}val")
    degree, under = _part(element, "deg"), _part(element, "e")
    if not degree or hidden:
        return f"√{_grouped(under)}"
    sign = {"3": "∛", "4": "∜"}.get(degree)
    return f"{sign}{_grouped(under)}" if sign else f"√({degree}&{under})"


def _operator(element: Element) -> str:
    sign = _property(element, "chr")
    limits = _low_high(_part(element, "sub"), _part(element, "sup"))
    body = _part(element, "e")
    return f"{'∫' if sign is None else sign}{limits}{' ' if limits and body else ''}{body}"


def _delimited(element: Element) -> str:
    begin, end, between = (_property(element, name) for name in ("begChr", "endChr", "sepChr"))
    parts = [_inside(part).strip() for part in element.findall(f"{M}e")]
    inside = ("|" if between is None else between).join(parts)
    if begin is None and end is None and _is_bracketed(inside):  # a binomial brings its own
        return inside
    return f"{'(' if begin is None else begin}{inside}{')' if end is None else end}"


def _function(element: Element) -> str:
    name, argument = _part(element, "fName"), _part(element, "e")
    return f"{name}{'' if argument.startswith('(') else ' '}{argument}".strip()


def _limit(sign: str) -> Callable[[Element], str]:
    def write(element: Element) -> str:
        return f"{_part(element, 'e')}{sign}{_grouped(_part(element, 'lim'))}"

    return write


def _matrix(element: Element) -> str:
    rows = [
        " & ".join(_inside(cell).strip() for cell in row.findall(f"{M}e"))
        for row in element.findall(f"{M}mr")
    ]
    return f"[{'; '.join(rows)}]"


def _equations(element: Element) -> str:
    return "; ".join(_inside(part).strip() for part in element.findall(f"{M}e"))


def _accent(element: Element) -> str:
    sign = _property(element, "chr")
    return f"{_grouped(_part(element, 'e'))}{chr(0x302) if sign is None else sign}"


def _bar(element: Element) -> str:
    return f"{_grouped(_part(element, 'e'))}{chr(0x332 if _property(element, 'pos') != 'top' else 0x305)}"


def _nothing(element: Element) -> str:
    return ""


_WRITERS: dict[str, Callable[[Element], str]] = {
    "f": _fraction, "sSup": _scripts, "sSub": _scripts, "sSubSup": _scripts, "sPre": _before, "rad": _root,
    "nary": _operator, "d": _delimited, "func": _function, "limLow": _limit("_"), "limUpp": _limit("^"),
    "m": _matrix, "eqArr": _equations, "acc": _accent, "bar": _bar,
    "rPr": _nothing, "ctrlPr": _nothing,
}  # fmt: skip

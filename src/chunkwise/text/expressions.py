"""Regular expressions that users give: with a limit on the time they may take.

Not with ``re``, which has none: ``(a+)+b`` would run for ever on a line of ``a``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from chunkwise.errors import InvalidOption

TIME_LIMIT_S = 10.0
"""Seconds that one expression may take on one text."""


def check_expression(pattern: str) -> None:
    """Refuse what is no regular expression.

    Raises:
        InvalidOption: it cannot be compiled.
    """
    _compiled(pattern)


def matches(text: str, pattern: str) -> Iterator[tuple[int, int]]:
    """Where an expression matches, in order, as (start, end).

    Raises:
        InvalidOption: it cannot be compiled, or takes more than ``TIME_LIMIT_S``.
    """
    compiled = _compiled(pattern)
    try:
        for match in compiled.finditer(text, timeout=TIME_LIMIT_S):
            yield match.span()
    except TimeoutError:
        raise InvalidOption(
            f"The separator {pattern!r:.60} took over {TIME_LIMIT_S:g} seconds on {len(text)} characters: "
            "repetitions inside each other, as in (a+)+, are what makes an expression slow."
        ) from None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    import regex

    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise InvalidOption(f"The separator {pattern!r:.60} is no regular expression: {error}.") from error

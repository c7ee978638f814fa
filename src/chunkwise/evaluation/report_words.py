"""What the report says, in English and Chinese; the texts are in ``report_words.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from chunkwise.errors import InvalidOption

LANGUAGES = ("en", "zh")


class Words:
    """The texts of one language.

    Args:
        lang: ``en`` or ``zh``.

    Raises:
        InvalidOption: there is no such language.

    >>> Words("en")("few", number=10)
    'With 10 questions only large differences can be told from chance. 50 or more are better.'
    """

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise InvalidOption(f"A report is in {' or '.join(LANGUAGES)}, not {lang!r}.")
        self.lang = lang
        self._texts = _texts()[lang]

    def __call__(self, name: str, **values: object) -> str:
        """A text, with its values put in."""
        found: str = self._texts[name]
        return found.format(**values)

    def measure(self, name: str, k: int) -> tuple[str, str]:
        """What a measure is called, and what it says."""
        stem, _, number = name.partition("_")
        label, meaning = self._texts["measures"]["recall_N" if number else stem]
        n = f"{int(number):,}" if number else ""
        return label.format(k=k, n=n), meaning.format(k=k, n=n)

    def boundary(self, name: str) -> str:
        """A kind of place at which chunks begin and end."""
        found: str = self._texts["boundaries"].get(name, name)
        return found


@cache
def _texts() -> dict[str, Any]:
    source = files("chunkwise.evaluation").joinpath("report_words.toml").read_text("utf-8")
    return tomllib.loads(source)

"""Splitting at one separator, or at the first of several that makes pieces small enough."""

from __future__ import annotations

from typing import Any, Self

from chunkwise.adapters.langchain.cutting import KeepSeparator
from chunkwise.adapters.langchain.languages import Language, separators_of
from chunkwise.adapters.langchain.merging import Slice
from chunkwise.adapters.langchain.splitter import TextSplitter


class CharacterTextSplitter(TextSplitter):
    """Splits at one separator and merges the pieces.

    A chunk is a slice of the text: what stands between two of its pieces is there as it was
    matched, whether the separator is a text or an expression.
    """

    def __init__(self, separator: str = "\n\n", is_separator_regex: bool = False, **kwargs: Any) -> None:
        """Take the settings; see ``TextSplitter`` for the others."""
        super().__init__(**kwargs)
        self._separator = separator
        self._is_separator_regex = is_separator_regex

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""
        return [chunk.text for chunk in self._slices(text)]

    def _slices(self, text: str) -> list[Slice]:
        cutter = self._cutter(regex=self._is_separator_regex)
        chunks = (Slice(text[a:b], a) for a, b in cutter.once(text, self._separator))
        return [finished for chunk in chunks if (finished := self._finished(chunk)).text]


class RecursiveCharacterTextSplitter(TextSplitter):
    r"""Splits at the first separator that occurs, and what is still too long at the next.

    >>> splitter = RecursiveCharacterTextSplitter(chunk_size=12, chunk_overlap=0)
    >>> splitter.split_text("One two.\n\nThree four five.")
    ['One two.', 'Three four', 'five.']
    """

    def __init__(
        self,
        separators: list[str] | None = None,
        keep_separator: KeepSeparator = True,
        is_separator_regex: bool = False,
        **kwargs: Any,
    ) -> None:
        """Take the settings; see ``TextSplitter`` for the others.

        Args:
            separators: the separators to try, in order; by default paragraphs, lines, words and
                characters.
            keep_separator: whether a separator stays in the text, and at which end of a piece.
            is_separator_regex: whether the separators are regular expressions.
            **kwargs: the settings of every splitter.
        """
        super().__init__(keep_separator=keep_separator, **kwargs)
        self._separators = separators or ["\n\n", "\n", " ", ""]
        self._is_separator_regex = is_separator_regex

    def split_text(self, text: str) -> list[str]:
        """The chunks of a text."""
        return self._split_text(text, self._separators_for(text))

    def _split_text(self, text: str, separators: list[str]) -> list[str]:
        return [chunk.text for chunk in self._cut(text, separators)]

    def _slices(self, text: str) -> list[Slice]:
        return self._cut(text, self._separators_for(text))

    def _separators_for(self, text: str) -> list[str]:
        """The separators for this text."""
        return self._separators

    def _cut(self, text: str, separators: list[str]) -> list[Slice]:
        cutter = self._cutter(regex=self._is_separator_regex)
        found = ((Slice(text[a:b], a), merged) for (a, b), merged in cutter.recursively(text, separators))
        chunks = (self._finished(chunk) if merged else chunk for chunk, merged in found)
        return [chunk for chunk in chunks if chunk.text]

    @classmethod
    def from_language(cls, language: Language, **kwargs: Any) -> Self:
        """A splitter with the separators of a language.

        Raises:
            ValueError: there are none.
        """
        return cls(separators=cls.get_separators_for_language(language), is_separator_regex=True, **kwargs)

    @staticmethod
    def get_separators_for_language(language: Language) -> list[str]:
        """The separators of a language, as regular expressions.

        Raises:
            ValueError: there are none.
        """
        return separators_of(language)

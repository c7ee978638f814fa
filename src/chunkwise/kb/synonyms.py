"""A knowledge base's own dictionary: words of a question that other words also mean.

It is a text file in the base's folder, one rule a line, in any language:

    # a group: each word also means the others
    car, automobile, motorcar : 0.8
    # one direction: whoever asks for the left also gets the right
    偷税 => 逃税, 漏税 : 0.7

The number after the last colon is the weight, above 0 and below 1, against 1 for the words of the
question themselves. Rules take effect with the next search; nothing is added again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from chunkwise.errors import ConfigError, InvalidOption
from chunkwise.text.analysis import analyse
from chunkwise.text.terms import query_terms, text_terms

SYNONYMS = "synonyms.txt"
DEFAULT_WEIGHT = 0.5
_WEIGHT = re.compile(r"\s*[:：]\s*([0-9.]+)\s*$")
_COMMA = re.compile(r"[,，、]")


@dataclass(frozen=True, slots=True)
class Rule:
    """Words that mean the same, or that one word also means."""

    words: tuple[str, ...]
    """What may stand in a question."""
    means: tuple[str, ...] = ()
    """What it also means; empty: each word means the others."""
    weight: float = DEFAULT_WEIGHT
    """How much another word counts, above 0 and below 1."""

    def __post_init__(self) -> None:
        if not 0 < self.weight < 1:
            raise InvalidOption(f"The weight of a synonym is {self.weight}: it lies above 0 and below 1.")
        if len(self.words) + len(self.means) < 2 or not self.words:
            raise InvalidOption(f"A rule of synonyms needs at least two words: {self}.")
        for word in (*self.words, *self.means):
            if not analyse(word).coarse or _COMMA.search(word) or "=>" in word or "\n" in word:
                raise InvalidOption(f"{word!r} cannot be a synonym: no comma, no =>, at least one letter.")

    @classmethod
    def parse(cls, line: str) -> Rule:
        """The rule of a line.

        Raises:
            InvalidOption: it is none.

        >>> Rule.parse("car, automobile => vehicle : 0.8")
        Rule(words=('car', 'automobile'), means=('vehicle',), weight=0.8)
        """
        found = _WEIGHT.search(line)
        body = line[: found.start()] if found else line
        left, arrow, right = body.partition("=>")
        try:
            weight = float(found[1]) if found else DEFAULT_WEIGHT
        except ValueError:
            raise InvalidOption(f"The weight in {line.strip()!r} is no number.") from None
        words, means = _words(left), _words(right)
        if arrow and not (words and means):
            raise InvalidOption(f"On one side of => there is nothing: {line.strip()!r}.")
        return cls(words, means, weight)

    def __str__(self) -> str:
        arrow = f" => {', '.join(self.means)}" if self.means else ""
        return f"{', '.join(self.words)}{arrow} : {self.weight:g}"


class Synonyms:
    """The dictionary of one base: read when it has changed, written whole. Threads may share one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / SYNONYMS
        self._read: tuple[tuple[int, int], tuple[Rule, ...]] = ((0, 0), ())

    def rules(self) -> tuple[Rule, ...]:
        """All rules, in order.

        Raises:
            ConfigError: the file cannot be read; with the line.
        """
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return ()
        mark = (stat.st_mtime_ns, stat.st_size)
        if self._read[0] != mark:
            self._read = (mark, parse_rules(self.path.read_text(encoding="utf-8"), str(self.path)))
        return self._read[1]

    def add(self, words: str | Rule, means: Iterable[str] = (), weight: float = DEFAULT_WEIGHT) -> Rule:
        """Add a rule, and return it.

        Args:
            words: a rule, a line as in the file, or one word, with ``means``.
            means: what the word also means.
            weight: of these.

        Raises:
            InvalidOption: it is no rule.
        """
        others = (means,) if isinstance(means, str) else tuple(means)
        if isinstance(words, Rule):
            rule = words
        else:
            rule = Rule((words.strip(),), others, weight) if others else Rule.parse(words)
        if rule not in self.rules():
            self.replace([*self.rules(), rule])
        return rule

    def remove(self, word: str) -> list[Rule]:
        """Take out every rule that has this word on its left, and return them."""
        gone = [rule for rule in self.rules() if word.strip() in rule.words]
        if gone:
            self.replace([rule for rule in self.rules() if rule not in gone])
        return gone

    def replace(self, rules: Iterable[Rule]) -> None:
        """Put other rules in place of all, the file in one piece."""
        text = "".join(f"{rule}\n" for rule in rules)
        beside = self.path.with_name(f".{SYNONYMS}.{os.getpid()}.tmp")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.path)


def parse_rules(text: str, source: str) -> tuple[Rule, ...]:
    """The rules of a file; empty lines and those that begin with ``#`` are none.

    Raises:
        ConfigError: a line is no rule.
    """
    rules = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                rules.append(Rule.parse(line))
            except InvalidOption as error:
                raise ConfigError(f"{source}, line {number}: {error}") from error
    return tuple(rules)


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a question is searched by."""

    terms: dict[str, float]
    """Term of the ranking → its factor: 1 for the question's own."""
    words: tuple[str, ...] = ()
    """Words beside the question's own, for the candidates."""


def meanings(dictionaries: Iterable[Sequence[Rule]], query: str, fine: bool = True) -> Meanings:
    """The terms of a question and of what its words also mean.

    Args:
        dictionaries: the rules of each base.
        query: the question.
        fine: whether the characters of Chinese words count beside the words.
    """
    asked = analyse(query).coarse
    whole = frozenset(asked)
    terms = {
        term: 1.0 for term in query_terms(query) if fine or len(term) > 1 or term in whole or term.isascii()
    }
    words: dict[str, None] = {}
    for rule in (rule for rules in dictionaries for rule in rules):
        for word in rule.words:
            own = analyse(word).coarse
            if not _stands_in(own, asked):
                continue
            for other in rule.means or [one for one in rule.words if one != word]:
                words[other] = None
                _add(terms, other, rule.weight, word)
    return Meanings(terms, tuple(words))


def _add(terms: dict[str, float], other: str, weight: float, word: str) -> None:
    """Add another word's terms: together they weigh what the word's own do, times the weight."""
    made, own = dict.fromkeys(text_terms(other)), dict.fromkeys(text_terms(word))
    factor = weight * min(1.0, len(own) / len(made)) if made else 0.0
    for term in made:
        terms[term] = max(terms.get(term, 0.0), factor)


def _stands_in(own: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether words stand in the question one after the other; Chinese ones however they were cut."""
    size = len(own)
    if any(list(asked[at : at + size]) == list(own) for at in range(len(asked) - size + 1)):
        return True
    joined = "".join(own)
    return not joined.isascii() and joined in "".join(asked)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for part in _COMMA.split(text) if (word := part.strip()))

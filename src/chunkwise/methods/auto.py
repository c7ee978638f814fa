"""``auto``: a decision table that picks a method and says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from chunkwise.errors import ConfigError
from chunkwise.methods.explain import Explanation
from chunkwise.methods.method import Method
from chunkwise.methods.signals import Signals, signals
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.document import Document

Rule = Mapping[str, Any]
"""``method``, ``when`` (signal → least value, or one of several, or equal) and ``why``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was picked."""

    method: str
    why: str


@dataclass(frozen=True, slots=True)
class Auto:
    """A chunker that picks another one for each document."""

    name: str
    rules: tuple[Rule, ...]
    make: Callable[[str], Method] = field(repr=False)
    """Builds a method by its name, with the user's options."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Name and options, as plain values."""
    _made: dict[str, Method] = field(default_factory=dict, repr=False, compare=False)

    def choose(self, document: Document) -> Choice:
        """The method for a document, and the reason in words."""
        facts = asdict(signals(document))
        for rule in self.rules:
            if all(_holds(facts[signal], wanted) for signal, wanted in rule.get("when", {}).items()):
                return Choice(rule["method"], rule.get("why", "").format(**facts))
        raise ConfigError(f"No rule of the method {self.name} holds: give it a last rule without conditions.")

    def chunk(self, document: Document) -> Chunking:
        """All chunks of a document, by the method that suits it."""
        choice = self.choose(document)
        chunking = self._method(choice.method).chunk(document)
        chunking.settings |= {"chosen_by": self.name, "why": choice.why}
        return chunking

    def iter(self, document: Document) -> Iterator[Chunk]:
        """The leaves, one after the other."""
        yield from self.chunk(document)

    def explain(self, document: Document) -> list[Explanation]:
        """As ``Method.explain``, of the method that suits the document."""
        return self._method(self.choose(document).method).explain(document)

    def _method(self, name: str) -> Method:
        if name not in self._made:
            self._made[name] = self.make(name)
        return self._made[name]


def check_rules(name: str, rules: Sequence[Rule], methods: Sequence[str]) -> None:
    """Refuse rules that name signals or methods that do not exist.

    Raises:
        ConfigError: with what there is.
    """
    known = set(Signals.__slots__)
    for rule in rules:
        if unknown := sorted(set(rule) - {"method", "when", "why"}):
            raise ConfigError(f"{name}: a rule has unknown keys {unknown}; there are method, when, why.")
        if rule.get("method") not in methods:
            raise ConfigError(
                f"{name}: a rule names the method {rule.get('method')!r}; there are {sorted(methods)}."
            )
        if unknown := sorted(set(rule.get("when", {})) - known):
            raise ConfigError(f"{name}: a rule looks at {unknown}; the signals are {sorted(known)}.")


def _holds(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return value in wanted
    if isinstance(wanted, bool | str):
        return bool(value == wanted)
    return bool(value >= wanted)

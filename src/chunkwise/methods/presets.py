"""Reading presets: a method is a TOML file that lists its steps and its options."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from chunkwise.errors import ConfigError, UnknownName
from chunkwise.methods.options import Option

STEP_KINDS = ("relabel", "split", "context", "pack", "parents")
_KEYS = {*STEP_KINDS, "summary", "base", "reads", "options", "options_from", "when", "without", "rule"}

TOKENIZER = Option(
    "tokenizer",
    default="cl100k_base",
    help="cl100k_base, o200k_base, words, chars, tiktoken:NAME, hf:PATH; in Python an object or function too",
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A method as it is declared."""

    name: str
    summary: str
    """One line for lists and pickers."""
    steps: Mapping[str, Any]
    """Kind of step → list of tables with ``use`` (``pack`` and ``parents``: one table)."""
    options: Mapping[str, Option]
    """Public options by name."""
    when: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """option → value → steps and defaults that hold then."""
    reads: str | None = None
    """Media type as which a plain string is read; None: text/plain, in one piece."""
    base: str | None = None
    """Method that this one builds on."""
    rules: tuple[Mapping[str, Any], ...] = ()
    """A decision table in place of steps."""
    without: tuple[str, ...] = ()
    """Options of the base that do not apply."""


def names() -> list[str]:
    """The names of all methods: built in, and of other packages (entry points ``chunkwise.methods``)."""
    return sorted({*_builtin(), *(point.name for point in _points())})


def load(name: str) -> Preset:
    """The preset of a method: a registered name, or the path of a TOML file.

    Raises:
        UnknownName: no method has this name.
        ConfigError: the file cannot be read or does not make sense.
    """
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"The preset {name} cannot be read: {error}.") from error
        return read(Path(name).stem, text, where=name)
    if name in _builtin():
        return _load_builtin(name)
    for point in _points():
        if point.name == name:
            return read(name, str(point.load()), where=f"entry point {point.value}")
    raise UnknownName("method", name, names())


def read(name: str, text: str, where: str) -> Preset:
    """Read a preset's TOML text.

    Raises:
        ConfigError: it is no TOML, or has unknown keys, steps or options.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where} is no valid TOML: {error}.") from error
    if unknown := sorted(set(table) - _KEYS):
        raise ConfigError(f"{where} has unknown keys {unknown}; there are {sorted(_KEYS)}.")
    _check_shapes(table, where)
    base = table.get("base")
    if base is not None and not isinstance(base, str):
        raise ConfigError(f"{where}: base has to be the name of a method.")
    options = {"tokenizer": TOKENIZER}
    shared = _shared()
    for group in table.get("options_from", ()):
        if group not in shared:
            raise ConfigError(f"{where}: there is no group of options {group!r}; there are {sorted(shared)}.")
        options |= {key: Option.read(key, value, where) for key, value in shared[group].items()}
    options |= {key: Option.read(key, value, where) for key, value in table.get("options", {}).items()}
    steps = {kind: table[kind] for kind in STEP_KINDS if kind in table}
    return Preset(
        name,
        table.get("summary", ""),
        steps,
        options,
        table.get("when", {}),
        table.get("reads"),
        base,
        tuple(table.get("rule", ())),
        tuple(table.get("without", ())),
    )


_SHAPES: dict[str, tuple[type, str]] = {
    "summary": (str, "a text"),
    "base": (str, "the name of a method"),
    "reads": (str, "a media type"),
    "options": (dict, "a table of options"),
    "options_from": (list, "a list of groups"),
    "without": (list, "a list of options"),
    "when": (dict, "a table"),
    "rule": (list, "a list of tables"),
}


def _check_shapes(table: Mapping[str, Any], where: str) -> None:
    for key, (shape, words) in _SHAPES.items():
        if key in table and not isinstance(table[key], shape):
            raise ConfigError(f"{where}: {key} has to be {words}, not {table[key]!r:.60}.")
    for name, option in table.get("options", {}).items():
        if not isinstance(option, dict):
            raise ConfigError(f"{where}: the option {name} has to be a table, not {option!r:.60}.")
    for name, cases in table.get("when", {}).items():
        if not isinstance(cases, dict) or not all(isinstance(case, dict) for case in cases.values()):
            raise ConfigError(f"{where}: when.{name} has to hold tables, one for each value.")


@cache
def _builtin() -> frozenset[str]:
    folder = files("chunkwise.methods")
    found = (Path(entry.name) for entry in folder.iterdir())
    return frozenset(path.stem for path in found if path.suffix == ".toml" and path.stem != "shared")


@cache
def _load_builtin(name: str) -> Preset:
    return read(
        name, files("chunkwise.methods").joinpath(f"{name}.toml").read_text("utf-8"), f"methods/{name}.toml"
    )


@cache
def _shared() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("chunkwise.methods").joinpath("shared.toml").read_text("utf-8"))


@cache
def _points() -> tuple[Any, ...]:
    return tuple(entry_points(group="chunkwise.methods"))

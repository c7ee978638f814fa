"""From a preset and a user's options to a method that cuts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

from chunkwise import registry
from chunkwise.errors import ConfigError, InvalidOption, UnknownOption
from chunkwise.methods import presets
from chunkwise.methods.auto import Auto, check_rules
from chunkwise.methods.method import Method
from chunkwise.methods.options import HINTS, Option
from chunkwise.methods.presets import Preset
from chunkwise.model.protocols import Counter, Embed
from chunkwise.text.tokens import get_counter

_LISTS = ("relabel", "split", "context")
_SINGLE = ("pack", "parents")
_INJECTED = frozenset({"counter", "embedder"})
_OBJECTS = frozenset({"tokenizer", "embedder"})
"""Options that may be objects."""


def build(name: str, options: Mapping[str, Any] | None = None) -> Method | Auto:
    """The method of this name with these options.

    Args:
        name: a registered name or the path of a TOML file.
        options: public options, and step keys with a dot such as ``pack.min_tokens``.

    Raises:
        UnknownName: there is no such method, step or tokenizer.
        UnknownOption: the method has no such option.
        InvalidOption: a value cannot be used.
        ConfigError: the preset does not make sense.

    >>> build("recursive", {"max_tokens": 100}).settings["max_tokens"]
    100
    """
    given = {key: value for key, value in (options or {}).items() if "." not in key}
    direct = {key: value for key, value in (options or {}).items() if "." in key}
    preset = with_base(presets.load(name), given)
    values = resolve(preset, given)
    if preset.rules:
        return _auto(preset, values, options or {})
    tables = _tables(preset, values)
    explicit = {key for key in given if key in preset.options}
    counter = _counter(values, explicit)
    _set_options(preset, values, explicit, tables)
    for key, value in direct.items():
        if not _set(tables, key, value):
            keys = _step_keys(tables)
            raise UnknownOption(f"The method {name}", key, keys, hint=f"Keys are: {', '.join(keys)}.")
    settings = {"method": name, **values, "tokenizer": counter.name if counter else None, **direct}
    embedder = _embedder(preset, values)
    if "embedder" in values:
        settings["embedder"] = embedder.name if embedder else None
    steps = {kind: [_make(kind, table, counter, embedder) for table in tables[kind]] for kind in tables}
    for step in steps["parents"]:
        if hasattr(step, "resolved"):
            settings |= step.resolved()
    if len(steps["pack"]) != 1 or not steps["split"]:
        raise ConfigError(f"The method {name} needs at least one split step and exactly one pack step.")
    return Method(
        preset.name,
        tuple(steps["relabel"]),
        tuple(steps["split"]),
        tuple(steps["context"]),
        steps["pack"][0],
        tuple(steps["parents"]),
        counter,
        settings,
    )


def _auto(preset: Preset, values: Mapping[str, Any], options: Mapping[str, Any]) -> Auto:
    """A decision table, whose methods get those of the options that they have."""
    check_rules(preset.name, preset.rules, [*presets.names(), preset.name])

    make = partial(_member, dict(options))
    counter = _counter(dict(values), set(options))
    direct = {key: value for key, value in options.items() if "." in key}
    settings = {"method": preset.name, **values, "tokenizer": counter.name if counter else None, **direct}
    for rule in preset.rules:
        make(rule["method"])  # so that a wrong value is refused now and not at some document
    return Auto(preset.name, preset.rules, make, settings)


def _member(options: Mapping[str, Any], name: str) -> Method:
    """A method that ``auto`` may pick, with those of the options that it has."""
    known = with_base(presets.load(name), {}).options
    made = build(name, {key: value for key, value in options.items() if key in known or "." in key})
    assert isinstance(made, Method)
    return made


def with_base(preset: Preset, given: Mapping[str, Any]) -> Preset:
    """A preset that builds on another one, with the steps and options of both.

    The option ``base`` chooses another method to build on. Options of the outer preset win over
    those of the same name below.
    """
    if preset.base is None:
        return preset
    name = given.get("base", preset.base)
    base = presets.load(preset.options["base"].check(name) if "base" in preset.options else name)
    if base.base is not None:
        raise InvalidOption(
            f"{preset.name} cannot build on {base.name}, which builds on another method itself."
        )
    below = {
        key: option for key, option in base.options.items() if key not in (*preset.options, *preset.without)
    }
    own = {key: _only_own(option, base) for key, option in preset.options.items()}
    return replace(
        preset,
        steps={**base.steps, **preset.steps},
        options={**below, **own},
        when={**base.when, **preset.when},
        reads=base.reads,
    )


def _only_own(option: Option, base: Preset) -> Option:
    return option.with_default(base.name) if option.name == "base" else option


def resolve(preset: Preset, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value: what is given, else the default that holds under the other values.

    Raises:
        UnknownOption: the method has no such option.
        InvalidOption: a value is of the wrong type.
    """
    for key in given:
        if key not in preset.options:
            raise UnknownOption(f"The method {preset.name}", key, preset.options, HINTS.get(key, ""))
    options = dict(preset.options)
    values = {key: given.get(key, option.default) for key, option in options.items()}
    for condition in _conditions(preset, values):
        for key, default in condition.get("defaults", {}).items():
            options[key] = options[key].with_default(default)
    return {
        key: (option.check(given[key]) if key not in _OBJECTS else given[key])
        if key in given
        else option.default
        for key, option in options.items()
    }


def _conditions(preset: Preset, values: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The ``when`` tables that hold, in the order of the preset."""
    for option, cases in preset.when.items():
        value = values.get(option)
        name = str(value).lower() if isinstance(value, bool) else str(value)  # keys of TOML are texts
        if name in cases:
            yield cases[name]


def _tables(preset: Preset, values: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Kind of step → tables, after the conditions."""
    steps = dict(preset.steps)
    for condition in _conditions(preset, values):
        steps.update({kind: condition[kind] for kind in presets.STEP_KINDS if kind in condition})
    tables: dict[str, list[dict[str, Any]]] = {}
    for kind in presets.STEP_KINDS:
        found = steps.get(kind, [])
        found = [found] if isinstance(found, str | Mapping) else found
        if not isinstance(found, list) or not all(_names_a_step(entry) for entry in found):
            raise ConfigError(f"{preset.name}: {kind} has to list steps, each a name or a table with 'use'.")
        tables[kind] = [{"use": entry} if isinstance(entry, str) else dict(entry) for entry in found]
    return tables


def _names_a_step(entry: Any) -> bool:
    return isinstance(entry, str) or (isinstance(entry, Mapping) and isinstance(entry.get("use"), str))


def _counter(values: dict[str, Any], explicit: set[str]) -> Counter | None:
    """The counter; None in character mode unless the user named a tokenizer."""
    if values.get("max_chars") is not None:
        if "max_tokens" in explicit and values.get("max_tokens") is not None:
            raise InvalidOption("max_tokens and max_chars are alternatives: give one of them.")
        values["max_tokens"] = None
        if "tokenizer" not in explicit:
            return None
    return get_counter(values["tokenizer"])


def _set_options(
    preset: Preset, values: Mapping[str, Any], explicit: set[str], tables: Mapping[str, list[dict[str, Any]]]
) -> None:
    """Write the options' values into the steps' tables."""
    for key, option in preset.options.items():
        placed = [_set(tables, target, values[key]) for target in option.sets]
        if (
            option.sets
            and not any(placed)
            and key in explicit - preset.when.keys()
            and values[key] != option.default
        ):
            others = ", ".join(f"{name} = {values[name]!r}" for name in preset.when if name in values)
            raise InvalidOption(
                f"{key} has no effect in the method {preset.name}" + (f" with {others}." if others else ".")
            )


def _set(tables: Mapping[str, list[dict[str, Any]]], target: str, value: Any) -> bool:
    """Set ``kind.key`` in every step of the kind that has the key; whether there was one."""
    kind, _, key = target.partition(".")
    hits = [table for table in tables.get(kind, []) if key in _fields(kind, table) - _INJECTED]
    for table in hits:
        table[key] = value
    return bool(hits)


def _fields(kind: str, table: Mapping[str, Any]) -> set[str]:
    step = registry.load(f"{kind} step", table["use"])
    return {field.name for field in fields(step)}


def _step_keys(tables: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    return sorted(
        {f"{kind}.{key}" for kind in tables for t in tables[kind] for key in _fields(kind, t) - _INJECTED}
    )


def _embedder(preset: Preset, values: Mapping[str, Any]) -> Embed | None:
    """The embedder, where the method has one and it is not left out."""
    if "embedder" not in values:
        return None
    given = values["embedder"]
    if preset.options["embedder"].none and (given is None or given == "none"):
        return None
    from chunkwise.embed.spec import load_embedder

    return load_embedder(given)


def _make(kind: str, table: Mapping[str, Any], counter: Counter | None, embedder: Embed | None) -> Any:
    """The step that a table describes."""
    values = dict(table)
    name = values.pop("use")
    step = registry.load(f"{kind} step", name)
    known = {field.name for field in fields(step)}
    for key in values:
        if key not in known:
            raise UnknownOption(f"The {kind} step {name}", key, known - _INJECTED)
    if "counter" in known:
        values["counter"] = counter
    if "embedder" in known:
        values["embedder"] = embedder
    try:
        return step(**values)
    except (TypeError, AttributeError) as error:  # a number where a list is due, and the like
        raise InvalidOption(f"The {kind} step {name} cannot use {values}: {error}.") from error

"""The options a method is run with: settings files, environment, flags and ``--set``, in this order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from chunkwise.cli.method_flags import all_options
from chunkwise.config import Setting, Settings
from chunkwise.errors import InvalidOption, UnknownOption
from chunkwise.methods.options import HINTS
from chunkwise.methods.presets import Preset


def resolve_options(
    preset: Preset, settings: Settings, flags: Mapping[str, Any], assignments: Sequence[str] = ()
) -> dict[str, Any]:
    """What to build the method with.

    A setting for every method (``[options]`` and variables) is left out where this method lacks
    the option; everything else that it lacks is an error.

    Args:
        preset: the method.
        settings: all layers.
        flags: options given on the command line, already in their types.
        assignments: ``key=value`` of ``--set``.

    Raises:
        UnknownOption: no method has such an option, or this one was set for it and it has not.
        InvalidOption: a value cannot be used.
    """
    chosen: dict[str, Setting] = {}
    for name, setting, own in settings.options_for(preset.name):
        if own or _is_known(name, preset, setting.origin):
            _choose(chosen, name, Setting(_value(preset, name, setting), setting.origin))
    for name, value in flags.items():
        _choose(chosen, name, Setting(value, "flags"))
    for assignment in assignments:
        name, value = _assignment(preset, assignment)
        _choose(chosen, name, Setting(value, "flags"))
    return {name: setting.value for name, setting in chosen.items()}


def _choose(chosen: dict[str, Setting], name: str, setting: Setting) -> None:
    """Take a setting; it also ends what a lower layer says of its alternative (tokens or characters)."""
    stem, _, unit = name.rpartition("_")
    other = f"{stem}_{'chars' if unit == 'tokens' else 'tokens'}"
    if unit in ("tokens", "chars") and other in chosen and chosen[other].origin != setting.origin:
        del chosen[other]
    chosen[name] = setting


def _is_known(name: str, preset: Preset, origin: str) -> bool:
    """Whether the method has an option that was set for every method.

    Raises:
        UnknownOption: no method has it.
    """
    if name in preset.options:
        return True
    known = {option for options in all_options().values() for option in options}
    if name not in known:
        raise UnknownOption(f"{origin}: chunkwise", name, known, HINTS.get(name, ""))
    return False


def _value(preset: Preset, name: str, setting: Setting) -> Any:
    """The value of a setting in the option's type."""
    if "." in name:
        return setting.value
    option = preset.options.get(name)
    if option is None:
        owner = f"{setting.origin}: the method {preset.name}"
        raise UnknownOption(owner, name, preset.options, HINTS.get(name, ""))
    try:
        return option.parse(setting.value) if setting.text else option.check(setting.value)
    except ValueError as error:
        raise InvalidOption(f"{setting.origin}: {error}") from error


def _assignment(preset: Preset, assignment: str) -> tuple[str, Any]:
    """Name and value of ``--set key=value``; the value is TOML, or text where it is no TOML."""
    name, equals, text = assignment.partition("=")
    name = name.strip()
    if not equals or not name:
        raise InvalidOption(f"--set takes key=value, as in pack.min_tokens=20, not {assignment!r}.")
    if "." not in name:
        name = name.replace("-", "_")
        return name, _value(preset, name, Setting(text.strip(), "--set", text=True))
    if text.strip().lower() == "none":
        return name, None
    try:
        return name, tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return name, text

"""Settings in layers, each with its origin: defaults, files, environment variables, flags.

From the lowest to the highest: the defaults; ``config.toml`` in the user's settings folder; the
nearest folder upwards with ``[tool.chunkwise]`` in its ``pyproject.toml`` or with a
``chunkwise.toml``; variables ``CHUNKWISE_*``; flags. A file looks like this::

    method = "laws"
    [options]              # for every method that has them
    max_tokens = 400
    [methods.table]        # for one method
    pack.merge_small = true

Whether a method has an option is checked where the method is chosen, not here.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chunkwise.errors import ConfigError, UnknownOption

PREFIX = "CHUNKWISE_"
PROJECT_FILE = "chunkwise.toml"

DEFAULTS: dict[str, Any] = {
    "method": "general",
    "format": None,
    "kb": None,
    "workers": 1,
    "timeout_s": None,
    "tokenizer": None,
}
"""Every key and its default; None: depends on what is done."""

TABLES = ("options", "methods")
NOT_SETTINGS = frozenset({"CHUNKWISE_DEBUG", "CHUNKWISE_FAILPOINT"})
"""Variables that switch something and set nothing."""

_WORDS = {str: "a text", int: "a whole number", float: "a number"}
_TYPES: dict[str, type] = {
    "method": str, "format": str, "kb": str, "workers": int, "timeout_s": float, "tokenizer": str,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setting:
    """A value and where it comes from."""

    value: Any
    origin: str
    """``default``, the path of a file, the name of a variable, or a flag."""
    text: bool = False
    """Whether the value is text that is still to be read as the option's type."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file, the environment or the command line sets."""

    origin: str
    values: Mapping[str, Setting] = field(default_factory=dict)
    """Keys of ``DEFAULTS``."""
    options: Mapping[str, Setting] = field(default_factory=dict)
    """Options of every method that has them."""
    methods: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)
    """Method → options."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All layers, the lowest first."""

    layers: tuple[Layer, ...]

    def __getitem__(self, key: str) -> Any:
        """The value of a key of ``DEFAULTS``."""
        return self.setting(key).value

    def setting(self, key: str) -> Setting:
        """The value of a key, with its origin."""
        return [layer.values[key] for layer in self.layers if key in layer.values][-1]

    def effective(self) -> dict[str, Setting]:
        """The strongest setting of every key: ``method``, ``options.NAME``, ``methods.METHOD.NAME``."""
        found: dict[str, Setting] = {}
        for layer in self.layers:
            found |= layer.values
            found |= {f"options.{name}": setting for name, setting in layer.options.items()}
            for method, table in layer.methods.items():
                found |= {f"methods.{method}.{name}": setting for name, setting in table.items()}
        return found

    def options_for(self, method: str) -> Iterator[tuple[str, Setting, bool]]:
        """Options in the order in which they hold, the later above the earlier.

        Yields:
            The option's name, its setting, and whether it was set for this very method.
        """
        for layer in self.layers:
            if "tokenizer" in layer.values and layer.values["tokenizer"].value is not None:
                yield "tokenizer", layer.values["tokenizer"], False
            for name, setting in layer.options.items():
                yield name, setting, False
            for name, setting in layer.methods.get(method, {}).items():
                yield name, setting, True


def load_settings(start: Path | None = None, flags: Mapping[str, Any] | None = None) -> Settings:
    """Read every layer.

    Args:
        start: the folder from which the project's file is searched upwards; None: the current one.
        flags: keys of ``DEFAULTS`` given on the command line; None is not given.

    Raises:
        ConfigError: a file cannot be read, or a value is of the wrong type.
        UnknownOption: a file sets a key that does not exist.

    >>> load_settings(Path("/"), {"workers": 2}).setting("workers")
    Setting(value=2, origin='--workers', text=False)
    """
    given = {
        key: Setting(_checked(key, value, _flag(key)), _flag(key))
        for key, value in (flags or {}).items()
        if value is not None
    }
    defaults = {key: Setting(value, "default") for key, value in DEFAULTS.items()}
    files = [_read_file(path) for path in (user_file(), *project_files(start)) if path.is_file()]
    return Settings((Layer("default", defaults), *files, _environment(), Layer("flags", given)))


def user_file() -> Path:
    """Where the user's own settings are, whether there is such a file or not."""
    if home := os.environ.get("XDG_CONFIG_HOME"):
        return Path(home) / "chunkwise" / "config.toml"
    from click import get_app_dir  # slow, and not needed where a Python program sets everything

    return Path(get_app_dir("chunkwise")) / "config.toml"


def project_files(start: Path | None = None) -> tuple[Path, ...]:
    """The settings files of the nearest folder upwards that has any, the stronger last."""
    folder = Path(os.path.abspath(start or Path.cwd()))
    for place in (folder, *folder.parents):
        found = [place / "pyproject.toml"] if _mentions_us(place / "pyproject.toml") else []
        if (place / PROJECT_FILE).is_file():
            found.append(place / PROJECT_FILE)
        if found:
            return tuple(found)
    return ()


def _mentions_us(path: Path) -> bool:
    """Whether a ``pyproject.toml`` has a table for us; broken ones of others are not our concern."""
    try:
        data = path.read_bytes()
        return b"chunkwise" in data and "chunkwise" in _toml(path).get("tool", {})
    except OSError:
        return False
    except ConfigError:
        if b"tool.chunkwise" in data:
            raise
        return False


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is no valid TOML: {error}.") from error


def _read_file(path: Path) -> Layer:
    origin = str(path)
    table = _toml(path)
    if path.name == "pyproject.toml":
        table = table["tool"]["chunkwise"]
    if not isinstance(table, Mapping):
        raise ConfigError(f"{origin}: [tool.chunkwise] has to be a table.")
    if unknown := [key for key in table if key not in DEFAULTS and key not in TABLES]:
        known = [*DEFAULTS, *TABLES]
        near = difflib.get_close_matches(unknown[0], known)
        hint = f"Keys are {', '.join(known)}; options of methods belong into [options]."
        raise UnknownOption(origin, unknown[0], known, "" if near else hint)
    values = {
        key: Setting(_placed(key, _checked(key, table[key], origin), path.parent), origin)
        for key in DEFAULTS
        if key in table
    }
    tables = table.get("methods", {})
    if not isinstance(tables, Mapping):
        raise ConfigError(f"{origin}: methods has to be a table of tables, as in [methods.laws].")
    methods = {name: _options(found, path) for name, found in tables.items()}
    return Layer(origin, values, _options(table.get("options", {}), path), methods)


def _options(table: Any, path: Path, prefix: str = "") -> dict[str, Setting]:
    """Options of a table; ``pack.min_tokens`` and the nested table mean the same."""
    if not isinstance(table, Mapping):
        raise ConfigError(f"{path}: options stand in tables: [options] or [methods.NAME].")
    options: dict[str, Setting] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            options |= _options(value, path, f"{prefix}{key}.")
        else:
            options[prefix + key] = Setting(_placed(key, value, path.parent), str(path))
    return options


def _placed(key: str, value: Any, folder: Path) -> Any:
    """A path that stands in a file starts from the file's folder, wherever the command is run."""
    if not isinstance(value, str):
        return value
    if (key == "kb" and "://" not in value) or (key == "method" and value.endswith(".toml")):
        return os.path.normpath(os.path.join(folder, os.path.expanduser(value)))
    if key == "tokenizer" and value.startswith("hf:"):
        return "hf:" + os.path.normpath(os.path.join(folder, os.path.expanduser(value[3:])))
    return value


def _environment() -> Layer:
    """Variables ``CHUNKWISE_KEY``; what is no key is taken for an option of a method."""
    values: dict[str, Setting] = {}
    options: dict[str, Setting] = {}
    for name, text in sorted(os.environ.items()):
        if not name.startswith(PREFIX) or name in NOT_SETTINGS or not text:
            continue
        key = name.removeprefix(PREFIX).lower()
        if key in DEFAULTS:
            values[key] = Setting(_from_text(key, text, name), name)
        else:
            options[key] = Setting(text, name, text=True)
    return Layer("environment", values, options)


def _from_text(key: str, text: str, origin: str) -> Any:
    wanted = _TYPES[key]
    try:
        return _checked(key, wanted(text), origin)
    except ValueError:
        raise ConfigError(f"{origin} is {text!r}: it has to be {_WORDS[wanted]}.") from None


def _checked(key: str, value: Any, origin: str) -> Any:
    wanted = _TYPES[key]
    fits = isinstance(value, (int, float) if wanted is float else wanted) and not isinstance(value, bool)
    if not fits:
        raise ConfigError(f"{origin}: {key} is {value!r}: it has to be {_WORDS[wanted]}.")
    if wanted is not str and not value > 0:
        raise ConfigError(f"{origin}: {key} is {value!r}: it has to be above 0.")
    return value


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")

"""Methods on a terminal: a list, or one with its steps and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from chunkwise.cli.method_flags import as_text
from chunkwise.cli.render.console import Screen, plain_table
from chunkwise.methods.options import Option
from chunkwise.methods.presets import STEP_KINDS, Preset

_ROOMY = 110
"""Cells from which on options have a column for their values."""


def show_methods(screen: Screen, presets: Sequence[Preset]) -> None:
    """Print a row for each method."""
    table = plain_table(screen)
    table.add_column("method", no_wrap=True)
    table.add_column("for what")
    for preset in presets:
        table.add_row(Text(preset.name, "bold cyan"), Text(preset.summary))
    screen.print(table)
    screen.print(Text("\nOptions of one: chunkwise methods show NAME", "dim"))


def show_method(screen: Screen, preset: Preset) -> None:
    """Print a method's summary, its steps and its options."""
    screen.print(Text(preset.name, "bold cyan").append(f"  {preset.summary}", "not bold default"))
    facts = [f"builds on the method {preset.base}"] if preset.base else []
    facts += [f"reads plain strings as {preset.reads}"] if preset.reads else []
    if facts:
        screen.print(Text("; ".join(facts), "dim"))
    screen.print()
    _show_steps(screen, preset.steps, "")
    for option, cases in preset.when.items():
        for value, case in cases.items():
            screen.print(Text(f"\nwith {_flag(option)} {value}:", "dim"))
            _show_steps(screen, case, "  ")
            if defaults := case.get("defaults"):
                said = ", ".join(f"{_flag(key)} {as_text(default)}" for key, default in defaults.items())
                screen.print(Text(f"  defaults {said}", "dim"))
    screen.print()
    _show_options(screen, preset.options.values())


def _show_steps(screen: Screen, steps: Mapping[str, Any], indent: str) -> None:
    for kind in STEP_KINDS:
        found = steps.get(kind)
        if found:
            listed = [found] if isinstance(found, (str, Mapping)) else found
            said = ", ".join(map(_step, listed))
            screen.print(Text(f"{indent}{kind:<8}", "bold").append(f" {said}", "not bold"))


def _step(step: str | Mapping[str, Any]) -> str:
    """A step with its own settings."""
    if isinstance(step, str):
        return step
    rest = [f"{key}={_setting(value)}" for key, value in step.items() if key != "use"]
    return f"{step.get('use')}" + (f" ({', '.join(rest)})" if rest else "")


def _setting(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, (list, tuple)) else as_text(value)


def _show_options(screen: Screen, options: Iterable[Option]) -> None:
    """A row an option; what values it takes has a column where there is room, else it ends the help."""
    roomy = screen.width >= _ROOMY
    table = plain_table(screen)
    table.add_column("option", no_wrap=True)
    table.add_column("default", overflow="fold")
    if roomy:
        table.add_column("values")
    table.add_column("what it does", ratio=1)
    for option in options:
        about = Text(option.help)
        cells = [
            Text(_flag(option.name), "cyan"),
            Text(as_text(option.default)),
            Text(_values(option)),
            about,
        ]
        if not roomy:
            about.append(f" ({cells.pop(2).plain})", "dim")
        table.add_row(*cells)
    screen.print(table)


def _values(option: Option) -> str:
    """What values an option takes, numbers with their unit."""
    kind = {"int": "whole number", "float": "number", "bool": "true or false", "list": "list"}
    what = ", ".join(option.choices) if option.choices else kind.get(option.type, "text")
    if option.unit and option.type in ("int", "float"):
        what = option.unit
    return what + (", or none" if option.none else "")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")

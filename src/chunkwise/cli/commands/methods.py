"""``chunkwise methods``: what there is to cut with, and its options."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import open_output, pick_format, write_rows
from chunkwise.cli.params import DefaultGroup, format_option, output_option
from chunkwise.cli.session import session_options
from chunkwise.config import load_settings
from chunkwise.methods.build import with_base
from chunkwise.methods.options import Option
from chunkwise.methods.presets import STEP_KINDS, Preset, load, names
from chunkwise.model.serialize_parts import plain

_LIST_FORMATS = ("table", "jsonl", "json")
_SHOW_FORMATS = ("table", "jsonl", "json", "toml")


@click.group("methods", cls=DefaultGroup, default="list", short_help=COMMANDS["methods"])
def command() -> None:
    """List the methods, or show one with its options."""


@command.command("list", short_help="List the methods (also without 'list').")
@format_option(_LIST_FORMATS)
@output_option
@session_options
def list_(format_: str | None, output: str | None) -> None:
    """List the methods: built in, and of installed packages."""
    format_ = pick_format(format_, load_settings()["format"], _LIST_FORMATS, output)
    presets = [load(name) for name in names()]
    with open_output(output) as out:
        if format_ == "table":
            from chunkwise.cli.render.console import open_screen
            from chunkwise.cli.render.methods import show_methods

            show_methods(open_screen(out.stream), presets)
        else:
            write_rows(out, format_, [{"name": preset.name, "summary": preset.summary} for preset in presets])


@command.command("show", short_help="Show a method's steps and options.")
@click.argument("name")
@format_option(_SHOW_FORMATS)
@output_option
@session_options
def show(name: str, format_: str | None, output: str | None) -> None:
    """Show a method's steps and options. NAME may be the path of a TOML file.

    Formats: table; json and jsonl (one object); toml (its source: a start for a method of your own).
    """
    format_ = pick_format(format_, load_settings()["format"], _SHOW_FORMATS, output)
    preset = with_base(load(name), {})
    with open_output(output) as out:
        if format_ == "toml":
            out.text(source_of(name))
        elif format_ == "table":
            from chunkwise.cli.render.console import open_screen
            from chunkwise.cli.render.methods import show_method

            show_method(open_screen(out.stream), preset)
        elif format_ == "json":
            out.line(preset_to_dict(preset))
        else:
            write_rows(out, format_, [preset_to_dict(preset)])


def preset_to_dict(preset: Preset) -> dict[str, Any]:
    """A method as plain values."""
    return {
        "name": preset.name,
        "summary": preset.summary,
        "base": preset.base,
        "reads": preset.reads,
        "steps": {kind: plain(preset.steps[kind]) for kind in STEP_KINDS if preset.steps.get(kind)},
        "when": plain(preset.when),
        "options": [_option_to_dict(option) for option in preset.options.values()],
    }


def source_of(name: str) -> str:
    """The TOML text of a method that ``load`` has found."""
    if name.endswith(".toml"):
        return Path(name).read_text(encoding="utf-8")
    builtin = files("chunkwise.methods").joinpath(f"{name}.toml")
    if builtin.is_file():
        return builtin.read_text("utf-8")
    return str(next(point for point in entry_points(group="chunkwise.methods") if point.name == name).load())


def _option_to_dict(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "flag": "--" + option.name.replace("_", "-"),
        "type": option.type,
        "default": plain(option.default),
        "none": option.none,
        "unit": option.unit,
        "choices": list(option.choices),
        "sets": list(option.sets),
        "help": option.help,
    }

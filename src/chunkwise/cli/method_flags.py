"""A method's options as flags: which ones there are depends on the method that is chosen."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import click
from click.core import ParameterSource

from chunkwise.config import DEFAULTS, Settings, load_settings
from chunkwise.errors import ChunkwiseError, InvalidOption
from chunkwise.methods.build import with_base
from chunkwise.methods.options import HINTS, Option
from chunkwise.methods.presets import Preset, load, names

_FLAGS = "chunkwise.method_flags"
_GIVEN = "chunkwise.method_options"
_PRESET = "chunkwise.preset"


class MethodCommand(click.Command):
    """A command with ``--method`` that also takes every option of that method as a flag."""

    default_method = DEFAULTS["method"]
    """The method where neither the command line nor a setting names one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the method first, then read all flags."""
        preset = self._choose(ctx, args)
        taken = {flag for param in self.params for flag in param.opts}
        flags = [flag for option in preset.options.values() if (flag := as_flag(option)).opts[0] not in taken]
        ctx.meta[_PRESET], ctx.meta[_FLAGS], ctx.meta[_GIVEN] = preset, flags, {}
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise click.UsageError(_explain(error, preset, self.get_params(ctx)), ctx) from None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters and the flags of the method."""
        return [*super().get_params(ctx), *ctx.meta.get(_FLAGS, ())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Two sections: the options of the command, and those of the method."""
        flags = ctx.meta[_FLAGS]
        own = [p for p in self.get_params(ctx) if isinstance(p, click.Option) and p not in flags]
        for title, params in (("Options", own), (f"Options of the method {ctx.meta[_PRESET].name}", flags)):
            records = [record for param in params if (record := param.get_help_record(ctx))]
            with formatter.section(title):
                formatter.write_dl(records)

    def _choose(self, ctx: click.Context, args: Sequence[str]) -> Preset:
        """The preset of the method that the command line or the settings name."""
        seen = self._peek(ctx, args)
        try:
            settings = load_settings(flags={"method": seen.get("method")})
            method = self.method(settings)
        except ChunkwiseError:
            if not any(arg in ctx.help_option_names for arg in args):
                raise
            settings = Settings(())  # help is shown whatever the settings are
            return load(seen.get("method") or self.default_method)
        preset = load(method)
        given = {name: found.value for name, found, _ in settings.options_for(preset.name) if name == "base"}
        return with_base(preset, given | ({"base": seen["base"]} if seen.get("base") else {}))

    def method(self, settings: Settings) -> str:
        """The method to use."""
        found = settings.setting("method")
        return self.default_method if found.origin == "default" else str(found.value)

    def _peek(self, ctx: click.Context, args: Sequence[str]) -> dict[str, Any]:
        """What the command line says of the method, whatever else stands there."""
        lenient = click.Context(self, ctx.parent, ctx.info_name, resilient_parsing=True)
        lenient.ignore_unknown_options = True
        lenient.meta[_FLAGS] = [click.Option(["--base"])]
        seen, _, _ = self.make_parser(lenient).parse_args(list(args))
        return seen


def chosen_preset(ctx: click.Context) -> Preset:
    """The preset whose options the command line was read with."""
    preset: Preset = ctx.meta[_PRESET]
    return preset


def given_options(ctx: click.Context) -> dict[str, Any]:
    """The method's options that stand on the command line."""
    return dict(ctx.meta[_GIVEN])


def as_flag(option: Option) -> click.Option:
    """The flag for a method's option."""
    dashed = option.name.replace("_", "-")
    declared = f"--{dashed}/--no-{dashed}" if option.type == "bool" else f"--{dashed}"
    kind = {
        "int": "INTEGER",
        "float": "NUMBER",
        "list": "A,B,…",
        "texts": "TEXT|[JSON]",
        "choice": "|".join(option.choices),
    }
    metavar = kind.get(option.type, "TEXT") + ("|none" if option.none else "")
    return click.Option(
        [declared, f"method_option_{option.name}"],
        type=None if option.type == "bool" else str,
        metavar=None if option.type == "bool" else metavar,
        default=None,
        expose_value=False,
        callback=lambda ctx, param, value: _keep(ctx, param, option, value),
        help=help_text(option),
    )


def help_text(option: Option) -> str:
    """What an option does, with its default and unit."""
    unit = (
        f" {option.unit}"
        if option.unit and option.type in ("int", "float") and option.default is not None
        else ""
    )
    return f"{option.help}  [default: {as_text(option.default)}{unit}]"


def as_text(value: Any) -> str:
    """A value as it is written on the command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value)) or "[]"
    if isinstance(value, str):
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t") or '""'
    return str(value)


def _keep(ctx: click.Context, param: click.Parameter, option: Option, value: Any) -> None:
    """Read and note a value that was given: its source decides, since ``none`` is a value too."""
    if not param.name or ctx.get_parameter_source(param.name) is not ParameterSource.COMMANDLINE:
        return
    try:
        ctx.meta[_GIVEN][option.name] = option.parse(value) if isinstance(value, str) else value
    except InvalidOption as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _explain(error: click.NoSuchOption, preset: Preset, params: Sequence[click.Parameter]) -> str:
    """What to do about an unknown flag: other methods' options, other tools' words, the nearest name."""
    flag = error.option_name
    name = flag.lstrip("-").replace("-", "_")
    start = f"The method {preset.name} has no option {flag}."
    if name in preset.options:
        return f"There is no option {flag}. Did you mean --{name.replace('_', '-')}?"
    if others := [method for method, options in all_options().items() if name in options]:
        return f"{start} These methods have it: {', '.join(others)}."
    if name in HINTS:
        words = "|".join(map(re.escape, preset.options))
        return f"{start} " + re.sub(rf"\b({words})\b", lambda m: "--" + m[0].replace("_", "-"), HINTS[name])
    known = [opt for param in params for opt in (*param.opts, *param.secondary_opts) if opt.startswith("--")]
    near = difflib.get_close_matches(flag, known, n=3, cutoff=0.6)
    if near:
        return f"{start} Did you mean {' or '.join(near)}?"
    return f"{start} See: chunkwise methods show {preset.name}"


def all_options() -> Mapping[str, Mapping[str, Option]]:
    """Method → its options, for every method that can be read."""
    found: dict[str, Mapping[str, Option]] = {}
    for name in names():
        with suppress(ChunkwiseError):
            found[name] = with_base(load(name), {}).options
    return found

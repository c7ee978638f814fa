"""What holds for every command: help, options with help, formats, and the error for a wrong name."""

from __future__ import annotations

import click
import pytest

from chunkwise import __version__
from chunkwise.cli.main import COMMANDS, group
from chunkwise.cli.method_flags import all_options, as_flag
from chunkwise.cli.output import FORMATS
from chunkwise.methods.presets import names


def commands(command=group, path=()):
    """Every command with the words that run it."""
    yield command, path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


ALL = list(commands())
IDS = [" ".join(path) or "chunkwise" for _, path in ALL]


@pytest.mark.parametrize(("command", "path"), ALL, ids=IDS)
def test_help(cli, command, path):
    long, short = cli(*path, "--help"), cli(*path, "-h")
    assert long.code == short.code == 0
    assert long == short
    assert command.help
    assert command.help.split()[0] in long.out
    assert max(map(len, long.out.splitlines())) <= 100


@pytest.mark.parametrize(("command", "path"), ALL, ids=IDS)
def test_every_option_has_help(command, path):
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, f"{' '.join(path)} {param.opts}"
            assert param.help.rstrip().endswith((".", "]", ")")), param.help


@pytest.mark.parametrize("method", names())
def test_every_option_of_a_method_has_help(cli, method):
    shown = " ".join(cli("chunk", "-m", method, "--help").out.split())
    for option in all_options()[method].values():
        assert f"--{option.name.replace('_', '-')}" in shown
        assert option.help


@pytest.mark.parametrize("method", names())
def test_no_option_of_a_method_hides_behind_one_of_the_command(method):
    own = {flag for param in group.get_command(click.Context(group), "chunk").params for flag in param.opts}
    assert not own & {flag for option in all_options()[method].values() for flag in as_flag(option).opts}


def test_summaries_are_those_of_the_commands():
    for name, summary in COMMANDS.items():
        assert group.get_command(click.Context(group), name).short_help == summary


def test_every_format_can_be_set():
    choices = {
        c for command, _ in ALL for p in command.params if "--format" in p.opts for c in p.type.choices
    }
    assert choices == set(FORMATS)


def test_version(cli):
    for flag in ("--version", "-V"):
        assert cli(flag).out == f"chunkwise {__version__}\n"


def test_no_command_shows_help(cli):
    result = cli()
    assert result.code in (0, 2)  # as click's version has it
    assert "Commands:" in result.out + result.err


def test_unknown_commands(cli, folder):
    result = cli("chnk")
    assert (result.code, "There is no command 'chnk'. Did you mean 'chunk'?" in result.err) == (2, True)
    (folder / "report.md").write_text("text")
    assert "Did you mean: chunkwise chunk report.md" in cli("report.md").err
    assert cli("--verbos").code == 2

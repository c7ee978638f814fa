"""``chunkwise add``: files into a knowledge base."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from chunkwise.cli.bases import embedder_option, kb_option, opened, place
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.method_flags import MethodCommand, chosen_preset, given_options
from chunkwise.cli.method_options import resolve_options
from chunkwise.cli.output import open_output, pick_format
from chunkwise.cli.params import format_option, input_options, set_option
from chunkwise.cli.reading import Reading
from chunkwise.cli.session import Session, session_options
from chunkwise.cli.stages import stages
from chunkwise.config import load_settings
from chunkwise.errors import InvalidOption
from chunkwise.kb.report import AddReport
from chunkwise.pipeline.inputs import InputOptions, collect

_FORMATS = ("table", "jsonl")
OK, FAILED, SOME_FAILED = 0, 1, 3


class _AddCommand(MethodCommand):
    """Mixed files are what knowledge bases are made of."""

    default_method = "auto"


@click.command("add", cls=_AddCommand, short_help=COMMANDS["add"])
@input_options
@kb_option
@click.option(
    "-m",
    "--method",
    metavar="METHOD",
    help="A method's name, or the path of a TOML file that declares one.  [default: auto]",
)
@set_option
@embedder_option
@click.option("--prune", is_flag=True, help="Take out files of the named folders that are no longer there.")
@click.option(
    "--replace",
    is_flag=True,
    help="Let a file take the place of another one with the same document id that is still there.",
)
@click.option(
    "--meta",
    "metadata",
    metavar="KEY=VALUE",
    multiple=True,
    help="Metadata for every chunk, to filter by; the value is JSON, or else text.",
)
@click.option("--allow-truncation", is_flag=True, help="Take chunks longer than what the embedder reads.")
@click.option("--workers", type=int, metavar="N", help="Processes that parse and cut.  [default: 1]")
@format_option(_FORMATS)
@session_options
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    name: str | None,
    type_: str | None,
    root: str | None,
    parser: str | None,
    timeout_s: float | None,
    kb: str | None,
    method: str | None,
    assignments: tuple[str, ...],
    embedder: str | None,
    prune: bool,
    replace: bool,
    metadata: tuple[str, ...],
    allow_truncation: bool,
    workers: int | None,
    format_: str | None,
) -> int:
    """Add files to a knowledge base, or bring it up to date.

    FILE is a file, a folder (all files below it, hidden ones skipped), a pattern such as 'docs/**/*.md',
    or - for standard input. What has not changed since it was added needs no work; all that has makes one
    new version, which searches see when all of it is done.

    The options of a method depend on the method: chunkwise add -m METHOD --help
    """
    session = context.ensure_object(Session)
    settings = load_settings(flags={"method": method, "workers": workers, "timeout_s": timeout_s, "kb": kb})
    format_ = pick_format(format_, settings["format"], _FORMATS)
    preset = chosen_preset(context)
    options = resolve_options(preset, settings, given_options(context), assignments)
    Reading(parser).check()
    chosen = context.command.method(settings) if isinstance(context.command, MethodCommand) else preset.name
    inputs = collect(files, InputOptions(name, type_, root))
    with stages(session) as watch, opened(settings, embedder, create=True) as base:
        report = base.add(
            inputs, chosen, prune=prune, replace=replace, metadata=_metadata(metadata), parser=parser,
            timeout_s=settings["timeout_s"], workers=settings["workers"],
            allow_truncation=allow_truncation, on_progress=watch, **options,
        )  # fmt: skip
    path = place(settings)
    _say(session, report)
    with open_output(None) as out:
        if format_ == "table":
            from chunkwise.cli.render.console import open_screen
            from chunkwise.cli.render.reports import show_report

            show_report(open_screen(out.stream), report, path)
        else:
            out.line({"kb": path, **asdict(report)})
    return _exit_code(report)


def _metadata(assignments: Sequence[str]) -> dict[str, Any]:
    return dict(assignment(text, "--meta") for text in assignments)


def assignment(text: str, flag: str) -> tuple[str, Any]:
    """Name and value of ``KEY=VALUE``: JSON where it is JSON, else text.

    Raises:
        InvalidOption: there is no ``=`` or no name.

    >>> assignment("year=2024", "--meta"), assignment("region=EU", "--meta")
    (('year', 2024), ('region', 'EU'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InvalidOption(f"{flag} takes KEY=VALUE, as in year=2024, not {text!r}.")
    try:
        return name.strip(), json.loads(value, parse_constant=_refuse)
    except ValueError:
        return name.strip(), value


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _say(session: Session, report: AddReport) -> None:
    for failure in report.failed:
        named = (
            failure.message if failure.source in failure.message else f"{failure.source}: {failure.message}"
        )
        session.error(named)
    for warning in report.warnings:
        session.warn(warning)


def _exit_code(report: AddReport) -> int:
    if not report.failed:
        return OK
    return SOME_FAILED if report.did_anything or report.unchanged else FAILED

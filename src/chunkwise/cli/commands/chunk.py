"""``chunkwise chunk``: files into chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from chunkwise.cli.cutting import Explained, Job, reported
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.method_flags import MethodCommand, chosen_preset, given_options
from chunkwise.cli.method_options import resolve_options
from chunkwise.cli.output import Output, open_output, pick_format, write_rows
from chunkwise.cli.params import format_option, input_options, output_option, set_option
from chunkwise.cli.reading import Reading
from chunkwise.cli.session import Session, session_options
from chunkwise.cli.work import Run
from chunkwise.config import load_settings
from chunkwise.model.chunk import Chunk, Chunking
from chunkwise.model.serialize import chunk_to_dict, chunking_to_dict
from chunkwise.pipeline.inputs import InputOptions, collect

_FORMATS = ("table", "jsonl", "json", "text")

_METHOD = "A method's name, or the path of a TOML file that declares one.  [default: general]"


@click.command("chunk", cls=MethodCommand, short_help=COMMANDS["chunk"])
@input_options
@click.option("-m", "--method", metavar="METHOD", help=_METHOD)
@set_option
@click.option(
    "--explain", is_flag=True, help="Show where each chunk could have ended, and the rule that won."
)
@click.option("--parents", is_flag=True, help="Print parents as well, each before its first child.")
@format_option(_FORMATS)
@output_option
@click.option("--workers", type=int, metavar="N", help="Processes that share the files.  [default: 1]")
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
    method: str | None,
    assignments: tuple[str, ...],
    explain: bool,
    parents: bool,
    format_: str | None,
    output: str | None,
    workers: int | None,
) -> int:
    """Cut files into chunks.

    FILE is a file, a folder (all files below it, hidden ones skipped), a pattern such as 'docs/**/*.md',
    or - for standard input. Files of a folder that nothing here reads are skipped and counted.

    Formats: table; text (the contents); jsonl (a chunk a line); json (an array with an object for each
    document: its blocks, chunks, parents and settings).

    The options of a method depend on the method: chunkwise chunk -m METHOD --help
    """
    session = context.ensure_object(Session)
    settings = load_settings(flags={"method": method, "workers": workers, "timeout_s": timeout_s})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    options = resolve_options(chosen_preset(context), settings, given_options(context), assignments)
    reading = Reading(parser, settings["timeout_s"])
    reading.check()
    job = Job(settings["method"], options, reading)
    job.check()
    inputs = collect(files, InputOptions(name, type_, root, output))
    with open_output(output) as out:
        if explain:
            explaining: Run[Explained] = Run(session, inputs, output)
            _write_explained(out, format_, explaining.results(job.explained, settings["workers"]))
            run: Run[Explained] | Run[Chunking] = explaining
        else:
            cutting: Run[Chunking] = Run(session, inputs, output)
            chunkings = cutting.results(job.chunkings, settings["workers"])
            hidden = _Hidden(parents or format_ == "json")
            _write(out, format_, hidden.counted(reported(chunkings, cutting, session)), parents)
            if hidden.count:
                session.warn(
                    f"{hidden.count} parents, which search would return for these chunks, are not shown: "
                    "add --parents."
                )
            run = cutting
        out.keep = not run.is_useless
    return run.exit_code


class _Hidden:
    """Counts the parents that are not shown."""

    def __init__(self, all_shown: bool) -> None:
        self.all_shown = all_shown
        self.count = 0

    def counted(self, chunkings: Iterable[Chunking]) -> Iterator[Chunking]:
        """The same chunkings."""
        for chunking in chunkings:
            self.count += 0 if self.all_shown else len(chunking.parents)
            yield chunking


def _write(out: Output, format_: str, chunkings: Iterable[Chunking], parents: bool) -> None:
    """Write the chunks as they come."""
    if format_ == "json":
        write_rows(out, format_, map(chunking_to_dict, chunkings))
        return
    if format_ == "jsonl":
        found = (chunk for chunking in chunkings for chunk in _shown(chunking, parents))
        write_rows(out, format_, map(chunk_to_dict, found))
        return
    from chunkwise.cli.render.chunks import show_chunks, show_texts
    from chunkwise.cli.render.console import open_screen

    screen = open_screen(out.stream)
    for chunking in chunkings:
        (show_texts if format_ == "text" else show_chunks)(screen, chunking, list(_shown(chunking, parents)))


def _shown(chunking: Chunking, parents: bool) -> Iterator[Chunk]:
    """The leaves and, if asked for, each parent before its first child."""
    shown: set[str] = set()
    for leaf in chunking:
        above: list[Chunk] = []
        parent = chunking.parent_of(leaf) if parents else None
        while parent is not None and parent.id not in shown:
            above.append(parent)
            shown.add(parent.id)
            parent = chunking.parent_of(parent)
        yield from reversed(above)
        yield leaf


def _write_explained(out: Output, format_: str, found: Iterable[Explained]) -> None:
    """Write why each chunk ends where it ends."""
    from chunkwise.cli.render.explanations import explanation_to_dict, show_explanations

    if format_ in ("json", "jsonl"):
        rows = (
            explanation_to_dict(explained.document, explanation)
            for explained in found
            for explanation in explained.explanations
        )
        write_rows(out, format_, rows)
    else:
        from chunkwise.cli.render.console import open_screen

        screen = open_screen(out.stream)
        for explained in found:
            show_explanations(screen, explained.document, explained.explanations, explained.method)

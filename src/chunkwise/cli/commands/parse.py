"""``chunkwise parse``: what a file is read as."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import Output, open_output, pick_format, write_rows
from chunkwise.cli.params import format_option, input_options, output_option
from chunkwise.cli.reading import Reading, reported
from chunkwise.cli.session import Session, session_options
from chunkwise.cli.work import Run
from chunkwise.config import load_settings
from chunkwise.model.document import Document
from chunkwise.model.serialize import document_to_dict
from chunkwise.pipeline.inputs import InputOptions, collect

_FORMATS = ("tree", "jsonl", "json", "text", "markdown", "html")


@click.command("parse", short_help=COMMANDS["parse"])
@input_options
@format_option(_FORMATS)
@output_option
@session_options
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    name: str | None,
    type_: str | None,
    root: str | None,
    parser: str | None,
    timeout_s: float | None,
    format_: str | None,
    output: str | None,
) -> int:
    """Show what a file is read as: its blocks, with spans.

    FILE is a file, a folder (all files below it, hidden ones skipped), a pattern such as 'docs/**/*.md',
    or - for standard input.

    Formats: tree (blocks under their headings); text (the canonical text that spans point into);
    markdown and html (the document rendered, tables and lists included); jsonl (a document a line); json (an
    array of documents).
    """
    settings = load_settings(flags={"timeout_s": timeout_s})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    reading = Reading(parser, settings["timeout_s"])
    reading.check()
    inputs = collect(files, InputOptions(name, type_, root, output))
    run: Run[Document] = Run(session, inputs, output)
    with open_output(output) as out:
        _write(out, format_, reported(run.results(reading.documents), run, session))
        out.keep = not run.is_useless
    return run.exit_code


def _write(out: Output, format_: str, documents: Iterator[Document]) -> None:
    """Write the documents as they come."""
    if format_ in ("json", "jsonl"):
        write_rows(out, format_, map(document_to_dict, documents))
    elif format_ in _RENDERED:
        _write_texts(out, map(_RENDERED[format_](), documents))
    else:
        from chunkwise.cli.render.blocks import show_blocks
        from chunkwise.cli.render.console import open_screen

        screen = open_screen(out.stream)
        for document in documents:
            show_blocks(screen, document)


def _as_text() -> Callable[[Document], str]:
    return lambda document: document.text


def _as_markdown() -> Callable[[Document], str]:
    from chunkwise.export.markdown import document_markdown

    return document_markdown


def _as_html() -> Callable[[Document], str]:
    from chunkwise.export.html import document_html

    return document_html


_RENDERED = {"text": _as_text, "markdown": _as_markdown, "html": _as_html}


def _write_texts(out: Output, texts: Iterator[str]) -> None:
    """The texts as they are; a newline where one ends without, if anything follows."""
    open_end = False
    for text in texts:
        out.text("\n" * open_end + text)
        open_end = not text.endswith("\n")
    out.text("\n" * (open_end and out.stream.isatty()))

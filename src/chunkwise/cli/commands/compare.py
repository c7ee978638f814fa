"""``chunkwise compare``: methods side by side on one's own files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from chunkwise.cli.main import COMMANDS
from chunkwise.cli.method_options import resolve_options
from chunkwise.cli.output import open_output, pick_format, write_rows
from chunkwise.cli.params import format_option, input_options, output_option, set_option
from chunkwise.cli.progress import progress
from chunkwise.cli.reading import Reading, reported
from chunkwise.cli.session import Session, session_options
from chunkwise.cli.work import Run
from chunkwise.config import Settings, load_settings
from chunkwise.model.document import Document
from chunkwise.pipeline.inputs import InputOptions, collect

if TYPE_CHECKING:
    from chunkwise.evaluation.compare import Comparison

_FORMATS = ("table", "jsonl", "json")
FAILED, SOME_FAILED = 1, 3


@click.command("compare", short_help=COMMANDS["compare"])
@input_options
@click.option(
    "-m",
    "--method",
    "methods",
    metavar="METHOD",
    multiple=True,
    required=True,
    help="A method's name, or the path of a TOML file that declares one. Give it once for each method; the "
    "first is what the others are compared with.",
)
@click.option(
    "--max-tokens",
    "sizes",
    metavar="N",
    type=click.IntRange(1),
    multiple=True,
    help="Cap of a chunk; given several times, every method is tried with each.  [default: the method's]",
)
@set_option
@click.option(
    "--questions",
    "questions_file",
    metavar="FILE",
    help="Questions as JSON lines, with quotes or spans that answer them (also Chroma's CSV, SQuAD's JSON); "
    "without it they are made from the documents by rule.",
)
@click.option(
    "--save-questions", metavar="FILE", help="Write the questions that were made, to be mended by hand."
)
@click.option("--report", metavar="FILE", help="Write one HTML page with plots, texts and every question.")
@click.option(
    "--lang",
    type=click.Choice(("en", "zh")),
    help="Language of the report; that of the documents unless you say.",
)
@click.option("-k", type=click.IntRange(1), default=5, show_default=True, help="Chunks that a question gets.")
@click.option(
    "--budget",
    "budgets",
    metavar="N",
    type=click.IntRange(1),
    multiple=True,
    help="Characters of context to take recall at.  [default: 250, 500 … 8000]",
)
@click.option(
    "--per-question", is_flag=True, help="Also write a row for each question and method (not in tables)."
)
@format_option(_FORMATS)
@output_option
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
    methods: tuple[str, ...],
    sizes: tuple[int, ...],
    assignments: tuple[str, ...],
    questions_file: str | None,
    save_questions: str | None,
    report: str | None,
    lang: str | None,
    k: int,
    budgets: tuple[int, ...],
    per_question: bool,
    format_: str | None,
    output: str | None,
) -> int:
    """Compare methods on your own files and questions, with no model.

    Every method cuts the files; one ranking of sentences says which chunks a question gets; and these are
    scored by the passages that answer it. A line of a question file:

    \b
      {"question": "Who signs?", "document": "a.md", "quotes": ["signed by the director"]}

    Every number comes with its 95 % interval, and with the difference to the first method.

    Formats: table; jsonl (a method a line); json (an array).
    """
    from chunkwise.evaluation.compare import CURVE, compare
    from chunkwise.evaluation.contenders import contenders
    from chunkwise.quality.measures import Looking
    from chunkwise.quality.questions import read_questions

    session = context.ensure_object(Session)
    settings = load_settings(flags={"timeout_s": timeout_s})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    reading = Reading(parser, settings["timeout_s"])
    reading.check()
    # What was given wrong is said before any file is read.
    own = _options(methods, settings, assignments)
    chosen = [replace(one, options={**own[one.method], **one.options}) for one in contenders(methods, sizes)]
    looking = Looking(k, tuple(sorted(set(budgets))) or CURVE)
    questions = read_questions(questions_file) if questions_file else None
    run: Run[Document] = Run(session, collect(files, InputOptions(name, type_, root, report)), output)
    documents = list(reported(run.results(reading.documents), run, session))
    if not documents:
        return FAILED
    with progress(session, len(chosen), True) as done:
        found = compare(documents, chosen, questions, looking, done)
    _say(session, found, questions is None)
    if save_questions and questions is None:
        _save(save_questions, [one.question for one in found.questions])
    if report:
        _report(session, report, found, lang)
    with open_output(output) as out:
        if format_ == "table":
            from chunkwise.cli.render.comparisons import show_comparison
            from chunkwise.cli.render.console import open_screen

            show_comparison(open_screen(out.stream), found)
        else:
            from chunkwise.evaluation.rows import comparison_rows

            write_rows(out, format_, comparison_rows(found, per_question))
    return SOME_FAILED if found.failed else run.exit_code


def _say(session: Session, found: Comparison, made: bool) -> None:
    """What a user should know of the questions and of methods that failed."""
    for message in (*found.left_out, *found.notes):
        session.warn(message)
    for message in found.failed:
        session.error(message)
    if made:
        session.warn(
            f"No questions were given: {found.generated} were made from the documents by rule. They are "
            "easier than what people ask; write some of your own (--save-questions gives you a start)."
        )


def _report(session: Session, path: str, found: Comparison, lang: str | None) -> None:
    """Write the page."""
    from chunkwise.evaluation.report import report_html

    with open_output(path) as page:
        page.text(report_html(found, lang))
    if path != "-" and not session.quiet:
        session.say(f"The report is in {path}.")


def _options(
    methods: Sequence[str], settings: Settings, assignments: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Method → what settings and ``--set`` say of it; an option has to be known to one method at least."""
    from chunkwise.methods.build import with_base
    from chunkwise.methods.presets import load

    presets = {method: with_base(load(method), {}) for method in methods}
    known = {name for preset in presets.values() for name in preset.options}
    found = {}
    for method, preset in presets.items():
        others = known - preset.options.keys()
        mine = [text for text in assignments if _option(text) not in others]
        found[method] = resolve_options(preset, settings, {}, mine)
    return found


def _option(assignment: str) -> str:
    return assignment.partition("=")[0].strip().replace("-", "_")


def _save(path: str, questions: Sequence[Any]) -> None:
    from chunkwise.quality.questions import write_questions

    with open_output(path) as out:
        for line in write_questions(questions):
            out.text(line)

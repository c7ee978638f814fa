"""``chunkwise eval``: how well a knowledge base answers questions."""

from __future__ import annotations

import click

from chunkwise.cli.bases import embedder_option, kb_option, opened, place
from chunkwise.cli.commands.search import as_filter
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import Output, open_output, pick_format, to_json, write_rows
from chunkwise.cli.params import format_option, output_option
from chunkwise.cli.progress import progress
from chunkwise.cli.session import Session, session_options
from chunkwise.config import load_settings
from chunkwise.kb.evaluate import Evaluation, answered_to_dict, evaluation_to_dict
from chunkwise.kb.question import MODES, SPAN_MODES
from chunkwise.quality.budget import BUDGETS
from chunkwise.quality.measures import K
from chunkwise.quality.questions import read_questions

_FORMATS = ("table", "jsonl", "json")


@click.command("eval", short_help=COMMANDS["eval"])
@click.argument("questions", metavar="QUESTIONS")
@kb_option
@click.option("-k", type=click.IntRange(1), default=K, show_default=True, help="Hits of each search.")
@click.option(
    "--budget",
    "budgets",
    metavar="N",
    type=click.IntRange(1),
    multiple=True,
    help="Characters of context to take recall at.  [default: 1000, 2000, 4000]",
)
@click.option(
    "--where",
    "conditions",
    metavar="FILTER",
    multiple=True,
    help="Condition on metadata, as in search: KEY=VALUE or JSON. All must hold.",
)
@click.option("--mode", type=click.Choice(MODES), default="hybrid", show_default=True, help="As in search.")
@click.option(
    "--at",
    default="released",
    show_default=True,
    metavar="VERSION",
    help="The version to read: released (the head if nothing was released), head, or a number.",
)
@click.option(
    "--spans", type=click.Choice(SPAN_MODES), help="Score passages that are cut so sharply, not chunks."
)
@click.option("--rerank", metavar="SPEC", help="Reorder the best hits first, as in search.")
@click.option("--per-question", is_flag=True, help="Also write each question with its hits (not in tables).")
@embedder_option
@format_option(_FORMATS)
@output_option
@session_options
@click.pass_context
def command(
    context: click.Context,
    questions: str,
    kb: str | None,
    k: int,
    budgets: tuple[int, ...],
    conditions: tuple[str, ...],
    mode: str,
    at: str,
    spans: str | None,
    rerank: str | None,
    per_question: bool,
    embedder: str | None,
    format_: str | None,
    output: str | None,
) -> int:
    """Measure how well a knowledge base answers questions.

    QUESTIONS is a file of JSON lines, each with quotes or spans that answer it (also Chroma's CSV and
    SQuAD's JSON):

    \b
      {"question": "Who signs?", "document": "a.md", "quotes": ["signed by the director"]}

    Every question is searched for, and the hits are scored by the passages that answer it.

    Formats: table; json (one object); jsonl (the whole in one line, then the questions if asked for).
    """
    session = context.ensure_object(Session)
    settings = load_settings(flags={"kb": kb})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    where, asked = as_filter(conditions), read_questions(questions)
    with opened(settings, embedder) as base, progress(session, len(asked), True) as done:
        found = base.evaluate(
            asked, k, budgets=sorted(set(budgets)) or BUDGETS, at=at, on_answer=done, where=where, mode=mode,
            spans=spans, rerank=rerank,
        )  # fmt: skip
    for message in (*found.left_out, *found.notes, *found.warnings):
        session.warn(message)
    with open_output(output) as out:
        _write(out, format_, found, per_question, place(settings))
    return 0


def _write(out: Output, format_: str, found: Evaluation, per_question: bool, kb: str) -> None:
    whole = {"kb": kb, **evaluation_to_dict(found)}
    questions = [answered_to_dict(one) for one in found.answered] if per_question else []
    if format_ == "jsonl":
        write_rows(out, format_, [whole, *questions])
    elif format_ == "json":
        out.text(to_json(whole | ({"answered": questions} if per_question else {}), out.stream) + "\n")
    else:
        from chunkwise.cli.render.console import open_screen
        from chunkwise.cli.render.evaluations import show_evaluation

        show_evaluation(open_screen(out.stream), found, kb)

"""``chunkwise search``: a question to a knowledge base."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import click

from chunkwise.cli.bases import DEFAULT, embedder_option, place
from chunkwise.cli.commands.add import assignment
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import open_output, pick_format, to_json, write_rows
from chunkwise.cli.params import format_option, output_option
from chunkwise.cli.session import Session, session_options
from chunkwise.config import load_settings
from chunkwise.errors import InvalidOption
from chunkwise.kb.knowledge_base import open_kb, search
from chunkwise.kb.question import MODES, SPAN_MODES
from chunkwise.model.serialize import hit_to_dict, hits_to_dict

_FORMATS = ("table", "jsonl", "json")


@click.command("search", short_help=COMMANDS["search"])
@click.argument("query")
@click.option(
    "--kb",
    "kbs",
    metavar="FOLDER",
    multiple=True,
    help=f"The knowledge base, or several, searched together; $CHUNKWISE_KB or {DEFAULT} unless you say.",
)
@click.option("-k", type=click.IntRange(1), default=5, show_default=True, help="Most hits.")
@click.option(
    "--where",
    "conditions",
    metavar="FILTER",
    multiple=True,
    help='Condition on metadata: KEY=VALUE, or JSON as in \'{"year": {"$gte": 2020}}\'. All must hold.',
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="hybrid",
    show_default=True,
    help="By words and vectors (where the base has an embedder), by words, or by vectors.",
)
@click.option(
    "--at",
    default="released",
    show_default=True,
    metavar="VERSION",
    help="The version to read: released (the head if nothing was released), head, or a number.",
)
@click.option("--explain", is_flag=True, help="Show what each word gave to a hit, from where, and times.")
@click.option("--neighbours", type=click.IntRange(0), default=0, help="Chunks to show around each hit.")
@click.option("--spans", type=click.Choice(SPAN_MODES), help="Cut passages out of the documents, so sharply.")
@click.option(
    "--budget-chars", type=click.IntRange(1), metavar="N", help="Characters of all passages together."
)
@click.option(
    "--rerank",
    metavar="SPEC",
    help="Reorder the best hits: endpoint:[MODEL@]URL, onnx:FOLDER, or module:function.",
)
@click.option(
    "--rerank-top", type=click.IntRange(1), default=20, show_default=True, help="Hits given to --rerank."
)
@click.option(
    "--fine/--no-fine", default=True, help="Whether parts of words count, which meet typing errors."
)
@embedder_option
@format_option(_FORMATS)
@output_option
@session_options
@click.pass_context
def command(
    context: click.Context,
    /,
    query: str,
    kbs: tuple[str, ...],
    conditions: tuple[str, ...],
    at: str,
    mode: str,
    k: int,
    explain: bool,
    embedder: str | None,
    format_: str | None,
    output: str | None,
    **options: Any,
) -> int:
    """Ask a knowledge base, or several at once.

    A hit is the chunk to read, which is the parent where there is one, with the children in which the
    question was found. Every chunk can be filtered by document_id, source, media_type, kind, heading_path
    and method, and by the metadata of its document, of its row, and of add --meta.

    Formats: table; jsonl (a hit a line); json (one object: query, mode, version, warnings, times, hits,
    passages).
    """
    session = context.ensure_object(Session)
    settings = load_settings(flags={"kb": kbs[0] if kbs else None})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    where = as_filter(conditions)
    with ExitStack() as opening:
        bases = [
            opening.enter_context(open_kb(folder, embedder=embedder)) for folder in kbs or [place(settings)]
        ]
        hits = search(bases, query, k, where=where, mode=mode, at=at, **options)
    for warning in hits.warnings:
        session.warn(warning)
    if not hits and not session.quiet:
        session.say("Nothing was found." if hits.seq else "Nothing was found: nothing was ever added.")
    with open_output(output) as out:
        if format_ == "table":
            from chunkwise.cli.render.console import open_screen
            from chunkwise.cli.render.hits import show_hits

            show_hits(open_screen(out.stream), hits, explain)
        elif format_ == "json":
            out.text(to_json(hits_to_dict(hits), out.stream) + "\n")
        else:
            write_rows(out, format_, map(hit_to_dict, hits))
    return 0


def as_filter(conditions: Sequence[str]) -> dict[str, Any] | None:
    """One filter out of several conditions.

    Raises:
        InvalidOption: a condition is neither KEY=VALUE nor a JSON object.
    """
    parts: list[dict[str, Any]] = []
    for condition in conditions:
        if not condition.lstrip().startswith("{"):
            name, value = assignment(condition, "--where")
            parts.append({name: value})
            continue
        try:
            parts.append(json.loads(condition))
        except ValueError as error:
            raise InvalidOption(f"--where is no JSON: {error}.") from error
    return {"$and": parts} if len(parts) > 1 else next(iter(parts), None)

"""``chunkwise synonyms``: the dictionary of a knowledge base."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from chunkwise.cli.bases import kb_option, opened
from chunkwise.cli.main import COMMANDS
from chunkwise.cli.output import open_output, pick_format, write_rows
from chunkwise.cli.params import format_option, output_option
from chunkwise.cli.session import Session, session_options
from chunkwise.config import load_settings
from chunkwise.errors import InputError
from chunkwise.kb.synonyms import parse_rules

_FORMATS = ("text", "jsonl", "json")


@click.command("synonyms", short_help=COMMANDS["synonyms"])
@click.option("--add", "added", metavar="RULE", multiple=True, help='Add a rule, as in "car, auto : 0.8".')
@click.option("--remove", "removed", metavar="WORD", multiple=True, help="Remove the rules of a word.")
@click.option("--load", metavar="FILE", help="Put the rules of a file in place of all; - reads them.")
@kb_option
@format_option(_FORMATS)
@output_option
@session_options
@click.pass_context
def command(
    context: click.Context,
    /,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    load: str | None,
    kb: str | None,
    format_: str | None,
    output: str | None,
) -> int:
    """List the synonyms of a knowledge base, or change them.

    A rule is a line: "car, automobile : 0.8" (each also means the others) or "偷税 => 逃税, 漏税 : 0.7"
    (who asks for the left also gets the right). The weight is above 0 and below 1, 0.5 unless given.
    They take effect with the next search.
    """
    session = context.ensure_object(Session)
    settings = load_settings(flags={"kb": kb})
    format_ = pick_format(format_, settings["format"], _FORMATS, output)
    with opened(settings) as base:
        if load is not None:
            base.synonyms.replace(parse_rules(_text(load), load))
        for word in removed:
            if not base.synonyms.remove(word):
                session.warn(f"There is no rule with {word!r} on its left.")
        for line in added:
            base.synonyms.add(line)
        rules = base.synonyms.rules()
    with open_output(output) as out:
        if format_ == "text":
            out.text("".join(f"{rule}\n" for rule in rules))
        else:
            write_rows(out, format_, map(asdict, rules))
    return 0


def _text(name: str) -> str:
    try:
        return sys.stdin.buffer.read().decode() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name} cannot be read: {error}.") from error

"""What an ``add`` has to do: which inputs are new or changed, and which files are gone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from chunkwise.errors import ChunkwiseError, InputError, UnsupportedFormat
from chunkwise.kb.report import Failure
from chunkwise.kb.revisions import SourceState
from chunkwise.model.document import Document
from chunkwise.model.ids import content_hash
from chunkwise.model.serialize import document_to_dict
from chunkwise.model.source import Source
from chunkwise.parsers.read import open_source, parser_label
from chunkwise.pipeline.inputs import Input, read_input

Given = Input | Document
"""What can be added: something to read, or a document that has been parsed already."""


@dataclass(frozen=True, slots=True)
class Task:
    """One file that has to be read again."""

    name: str
    """As it was named."""
    content: Source | Document
    state: SourceState
    """What the base will know of it."""
    before: SourceState | None = None
    """What the base knows of it now."""

    @property
    def other_embedder(self) -> bool:
        """Whether its rows have the vectors of another embedder, or none."""
        return self.before is not None and embedder_part(self.before) != embedder_part(self.state)


@dataclass(slots=True)
class Plan:
    """What has to be done."""

    tasks: list[Task] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Keys of files below the named folders that are no longer there."""
    moved: list[SourceState] = field(default_factory=list)
    """Unchanged files that lie somewhere else now."""
    is_complete: bool = True
    """Whether everything named could be looked into, so that what is missing is really gone."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the fingerprint of a file depends on besides the file."""

    parser: str | None
    """Name of the parser, where it is not chosen by the format."""

    settings: Mapping[str, Any]
    """Method, options, metadata, version of the program: plain values."""
    embedder: str | None
    """Name of the embedder."""

    def fingerprint(self, content: str, parser: str) -> str:
        """``CONTENT:EMBEDDER``, both hashed."""
        text = json.dumps([content, parser, self.settings], sort_keys=True, default=str)
        return f"{sha256(text.encode()).hexdigest()}:{embedder_mark(self.embedder)}"


def embedder_mark(name: str | None) -> str:
    """The part of a fingerprint that says whose vectors a file's rows have.

    >>> embedder_mark(None)
    '-'
    """
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16] if name else "-"


def embedder_part(state: SourceState) -> str:
    """What ``embedder_mark`` gave when the file was added."""
    return state.fingerprint.rpartition(":")[2]


def without_vectors(state: SourceState) -> SourceState:
    """The state of a file whose rows got no vectors, so that the next ``add`` tries again."""
    return replace(state, fingerprint=f"{state.fingerprint.rpartition(':')[0]}:{embedder_mark(None)}")


def make_plan(
    inputs: Sequence[Given],
    known: Mapping[str, SourceState],
    marks: Marks,
    replace_others: bool = False,
    looked: Callable[[str], None] = lambda name: None,
) -> Plan:
    """Compare inputs with what the base has.

    Args:
        inputs: in the order in which they were named.
        known: key → state, at the head.
        marks: what fingerprints depend on.
        replace_others: whether a file may take the place of another one with the same key that is
            still there.
        looked: called with every input's name.
    """
    plan = Plan()
    by_path = {state.path: state.key for state in known.values() if state.path}
    seen: dict[str, str] = {}
    for given in inputs:
        name = given.source if isinstance(given, Document) else given.name
        try:
            task = _task(given, name, known, by_path, marks)
            _check(task, seen, replace_others)
        except UnsupportedFormat as error:
            if not isinstance(given, Document) and given.found:
                plan.skipped.append(name)
            else:
                plan.failed.append(Failure(name, str(error)))
        except ChunkwiseError as error:
            plan.is_complete &= isinstance(given, Document) or not given.problem
            plan.failed.append(Failure(name, str(error)))
        else:
            seen[task.state.key] = name
            _place(plan, task)
        looked(name)
    plan.gone = _gone(inputs, known, seen)
    return plan


def _task(
    given: Given, name: str, known: Mapping[str, SourceState], by_path: Mapping[str, str], marks: Marks
) -> Task:
    if isinstance(given, Document):
        content = content_hash(json.dumps(document_to_dict(given), sort_keys=True).encode())
        state = SourceState(given.id, marks.fingerprint(content, given.parser))
        return Task(name, given, state, known.get(given.id))
    source = open_source(read_input(given), root=given.root, media_type=given.media_type)  # type: ignore[arg-type]
    path = None if source.path is None else os.path.abspath(source.path)
    if (
        path is not None and path in by_path
    ):  # the same file, named from somewhere else: one file is never there twice
        source = replace(source, id=by_path[path])
    try:
        content = content_hash(source.read())
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from error
    root = None if given.root is None else os.path.abspath(given.root)
    state = SourceState(source.id, marks.fingerprint(content, parser_label(source, marks.parser)), path, root)
    return Task(name, source, state, known.get(source.id))


def _check(task: Task, seen: Mapping[str, str], replace_others: bool) -> None:
    """Refuse to put one file in the place of another.

    Raises:
        InputError: another input of this run, or another file that is still there, has the key.
    """
    key = task.state.key
    advice = "Give --root FOLDER, a folder above both, to name files by their path below it"
    if key in seen:
        raise InputError(f"{task.name} and {seen[key]} have the same document id {key!r}. {advice}.")
    before = task.before
    other = before.path if before is not None else None
    if replace_others or before is None or other is None or other == task.state.path:
        return
    if before.fingerprint != task.state.fingerprint and os.path.exists(other):
        raise InputError(
            f"The base has another file with the document id {key!r}, and it is still there: {other}. "
            f"{advice}; or give --replace if this one is to take its place."
        )


def _place(plan: Plan, task: Task) -> None:
    before, state = task.before, task.state
    if before is None or before.fingerprint != state.fingerprint:
        plan.tasks.append(task)
        return
    plan.unchanged.append(state.key)
    if before != state and not (before.path and os.path.exists(before.path)):
        plan.moved.append(state)


def _gone(inputs: Iterable[Given], known: Mapping[str, SourceState], seen: Mapping[str, str]) -> list[str]:
    """Keys of files that are no longer there, of those below the named folders or where these lay before."""
    named = {os.path.abspath(given.root) for given in inputs if isinstance(given, Input) and given.root}
    former = {state.root for key in seen if (state := known.get(key)) is not None and state.root}
    former = {root for root in former if not os.path.exists(root)}

    def was_here(state: SourceState) -> bool:
        path = state.path or ""
        return state.root in former or any(path.startswith(os.path.join(root, "")) for root in named)

    return sorted(
        state.key
        for state in known.values()
        if state.key not in seen and state.path and was_here(state) and not os.path.exists(state.path)
    )

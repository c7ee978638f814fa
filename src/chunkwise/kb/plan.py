"""What an ``add`` has to do: which inputs are new or changed, and which files are gone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from chunkwise.errors import ChunkwiseError, InputError, UnsupportedFormat
from chunkwise.kb.gone import follow_roots, gone_keys, is_gone, resolved
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
    """One file that is looked at, and read again if it has changed."""

    name: str
    """As it was named."""
    content: Source | Document
    content_hash: str
    """Of what was looked at: what is read later has to be the same."""
    state: SourceState
    """What the base will know of it."""
    before: SourceState | None = None
    """What the base knows under its key now."""
    former_key: str | None = None
    """The key that the base has this very file under, where it is another one."""

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
    warnings: list[str] = field(default_factory=list)
    """What took another file's place."""
    keys: set[str] = field(default_factory=set)
    """Of everything that was looked at."""


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
    tasks: list[Task] = []
    for given in inputs:
        name = given.source if isinstance(given, Document) else given.name
        try:
            tasks.append(_task(given, name, known, by_path, marks))
        except ChunkwiseError as error:
            _fail(plan, given, name, error, by_path)
        looked(name)
    rekeyed = {task.former_key for task in tasks if task.former_key}
    seen: dict[str, Task] = {}
    for task in tasks:
        try:
            _check(task, seen, rekeyed, replace_others)
        except InputError as error:
            plan.failed.append(Failure(task.name, str(error)))
        else:
            seen[task.state.key] = task
            _place(plan, task, rekeyed)
    folders = {given.folder for given in inputs if isinstance(given, Input) and given.folder}
    states = {key: task.state for key, task in seen.items()}
    plan.keys = set(seen)
    plan.moved += follow_roots(known, states)
    plan.gone = gone_keys({**known, **{state.key: state for state in plan.moved}}, states, folders)
    return plan


def _task(
    given: Given, name: str, known: Mapping[str, SourceState], by_path: Mapping[str, str], marks: Marks
) -> Task:
    if isinstance(given, Document):
        try:
            content = content_hash(json.dumps(document_to_dict(given), sort_keys=True).encode())
        except (ValueError, TypeError, RecursionError) as error:
            raise InputError(f"{name}: its metadata cannot be kept: {error}") from error
        state = SourceState(given.id, marks.fingerprint(content, given.parser))
        return Task(name, given, content, state, known.get(given.id))
    if given.data is not None and not given.data.strip():
        raise InputError(f"{name}: nothing came in over standard input. What the base has of it stays.")
    opened: Any = read_input(given)
    source = open_source(opened, root=given.root, media_type=given.media_type)
    path = None if source.path is None else resolved(str(source.path))
    former = by_path.get(path) if path is not None else None
    if former is not None and not given.rooted:  # one file, named from somewhere else, is not there twice
        source = replace(source, id=former)
    try:
        content = content_hash(source.read())
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from error
    root = None if given.root is None else os.path.realpath(given.root)
    state = SourceState(source.id, marks.fingerprint(content, parser_label(source, marks.parser)), path, root)
    other = former if former != source.id else None
    return Task(name, source, content, state, known.get(source.id), other)


def _fail(plan: Plan, given: Given, name: str, error: ChunkwiseError, by_path: Mapping[str, str]) -> None:
    """Note an input that cannot be looked at; what the base has of it stays."""
    if isinstance(given, Input):
        plan.is_complete &= not given.unlisted
        is_known = given.data is None and resolved(given.name) in by_path
        if isinstance(error, UnsupportedFormat) and given.found and not is_known:
            plan.skipped.append(name)
            return
    plan.failed.append(Failure(name, str(error)))


def _check(
    task: Task, seen: Mapping[str, Task], rekeyed: Collection[str | None], replace_others: bool
) -> None:
    """Refuse to put one file in the place of another.

    Raises:
        InputError: another input of this run, or another file that is still there, has the key.
    """
    key, before, path = task.state.key, task.before, task.state.path
    advice = "Give --root FOLDER, a folder above both, to name files by their path below it"
    if key in seen:
        raise InputError(f"{task.name} and {seen[key].name} have the same document id {key!r}. {advice}.")
    if replace_others or before is None or before.path == path or key in rekeyed:
        return
    if before.fingerprint == task.state.fingerprint or (before.path and is_gone(before.path)):
        return
    there = f"and it is still there: {before.path}" if before.path else "which was no file of a folder"
    raise InputError(
        f"The base has something else with the document id {key!r}, {there}. "
        f"{advice}; or give --replace if this one is to take its place."
    )


def _place(plan: Plan, task: Task, rekeyed: Collection[str | None]) -> None:
    before, state = task.before, task.state
    if before is None or before.fingerprint != state.fingerprint:
        plan.tasks.append(task)
        if before is not None and before.path and before.path != state.path:
            plan.warnings.append(f"{state.key} comes from {state.path} now, and came from {before.path}.")
        return
    plan.unchanged.append(state.key)
    if before != state and (state.key in rekeyed or (before.path is not None and is_gone(before.path))):
        plan.moved.append(state)

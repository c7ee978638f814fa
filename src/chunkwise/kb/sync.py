"""``add``: bring a knowledge base up to what its inputs are now, in one new version or in none."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from chunkwise import __version__
from chunkwise.errors import ChunkwiseError, InputError, InvalidOption, KnowledgeBaseError
from chunkwise.kb.base import Base
from chunkwise.kb.caps import capped
from chunkwise.kb.catalogue import KEEP
from chunkwise.kb.job import Job
from chunkwise.kb.plan import Given, Marks, Plan, Task, embedder_mark, embedder_part, make_plan
from chunkwise.kb.report import AddReport, Failure, Progress, Stage, Watcher
from chunkwise.kb.revisions import SourceState
from chunkwise.model.chunk import Chunking
from chunkwise.model.document import Document
from chunkwise.model.ids import content_hash
from chunkwise.model.protocols import Embed
from chunkwise.model.serialize_parts import plain
from chunkwise.model.source import Source
from chunkwise.pipeline.cutting import Cutter, named
from chunkwise.pipeline.inputs import Input, InputOptions, collect
from chunkwise.pipeline.ordered import check_workers, in_order


@dataclass(frozen=True, slots=True)
class AddOptions:
    """How to add."""

    method: str = "auto"
    options: Mapping[str, Any] = field(default_factory=dict)
    """The method's options."""
    prune: bool = False
    """Take out files that are no longer there."""
    replace: bool = False
    """Let a file take the place of another one with the same document id."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """For every chunk; a document's own metadata of the same name loses, a chunk's own wins."""
    workers: int = 1
    """Processes that parse and cut."""
    parser: str | None = None
    """Name of the parser, instead of the one for the format."""
    timeout_s: float | None = None
    """Seconds that parsing a file may take, in a process of its own."""
    allow_truncation: bool = False
    """Take chunks that the embedder does not read to their end."""
    embedder_spec: str | None = KEEP
    """What loads the embedder again; None where nothing does; ``KEEP`` leaves what is noted."""


def add(
    base: Base, inputs: Sequence[Given], options: AddOptions, embedder: Embed | None, watch: Watcher
) -> AddReport:
    """Add what is new, replace what is changed, leave the rest alone: see ``KnowledgeBase.add``."""
    cutter = Cutter(
        options.method,
        capped(options.method, options.options, embedder, options.allow_truncation),
        options.parser,
        options.timeout_s,
    )
    check_workers(options.workers, cutter)
    name = embedder.name if embedder else None
    marks = Marks(options.parser, _settings(cutter, options, name), name)
    report = AddReport()
    with base.as_writer(lambda: watch(Progress("wait", "", 0, 0))):
        report.seq = base.catalogue.state().head_seq
        known = base.revisions.sources(report.seq)
        look = _Steps(watch, "look", len(inputs))
        plan = make_plan(inputs, known, marks, options.replace, look)
        _report_plan(plan, report, options.prune)
        removed = plan.gone if options.prune and plan.is_complete else []
        others = _others(known, plan, removed, embedder)
        if plan.tasks or removed or others:
            job = Job(base, report, embedder, options.metadata, options.embedder_spec)
            work = partial(_run, job, plan, removed, others, cutter, options.workers, report, watch)
            _finished(job, report, work)
        base.revisions.relocate(plan.moved)
        if report.seq and report.did_anything:
            watch(Progress("index", "", 0, 0))
            base.maintain()
    return report


def remove(base: Base, keys: Iterable[str], watch: Watcher) -> AddReport:
    """Take files out by their keys: see ``KnowledgeBase.remove``."""
    report = AddReport()
    wanted = list(dict.fromkeys(keys))
    with base.as_writer(lambda: watch(Progress("wait", "", 0, 0))):
        report.seq = base.catalogue.state().head_seq
        known = base.revisions.sources(report.seq)
        if unknown := [key for key in wanted if key not in known]:
            raise KnowledgeBaseError(f"The base has no file {unknown[0]!r}.")
        if wanted:
            version = base.catalogue.version(report.seq)
            job = Job.without_embedder(base, report, version.embedder if version else None)
            _finished(job, report, partial(_remove, job, wanted))
    return report


def _remove(job: Job, keys: Iterable[str]) -> None:
    for key in keys:
        job.remove(key)
    job.flush()


def as_inputs(given: Any, root: str | None, media_type: str | None) -> list[Given]:
    """What ``add`` takes as a list of inputs: paths, patterns, parsed documents, or one of these.

    Args:
        given: what the user gave.
        root: folder that keys are relative to.
        media_type: what every file is.

    Raises:
        InvalidOption: it holds something else.
    """
    if isinstance(given, (str, os.PathLike, Document, Input)):
        given = [given]
    found: list[Given] = []
    options = InputOptions(media_type=media_type, root=root)
    for one in given:
        if isinstance(one, (Document, Input)):
            found.append(one)
        elif isinstance(one, (str, os.PathLike)):
            found += collect([os.fspath(one)], options)
        else:
            raise InvalidOption(f"add takes paths, patterns and documents, not {type(one).__name__}.")
    return found


def _settings(cutter: Cutter, options: AddOptions, embedder: str | None) -> dict[str, Any]:
    """What a file's chunks depend on besides the file; wherever the embedder's model may lie."""
    settings = {**cutter.built().settings, "chunkwise": __version__, "metadata": options.metadata}
    if embedder is not None and "tokenizer" not in options.options:
        settings["tokenizer"] = embedder
    if options.method.endswith(".toml"):
        settings["preset"] = Path(options.method).read_text(encoding="utf-8")
    found = plain(settings)
    assert isinstance(found, dict)
    return found


def _report_plan(plan: Plan, report: AddReport, prune: bool) -> None:
    report.unchanged += plan.unchanged
    report.failed += plan.failed
    report.skipped += plan.skipped
    report.warnings += plan.warnings
    if not prune:
        report.gone += plan.gone
    elif not plan.is_complete:
        report.gone += plan.gone
        report.warnings.append(
            "Nothing was pruned, since not everything that was named could be looked into."
        )


def _others(
    known: Mapping[str, SourceState], plan: Plan, removed: Sequence[str], embedder: Embed | None
) -> list[SourceState]:
    """Files that have the vectors of another embedder and are not added again by this job."""
    if embedder is None:
        return []
    mine = embedder_mark(embedder.name)
    again = {task.state.key for task in plan.tasks} | set(removed)
    return [state for key, state in known.items() if key not in again and embedder_part(state) != mine]


def _run(
    job: Job,
    plan: Plan,
    removed: Sequence[str],
    others: Sequence[SourceState],
    cutter: Cutter,
    workers: int,
    report: AddReport,
    watch: Watcher,
) -> None:
    """The work of one job."""
    steps = _Steps(watch, "store", len(plan.tasks) + len(removed) + len(others))
    contents = [(task.content, task.content_hash) for task in plan.tasks]
    cut = in_order(partial(_cut, cutter), contents, workers, _died)
    for task, (_, result) in zip(plan.tasks, cut, strict=True):
        if isinstance(result, ChunkwiseError):  # this file's fault: the others go on
            report.failed.append(Failure(task.name, str(result)))
        else:
            _put(job, task, result, plan.keys, report)
        steps(task.name)
    for key in removed:
        job.remove(key)
        steps(key)
    job.flush()
    for keys in job.reembed(others):
        for key in keys:
            steps(key)


def _put(
    job: Job, task: Task, chunkings: Sequence[Chunking], keys: Collection[str], report: AddReport
) -> None:
    try:
        job.put(task, chunkings)
    except InputError as error:
        report.failed.append(Failure(task.name, str(error)))
        return
    if task.former_key is not None and task.former_key not in keys:
        job.remove(task.former_key)  # the same file under another key now


def _cut(cutter: Cutter, item: tuple[Source | Document, str]) -> list[Chunking] | ChunkwiseError:
    """Cut one input; a fault of ours in one file does not end the job either."""
    content, wanted = item
    try:
        if isinstance(content, Source):
            data = content.read()
            if content_hash(data) != wanted:
                return InputError(f"{content.name} changed while it was being added: add it again.")
            content = replace(content, path=None, data=data)  # what was looked at is what is cut
        return cutter(content)
    except Exception as error:
        found = InputError(f"internal error: {type(error).__name__}: {error}")
        found.add_note("".join(traceback.format_exception(error)))
        return found


def _died(item: tuple[Source | Document, str], why: str) -> ChunkwiseError:
    return InputError(f"{named(item[0])}: {why}")


def _finished(job: Job, report: AddReport, work: Callable[[], object]) -> None:
    """Do a job's work, and make a version of it if anything changed; if it fails, nothing has happened."""
    try:
        work()
        if report.did_anything:
            job.finish()
            report.seq = job.seq
        else:
            job.withdraw()
    except BaseException:
        job.withdraw()
        raise


class _Steps:
    """Counts what a stage is through with, and tells."""

    def __init__(self, watch: Watcher, stage: Stage, total: int) -> None:
        self.done = 0
        self._watch, self._stage, self._total = watch, stage, total

    def __call__(self, name: str) -> None:
        self.done += 1
        self._watch(Progress(self._stage, name, self.done, self._total))

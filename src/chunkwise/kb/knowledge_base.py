"""The façade that every entrance uses: a knowledge base, opened by its folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from chunkwise.errors import (
    ChunkwiseError,
    EmbedderError,
    InvalidOption,
    KnowledgeBaseError,
    UnknownOption,
)
from chunkwise.kb import search as searching
from chunkwise.kb import sync
from chunkwise.kb.base import Base
from chunkwise.kb.candidates import Reader
from chunkwise.kb.catalogue import KEEP, Version
from chunkwise.kb.evaluate import Evaluation, Texts, evaluate
from chunkwise.kb.failures import explained
from chunkwise.kb.question import Question
from chunkwise.kb.report import AddReport, Progress, Watcher
from chunkwise.kb.revisions import DocumentInfo
from chunkwise.kb.synonyms import Synonyms
from chunkwise.model.chunk import Chunk
from chunkwise.model.hit import Hits
from chunkwise.model.protocols import Embed, Rerank
from chunkwise.quality import questions as question_sets
from chunkwise.quality.budget import BUDGETS
from chunkwise.quality.measures import K, Looking
from chunkwise.rank.rerank_spec import load_reranker

RELEASED, HEAD = "released", "head"
NO_EMBEDDER = "none"


def open_kb(
    path: str | os.PathLike[str], *, create: bool = False, embedder: str | Embed | None = None
) -> KnowledgeBase:
    """Open a knowledge base.

    Args:
        path: its folder, by convention ``NAME.kb``.
        create: make it where there is none.
        embedder: what makes vectors: ``onnx:FOLDER``, ``openai:MODEL``, an object with the methods of
            ``Embed``, or ``"none"``; None: the one that the base was made with. Another one than
            before takes effect with the next ``add``, which embeds everything again.

    Raises:
        KnowledgeBaseError: there is none, the folder holds something else, or it is of a newer version.
        MissingExtra: the packages for knowledge bases are not installed.
        UnknownName: there is no such embedder.
    """
    name = os.fspath(path)
    if not isinstance(name, str) or not name:
        raise InvalidOption(f"A knowledge base is opened by the path of its folder, not {path!r}.")
    if "://" in name:
        raise InvalidOption(f"Knowledge bases of a server cannot be opened yet: {name}. Give a folder.")
    # Absolute: the program may change its folder.
    return KnowledgeBase(Base(Path(os.path.abspath(name)), create), embedder)


class KnowledgeBase:
    """Documents that can be searched, with versions. Threads may share one; use it as a context manager.

    >>> import tempfile
    >>> from chunkwise.model.document import Document
    >>> with tempfile.TemporaryDirectory() as folder, open_kb(f"{folder}/a.kb", create=True) as kb:
    ...     report = kb.add(Document.from_text("Refunds take five days.", "refunds"))
    ...     hits = kb.search("how long do refunds take?")
    >>> report.added, hits[0].chunk.text
    (['refunds'], 'Refunds take five days.')
    """

    def __init__(self, base: Base, embedder: str | Embed | None = None) -> None:
        self._base = base
        self._given = embedder
        self._loaded: Embed | None = None

    @property
    def path(self) -> Path:
        """The folder."""
        return self._base.folder

    def add(
        self,
        inputs: Any,
        method: str = "auto",
        *,
        prune: bool = False,
        replace: bool = False,
        metadata: Mapping[str, Any] | None = None,
        root: str | os.PathLike[str] | None = None,
        media_type: str | None = None,
        parser: str | None = None,
        timeout_s: float | None = None,
        workers: int = 1,
        allow_truncation: bool = False,
        on_progress: Watcher | None = None,
        **options: Any,
    ) -> AddReport:
        """Add what is new, replace what has changed, and leave alone what has not: one new version.

        A file is unchanged if its bytes, its parser and the settings are. Other writers are waited
        for. If anything but single files fails, the base stays as it was.

        Args:
            inputs: paths of files and folders, patterns, ``Document``s; one of these or several.
            method: see ``chunker``.
            prune: take out files of the named folders that are no longer there.
            replace: let a file take the place of another one of the same key that is still there.
            metadata: for every chunk, to filter by.
            root: the folder that keys are relative to; by default the named folder.
            media_type: what every file is, instead of detection.
            parser: name of the parser, instead of the one for the format.
            timeout_s: seconds that parsing a file may take, in a process of its own.
            workers: processes that parse and cut.
            allow_truncation: take chunks that are longer than what the embedder reads.
            on_progress: called with every step.
            options: the method's options.

        Raises:
            UsageError: see ``chunker``; or a cap that the embedder cannot keep.
            EmbedderError: the base has an embedder and it cannot be loaded.
            StoreError: the store failed; the base is as it was.
        """
        if metadata is not None and not isinstance(metadata, Mapping):
            raise InvalidOption(f"metadata is a mapping of names to values, not {metadata!r:.60}.")
        asked = sync.AddOptions(
            os.fspath(method), options, prune, replace, metadata or {}, workers, parser, timeout_s,
            allow_truncation, self._spec(),
        )  # fmt: skip
        folder = None if root is None else os.fspath(root)
        found = sync.as_inputs(inputs, folder, media_type)
        embedder = self._embedder()
        with explained(self.path):
            report = sync.add(self._base, found, asked, embedder, on_progress or _nobody)
            self._note_embedder(embedder, asked.embedder_spec)
        return report

    def remove(self, keys: str | Iterable[str], *, on_progress: Watcher | None = None) -> AddReport:
        """Take files out, with all their documents: one new version.

        Args:
            keys: the keys of files, as ``AddReport`` and ``documents`` name them.
            on_progress: called with every step.

        Raises:
            KnowledgeBaseError: the base has no such file.
        """
        wanted = [keys] if isinstance(keys, str) else list(keys)
        with explained(self.path):
            return sync.remove(self._base, wanted, on_progress or _nobody)

    def search(
        self,
        query: str,
        k: int = 5,
        *,
        where: Mapping[str, Any] | None = None,
        mode: str = "hybrid",
        at: str | int = RELEASED,
        neighbours: int = 0,
        spans: str | None = None,
        budget_chars: int | None = None,
        rerank: str | Rerank | None = None,
        rerank_top: int = 20,
        fine: bool = True,
    ) -> Hits:
        """Find what answers a question.

        Args:
            query: the question.
            k: most hits.
            where: a filter on metadata, e.g. ``{"year": {"$gte": 2020}}``.
            mode: ``hybrid`` (words, and vectors where there is an embedder), ``lexical`` or ``dense``.
            at: ``released`` (the head if nothing was ever released), ``head``, or a version's number.
            neighbours: chunks before and after each hit that come with it, from its document.
            spans: how sharply ``Hits.passages`` are cut: ``wide``, ``balanced`` or ``focused``; None: no
                passages, unless there is a budget.
            budget_chars: characters that the passages may have together; None: no such limit.
            rerank: a function of the question and texts, or a spec such as
                ``http://localhost:8080/rerank`` or ``onnx:FOLDER``; see ``Rerank``.
            rerank_top: how many of the best hits it is given.
            fine: whether parts of words count, which meet typing errors.

        Raises:
            InvalidOption: an argument cannot be used.
            EmbedderError: mode ``dense``, and there is no embedder or it failed.
            KnowledgeBaseError: there is no such version.
            StoreError: the store cannot be read.
        """
        return search(
            [self], query, k, where=where, mode=mode, at=at, neighbours=neighbours, spans=spans,
            budget_chars=budget_chars, rerank=rerank, rerank_top=rerank_top, fine=fine,
        )  # fmt: skip

    @property
    def synonyms(self) -> Synonyms:
        """The base's own dictionary of words that mean the same, for its searches."""
        return self._base.synonyms

    def reader(self, mode: str, at: str | int) -> Reader:
        """The base at a version, with the embedder that a search in this mode needs.

        Raises:
            EmbedderError: mode ``dense``, and there is no embedder.
            KnowledgeBaseError: there is no such version.
        """
        seq = self._seq(at)
        embedder, warnings = (None, []) if mode == "lexical" else self._embedder_of(seq)
        if embedder is None and mode == "dense":
            reason = warnings[0] if warnings else "The base has no embedder: give one to add."
            raise EmbedderError(f"There are no vectors to search by. {_sentence(reason)}")
        return Reader(self._base, seq, embedder, warnings)

    def chunks(self, ids: Iterable[str], *, at: str | int = RELEASED) -> list[Chunk]:
        """Chunks by id, in this order; those that the version does not have are left out."""
        wanted = list(ids)
        found = self._base.revisions.chunks(wanted, self._seq(at))
        return [found[id] for id in wanted if id in found]

    def documents(self, *, at: str | int = RELEASED) -> list[DocumentInfo]:
        """The documents of a version, by id."""
        return self._base.revisions.documents(self._seq(at))

    def versions(self) -> list[Version]:
        """All versions, the newest first."""
        return self._base.catalogue.versions()

    def evaluate(
        self,
        questions: str | os.PathLike[str] | Iterable[question_sets.Question],
        k: int = K,
        *,
        budgets: Iterable[int] = BUDGETS,
        at: str | int = RELEASED,
        on_answer: Callable[[str], None] | None = None,
        **search: Any,
    ) -> Evaluation:
        """Ask questions whose answers are known, and measure what the searches return.

        Args:
            questions: a file of JSON lines (see ``quality.questions``; also Chroma's CSV and SQuAD's
                JSON), or ``Question``s; each with quotes or spans that answer it.
            k: hits of each search.
            budgets: characters of context at which recall is taken.
            at: as in ``search``.
            on_answer: called with the id of each question when it is answered.
            search: whatever else ``search`` takes: ``where``, ``mode``, ``rerank`` … With ``spans`` or
                ``budget_chars`` the passages are scored, and not the chunks.

        Raises:
            InputError: the file cannot be read, or none of the questions can be scored.
            KnowledgeBaseError: there is no such version.
        """
        seq, looking = self._seq(at), Looking(k, tuple(budgets))
        if isinstance(questions, str | os.PathLike):
            questions = question_sets.read_questions(questions)
        given, cut = list(questions), any(search.get(name) for name in ("spans", "budget_chars"))

        def asking(text: str, most: int) -> Hits:
            return self.search(text, most, at=seq, **search)

        with explained(self.path):
            texts = Texts(self._base.revisions, seq)
            return evaluate(asking, texts, given, looking, on_answer or (lambda id: None), cut)

    @property
    def head_seq(self) -> int:
        """The number of the newest version; 0: nothing was ever added."""
        return self._base.catalogue.state().head_seq

    @property
    def released_seq(self) -> int | None:
        """The number of the released version; None: nothing was ever released."""
        return self._base.catalogue.state().released_seq

    def close(self) -> None:
        """Close all files; the knowledge base cannot be used afterwards."""
        self._base.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<KnowledgeBase {str(self.path)!r} at version {self.head_seq}>"

    def _seq(self, at: str | int) -> int:
        state = self._base.catalogue.state()
        if at == RELEASED:
            return state.read_seq
        if at == HEAD:
            return state.head_seq
        digits = str(at)
        is_number = not isinstance(at, bool) and digits.isdecimal() and len(digits) < 19
        if not is_number or int(digits) > state.head_seq:
            raise KnowledgeBaseError(
                f"There is no version {digits[:20]!r}: give {RELEASED}, {HEAD} or a number up to "
                f"{state.head_seq}."
            )
        return int(digits)

    def _note_embedder(self, embedder: Embed | None, spec: str | None) -> None:
        """Note what loads the embedder where an ``add`` had nothing to do but to learn that."""
        state = self._base.catalogue.state()
        version = self._base.catalogue.version(state.head_seq)
        mine = version is not None and embedder is not None and version.embedder == embedder.name
        if mine and spec != KEEP and spec != state.embedder:
            self._base.catalogue.set_embedder(spec)

    def _spec(self) -> str | None:
        """What loads the embedder again, from wherever the base is opened; ``KEEP`` if none was given."""
        if self._given is None:
            return KEEP
        if not isinstance(self._given, str) or self._given == NO_EMBEDDER:
            return None
        from chunkwise.embed.spec import anchored

        return anchored(self._given)

    def _embedder(self) -> Embed | None:
        """The embedder that was given, else the one that the base names.

        Raises:
            EmbedderError: the base has vectors of one that it cannot load by itself.
        """
        if self._loaded is not None:
            return self._loaded
        given: str | Embed | None = self._given
        if given is None:
            state = self._base.catalogue.state()
            given = state.embedder
            version = self._base.catalogue.version(state.head_seq) if given is None else None
            if version is not None and version.embedder is not None:
                raise EmbedderError(
                    f"The base has vectors of the embedder {version.embedder}, which was given as an object: "
                    'give it to open_kb again, or embedder="none" to go on without vectors.'
                )
        if given is None or given == NO_EMBEDDER:
            return None
        self._loaded = _load(given) if isinstance(given, str) else given
        return self._loaded

    def _embedder_of(self, seq: int) -> tuple[Embed | None, list[str]]:
        """The embedder whose vectors a version has, or None and why it cannot be asked."""
        version = self._base.catalogue.version(seq)
        if version is None or version.embedder is None:
            return None, []
        try:
            embedder = self._embedder()
        except ChunkwiseError as error:
            return None, [f"Searched by words only: {error}"]
        if embedder is None or embedder.name != version.embedder:
            return None, [
                f"Searched by words only: version {seq} has vectors of the embedder {version.embedder}, "
                f"not of {embedder.name if embedder else 'none'}."
            ]
        return embedder, []


def search(
    bases: Iterable[KnowledgeBase],
    query: str,
    k: int = 5,
    *,
    where: Mapping[str, Any] | None = None,
    mode: str = "hybrid",
    at: str | int = RELEASED,
    rerank: str | Rerank | None = None,
    **options: Any,
) -> Hits:
    """Find what answers a question in several knowledge bases at once.

    All candidates are ranked together, so their scores compare; ``Hit.kb`` says where each comes from.
    Vectors count if the bases have one embedder.

    Args:
        bases: at least one.
        query: the question.
        k: most hits, of all together.
        where: see ``KnowledgeBase.search``.
        mode: the same.
        at: the same, for each base.
        rerank: the same.
        options: ``neighbours``, ``spans``, ``budget_chars``, ``rerank_top`` and ``fine`` of the same.

    Raises:
        InvalidOption: an argument cannot be used.
        EmbedderError: mode ``dense``, and there is no embedder, or they have several.
        KnowledgeBaseError: a base has no such version.
        StoreError: none of the bases can be read.
    """
    found = [bases] if isinstance(bases, KnowledgeBase) else list(bases)
    if not found or not all(isinstance(base, KnowledgeBase) for base in found):
        raise InvalidOption("Give one knowledge base or several, as open_kb returns them.")
    if unknown := sorted(options.keys() - _OPTIONS):
        raise UnknownOption("search", unknown[0], sorted(_OPTIONS))
    question = Question.of(query, k, where, mode, **options)
    readers = [base.reader(mode, at) for base in found]
    order = load_reranker(rerank) if rerank is not None else None
    with explained(found[0].path):
        return searching.search(readers, question, order)


_OPTIONS = frozenset({"neighbours", "spans", "budget_chars", "rerank_top", "fine"})


def _sentence(warning: str) -> str:
    """What a warning of the search by words says of the vectors, as a sentence of its own."""
    said = warning.removeprefix("Searched by words only: ")
    return said[:1].upper() + said[1:]


def _nobody(progress: Progress) -> None:
    """Watches nothing."""


def _load(spec: str) -> Embed:
    from chunkwise.embed.spec import load_embedder

    return load_embedder(spec)

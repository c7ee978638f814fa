"""An embedder that runs a model of the sentence-transformers kind from a folder, on the CPU.

A vector never depends on the texts beside it. No text is padded: only texts of equally many tokens
share a run, and only short ones, since from some 60 tokens on a shared run is no faster. Models
that quantise activations while they run take the scale from everything in the run, so a shared one
would move vectors (cosines of 0.991 to 0.995 with the vector alone were measured): they get one
text at a time, which is as fast. Cores are used by runs side by side, each in one thread.
"""

from __future__ import annotations

import hashlib
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunkwise.embed.model_bytes import digest, quantises_at_run_time, weight_files
from chunkwise.embed.model_folder import find_model
from chunkwise.embed.model_tokens import ModelCounter, ModelTokens
from chunkwise.embed.pooling import POOLINGS, unit_rows
from chunkwise.embed.texts import PrefixedCounter
from chunkwise.errors import EmbedderError, InvalidOption, MissingExtra, ModelError
from chunkwise.model.protocols import Counter
from chunkwise.runtime.onnx import OnnxModel, available_cores
from chunkwise.runtime.options import typed_options

_RUN_TOKENS = 256
"""Tokens of texts that share a run, together."""
_RULES = "1"
"""Part of the name: changes when vectors of the same files would."""
_POOLED_OUTPUT = "sentence_embedding"
_TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_TYPES = {"tensor(int64)": "int64", "tensor(int32)": "int32"}


class OnnxEmbedder:
    """Vectors of length 1 from an ONNX model and its tokenizer; both are loaded when first used.

    Any number of threads may use one embedder, and it can be pickled.

    Args:
        folder: holds ``model.onnx`` or ``onnx/model.onnx``, and ``tokenizer.json``.
        model: the model's file, if it is elsewhere or one of several; relative to the folder.
        tokenizer: the ``tokenizer.json``, if it is elsewhere; relative to the folder.
        max_tokens: where longer texts are cut off, special tokens included; what the folder says if None.
        pooling: ``mean``, ``cls``, ``max`` or ``last``; what the folder says if None, else ``mean``.
        query_prefix: put before questions; what the folder says if None.
        passage_prefix: put before passages; what the folder says if None.
        threads: runs side by side; as many as there are cores if None.

    Raises:
        EmbedderError: a file is missing or cannot be read, or the model needs what is not done here.
        InvalidOption: an option cannot be used with this model.
        MissingExtra: onnxruntime, tokenizers or NumPy is not installed.
    """

    def __init__(
        self,
        folder: str | Path | None = None,
        *,
        model: str | Path | None = None,
        tokenizer: str | Path | None = None,
        max_tokens: int | None = None,
        pooling: str | None = None,
        query_prefix: str | None = None,
        passage_prefix: str | None = None,
        threads: int | None = None,
    ) -> None:
        if any(find_spec(name) is None for name in ("numpy", "tokenizers")):
            raise MissingExtra("An ONNX embedder", "onnx")
        files = find_model(folder, model, tokenizer)
        self._again = partial(
            type(self), folder, model=model, tokenizer=tokenizer, max_tokens=max_tokens, pooling=pooling,
            query_prefix=query_prefix, passage_prefix=passage_prefix, threads=threads,
        )  # fmt: skip
        self._files = files
        self._max_tokens = _limit(max_tokens, files.max_tokens, files.positions)
        self._pooling = pooling or files.pooling
        self._own_pooling = pooling is None
        if self._pooling not in POOLINGS:
            raise InvalidOption(f"There is no pooling {pooling!r}. There are: {', '.join(POOLINGS)}.")
        self._query_prefix = files.query_prompt if query_prefix is None else query_prefix
        self._passage_prefix = files.passage_prompt if passage_prefix is None else passage_prefix
        if threads is not None and threads < 1:
            raise InvalidOption(f"threads has to be at least 1, and is {threads}.")
        self._threads = threads or available_cores()
        self._model = OnnxModel(files.model)
        self._loaded: tuple[ModelCounter, ModelTokens] | None = None
        self._lock = threading.Lock()

    @classmethod
    def from_spec(cls, target: str, options: Mapping[str, str]) -> OnnxEmbedder:
        """The embedder of a spec: the folder, and the arguments of this class as text.

        Raises:
            UnknownOption: this class has no such argument.
            InvalidOption: the spec names no folder, or a value cannot be used.
            EmbedderError: as for the class.
            MissingExtra: as for the class.
        """
        if not target:
            raise InvalidOption("Say where the model lies: onnx:FOLDER.")
        return cls(target, **typed_options("The embedder onnx", options, _OPTIONS))

    def __reduce__(self) -> tuple[Callable[[], OnnxEmbedder], tuple[()]]:
        return self._again, ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._files.model)!r})"

    @property
    def name(self) -> str:
        """A hash of the model's bytes, its tokenizer and what else the vectors depend on."""
        prefixes = self._query_prefix, self._passage_prefix
        settings = (_RULES, self._pooling, self._own_pooling, self._max_tokens, prefixes, self._files.lower)
        digests = [digest(file) for file in (*weight_files(self._files.model), self._files.tokenizer)]
        whole = repr((*settings, *digests)).encode("utf-8", "surrogatepass")
        return f"onnx:{hashlib.sha256(whole).hexdigest()[:16]}"

    @property
    def max_tokens(self) -> int:
        """Where texts are cut off."""
        return self._max_tokens

    @property
    def counter(self) -> Counter:
        """Counts a passage with its prefix and the special tokens.

        Raises:
            TokenizerError: the tokenizer cannot be read.
        """
        return PrefixedCounter(self._words()[0], self._passage_prefix)

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """A vector for each passage, as arrays of float32.

        Raises:
            EmbedderError: the model or its tokenizer cannot be loaded, or it failed.
        """
        return self._vectors([self._passage_prefix + text for text in texts])

    def embed_query(self, text: str) -> Sequence[float]:
        """The vector of a question.

        Raises:
            EmbedderError: as above.
        """
        return self._vectors([self._query_prefix + text])[0]

    def _words(self) -> tuple[ModelCounter, ModelTokens]:
        with self._lock:
            if self._loaded is None:
                counter = ModelCounter.load(self._files.tokenizer, self._files.lower)
                if self._max_tokens <= counter.special:
                    raise InvalidOption(
                        f"max_tokens has to be more than the {counter.special} special tokens."
                    )
                self._loaded = counter, ModelTokens(counter, self._max_tokens)
            return self._loaded

    def _vectors(self, texts: Sequence[str]) -> list[Sequence[float]]:
        ids = self._words()[1].ids(texts)
        together = 1 if quantises_at_run_time(self._files.model) else _RUN_TOKENS
        runs = list(_runs(ids, together))
        vectors: list[Sequence[float]] = [()] * len(ids)
        rows = self._side_by_side([[ids[at] for at in run] for run in runs])
        for run, found in zip(runs, rows, strict=True):
            for at, vector in zip(run, found, strict=True):
                vectors[at] = array("f", vector.tobytes())
        return vectors

    def _side_by_side(self, runs: Sequence[Sequence[Sequence[int]]]) -> list[Any]:
        if len(runs) < 2 or self._threads == 1:
            return [self._run(run) for run in runs]
        with ThreadPoolExecutor(min(self._threads, len(runs))) as pool:
            return list(pool.map(self._run, runs))

    def _run(self, ids: Sequence[Sequence[int]]) -> Any:
        """Unit vectors of texts of equally many tokens."""
        try:
            given = {name: self._input(name, kind, ids) for name, kind in self._model.inputs.items()}
            output = self._model.run(given, [_output(self._model.outputs, self._own_pooling)])[0]
        except ModelError as error:
            raise EmbedderError(str(error)) from error
        if output.ndim == 2 and not self._own_pooling:
            raise EmbedderError(f"{self._whose()} pools by itself: leave out the option pooling.")
        return unit_rows(output, len(ids), self._pooling, self._whose())

    def _input(self, name: str, kind: str, ids: Sequence[Sequence[int]]) -> Any:
        import numpy

        if name not in _INPUTS or kind not in _TYPES:
            raise EmbedderError(
                f"{self._whose()} wants an input {name} of type {kind}, which is not known here. "
                f"Known are: {', '.join(_INPUTS)}."
            )
        if name == "input_ids":
            return numpy.array(ids, dtype=_TYPES[kind])
        fill = 1 if name == "attention_mask" else 0
        return numpy.full((len(ids), len(ids[0])), fill, dtype=_TYPES[kind])

    def _whose(self) -> str:
        return f"The model {self._files.model}"


_OPTIONS: dict[str, Callable[[str], Any]] = {
    "model": str, "tokenizer": str, "max_tokens": int, "pooling": str, "query_prefix": str,
    "passage_prefix": str, "threads": int,
}  # fmt: skip


def _limit(given: int | None, said: int | None, positions: int | None) -> int:
    if given is None and said is None:
        raise InvalidOption("The model's files do not say how long a text it reads. Give max_tokens.")
    limit = given if given is not None else said or 0
    if limit < 1 or (positions is not None and limit > positions):
        most = f"from 1 to {positions}" if positions is not None else "at least 1"
        raise InvalidOption(f"max_tokens has to be {most} for this model, and is {limit}.")
    return limit


def _runs(ids: Sequence[Sequence[int]], together: int) -> Iterator[list[int]]:
    """Places of texts that share a run, shortest texts first."""
    run: list[int] = []
    for at in sorted(range(len(ids)), key=lambda at: len(ids[at])):
        if run and (len(ids[run[0]]) != len(ids[at]) or (len(run) + 1) * len(ids[at]) > together):
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _output(names: Sequence[str], own_pooling: bool) -> str:
    """The output to read: the model's own pooling if it is wanted, else its tokens, else the first."""
    wanted = (_POOLED_OUTPUT, *_TOKEN_OUTPUTS) if own_pooling else _TOKEN_OUTPUTS
    return next((name for name in wanted if name in names), names[0])

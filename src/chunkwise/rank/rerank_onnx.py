"""A cross-encoder in a folder, on the CPU: a model that reads question and text together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunkwise.errors import InvalidOption, MissingExtra, ModelError
from chunkwise.runtime.onnx import OnnxModel, available_cores
from chunkwise.runtime.options import typed_options

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_TYPES = {"tensor(int64)": "int64", "tensor(int32)": "int32"}


class OnnxReranker:
    """Scores of a cross-encoder: its one number for a pair, or the second of two less the first.

    Each pair is a run of its own, so a score never depends on the texts beside it.

    Args:
        folder: holds ``model.onnx`` or ``onnx/model.onnx``, and ``tokenizer.json``.
        max_tokens: where a pair is cut off, the longer of the two first.
        threads: of a run; as many as there are cores if None.

    Raises:
        ModelError: a file is missing.
        MissingExtra: onnxruntime, tokenizers or NumPy is not installed.
    """

    def __init__(self, folder: str | Path, *, max_tokens: int = 512, threads: int | None = None) -> None:
        if any(find_spec(name) is None for name in ("numpy", "tokenizers", "onnxruntime")):
            raise MissingExtra("An ONNX reranker", "onnx")
        top = Path(folder)
        usual = (top / "model.onnx", top / "onnx" / "model.onnx")
        weights = next((file for file in usual if file.is_file()), None)
        self._words = top / "tokenizer.json"
        if weights is None or not self._words.is_file():
            raise ModelError(f"{top} is no cross-encoder: it should hold model.onnx and tokenizer.json.")
        if max_tokens < 8:
            raise InvalidOption(f"max_tokens is {max_tokens}: a question and a text need at least 8.")
        self._max_tokens = max_tokens
        self._model = OnnxModel(weights, threads or available_cores())
        self._lock = threading.Lock()
        self._loaded: Any = None

    @classmethod
    def from_spec(cls, target: str, options: Mapping[str, str]) -> OnnxReranker:
        """The reranker of a spec: the folder, with the options ``max_tokens`` and ``threads``.

        Raises:
            UnknownOption: there is no such option.
            InvalidOption: the spec names no folder, or a value cannot be used.
        """
        if not target:
            raise InvalidOption("Say where the model lies: onnx:FOLDER.")
        return cls(target, **typed_options("The reranker onnx", options, _OPTIONS))

    def __call__(self, query: str, texts: Sequence[str], /) -> list[float]:
        """A score for each text.

        Raises:
            ModelError: the model or its tokenizer cannot be loaded, or is no cross-encoder.
        """
        pairs = [(_encodable(query), _encodable(text)) for text in texts]
        return [self._score(encoding) for encoding in self._tokenizer().encode_batch(pairs)]

    def _score(self, encoding: Any) -> float:
        import numpy

        given = {}
        rows = dict(zip(_INPUTS, (encoding.ids, encoding.attention_mask, encoding.type_ids), strict=True))
        for name, kind in self._model.inputs.items():
            if name not in rows or kind not in _TYPES:
                raise ModelError(f"{self._model.path} wants an input {name} of type {kind}: not known here.")
            given[name] = numpy.array([rows[name]], dtype=_TYPES[kind])
        outputs = self._model.outputs
        numbers = self._model.run(given, ["logits" if "logits" in outputs else outputs[0]])[0].ravel()
        if len(numbers) not in (1, 2):
            raise ModelError(f"{self._model.path} gives {len(numbers)} numbers for a pair: no cross-encoder.")
        return float(numbers[-1] - numbers[0]) if len(numbers) == 2 else float(numbers[0])

    def _tokenizer(self) -> Any:
        with self._lock:
            if self._loaded is None:
                from tokenizers import Tokenizer

                try:
                    made = Tokenizer.from_file(str(self._words))
                except Exception as error:  # the library raises bare exceptions
                    raise ModelError(f"{self._words} cannot be read: {error}.") from error
                made.no_padding()
                made.enable_truncation(self._max_tokens)
                made.encode_special_tokens = True
                self._loaded = made
            return self._loaded


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


_OPTIONS: dict[str, Callable[[str], Any]] = {"max_tokens": int, "threads": int}

"""One loader of ONNX models, run on the CPU by onnxruntime."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunkwise.errors import MissingExtra, ModelError

_FATAL = 4
"""The level of onnxruntime's log that says nothing: what fails is raised as well."""
_LFS = b"version https://git-lfs"


class OnnxModel:
    """A model in a file, loaded when it is first used. Any number of threads may run it at once.

    Args:
        path: the ``.onnx`` file; data files beside it are found by their names.
        threads: of one run. With 1 a run needs no pool of threads, and several runs side by side
            use the cores better than several threads of one run.

    Raises:
        MissingExtra: onnxruntime is not installed.
    """

    def __init__(self, path: str | Path, threads: int = 1) -> None:
        if find_spec("onnxruntime") is None:
            raise MissingExtra("An ONNX model", "onnx")
        self.path = Path(path)
        self.threads = threads
        self._session: Any = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.threads)

    @property
    def inputs(self) -> dict[str, str]:
        """Name → type of what the model reads, e.g. ``tensor(int64)``.

        Raises:
            ModelError: the file cannot be loaded.
        """
        return {value.name: value.type for value in self._loaded().get_inputs()}

    @property
    def outputs(self) -> list[str]:
        """Names of what the model gives.

        Raises:
            ModelError: the file cannot be loaded.
        """
        return [value.name for value in self._loaded().get_outputs()]

    def run(self, inputs: Mapping[str, Any], outputs: Sequence[str]) -> list[Any]:
        """Arrays for arrays.

        Args:
            inputs: a NumPy array for each input.
            outputs: names of the arrays wanted.

        Raises:
            ModelError: the file cannot be loaded, or the model does not take these arrays.
        """
        session = self._loaded()
        try:
            arrays: list[Any] = session.run(list(outputs), dict(inputs))
        except Exception as error:  # onnxruntime's errors have no base of their own
            raise ModelError(f"The model {self.path} failed: {_first_line(error)}.") from error
        return arrays

    def _loaded(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = _session(self.path, self.threads)
            return self._session


def available_cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _session(path: Path, threads: int) -> Any:
    import onnxruntime

    onnxruntime.set_default_logger_severity(_FATAL)
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    # Threads that wait by spinning take the cores from runs beside them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # as above
        raise ModelError(f"{path} cannot be loaded as an ONNX model: {_why(path, error)}.") from error


def _why(path: Path, error: Exception) -> str:
    try:
        with path.open("rb") as file:
            if file.read(len(_LFS)) == _LFS:
                return "it is only a pointer of Git LFS. Fetch the file itself with: git lfs pull"
    except OSError as missing:
        return str(missing)
    return _first_line(error)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__

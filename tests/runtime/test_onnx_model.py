"""The loader of ONNX models."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest
from tiny_onnx import tiny_model

from chunkwise.errors import ModelError
from chunkwise.runtime.onnx import OnnxModel, available_cores


@pytest.fixture
def path(tmp_path):
    (tmp_path / "m.onnx").write_bytes(tiny_model())
    return tmp_path / "m.onnx"


def arrays(ids):
    return {"input_ids": numpy.array(ids), "attention_mask": numpy.ones_like(ids)}


def test_a_model_says_what_it_takes_and_runs(path):
    model = OnnxModel(path)
    assert model.inputs == {"input_ids": "tensor(int64)", "attention_mask": "tensor(int64)"}
    assert model.outputs == ["last_hidden_state"]
    (rows,) = model.run(arrays([[2, 3]]), ["last_hidden_state"])
    assert rows.shape == (1, 2, 6)


def test_threads_load_it_once_and_share_it(path):
    model = OnnxModel(path)
    with ThreadPoolExecutor(8) as pool:
        sessions = list(pool.map(lambda _: id(model._loaded()), range(16)))
    assert len(set(sessions)) == 1


def test_it_can_be_pickled_when_it_is_loaded(path):
    model = OnnxModel(path, threads=2)
    assert model.outputs
    copy = pickle.loads(pickle.dumps(model))
    assert (copy.path, copy.threads, copy.outputs) == (path, 2, model.outputs)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no model", "cannot be loaded"),
        (b"", "cannot be loaded"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
        (None, "No such file"),
    ],
)
def test_files_that_are_no_models(tmp_path, data, why):
    if data is not None:
        (tmp_path / "bad.onnx").write_bytes(data)
    with pytest.raises(ModelError, match=why):
        OnnxModel(tmp_path / "bad.onnx").inputs


def test_arrays_that_do_not_fit(path):
    for given in (arrays([[99_999]]), {"input_ids": numpy.array([[1]])}):
        with pytest.raises(ModelError, match="failed"):
            OnnxModel(path).run(given, ["last_hidden_state"])


def test_it_writes_nothing(path, tmp_path):
    (tmp_path / "bad.onnx").write_bytes(b"bad")
    code = f"""
from chunkwise.runtime.onnx import OnnxModel
import numpy
for name, ids in (({str(path)!r}, [[2]]), ({str(path)!r}, [[99999]]), ({str(tmp_path / "bad.onnx")!r}, [[2]])):
    try:
        OnnxModel(name).run({{"input_ids": numpy.array(ids), "attention_mask": numpy.array(ids)}}, ["last_hidden_state"])
    except Exception as error:
        pass
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_there_is_a_core():
    assert available_cores() >= 1

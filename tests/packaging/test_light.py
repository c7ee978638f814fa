"""Importing costs nothing, and every public name is there."""

from __future__ import annotations

import subprocess
import sys

import pytest

import chunkwise as cw

HEAVY = [
    "numpy",
    "httpx",
    "lancedb",
    "pyarrow",
    "lxml",
    "onnxruntime",
    "pypdfium2",
    "tokenizers",
    "tiktoken",
    "pandas",
    "tree_sitter",
]


def loaded_after(code):
    script = f"import sys\n{code}\nprint(' '.join(sorted(sys.modules)))"
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()


def test_import_loads_nothing_heavy_and_no_parser():
    modules = loaded_after("import chunkwise")
    assert not set(modules) & set(HEAVY)
    assert [m for m in modules if m.startswith("chunkwise.")] == []


def test_chunking_text_loads_no_parser():
    modules = loaded_after("import chunkwise as cw; cw.chunk_text('A text.')")
    assert not set(modules) & set(HEAVY)
    assert not any(m.startswith("chunkwise.parsers.") for m in modules)


def test_naming_an_embedder_loads_no_library():
    code = "from chunkwise.embed.spec import load_embedder; load_embedder('openai:m@http://localhost/v1')"
    assert not set(loaded_after(code)) & set(HEAVY)


def test_help_loads_nothing_heavy():
    code = "from chunkwise.cli.main import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass"
    assert not set(loaded_after(code)) & set(HEAVY)


def test_public_names_exist_and_are_listed_in_order():
    names = [name for name in cw.__all__ if name != "__version__"]
    assert all(getattr(cw, name) is not None for name in names)
    assert names == sorted(names)
    assert set(dir(cw)) == set(cw.__all__)
    with pytest.raises(AttributeError):
        cw.nothing

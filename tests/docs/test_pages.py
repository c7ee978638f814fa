"""The Python of the pages in docs runs, and prints what they show."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [path for path in sorted((ROOT / "docs").glob("*.md")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed

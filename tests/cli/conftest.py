"""Running the command line: in this process where that is enough, and as a real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from chunkwise.cli.main import run

collect_ignore = ["conftest.py"]  # doctest would import it a second time, under the same name

COMMAND = [sys.executable, "-c", "from chunkwise.cli.main import main; main()"]


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        """Standard output as JSON lines (which end at a line feed and nowhere else)."""
        return [json.loads(line) for line in self.out.split("\n") if line]


@pytest.fixture(autouse=True)
def no_settings(tmp_path_factory, monkeypatch) -> Path:
    """No settings but those that a test makes; the folder of the user's settings."""
    for name in [name for name in os.environ if name.startswith("CHUNKWISE_")]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    return home / "chunkwise"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def cli(capsys, folder) -> Callable[..., Result]:
    """Run a command line in this process."""

    def call(*args: object) -> Result:
        code = run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture
def process(folder) -> Callable[..., Result]:
    """Run a command line as a process of its own."""

    def call(*args: object, stdin: bytes = b"", **environment: str) -> Result:
        done = subprocess.run(
            [*COMMAND, *map(str, args)],
            input=stdin,
            capture_output=True,
            env={**os.environ, **environment},
            timeout=120,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call

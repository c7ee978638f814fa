"""What the README and the pages of docs show is what their commands print."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {"README.md": README, "docs/quality.md": (ROOT / "docs" / "quality.md").read_text("utf-8")}
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

# A console block with a command of ours, and the text block after it with (the beginning of) what it prints.
_SHOWN = re.compile(
    r"```console\n(?:\$ pip install [^\n]*\n)?\$ (chunkwise [^\n]*)\n```\n\n```text\n(.*?)\n?```", re.S
)
SHOWN = [(command, shown) for page in PAGES.values() for command, shown in _SHOWN.findall(page)]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the examples in it, for commands that leave something behind."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def on_a_terminal(command, place):
    """The command's output on a terminal of 110 columns."""
    environment = {**os.environ, "COLUMNS": "110", "LINES": "40", "TERM": "xterm", "NO_COLOR": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    if "|" in command:
        return subprocess.run(
            command, shell=True, cwd=place, env=environment, capture_output=True, text=True
        ).stdout
    master, slave = pty.openpty()
    process = subprocess.Popen(
        shlex.split(command), cwd=place, env=environment, stdout=slave, stderr=subprocess.DEVNULL
    )
    os.close(slave)
    chunks = []
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        chunks.append(data)
    assert process.wait() == 0
    return ANSI.sub("", b"".join(chunks).decode()).replace("\r\n", "\n")


def test_pages_show_commands():
    assert len(_SHOWN.findall(README)) >= 3
    assert all(_SHOWN.search(page) for page in PAGES.values())


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_a_command_prints_what_its_page_shows(place, command, shown):
    printed = [line.rstrip() for line in on_a_terminal(command, place).splitlines()]
    expected = [line.rstrip() for line in shown.splitlines()]
    cut = expected.index("…") if "…" in expected else len(expected)
    if expected[0].startswith("{"):  # a JSON line is long: its beginning and end are shown
        beginning, end = expected[0].split(" … ")
        assert printed[0].startswith(beginning)
        assert printed[0].endswith(end)
    else:
        assert printed[:cut] == expected[:cut]


def test_the_first_command_is_the_demo_and_the_second_the_tests():
    commands = re.findall(r"^\$ (.*)$", README, re.M)
    assert commands[:2] == ["make demo", "make test"]


def test_every_method_of_the_table_exists_and_none_is_missing():
    from chunkwise.methods import presets

    table = README.split("## Which method?")[1].split("## ")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.M)) == presets.names()


def test_links_to_files_lead_somewhere():
    for name, page in PAGES.items():
        for target in re.findall(r"\]\(([^)#:]+)\)", page):
            assert ((ROOT / name).parent / target).exists(), target

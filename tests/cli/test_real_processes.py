"""What only a real process shows: pipes, signals, terminals, encodings, what is imported."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-c", "from chunkwise.cli.main import main; main()"]
HEAVY = {
    "numpy",
    "lancedb",
    "pyarrow",
    "lxml",
    "onnxruntime",
    "rich",
    "tiktoken",
    "tokenizers",
    "toktok",
    "regex",
}
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


@pytest.fixture
def big(folder):
    """A file whose chunks fill a pipe many times over."""
    (folder / "big.txt").write_text("A sentence of six words here. " * 20_000)
    return folder


def modules_after(*args):
    script = (
        "import sys\nfrom chunkwise.cli.main import run\n"
        f"code = run({list(args)!r})\nprint(' '.join(sys.modules), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["-h"]])
def test_help_is_light(args):
    modules = modules_after(*args)
    assert not modules & HEAVY
    assert not {
        name
        for name in modules
        if name.startswith(("chunkwise.cli.commands.", "chunkwise.parsers", "chunkwise.methods"))
    }


def test_json_lines_need_no_rich(folder):
    (folder / "a.txt").write_text("A text.")
    assert "rich" not in modules_after("chunk", "a.txt", "--format", "jsonl")
    assert "rich" not in modules_after("chunk", "a.txt", "--explain", "--format", "jsonl")
    assert "rich" not in modules_after("methods", "--format", "json")


@posix
@pytest.mark.parametrize(
    "args", [[], ["--format", "json"], ["--format", "text"], ["--format", "table"], ["--workers", "2"]]
)
def test_a_reader_that_goes_away(big, args):
    files = ["big.txt", "nope.txt"] if args else ["big.txt"]
    command = [*COMMAND, "chunk", *files, "--max-tokens", "20", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read().decode()
    assert process.returncode == 0
    assert "Traceback" not in error
    assert "Broken" not in error


@posix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(folder, workers):
    (folder / "many").mkdir()
    for number in range(300):
        (folder / "many" / f"{number}.txt").write_text("A sentence of six words here. " * 4_000)
    (folder / "out.jsonl").write_text("before")
    process = subprocess.Popen(
        [*COMMAND, "chunk", "many", "--workers", workers, "-o", "out.jsonl"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not list(folder.glob(".chunkwise-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error.decode().strip().endswith("Interrupted.")
    assert workers == "2" or error.decode().strip() == "Interrupted."
    assert (folder / "out.jsonl").read_text() == "before"
    assert sorted(path.name for path in folder.iterdir()) == ["many", "out.jsonl"]


@posix
def test_interrupted_workers_say_nothing(folder):
    for number in range(4):
        (folder / f"{number}.txt").write_text("A sentence of six words here. " * 40_000)
    process = subprocess.Popen(
        [*COMMAND, "chunk", ".", "--workers", "2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not children(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in error.decode()


def children(pid):
    """The processes that a process has started (on Linux; elsewhere there are always some)."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as listing:
            return listing.read().split()
    except OSError:
        return ["?"]


def test_utf8_whatever_the_locale(folder):
    (folder / "z.txt").write_text("第一条 😀", encoding="utf-8")
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "latin-1",
    }
    done = subprocess.run([*COMMAND, "chunk", "z.txt"], capture_output=True, env=environment, check=True)
    assert json.loads(done.stdout.decode("utf-8"))["text"] == "第一条 😀"
    assert "第一条" in done.stdout.decode("utf-8")


@posix
def test_a_terminal_that_knows_ascii_only(folder):
    (folder / "z.md").write_text("# 法\n\n第一条 😀 ok", encoding="utf-8")
    environment = {"PYTHONIOENCODING": "ascii", "TERM": "xterm"}
    shown = on_terminal(["chunk", "z.md"], **environment)
    assert "\\u7b2c" in shown
    assert "\\U0001f600 ok" in shown
    assert "->" not in shown or "→" not in shown
    row = on_terminal(["chunk", "z.md", "--format", "jsonl"], **environment)
    assert json.loads(row)["text"] == "第一条 😀 ok"


def on_terminal(args, columns=80, **environment):
    """What a command writes to a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import termios

    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")
    }
    process = subprocess.Popen(
        [*COMMAND, *args],
        stdin=other,
        stdout=other,
        stderr=other,
        env={**kept, "TERM": "xterm-256color", **environment},
    )
    os.close(other)
    pieces = []
    while True:
        try:
            piece = os.read(main, 65_536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(main)
    process.wait(timeout=60)
    return b"".join(pieces).decode("utf-8", "replace").replace("\r\n", "\n")


@posix
def test_tables_in_colour_on_a_terminal(folder):
    (folder / "a.md").write_text("# Title\n\nSome text.")
    shown = on_terminal(["chunk", "a.md"])
    assert "headings" in shown
    assert "\x1b[" in shown
    assert "heading 1" in on_terminal(["parse", "a.md"])


@posix
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(folder, environment):
    (folder / "a.md").write_text("# Title\n\nSome text.")
    for args in (
        ["chunk", "a.md"],
        ["chunk", "a.md", "--explain"],
        ["parse", "a.md"],
        ["methods", "show", "general"],
    ):
        shown = on_terminal(args, **environment)
        assert not [code for code in ("\x1b[3", "\x1b[9", "\x1b[1;3") if code in shown]
    assert "\x1b" not in on_terminal(["chunk", "a.md"], TERM="dumb")


@posix
def test_the_bar_shows_and_goes_away(folder):
    for number in range(4):
        (folder / f"{number}.txt").write_text("A text.")
    names = ["0.txt", "1.txt", "2.txt", "3.txt", "nope.txt"]
    shown = on_terminal(["chunk", *names, "-o", "out.jsonl"])
    assert "5/5" in shown
    assert "Error: There is no file 'nope.txt'" in shown
    assert "1 of 5 inputs failed." in shown
    for args, environment in ((["-q"], {}), ([], {"TERM": "dumb"})):
        assert "5/5" not in on_terminal(["chunk", *names, "-o", "out.jsonl", *args], **environment)
    assert "5/5" not in on_terminal(["chunk", *names])


@posix
def test_the_width_of_the_terminal_is_used(folder):
    from rich.cells import cell_len

    (folder / "z.md").write_text("# " + "标题" * 30 + "\n\n" + "没有逗号的很长的内容" * 80, encoding="utf-8")
    for columns in (60, 80, 120):
        shown = on_terminal(["chunk", "z.md", "--max-tokens", "150"], columns=columns, NO_COLOR="1")
        rows = [re.sub(r"\x1b\[[0-9;]*m", "", row) for row in shown.split("\n")]
        assert columns - 3 <= max(map(cell_len, rows)) <= columns


def test_an_unexpected_error_is_one_line(process, folder):
    (folder / "a.txt").write_text("A text.")
    script = (
        "import sys, chunkwise.cli.commands.chunk as c\nfrom chunkwise.cli.main import run\n"
        "def broken(*a): raise RuntimeError('two\\nlines')\nc.collect = broken\nsys.exit(run(sys.argv[1:]))"
    )
    for flags, environment, traced in (
        ([], {}, False),
        (["--debug"], {}, True),
        ([], {"CHUNKWISE_DEBUG": "1"}, True),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, "chunk", "a.txt", *flags],
            capture_output=True, text=True, env={**os.environ, **environment}, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert (
            "Error: internal error: RuntimeError: two lines (run again with --debug to see where)"
            in done.stderr
        )
        assert ("Traceback" in done.stderr) is traced
        assert traced or done.stderr.count("\n") == 1

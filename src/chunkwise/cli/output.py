"""Data to standard output or to a file: in the chosen format, in UTF-8, whole or not at all."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from chunkwise.errors import UnknownName

FORMATS = ("table", "tree", "text", "markdown", "html", "json", "jsonl", "toml")
"""Every format of some command: what settings may name."""

_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".txt": "text",
    ".toml": "toml",
    ".md": "markdown",
    ".html": "html",
}


def prepare_streams() -> None:
    """UTF-8 wherever nobody sees it happen; what a terminal cannot show becomes an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def close_quietly() -> None:
    """After the reader of standard output has gone: let nothing more be written to it."""
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)


def pick_format(
    given: str | None, configured: str | None, choices: Sequence[str], output: str | None = None
) -> str:
    """The format to write.

    Args:
        given: the flag, if any.
        configured: the setting, if any; it counts where the command has that format.
        choices: the formats that the command has, the one for people first.
        output: the file to write to, if any: its suffix decides where no flag does.

    Raises:
        UnknownName: the setting names a format that no command has.
    """
    if configured is not None and configured not in FORMATS:
        raise UnknownName("format", configured, FORMATS)
    if given is not None:
        return given
    if output is not None and output != "-":
        found = _BY_SUFFIX.get(Path(output).suffix.lower(), "jsonl")
        return found if found in choices else "jsonl"
    if configured is not None and configured in choices:
        return configured
    return choices[0] if sys.stdout.isatty() else "jsonl"


def to_json(data: Any, stream: TextIO | None = None) -> str:
    """One line of JSON, readable by people unless the stream cannot take it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    ascii_only = not encoding.lower().startswith("utf")
    return json.dumps(data, ensure_ascii=ascii_only)


class Output:
    """Where data goes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.keep = True
        """Whether what was written replaces the file."""

    def text(self, text: str) -> None:
        """Write text as it is."""
        self.stream.write(text)

    def line(self, data: Any) -> None:
        """Write a line of JSON."""
        self.stream.write(to_json(data, self.stream) + "\n")

    @contextmanager
    def array(self) -> Iterator[JsonArray]:
        """Write a JSON array, an element a line."""
        array = JsonArray(self)
        yield array
        array.close()


def write_rows(output: Output, format_: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as JSON lines, or as one JSON array."""
    if format_ == "jsonl":
        for row in rows:
            output.line(row)
        return
    with output.array() as array:
        for row in rows:
            array.add(row)


class JsonArray:
    """An array that is written element by element."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._count = 0

    def add(self, data: Any) -> None:
        """Write one more element."""
        self._output.text(",\n" if self._count else "[\n")
        self._output.text(to_json(data, self._output.stream))
        self._count += 1

    def close(self) -> None:
        """Write the end."""
        self._output.text("\n]\n" if self._count else "[]\n")


@contextmanager
def open_output(path: str | None) -> Iterator[Output]:
    """Standard output, or a file that is replaced when all is written and untouched otherwise.

    Raises:
        OSError: the file cannot be written.
    """
    if path is None or path == "-":
        yield Output(sys.stdout)
        return
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        # A device or a pipe is written to, since it cannot be replaced.
        with open(target, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            yield Output(stream)
        return
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(2, "the folder does not exist", folder)
    handle, temporary = tempfile.mkstemp(prefix=".chunkwise-", suffix=".tmp", dir=os.path.dirname(target))
    try:
        with open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            output = Output(stream)
            yield output
        if output.keep:
            os.chmod(temporary, _mode(target))
            os.replace(temporary, target)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _mode(target: str) -> int:
    """The permissions of the file that is replaced, or those of a new one."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(target).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

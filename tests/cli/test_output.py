"""Where output goes: in which format, whole or not at all."""

from __future__ import annotations

import json
import os
import stat

import pytest

from chunkwise.cli.output import JsonArray, Output, open_output, pick_format, to_json
from chunkwise.errors import UnknownName

CHOICES = ("table", "jsonl", "json", "text")


@pytest.fixture(autouse=True)
def files(folder):
    (folder / "a.txt").write_text("A text.")


@pytest.mark.parametrize(
    ("given", "configured", "output", "expected"),
    [
        (None, None, None, "jsonl"),
        ("text", "json", "out.jsonl", "text"),
        (None, "json", None, "json"),
        (None, "tree", None, "jsonl"),
        (None, "table", "out.json", "json"),
        (None, None, "out.NDJSON", "jsonl"),
        (None, None, "out.txt", "text"),
        (None, None, "out.toml", "jsonl"),
        (None, None, "out", "jsonl"),
        (None, "text", "-", "text"),
    ],
)
def test_formats(given, configured, output, expected):
    assert pick_format(given, configured, CHOICES, output) == expected


def test_people_get_tables(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert pick_format(None, None, CHOICES) == "table"
    assert pick_format(None, None, CHOICES, "out.bin") == "jsonl"


def test_a_wrong_format_in_the_settings():
    with pytest.raises(UnknownName, match="Did you mean 'json"):
        pick_format("table", "jsom", CHOICES)


def test_a_file_is_written_whole(cli, folder):
    result = cli("chunk", "a.txt", "-o", "out.jsonl")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert json.loads((folder / "out.jsonl").read_text())["text"] == "A text."
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "out.jsonl"]


def test_the_suffix_decides(cli, folder):
    cli("chunk", "a.txt", "-o", "out.json")
    assert json.loads((folder / "out.json").read_text())[0]["chunkwise"] == "chunking"
    cli("chunk", "a.txt", "-o", "out.txt")
    assert (folder / "out.txt").read_text().startswith("--- a.txt")


def test_a_file_stays_where_nothing_came_out(cli, folder):
    (folder / "out.jsonl").write_text("before")
    assert cli("chunk", "nope.txt", "-o", "out.jsonl").code == 1
    assert (folder / "out.jsonl").read_text() == "before"
    assert cli("chunk", "nope.txt", "a.txt", "-o", "out.jsonl").code == 3
    assert json.loads((folder / "out.jsonl").read_text())["text"] == "A text."
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "out.jsonl"]


def test_a_file_stays_where_writing_fails(folder):
    (folder / "out").write_text("before")

    def write():
        with open_output("out") as out:
            out.text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    assert (folder / "out").read_text() == "before"
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "out"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_permissions_and_links(folder):
    mask = os.umask(0o022)
    try:
        with open_output("new") as out:
            out.text("x")
        (folder / "old").write_text("before")
        (folder / "old").chmod(0o640)
        (folder / "link").symlink_to("old")
        with open_output("link") as out:
            out.text("after")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o644
    assert stat.S_IMODE((folder / "old").stat().st_mode) == 0o640
    assert (folder / "link").is_symlink()
    assert (folder / "old").read_text() == "after"


@pytest.mark.skipif(os.name == "nt", reason="no such device")
def test_devices_are_written_to(cli):
    assert cli("chunk", "a.txt", "-o", "/dev/null").code == 0
    assert os.path.exists("/dev/null")
    assert not os.path.isfile("/dev/null")


def test_folders_that_are_not_there(cli):
    result = cli("chunk", "a.txt", "-o", "no/such/out.jsonl")
    assert result.code == 1
    assert result.err.startswith("Error: ")
    assert "the folder does not exist" in result.err
    assert "internal" not in result.err


def test_dash_is_standard_output(cli):
    assert cli("chunk", "a.txt", "-o", "-").rows[0]["text"] == "A text."


class Ascii:
    encoding = "ascii"


def test_json_is_readable_where_it_can_be():
    assert to_json("第\udce9\u2028") == '"第\udce9\u2028"'
    assert to_json("第😀", Ascii()) == '"\\u7b2c\\ud83d\\ude00"'


def test_arrays(tmp_path):
    for count in range(3):
        path = tmp_path / str(count)
        with path.open("w") as stream, Output(stream).array() as array:
            assert isinstance(array, JsonArray)
            for number in range(count):
                array.add(number)
        assert json.loads(path.read_text()) == list(range(count))

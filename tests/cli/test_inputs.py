"""Files, folders, patterns and standard input; exit codes when some of them fail."""

from __future__ import annotations

import os
import sys

import pytest

from chunkwise.errors import InvalidOption
from chunkwise.pipeline.inputs import InputOptions, as_media_type, collect


@pytest.fixture
def tree(folder):
    for name in ("b.txt", "a.txt", "sub/c.md", "sub/deep/d.json", ".hidden.txt", ".git/x.txt", "sub/.y.txt"):
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('"text"')
    return folder


def names(*given, **options):
    return [found.name.replace(os.sep, "/") for found in collect(given, InputOptions(**options))]


def test_folders_are_walked_in_order_without_hidden_files(tree):
    assert names("docs") == ["docs/a.txt", "docs/b.txt", "docs/sub/c.md", "docs/sub/deep/d.json"]


def test_a_hidden_folder_may_be_named(tree):
    assert names("docs/.git") == ["docs/.git/x.txt"]


def test_patterns_where_the_shell_leaves_them(tree):
    assert names("docs/*.txt") == ["docs/a.txt", "docs/b.txt"]
    assert names("docs/**/*.md") == ["docs/sub/c.md"]
    assert names("docs/**") == ["docs/a.txt", "docs/b.txt", "docs/sub/c.md", "docs/sub/deep/d.json"]
    assert names("docs/s*") == ["docs/sub/c.md", "docs/sub/deep/d.json"]


def test_a_file_whose_name_looks_like_a_pattern(folder):
    (folder / "a[1].txt").write_text("text")
    assert names("a[1].txt") == ["a[1].txt"]


def test_each_file_once(tree):
    assert names("docs/b.txt", "docs", "docs/../docs/a.txt") == [
        "docs/b.txt", "docs/a.txt", "docs/sub/c.md", "docs/sub/deep/d.json",
    ]  # fmt: skip


def test_the_output_is_no_input(tree):
    assert "docs/a.txt" not in names("docs", exclude="docs/a.txt")
    assert "docs/a.txt" in names("docs/a.txt", exclude="docs/a.txt")


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
def test_links_in_circles_and_pipes(tree, cli):
    (tree / "docs" / "loop").symlink_to(tree / "docs")
    (tree / "docs" / "broken.txt").symlink_to("nowhere")
    os.mkfifo(tree / "docs" / "pipe")
    result = cli("chunk", "docs", "--format", "text")
    assert result.code == 3
    assert "broken.txt" in result.err
    assert "docs/pipe is no regular file." in result.err
    assert result.out.count("---") == 4


def test_folders_that_may_not_be_read(tree, cli):
    (tree / "docs" / "sub").chmod(0)
    try:
        if os.access(tree / "docs" / "sub", os.R_OK):
            pytest.skip("this user may read everything")
        result = cli("chunk", "docs")
    finally:
        (tree / "docs" / "sub").chmod(0o755)
    assert (result.code, len(result.rows)) == (3, 2)
    assert "docs/sub cannot be listed: Permission denied." in result.err


def test_ids_are_relative_to_the_folder(tree, cli):
    def ids(*args):
        return [row["document_id"] for row in cli("chunk", *args).rows]

    assert ids("docs") == ["a.txt", "b.txt", "sub/c.md", "sub/deep/d.json"]
    assert ids("docs/sub/c.md") == ["docs/sub/c.md"]
    assert ids(tree / "docs" / "sub" / "c.md") == ["c.md"]
    assert ids(tree / "docs" / "sub", "--root", tree) == ["docs/sub/c.md", "docs/sub/deep/d.json"]


def test_equal_ids_are_warned_of(tree, cli):
    (tree / "other").mkdir()
    (tree / "other" / "a.txt").write_text("text")
    result = cli("chunk", "docs", "other")
    assert result.code == 0
    assert "docs/a.txt and other/a.txt have the same document id 'a.txt'" in result.err.replace(os.sep, "/")
    assert cli("chunk", "docs", "other", "--root", ".").err == ""


def test_some_failed(tree, cli):
    result = cli("chunk", "docs/a.txt", "nope.txt", "docs/b.txt")
    assert result.code == 3
    assert [row["document_id"] for row in result.rows] == ["docs/a.txt", "docs/b.txt"]
    assert "Error: There is no file 'nope.txt'" in result.err
    assert "1 of 3 inputs failed." in result.err


def test_all_failed(tree, cli):
    for args in (["nope.txt"], ["nope.txt", "nor.txt"], ["no*.txt"], ["empty"]):
        (tree / "empty").mkdir(exist_ok=True)
        result = cli("chunk", *args)
        assert (result.code, result.out) == (1, "")
        assert result.err.startswith("Error: ")


def test_a_broken_file_is_named_and_the_rest_is_done(tree, cli):
    (tree / "docs" / "broken.json").write_text("{")
    result = cli("parse", "docs")
    assert (result.code, len(result.rows)) == (3, 4)
    assert "docs/broken.json: " in result.err.replace(os.sep, "/")


def test_formats_that_nothing_reads(tree, cli):
    program = b"\x7fELF\x02\x01\x01" + bytes(64)
    (tree / "docs" / "p.so").write_bytes(program)
    (tree / "docs" / "q.so").write_bytes(program)
    found = cli("chunk", "docs")
    assert (found.code, len(found.rows)) == (0, 4)
    assert "Skipped 2 files that nothing here reads: .so 2." in found.err
    assert cli("chunk", "docs", "--quiet").err == ""
    named = cli("chunk", "docs/p.so", "docs/a.txt")
    assert (named.code, "no parser reads this format" in named.err) == (3, True)
    (tree / "pictures").mkdir()
    (tree / "pictures" / "p.so").write_bytes(program)
    nothing = cli("chunk", "pictures", "--quiet")
    assert (nothing.code, "Skipped 1 file that" in nothing.err) == (1, True)


def test_an_error_that_nobody_meant_ends_one_file_and_not_the_run(tree, cli, monkeypatch):
    def parse(self, source):
        raise KeyError("oops")

    monkeypatch.setattr("chunkwise.parsers.json.JsonParser.parse", parse)
    result = cli("chunk", "docs")
    assert (result.code, len(result.rows)) == (3, 3)
    assert "docs/sub/deep/d.json: " in result.err.replace(os.sep, "/")
    assert "Traceback" not in result.err
    assert "Traceback" in cli("chunk", "docs", "--debug").err


@pytest.mark.parametrize("stdin", [b"# Title\n\nA text.", "# 标题\n\n正文。".encode("gb18030")])
def test_standard_input(process, stdin):
    plain = process("chunk", "-", stdin=stdin)
    assert plain.code == 0
    assert plain.rows[0]["document_id"].startswith("sha256:")
    assert plain.rows[0]["heading_path"] == []
    for args in (["--name", "n.md"], ["--type", "md"], ["--type", ".md"], ["--type", "text/markdown"]):
        row = process("chunk", "-", *args, stdin=stdin).rows[0]
        assert len(row["heading_path"]) == 1
    assert process("chunk", "-", "--name", "n.md", stdin=stdin).rows[0]["document_id"] == "n.md"


def test_standard_input_beside_files(process, tree):
    result = process("chunk", "docs/a.txt", "-", stdin=b"From the pipe.")
    assert [row["text"] for row in result.rows] == ['"text"', "From the pipe."]


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("md", "text/markdown"), (".PDF", "application/pdf"), ("text/csv", "text/csv"), ("html", "text/html"),
        ("python", "text/x-python"), (" docx ", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ],
)  # fmt: skip
def test_names_of_types(name, media_type):
    assert as_media_type(name) == media_type


def test_unknown_types():
    with pytest.raises(InvalidOption, match="or a suffix such as"):
        as_media_type("mrkdwn")


def test_the_type_overrides_detection(cli, folder):
    (folder / "data.json").write_text('{"a": 1}')
    assert cli("parse", "data.json", "--type", "txt").rows[0]["media_type"] == "text/plain"
    assert cli("parse", "data.json", "--parser", "text").rows[0]["parser"].startswith("text@")


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
def test_a_pipe_that_is_named(process, folder):
    assert process("chunk", "/dev/stdin", stdin=b"Through a device.").rows[0]["text"] == "Through a device."
